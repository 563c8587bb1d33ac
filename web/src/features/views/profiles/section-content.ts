/** What the view of a section shows of surveys. Pure; geometry is that of science. */
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, ChainDrawing, Survey } from '@plumbline/contract/views/profiles';
import { resultantOf } from '@plumbline/science/profiles/survey';
import type { Plane } from '@plumbline/science/sections/plane';
import {
  type ChordSurvey,
  chordsOfSection,
  crownOf,
  nodesNow,
  type Roundness,
  roundnessOf,
  surveyChords,
} from '@plumbline/science/sections/section-survey';
import type { SectionLimit, SectionSurvey } from '../../../charts/kinds/section/shapes.ts';
import { ageAt } from './chain-content.ts';
import { type ChainState, factors } from './chain-state.ts';
import { farthestLimits, fieldOfJoint, ownLimits } from './joint-limits.ts';
import type { Shown } from './profile-content.ts';

/** The surveys as they are drawn, from the oldest to the newest. */
export const sectionSurveys = (
  surveys: readonly Shown[],
  chosen: number,
  nameOf: (at: number) => string,
  movement: (shown: Shown) => Pick<SectionSurvey, 'x' | 'y'>,
): SectionSurvey[] =>
  surveys.map((drawn, i) => ({
    id: String(drawn.at),
    name: nameOf(drawn.at),
    ...movement(drawn),
    age: ageAt(i, surveys.length),
    isChosen: i === chosen,
  }));

/** The factor at which the largest movement is about an eighth of the section. */
export function usualFactor(
  initialPlaces: readonly Plane[],
  surveys: readonly Pick<SectionSurvey, 'x' | 'y'>[],
): number {
  const span = (values: readonly number[]): number => Math.max(0, ...values) - Math.min(0, ...values);
  const size = Math.max(span(initialPlaces.map(({ x }) => x)), span(initialPlaces.map(({ y }) => y)));
  const largest = Math.max(0, ...surveys.flatMap(({ x, y }) => resultantOf(x, y).map((value) => value ?? 0)));
  const largestFactor = largest === 0 ? factors[0] : size / 8 / largest;
  return factors.findLast((factor) => factor <= largestFactor) ?? factors[0];
}

/** The chosen survey as a section: its chords, how round it is, its crown. */
export interface SectionState extends Roundness {
  /** Convergence in the sign that is shown. */
  readonly chords: readonly ChordSurvey[];
  readonly crown: number;
  /** In the sign that is shown, mm; null = missing. */
  readonly crownMm: number | null;
}

export function sectionState(
  { survey, casing }: Shown,
  baseline: Survey | null,
  { convergenceSign, archSign }: Pick<ChainDrawing, 'convergenceSign' | 'archSign'>,
): SectionState {
  const initialNodes = casing.nodes;
  const from = baseline ? nodesNow(initialNodes, baseline.x, baseline.y) : initialNodes;
  const now = nodesNow(from, survey.x, survey.y);
  const chords = surveyChords(chordsOfSection(initialNodes.length, casing.form === 'ring'), from, now);
  const crown = crownOf(initialNodes);
  const up = survey.y[crown] ?? null;
  return {
    ...(casing.form === 'ring' ? roundnessOf(chords, now) : { ovality: null, circle: null }),
    chords: chords.map((chord) => ({
      ...chord,
      convergenceMm: chord.convergenceMm === null ? null : 0 + convergenceSign * chord.convergenceMm,
    })),
    crown,
    crownMm: up === null ? null : 0 + archSign * up,
  };
}

/** The chord that a node belongs to; null = none. */
export const chordAt = <T extends { readonly from: number; readonly to: number }>(
  chords: readonly T[],
  node: number,
): T | null => chords.find(({ from, to }) => from === node || to === node) ?? null;

/**
 * Returns the limits of a section: the limits that nodes have of their own, and at the chosen node also those on the
 * farthest one, which watch it as they watch every other. None from a baseline: they count from the initial values.
 */
export function sectionLimits(
  thresholds: readonly Threshold[],
  { baselineAt }: Pick<ChainState, 'baselineAt'>,
  casing: Casing,
  pinned: number | null,
): SectionLimit[] {
  if (baselineAt !== null) return [];
  return (['x', 'y'] as const).flatMap((axis) =>
    casing.nodes.flatMap((_, node) => {
      const limits = ownLimits(thresholds, axis, node, casing);
      const isWatched = node === pinned && fieldOfJoint(node, axis, casing) !== null;
      const all = isWatched ? [...limits, ...farthestLimits(thresholds, axis)] : limits;
      return all.map(({ level, value }) => ({ node, axis, level, valueMm: value }));
    }),
  );
}
