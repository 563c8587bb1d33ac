/**
 * The headlines of the masters of a project: which of its points has moved most, and how far. Invariant: a number is what the head of
 * that point says, by the same function.
 */
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import type { MasterHeadline } from '@plumbline/contract/views/masters';
import type { Context } from '../../../kernel/context.ts';
import { newestFigures } from '../../points/points/points.figures.api.ts';
import { some } from '../../points/points/points.rows.api.ts';
import { type JoinedPoints, mastersOf } from './masters.headlines.table.ts';

type Candidate = Omit<MasterHeadline, 'masterId'>;

export async function headlines({ db, now }: Context, { projectId }: { readonly projectId: number }) {
  const masters = await mastersOf(db, projectId);
  const ids = [...new Set(masters.flatMap(({ pointIds }) => pointIds))];
  const points = ids.length === 0 ? [] : await some(db, now(), ids);
  const candidates = new Map(points.flatMap((point) => candidateOf(point).map((each) => [point.id, each] as const)));
  return { headlines: masters.flatMap((master) => headlineOf(master, candidates)) };
}

/** What a point gives to the headline of its masters: its change where it has one, else its value. */
function candidateOf(point: Point): Candidate[] {
  const field = fieldsOf(point.family, point.nodeCount).find(({ key }) => key === point.mainField);
  if (!field) return [];
  const { value, valuePlace, change } = newestFigures(point, field.key, noLimits);
  const counted = change ? { quantity: 'cumulative' as const, ...change } : null;
  const read = value === null ? null : { quantity: 'value' as const, amount: value, place: valuePlace };
  const headline = counted ?? read;
  if (!headline) return [];
  const { key, unit, precision } = field;
  const { id: pointId, name, family, status } = point;
  return [{ pointId, name, family, field: key, unit, precision, status, ...headline }];
}
const noLimits: readonly Threshold[] = [];

/** The largest by size, of the points that report, or of the others where none does. Of different units nothing is the largest. */
function headlineOf(
  { masterId, pointIds }: JoinedPoints,
  candidates: ReadonlyMap<number, Candidate>,
): MasterHeadline[] {
  const read = pointIds.flatMap((id) => candidates.get(id) ?? []);
  // A value beside a change is no smaller or larger than it.
  if (new Set(read.map(({ unit, quantity }) => `${unit} ${quantity}`)).size !== 1) return [];
  const reporting = read.filter(({ status }) => status.state === 'reporting');
  const [largest] = (reporting.length > 0 ? reporting : read).toSorted(
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount),
  );
  return largest ? [{ masterId, ...largest }] : [];
}
