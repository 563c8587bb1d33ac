import { type Axis, axes } from '@plumbline/science/profiles/survey';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** How far apart two surveys may be that are compared, hours. */
export const toleranceHours = [1, 6, 24, 72, 168] as const;
const usualHours = 24;
/** Tables of a comparison: the depths of one pair of surveys, or all pairs. */
export const compareLists = ['depths', 'surveys'] as const;

/** State of a comparison. Invariant: all of it lies in the address. */
export interface CompareState extends SurveyChoice {
  /** null = the first that the structure has. */
  readonly manualId: number | null;
  readonly axis: Axis;
  readonly hours: number;
  readonly list: (typeof compareLists)[number];
}

export function readCompare(search: URLSearchParams): CompareState {
  const manual = search.get('manual');
  const hours = Number(search.get('within'));
  return {
    ...readChoice(search),
    manualId: manual !== null && /^\d{1,10}$/.test(manual) ? Number(manual) : null,
    axis: axes.find((axis) => axis === search.get('axis')) ?? 'x',
    hours: toleranceHours.find((each) => each === hours) ?? usualHours,
    list: compareLists.find((each) => each === search.get('list')) ?? 'depths',
  };
}

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeCompare = (search: URLSearchParams, state: CompareState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    manual: state.manualId === null ? null : String(state.manualId),
    axis: state.axis === 'x' ? null : state.axis,
    within: state.hours === usualHours ? null : String(state.hours),
    list: state.list === 'depths' ? null : state.list,
  });

export const useCompareState = () => useAddressState(readCompare, writeCompare);
