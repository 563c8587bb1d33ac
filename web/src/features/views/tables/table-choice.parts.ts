/** What of surveys is shown as numbers, as the address says it. */
export { type SurveyTableState, useTableState } from './table-state.ts';
