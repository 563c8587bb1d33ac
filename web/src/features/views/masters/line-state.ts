import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** State of the view of a line. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface LineState extends SurveyChoice {
  /** False counts settlement, positive downwards; true movement, positive upwards. */
  readonly isUpward: boolean;
  /** The station whose curve over time stands beside; null = the one that moved farthest. */
  readonly station: number | null;
}

const placeIn = (text: string | null): number | null => (text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null);

export const readLine = (search: URLSearchParams): LineState => ({
  ...readChoice(search),
  isUpward: search.get('direction') === 'up',
  station: placeIn(search.get('station')),
});

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeLine = (search: URLSearchParams, state: LineState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    direction: state.isUpward ? 'up' : null,
    station: state.station === null ? null : String(state.station),
  });

export const useLineState = () => useAddressState(readLine, writeLine);
