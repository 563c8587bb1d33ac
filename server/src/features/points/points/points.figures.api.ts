/** What the newest reading of a point says, for lists and walls: by the function of the head of a point's page. */
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { fieldsOf, initialValueOf, isCounted } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { type Figures, figuresOf } from '@plumbline/science/display/figures';
import { drawnLimits, type LimitLine } from '@plumbline/science/limits/drawn-limits';
import { linesBeside } from '@plumbline/science/limits/limit-distances';
import { type Counting, changeOf, valueOffset } from '@plumbline/science/series/changes';
import { followsOf } from '@plumbline/science/series/followers';
import type { Db } from '../../../kernel/context.ts';
import { some } from './points.rows.api.ts';
import { ofPoints } from './points.rules.api.ts';

export interface NewestFigures extends Figures {
  /** The limit that was reached and the next one, where they lie on the curve of values. */
  readonly limits: readonly LimitLine[];
}

/** The figures of one field of the newest reading. */
export function newestFigures(point: Point, key: string, thresholds: readonly Threshold[]): NewestFigures {
  const fields = fieldsOf(point.family, point.nodeCount);
  const keys = fields.map((field) => field.key);
  const field = fields.find((each) => each.key === key);
  const follows = followsOf(point.formulaType === 'CUSTOM_FORMULA' ? point.customFormula : {}, point.parameters);
  // All that a composite has is computed by formulas of its own.
  const change = changeOf(keys, key, point.type === 1 ? { ...follows, own: keys } : follows);
  // `countsFrom` holds the newest zero of each field.
  const counting: Counting = {
    corrections: [],
    initialOf: (each) => initialValueOf(point.family, point.countsFrom, each),
  };
  const chain = {
    parameters: parametersInForce(point),
    nodeCount: point.nodeCount,
    topDepthM: point.depthM ?? 0,
  };
  const figures = figuresOf(
    { change, keys, isCounted: field !== undefined && isCounted(field), initialOf: counting.initialOf, chain },
    point.latest?.values ?? [],
    thresholds,
  );
  const lines = drawnLimits(thresholds, key, 'value', valueOffset(change, counting, 0));
  return { ...figures, limits: linesBeside(lines, figures.value, [figures.over, figures.next]) };
}

/** Returns what finds the figures of a field of these points, and its family: two queries, however many there are. */
export async function figuresIn(db: Db, at: Date, pointIds: readonly number[]) {
  const [points, rules] = await Promise.all([some(db, at, pointIds), ofPoints(db, pointIds)]);
  const pointsById = new Map(points.map((point) => [point.id, point]));
  const rulesByPoint = Map.groupBy(rules, ({ pointId }) => pointId);
  return (pointId: number, field: string) => {
    const point = getOrThrow(pointsById, pointId);
    const thresholds = rulesByPoint.get(pointId)?.map(({ threshold }) => threshold) ?? [];
    return { family: point.family, thresholds, ...newestFigures(point, field, thresholds) };
  };
}
