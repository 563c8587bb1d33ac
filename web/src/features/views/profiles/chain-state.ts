import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** Measures of a settlement line. */
export const lineMeasures = ['settlement', 'differential'] as const;
export type LineMeasure = (typeof lineMeasures)[number];
/** Parts of a deflection. */
export const panelParts = ['deflection', 'horizontal', 'vertical'] as const;
export type PanelPart = (typeof panelParts)[number];
/** Against the elevation, or as the slab lies in its section. */
export const panelShapes = ['elevation', 'section'] as const;
export type PanelShape = (typeof panelShapes)[number];
/** Tables of a section. */
export const sectionLists = ['nodes', 'chords'] as const;
export type SectionList = (typeof sectionLists)[number];
/** How many times larger movements are drawn than the section. */
export const factors = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000] as const;

/** State of a view of a chain that is no casing. Invariant: all of it lies in the address. */
export interface ChainState extends SurveyChoice {
  readonly measure: LineMeasure;
  readonly part: PanelPart;
  readonly shape: PanelShape;
  readonly list: SectionList;
  /** null = so that the movement is comparison. */
  readonly factor: number | null;
  /** The joint whose curve over time stands beside; null = the one that moved farthest. */
  readonly joint: number | null;
}

export function readChain(search: URLSearchParams): ChainState {
  const joint = search.get('joint');
  const factor = Number(search.get('factor'));
  const one = <T extends string>(name: string, among: readonly [T, ...T[]]): T =>
    among.find((each) => each === search.get(name)) ?? among[0];
  return {
    ...readChoice(search),
    measure: one('measure', lineMeasures),
    part: one('part', panelParts),
    shape: one('shape', panelShapes),
    list: one('list', sectionLists),
    factor: factors.find((each) => each === factor) ?? null,
    joint: joint !== null && /^\d{1,3}$/.test(joint) ? Number(joint) : null,
  };
}

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export const writeChain = (search: URLSearchParams, state: ChainState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    measure: state.measure === 'settlement' ? null : state.measure,
    part: state.part === 'deflection' ? null : state.part,
    shape: state.shape === 'elevation' ? null : state.shape,
    list: state.list === 'nodes' ? null : state.list,
    factor: state.factor === null ? null : String(state.factor),
    joint: state.joint === null ? null : String(state.joint),
  });

export const useChainState = () => useAddressState(readChain, writeChain);
