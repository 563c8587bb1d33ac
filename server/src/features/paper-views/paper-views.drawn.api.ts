/** What was drawn of views, and its words: without a database, for what writes pages and files of it. */
export type { FigureTable, PointFigures, ViewFigure } from './logic/figure.ts';
export { viewWordsOf } from './logic/view-words.ts';
