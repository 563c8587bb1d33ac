/** Choice of surveys in a table, as the address says it. */
export { useTableState } from './table-state.ts';
