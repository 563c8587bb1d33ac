/** What of surveys is shown as numbers, as the address says it. */
export { useTableState } from './table-state.ts';
