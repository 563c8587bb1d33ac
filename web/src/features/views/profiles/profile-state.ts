import { type Axis, axes, type Measure, measures } from '@plumbline/science/profiles/survey';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** State of the view of a profile. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface ProfileState extends SurveyChoice {
  readonly axis: Axis;
  readonly measure: Measure;
  /** The joint whose curve over time stands beside; null = the one that moved farthest. */
  readonly joint: number | null;
  /** Depth below which the ground is held to be at rest, m: the bias of the probe is taken out by it; null = as recorded. */
  readonly firmM: number | null;
}

/** The depth of firm ground that an address tells; null = none. */
export function readFirm(search: URLSearchParams): number | null {
  const firm = search.get('firm');
  return firm !== null && /^\d{1,4}(\.\d{1,3})?$/.test(firm) ? Number(firm) : null;
}

export function readProfile(search: URLSearchParams): ProfileState {
  const joint = search.get('joint');
  return {
    ...readChoice(search),
    axis: axes.find((axis) => axis === search.get('axis')) ?? 'x',
    measure: measures.find((measure) => measure === search.get('measure')) ?? 'cumulative',
    joint: joint !== null && /^\d{1,3}$/.test(joint) ? Number(joint) : null,
    firmM: readFirm(search),
  };
}

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeProfile = (search: URLSearchParams, state: ProfileState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    axis: state.axis === 'x' ? null : state.axis,
    measure: state.measure === 'cumulative' ? null : state.measure,
    joint: state.joint === null ? null : String(state.joint),
    firm: state.firmM === null ? null : String(state.firmM),
  });

export const useProfileState = () => useAddressState(readProfile, writeProfile);
