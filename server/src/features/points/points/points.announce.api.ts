/**
 * What other features and processes must hear when points change: that something cached is out of date, and that history
 * has to be computed anew. Invariant: who changes what a reading means says so in the same transaction.
 */
import type { Point } from '@plumbline/contract/points/points';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { type ConversionKey, conversionKeys } from './logic/point-columns.ts';

/** Says that a point reads differently from now on, and so does the device that feeds it. */
export async function announce({ changed }: Context, { id, deviceGroup }: Point): Promise<void> {
  await changed(
    { kind: 'point', id },
    ...(deviceGroup
      ? [{ kind: 'device' as const, id: deviceGroup.measuringDeviceId, sncode: deviceGroup.sncode }]
      : []),
  );
}

/** The same for many points of a project, and for the devices that feed them now. */
export async function announceMany(
  { changed }: Context,
  projectId: number,
  devices: Iterable<{ readonly id: number; readonly sncode: string }>,
): Promise<void> {
  await changed(
    { kind: 'project', id: projectId },
    ...[...devices].map(({ id, sncode }) => ({ kind: 'device' as const, id, sncode })),
  );
}

type Meaning = Pick<Point, ConversionKey>;

/** One text for equal values, in whatever order their keys were given. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? 'undefined';

export interface PointChange {
  readonly before: Pick<Point, 'id' | 'projectId'> & Meaning;
  readonly after: Meaning;
  /** Another conversion began then; null or absent = it holds for the whole time of the device group. */
  readonly began?: Date | null;
}

/** Says in one word which points of a project mean something else than before, since when, and what was said; nothing where all stands as it stood. */
export async function emitConversionChanges(
  context: Context,
  changes: readonly PointChange[],
  reason: string,
): Promise<void> {
  const different = changes
    .map((change) => ({
      ...change,
      differs: conversionKeys.filter((part) => canonical(change.before[part]) !== canonical(change.after[part])),
    }))
    .filter(({ differs }) => differs.length > 0);
  const [first] = different;
  if (!first) return;
  const inForce = await groupsInForce(
    context.db,
    different.map(({ before }) => before.id),
  );
  const pick = (from: Meaning, names: readonly ConversionKey[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const { caller } = context;
  await context.emit('pointConversionChanged', {
    projectId: first.before.projectId,
    points: different.map(({ before, after, differs, began }) => ({
      pointId: before.id,
      // An initial value is one for the whole curve.
      fromMs: differs.includes('initialValues') ? null : (inForce.get(before.id)?.since?.getTime() ?? null),
      scope: differs.every((part) => part === 'initialValues') ? 'initials' : 'values',
      groupId: inForce.get(before.id)?.groupId ?? null,
      before: pick(before, differs),
      after: { ...pick(after, differs), ...(began && { validFrom: began.toISOString() }) },
    })),
    byId: caller.accountId,
    byName: caller.displayName,
    reason,
  });
}

/**
 * The device group whose conversion is in force (null = all are over), and where it began, where there was another before;
 * null = it holds from the beginning. Points without groups are absent.
 */
async function groupsInForce(
  db: Db,
  pointIds: readonly number[],
): Promise<Map<number, { readonly groupId: number | null; readonly since: Date | null }>> {
  const { rows } = await sqlRows({ point_id: 'number', id: 'number?', since: 'instant?' })`
    SELECT DISTINCT ON (point_id) point_id, CASE WHEN conversion IS NULL THEN id END AS id,
      CASE WHEN conversion IS NOT NULL THEN to_at WHEN count(*) OVER (PARTITION BY point_id) > 1 THEN coalesce(valid_from, from_at) END AS since
    FROM device_group WHERE point_id = ANY(${pointIds}::int[]) AND migration <> 'cancelled'
    ORDER BY point_id, from_at DESC, device_group.id DESC`.execute(db);
  return new Map(rows.map((row) => [row.point_id, { groupId: row.id, since: row.since }]));
}
