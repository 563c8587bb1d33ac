/**
 * What a correction would have to be, from the readings around a moment: the fix of a jump, and the initial values with
 * which a cumulative curve goes on. Proposals: nothing is written.
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { takesInitialValue } from '@plumbline/contract/points/families';
import type { history } from '@plumbline/contract/readings/history';
import { flagAt, isTrusted } from '@plumbline/science/quality/flags';
import { initialsAt } from '@plumbline/science/series/changes';
import { estimateFix } from '@plumbline/science/series/correction';
import { correctRecord } from '@plumbline/science/series/corrections';
import { followersOf } from '@plumbline/science/series/followers';
import { initialAt, reInitial } from '@plumbline/science/series/initials';
import type { Context } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { lastReset } from '../../platform/store/store.changes.api.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import { countingOf, fieldChange } from '../corrections/corrections.changes.api.ts';
import { records } from '../readings/readings.api.ts';
import { type IndexedField, initialOf, type ShownPoint, shownPoints } from '../readings/readings.effective.api.ts';
import { chosenFields, iso } from '../readings/readings.query.api.ts';

const yearMs = limits.historyDays * 86_400_000;
/** Readings looked at beyond those wanted, because some may be missing or have failed. */
const spare = 200;
/** Computed values are kept to a millionth of their unit (docs/decisions/0012). */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

interface At {
  readonly at: number;
  readonly value: number;
}
const numbers = (of: readonly At[]) => of.map(({ value }) => value);
const atShape = ({ at, value }: At) => ({ at: iso(at), value });

export async function estimateShift(context: Context, input: OutputOf<typeof history.estimateShift.input>) {
  const { pool } = context.services;
  const { pointId, stableTimes } = input;
  const startAt = Date.parse(input.startAt);
  const stableFrom = input.stableFrom === undefined ? startAt : Date.parse(input.stableFrom);
  if (stableFrom < startAt) throw new Failure('startAfterEnd');
  const { point, fields, resetAt } = await queryOf(context, pool, pointId, startAt, input.fields);
  const follows = followersOf(point.keys, point.options);
  const found = await Promise.all([
    trusted(pool, point, Math.max(resetAt, startAt - yearMs), startAt - 1, stableTimes, true),
    trusted(pool, point, stableFrom, stableFrom + yearMs, stableTimes, false),
  ]);
  const estimates = fields
    .filter((field) => !follows.has(field.key))
    .map((field) => {
      const [before, after] = found.map((read) => read(field)) as [At[], At[]];
      const fix = estimateFix(numbers(before), numbers(after), stableTimes);
      return {
        field: field.key,
        unit: field.unit,
        fix: fix === null ? null : rounded(fix),
        before: before.map(atShape),
        after: after.map(atShape),
      };
    });
  if (estimates.every(({ fix }) => fix === null)) throw new Failure('momentAbnormal');
  const fixes = estimates.flatMap(({ field, fix }): [string, number][] => (fix ? [[field, fix]] : []));
  return { fixes: Object.fromEntries(fixes), fields: estimates };
}

export async function estimateInitshift(context: Context, input: OutputOf<typeof history.estimateInitshift.input>) {
  const { pool } = context.services;
  const { pointId } = input;
  const startAt = Date.parse(input.startAt);
  const { point, fields, resetAt } = await queryOf(context, pool, pointId, startAt, input.fields);
  const counted = fields.flatMap((field) => {
    if (!isZeroedByItself(point, field.key, startAt - 1)) return [];
    const own = initialOf(point, field.key);
    const initial = initialAt(point.corrections, field.key, startAt - 1, own);
    return initial === null ? [] : [{ field, initial }];
  });
  if (counted.length === 0) {
    const sncode = (await conversionsOf(context.db, [pointId])).get(pointId)?.at(-1)?.sncode ?? '';
    throw new Failure('noInitialValue', { sncode });
  }
  const [beforeOf, afterOf] = await Promise.all([
    trusted(pool, point, Math.max(resetAt, startAt - yearMs), startAt - 1, 1, true),
    trusted(pool, point, startAt, startAt + yearMs, 1, false),
  ]);
  const estimates = counted.map(({ field, initial }) => {
    const before = beforeOf(field)[0];
    const after = afterOf(field)[0];
    const cumulative = before === undefined ? null : rounded(before.value - initial);
    return {
      field: field.key,
      unit: field.unit,
      initial,
      beforeAt: before === undefined ? null : iso(before.at),
      cumulativeBefore: cumulative,
      valueAt: after === undefined ? null : iso(after.at),
      value: after?.value ?? null,
      newInitial: cumulative === null || after === undefined ? null : rounded(reInitial(after.value, cumulative)),
    };
  });
  const initials = estimates.flatMap(({ field, newInitial }): [string, number][] =>
    newInitial === null ? [] : [[field, newInitial]],
  );
  if (initials.length === 0) throw new Failure('momentAbnormal');
  return { initials: Object.fromEntries(initials), fields: estimates };
}

/** Magnitudes are zeroed with their components, and directions and states count from nothing. */
function isZeroedByItself(point: ShownPoint, key: string, atMs: number): boolean {
  const change = fieldChange(point, key);
  const initials = initialsAt(change, point.corrections, atMs, countingOf(point).initialOf);
  const hasComponents = !initials.subarray(0, -1).includes(Number.NaN);
  return takesInitialValue(key) && (change.kind === 'difference' || (change.kind === 'size' && !hasComponents));
}

/** The point and its fields; throws beforeReset, fieldUnknown. */
async function queryOf(
  { db }: Context,
  pool: Pool,
  pointId: number,
  startAt: number,
  keys: readonly string[] | undefined,
) {
  const [points, resetAt] = await Promise.all([shownPoints(db, [pointId], false), lastReset(pool, pointId)]);
  if (resetAt !== null && startAt < resetAt) throw new Failure('beforeReset', { resetAt: iso(resetAt) });
  const query = elementAt(chosenFields(points, keys, 'all'), 0);
  return { ...query, resetAt: resetAt ?? Number.NEGATIVE_INFINITY };
}

/**
 * The readings of a span nearest to one end of it, as they are shown: of each field, asked for later, the `wanted` ones
 * that are there and have not failed, in order of time.
 */
async function trusted(
  pool: Pool,
  point: ShownPoint,
  fromMs: number,
  toMs: number,
  wanted: number,
  newestFirst: boolean,
): Promise<(field: IndexedField) => At[]> {
  const rows = await records(pool, point.id, fromMs, toMs, { newestFirst, offset: 0, limit: wanted + spare });
  const shown = rows.map(({ at, values, flags }) => ({
    at,
    flags,
    stored: values,
    values: correctRecord(at, values, point.keys, point.corrections, point.options),
  }));
  return ({ index }) => {
    const found: At[] = [];
    for (const { at, values, stored, flags } of shown) {
      const value = values[index] ?? null;
      if (found.length === wanted) break;
      if (value !== null && isTrusted(flagAt(flags, stored, index))) found.push({ at, value });
    }
    return newestFirst ? found.reverse() : found;
  };
}
