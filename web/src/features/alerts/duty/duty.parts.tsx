/** Parts of duty rosters for other features. */
export { DutyTab } from './DutyTab.tsx';
export { useDutyWordsIn } from './duty-words.ts';
export { People } from './People.tsx';
