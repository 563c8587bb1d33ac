/** What the views of lines, slabs and sections show of surveys. Pure; sums and geometry are those of science. */
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, ChainDrawing, Survey } from '@plumbline/contract/views/profiles';
import { type Column, farthestOf, fixedJoint, movementSince } from '@plumbline/science/profiles/survey';
import { deflectionParts } from '@plumbline/science/sections/panel';
import { differentialsOf, settlementOf } from '@plumbline/science/settlement/line-survey';
import type { PlacedLimit } from '../../../charts/kinds/survey-curves.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import type { ChainState, LineMeasure, PanelPart } from './chain-state.ts';
import { farthestLimits, fieldOfJoint, levelAt, ownLimits, placedLimits } from './joint-limits.ts';
import type { Shown } from './profile-content.ts';
import type { JointCurve } from './profiles.queries.ts';

/** One number of each joint: mm, or mm per m. */
export const lineValues = ({ survey, casing }: Shown, measure: LineMeasure, sign: 1 | -1): Column => {
  const settlement = settlementOf(survey.x, sign);
  return measure === 'settlement' ? settlement : differentialsOf(settlement, casing.lengthsMm);
};

/** By what the deflection is multiplied to give a part of it. */
export function partFactor(part: PanelPart, { panelAngleDeg }: Pick<Casing, 'panelAngleDeg'>): number {
  if (part === 'deflection') return 1;
  const { horizontalMm, upMm } = deflectionParts(1, panelAngleDeg ?? Number.NaN);
  return part === 'horizontal' ? horizontalMm : upMm;
}
const times = (column: Column, factor: number): Column =>
  column.map((value) => (value === null || Number.isNaN(factor) ? null : 0 + factor * value));
export const panelValues = ({ survey, casing }: Shown, part: PanelPart): Column =>
  times(survey.x, partFactor(part, casing));

/** From the oldest (0) to the newest (1). */
export const ageAt = (place: number, count: number): number => (count === 1 ? 1 : place / (count - 1));

/** The joint whose curve stands beside: the one that is asked for where there is one, else the one that moved farthest. */
export function chainJoint(joint: number | null, { casing }: Shown, values: Column): number {
  if (joint !== null) return Math.min(joint, casing.chainagesM.length - 1);
  return farthestOf(values)?.joint ?? 0;
}

/** Limits on the farthest joint, turned where what is shown is turned. */
export const chainLimits = (
  thresholds: readonly Threshold[],
  axis: 'x' | 'y',
  sign: 1 | -1,
  { baselineAt }: Pick<ChainState, 'baselineAt'>,
): ChartThreshold[] =>
  baselineAt === null ? farthestLimits(thresholds, axis).map((limit) => ({ ...limit, value: sign * limit.value })) : [];

/** Limits that joints have of their own, turned where what is shown is turned; none from a baseline. */
export const chainJointLimits = (
  thresholds: readonly Threshold[],
  sign: 1 | -1,
  { baselineAt }: Pick<ChainState, 'baselineAt'>,
  casing: Casing,
  places: readonly number[],
  axis: 'x' | 'y' = 'x',
): PlacedLimit[] =>
  baselineAt === null
    ? placedLimits(thresholds, axis, casing, places).map((limit) => ({ ...limit, value: sign * limit.value }))
    : [];

/** All limits on one joint: those on the farthest one, and its own. */
export const limitsOfJoint = (
  thresholds: readonly Threshold[],
  sign: 1 | -1,
  state: Pick<ChainState, 'baselineAt'>,
  casing: Casing,
  joint: number,
): ChartThreshold[] => [
  ...chainLimits(thresholds, 'x', sign, state),
  ...(state.baselineAt === null
    ? ownLimits(thresholds, 'x', joint, casing).map((limit) => ({ ...limit, value: sign * limit.value }))
    : []),
];

/** A line of the table: a joint of the chosen survey. */
export interface ChainRow {
  readonly joint: number;
  /** Where it is, m: chainage or elevation; null where it is only numbered. */
  readonly placeM: number | null;
  readonly values: readonly (number | null)[];
  /** Of the first value since the survey before. */
  readonly change: number | null;
  /** null = not judged. */
  readonly level: number | null;
  readonly isFixed: boolean;
}

/** The rows of columns of values; the first of them is the one whose change is said. */
export function chainRows(
  { chosen, before }: { readonly chosen: Shown; readonly before: Shown | undefined },
  placesM: readonly number[],
  columnsOf: (shown: Shown) => readonly Column[],
  thresholds: readonly Threshold[],
  { baselineAt }: Pick<ChainState, 'baselineAt'>,
): ChainRow[] {
  const { survey, casing } = chosen;
  const columns = columnsOf(chosen);
  const isSameChain = before !== undefined && before.survey.casing === survey.casing;
  const changes = isSameChain ? movementSince(columns[0] ?? [], columnsOf(before)[0] ?? []) : [];
  const fixed = fixedJoint(casing.chainagesM.length, casing.fixedEnd);
  const judged = (joint: number): number | null => {
    if (baselineAt !== null) return null;
    const levels = (['x', 'y'] as const).flatMap(
      (axis) => levelAt(thresholds, axis, survey[axis][joint] ?? null, joint, casing) ?? [],
    );
    return levels.length > 0 ? Math.max(...levels) : null;
  };
  return casing.chainagesM.map((_, joint) => ({
    joint,
    placeM: placesM[joint] ?? null,
    values: columns.map((column) => column[joint] ?? null),
    change: changes[joint] ?? null,
    level: judged(joint),
    isFixed: joint === fixed,
  }));
}

/** A joint over time along some axes; none at the fixed joint. */
export function chainCurves(
  { casing }: Shown,
  baseline: Survey | null,
  joint: number,
  curves: readonly { readonly axis: 'x' | 'y'; readonly name: string; readonly factor?: number }[],
): JointCurve[] {
  return curves.flatMap(({ axis, name, factor = 1 }) => {
    const field = fieldOfJoint(joint, axis, casing);
    return field === null ? [] : [{ field, name, factor, baseMm: baseline ? (baseline[axis][joint] ?? null) : 0 }];
  });
}

/** Returns whether what is shown counts downwards. */
export const isDownward = ({ settlementSign }: ChainDrawing): boolean => settlementSign === 1;
