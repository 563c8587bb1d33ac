import type { Viewpoint } from '@plumbline/science/display/projection';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';

/** State of the plans. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface JointState extends SurveyChoice {
  /** The joint whose path is drawn; null = the free end of the casing. */
  readonly joint: number | null;
}
export interface VectorState extends SurveyChoice {
  /** How many times larger movements are drawn than the plan; null = a round number that fits. */
  readonly factor: number | null;
}
/** A casing in space: the joint, how its movements are drawn, and from where one looks. */
export interface ShapeState extends JointState, VectorState {
  readonly viewpoint: Viewpoint;
}
/** The usual sides; one looks from the south-west and a little from above at first. */
export const viewpoints = {
  oblique: { bearingDeg: 215, elevationDeg: 20 },
  south: { bearingDeg: 180, elevationDeg: 0 },
  east: { bearingDeg: 90, elevationDeg: 0 },
  above: { bearingDeg: 180, elevationDeg: 90 },
} as const satisfies Record<string, Viewpoint>;

/** The extent that a plan of a path is fitted to: the movement itself, or the limits about it too. */
export const sights = ['movement', 'limits'] as const;
export interface TrackState extends SurveyChoice {
  readonly sight: (typeof sights)[number];
}
export const readTrack = (search: URLSearchParams): TrackState => ({
  ...readChoice(search),
  sight: search.get('sight') === 'limits' ? 'limits' : 'movement',
});
export const writeTrack = (search: URLSearchParams, state: TrackState): URLSearchParams =>
  withParameters(writeChoice(search, state), { sight: state.sight === 'movement' ? null : state.sight });

export const factors = [1, 10, 100, 1_000, 10_000] as const;

export function readJoint(search: URLSearchParams): JointState {
  const joint = search.get('joint');
  return { ...readChoice(search), joint: joint !== null && /^\d{1,3}$/.test(joint) ? Number(joint) : null };
}
export const writeJoint = (search: URLSearchParams, state: JointState): URLSearchParams =>
  withParameters(writeChoice(search, state), { joint: state.joint === null ? null : String(state.joint) });

export function readVectors(search: URLSearchParams): VectorState {
  const factor = Number(search.get('factor'));
  return { ...readChoice(search), factor: factors.find((each) => each === factor) ?? null };
}
export const writeVectors = (search: URLSearchParams, state: VectorState): URLSearchParams =>
  withParameters(writeChoice(search, state), { factor: state.factor === null ? null : String(state.factor) });

const angleIn = (text: string | null, min: number, max: number): number | null => {
  const angle = text === null || text === '' ? Number.NaN : Number(text);
  return angle >= min && angle <= max ? angle : null;
};

export function readShape(search: URLSearchParams): ShapeState {
  const { bearingDeg, elevationDeg } = viewpoints.oblique;
  return {
    ...readJoint(search),
    ...readVectors(search),
    viewpoint: {
      bearingDeg: angleIn(search.get('bearing'), 0, 360) ?? bearingDeg,
      elevationDeg: angleIn(search.get('elevation'), 0, 90) ?? elevationDeg,
    },
  };
}
export function writeShape(search: URLSearchParams, state: ShapeState): URLSearchParams {
  const { bearingDeg, elevationDeg } = state.viewpoint;
  return withParameters(writeVectors(writeJoint(search, state), state), {
    bearing: bearingDeg === viewpoints.oblique.bearingDeg ? null : String(bearingDeg),
    elevation: elevationDeg === viewpoints.oblique.elevationDeg ? null : String(elevationDeg),
  });
}

export const useShapeState = () => useAddressState(readShape, writeShape);
export const useTrackState = () => useAddressState(readTrack, writeTrack);
export const useJointState = () => useAddressState(readJoint, writeJoint);
export const useVectorState = () => useAddressState(readVectors, writeVectors);
