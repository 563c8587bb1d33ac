/**
 * Acts of people on stored readings: deleting them, and giving them a verdict. What an act is, and how it is done to one
 * point over one stretch of time; the change log and the tasks around it are in history.service.ts.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { flaggedBy, quality } from '@plumbline/science/quality/flags';
import type { Db } from '../../../../kernel/context.ts';
import { sqlOver } from '../../../../kernel/sql.ts';
import { rewrite } from '../../../platform/store/store.rewrite.api.ts';
import { type IndexedField, shownCurve, shownPoints } from '../../readings/readings.effective.api.ts';

export interface QualityVerdict {
  readonly fields: readonly string[];
  readonly quality: 'pass' | 'suspect' | 'fail';
  /** Only values of this field between the bounds, as they are shown; null = every record. */
  readonly between: {
    readonly by: string;
    readonly quantity: 'value' | 'cumulative';
    readonly raw: boolean;
    readonly lower: number | null;
    readonly upper: number | null;
  } | null;
}
/** JSON: it travels with its task. */
export interface UserOperation {
  readonly kind: 'delete' | 'flag';
  /** In ascending order, the order in which their locks are taken. */
  readonly pointIds: readonly number[];
  /** Epoch ms, both inside. */
  readonly fromMs: number;
  readonly toMs: number;
  /** These instants alone, ascending; null = all. */
  readonly times: readonly number[] | null;
  readonly verdict: QualityVerdict | null;
}

/** Instants further apart than this are not worth reading what lies between, up to so many stretches. */
const apartMs = 86_400_000;
const maxStretches = 64;

/** Does an act to one point in [fromMs, toMs], in the transaction of `db`. Gives how many records changed. */
export async function performOperation(
  db: Db,
  act: UserOperation,
  changeId: number,
  pointId: number,
  fromMs: number,
  toMs: number,
): Promise<number> {
  const sql = sqlOver(db);
  const times = await chosenTimes(db, act, pointId, fromMs, toMs);
  const verdict = act.verdict && (await verdictOn(db, act.verdict, pointId));
  const chosen = times && new Set(times);
  let changed = 0;
  for (const [from, to] of times ? stretchesOf(times) : [[fromMs, toMs] as const])
    changed += await rewrite(sql, changeId, pointId, from, to, (record) => {
      if (chosen && !chosen.has(record.at)) return record;
      if (verdict === null) return null;
      const flags = flaggedBy(record.flags, record.values, verdict.indexes, verdict.to);
      return sameFlags(flags, record.flags) ? record : { ...record, flags };
    });
  return changed;
}

/** The records of a stretch that the act is about; null = all of them. */
async function chosenTimes(
  db: Db,
  { times, verdict }: UserOperation,
  pointId: number,
  fromMs: number,
  toMs: number,
): Promise<readonly number[] | null> {
  const inside = times?.filter((at) => at >= fromMs && at <= toMs) ?? null;
  const between = verdict?.between;
  if (!between) return inside;
  const point = elementAt(await shownPoints(db, [pointId], between.raw), 0);
  const fields = point.fields.filter((field) => field.key === between.by);
  const view = { quantity: between.quantity, quality: 'all' } as const;
  const curve = await shownCurve(sqlOver(db), { point, fields }, view, fromMs, toMs, 10_000_000);
  const { values } = elementAt(curve.columns, 0);
  const { lower, upper } = between;
  const wanted = inside && new Set(inside);
  return Array.from(curve.times).filter((at, i) => {
    const value = elementAt(values, i);
    if (Number.isNaN(value) || (wanted && !wanted.has(at))) return false;
    return (lower === null || value >= lower) && (upper === null || value <= upper);
  });
}

async function verdictOn(db: Db, verdict: QualityVerdict, pointId: number) {
  const { fields } = elementAt(await shownPoints(db, [pointId], true), 0);
  const chosen = fields.filter((field: IndexedField) => verdict.fields.includes(field.key));
  return { indexes: chosen.map((field) => field.index), to: quality[verdict.quality] };
}

/** Ascending instants as stretches in which they lie close together. */
function stretchesOf(times: readonly number[]): (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  const apart = Math.max(apartMs, ((times.at(-1) ?? 0) - (times[0] ?? 0)) / maxStretches);
  for (const at of times) {
    const last = stretches.at(-1);
    if (last && at - last[1] <= apart) last[1] = at;
    else stretches.push([at, at]);
  }
  return stretches;
}

const sameFlags = (a: readonly number[] | null, b: readonly number[] | null) =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((flag, i) => flag === b[i]));
