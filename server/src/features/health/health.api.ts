/** What features above may ask about health. */
export { devicesOf, type ProjectDevice, unhealthyByProject } from './health.table.ts';
