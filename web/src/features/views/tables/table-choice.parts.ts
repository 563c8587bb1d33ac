/** Choice of surveys in a table, as the address says it. */
export { type SurveyTableState, useTableState } from './table-state.ts';
