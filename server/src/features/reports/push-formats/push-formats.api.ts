/** What data push may ask about formats. */
export { one as formatOf } from './push-formats.table.ts';
