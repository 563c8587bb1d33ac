/** What features above may ask about health. */
export { unhealthyByProject } from './health.table.ts';
