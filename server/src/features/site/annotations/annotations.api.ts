/** Queries of annotations for features above. */
export { ofProject as annotationsOf } from './annotations.table.ts';
