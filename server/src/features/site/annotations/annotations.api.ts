/** What features above may ask about annotations. */
export { ofProject as annotationsOf } from './annotations.table.ts';
