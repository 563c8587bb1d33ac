import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** Subject of a view of a section. */
export type SectionShow = 'chord' | 'convergence' | 'offset';

/** How many times larger movements are drawn than the section. */
export const factors = [1, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** State of the view of a section. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface SectionState extends SurveyChoice {
  /** null = so that movements can be seen. */
  readonly factor: number | null;
  /** The chord or prism whose curve over time stands beside; null = the one that changed most. */
  readonly place: number | null;
}

export function readSection(search: URLSearchParams): SectionState {
  const factor = Number(search.get('factor'));
  const place = search.get('place');
  return {
    ...readChoice(search),
    factor: factors.find((each) => each === factor) ?? null,
    place: place !== null && /^\d{1,3}$/.test(place) ? Number(place) : null,
  };
}

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeSection = (search: URLSearchParams, state: SectionState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    factor: state.factor === null ? null : String(state.factor),
    place: state.place === null ? null : String(state.place),
  });

export const useSectionState = () => useAddressState(readSection, writeSection);
