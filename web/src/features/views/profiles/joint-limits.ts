/** The limits of a chain as its shape shows them: those on its farthest joint, and those that a joint has of its own. Pure. */
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing } from '@plumbline/contract/views/profiles';
import { fixedJoint } from '@plumbline/science/profiles/survey';
import type { PlacedLimit } from '../../../charts/kinds/survey-curves.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { type CountedPoint, offsetOf } from '../../../charts/point-changes.ts';
import { drawnLimits, levelOfRow } from '../../../charts/point-limits.ts';

/** The field whose limits watch a whole chain along an axis. */
export const watchedField = { x: 'maxX', y: 'maxY' } as const;
type JointAxis = keyof typeof watchedField;

/**
 * The limits that can be held against a shape. It shows displacements from the initial values; a limit on the stored value of
 * a joint that counts from another zero than 0 watches another number.
 */
export const shapeThresholds = (thresholds: readonly Threshold[], point: CountedPoint): readonly Threshold[] =>
  thresholds.filter(({ kind, field }) => kind !== 'value' || offsetOf(point, field) === 0);

/** A shape has neither rates nor pairs of them: what watches those says nothing of it. */
const isOfShape = ({ enabled, kind }: Threshold): boolean => enabled && (kind === 'value' || kind === 'cumulative');

/** The field of the segment whose free end a joint is, by axis; null at the joint that holds the chain. */
export function fieldOfJoint(
  joint: number,
  axis: JointAxis,
  { chainagesM, fixedEnd }: Pick<Casing, 'chainagesM' | 'fixedEnd'>,
): string | null {
  if (joint === fixedJoint(chainagesM.length, fixedEnd)) return null;
  return `${axis}${fixedEnd === 'top' ? joint : joint + 1}`;
}

/** Limits on a field as lines on displacements from the initial values. */
const linesOf = (thresholds: readonly Threshold[], field: string): ChartThreshold[] => [
  ...drawnLimits(thresholds, field, 'cumulative', null),
  ...drawnLimits(thresholds, field, 'value', null),
];

/** The lines of the limits on the farthest joint along an axis. */
export const farthestLimits = (thresholds: readonly Threshold[], axis: JointAxis): ChartThreshold[] =>
  linesOf(thresholds, watchedField[axis]);

/** The lines of the limits that one joint has of its own. */
export function ownLimits(
  thresholds: readonly Threshold[],
  axis: JointAxis,
  joint: number,
  casing: Pick<Casing, 'chainagesM' | 'fixedEnd'>,
): ChartThreshold[] {
  const field = fieldOfJoint(joint, axis, casing);
  return field === null ? [] : linesOf(thresholds, field);
}

/** The limits that joints have of their own, each where its joint is; `places` are those of the joints, m. */
export const placedLimits = (
  thresholds: readonly Threshold[],
  axis: JointAxis,
  casing: Pick<Casing, 'chainagesM' | 'fixedEnd'>,
  places: readonly number[],
): PlacedLimit[] =>
  places.flatMap((atM, joint) => ownLimits(thresholds, axis, joint, casing).map((limit) => ({ ...limit, joint, atM })));

/** The level that a displacement of a joint reaches by both kinds of limits; null without limits or without a value. */
export function levelAt(
  thresholds: readonly Threshold[],
  axis: JointAxis,
  value: number | null,
  joint: number,
  casing: Pick<Casing, 'chainagesM' | 'fixedEnd'>,
): number | null {
  const fields = [watchedField[axis], fieldOfJoint(joint, axis, casing)];
  const rules = thresholds.filter((rule) => isOfShape(rule) && fields.includes(rule.field));
  if (value === null || rules.length === 0) return null;
  const levels = fields.map((field) => (field === null ? 0 : levelOfRow(rules, [field], [value], [value])));
  return Math.max(...levels);
}
