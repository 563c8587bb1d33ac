/** Parts of duty rosters for other features. */
export { DutyTab } from './DutyTab.tsx';
