/** What other features show of duty rosters. */
export { DutyTab } from './DutyTab.tsx';
