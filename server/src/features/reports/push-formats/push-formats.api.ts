/** Formats, as data push asks for them. */
export { one as formatOf } from './push-formats.table.ts';
