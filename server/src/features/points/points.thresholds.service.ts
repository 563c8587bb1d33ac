/**
 * The thresholds of points: what the judge compares their readings with.
 * Invariant: a rule that is said again unchanged keeps its row, and with it the level that it stands at.
 */

import { Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import type { Point, points, Threshold } from '@plumbline/contract/points';
import type { RowProblem } from '@plumbline/contract/points.rows';
import type { OutputOf } from '@plumbline/contract/route';
import { versionOf } from '@plumbline/contract/versions';
import type { Context } from '../../kernel/context.ts';
import { wrong } from './logic/point-config.ts';
import { lockPoint, requirePoint } from './logic/require-point.ts';
import { problemsIn, refuseProblems } from './logic/row-problems.ts';
import { announce, announceMany } from './points.events.ts';
import * as pointTable from './points.table.ts';
import * as table from './points.thresholds.table.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

/** Only `multi` watches two things; what the others say about it is not kept. */
const plain = (threshold: Threshold): Threshold =>
  threshold.kind === 'multi' ? threshold : { ...threshold, base: 'value', combine: 'and', rateLevels: null };

const nameOf = ({ field, kind, method }: Threshold) => `${field} ${kind} ${method}`;

/** All that a rule says, in one order. */
const textOf = (threshold: Threshold) => JSON.stringify(Object.entries(threshold).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Throws badInput for a field that the point does not have, and for the same field, kind and method said twice. */
function checkThresholds(point: Point, wanted: readonly Threshold[]): void {
  const fields = new Set(fieldsOf(point.family, point.nodeCount).map(({ key }) => key));
  const names = new Set<string>();
  for (const [i, threshold] of wanted.entries()) {
    if (!fields.has(threshold.field)) throw wrong(`thresholds.${i}.field`, 'fieldUnknown');
    if (names.has(nameOf(threshold))) throw wrong(`thresholds.${i}.field`, 'thresholdsRepeat');
    names.add(nameOf(threshold));
  }
}

/** Writes what is wanted of each point; rules that stay as they are keep their rows. */
export async function writeThresholds(
  { db, caller, now, lifecycle }: Context,
  wanted: ReadonlyMap<number, readonly Threshold[]>,
  reason: string,
): Promise<void> {
  const gone: table.Rule[] = [];
  const before = new Map<number, Threshold[]>();
  const stays = new Set<string>();
  const texts = new Map([...wanted].map(([id, rules]) => [id, new Set(rules.map(textOf))]));
  for (const rule of await table.ofPoints(db, [...wanted.keys()])) {
    const text = textOf(rule.threshold);
    before.set(rule.pointId, [...(before.get(rule.pointId) ?? []), rule.threshold]);
    if (texts.get(rule.pointId)!.has(text)) stays.add(`${rule.pointId} ${text}`);
    else gone.push(rule);
  }
  await table.remove({ db, lifecycle }, gone);
  await table.insert(
    db,
    [...wanted].flatMap(([pointId, rules]) =>
      rules
        .filter((threshold) => !stays.has(`${pointId} ${textOf(threshold)}`))
        .map((threshold) => ({ pointId, threshold })),
    ),
  );
  const changed = [...wanted].flatMap(([pointId, after]) => {
    const had = before.get(pointId) ?? [];
    const isSame = had.length === after.length && had.every((rule) => texts.get(pointId)?.has(textOf(rule)));
    return isSame ? [] : [{ pointId, before: had, after }];
  });
  await table.noteChanges(db, changed, { accountId: caller.accountId, at: now(), reason });
}

export const thresholdChanges = ({ db }: Context, { pointId, page, pageSize }: Input<'thresholdChanges'>) =>
  table.changesOf(db, pointId, { skip: (page - 1) * pageSize, take: pageSize });

export async function setThresholds(context: Context, input: Input<'setThresholds'>) {
  const { pointId } = input;
  const point = await lockPoint(context, pointId);
  const wanted = input.thresholds.map(plain);
  checkThresholds(point, wanted);
  await writeThresholds(context, new Map([[pointId, wanted]]), input.reason);
  await announce(context, point);
  const rules = await table.ofPoint(context.db, pointId);
  return { thresholds: rules.map(({ threshold }) => threshold) };
}

export async function projectThresholds({ db }: Context, { projectId }: Input<'projectThresholds'>) {
  const byPoint = new Map<number, Threshold[]>();
  for (const { pointId, threshold } of await table.ofProject(db, projectId))
    byPoint.set(pointId, [...(byPoint.get(pointId) ?? []), threshold]);
  return { points: [...byPoint].map(([pointId, thresholds]) => ({ pointId, thresholds })) };
}

/** Throws rowsRefused with each target that is not there, archived, or measures something else. */
export async function copyThresholds(context: Context, { pointId, to }: Input<'copyThresholds'>) {
  const source = await requirePoint(context, pointId);
  const rules = (await table.ofPoint(context.db, pointId)).map(({ threshold }) => threshold);
  const targets = await several(context, source.projectId, to);
  const problems = to.flatMap((id, row) =>
    problemsIn(row, () => {
      const target = targets.get(id);
      if (!target) throw new Failure('notFound', { pointId: id });
      refuseArchived(target);
      if (target.family !== source.family) throw wrong('family', 'familyDiffers');
      checkThresholds(target, rules);
    }),
  );
  refuseProblems(problems);
  const wanted = new Map([...targets.keys()].filter((id) => id !== pointId).map((id) => [id, rules]));
  await writeThresholds(context, wanted, source.name);
  await notify(context, source.projectId, targets.values());
  return { points: wanted.size };
}

export async function batchThresholds(
  context: Context,
  { projectId, rows, mode, reason, dryRun }: Input<'batchThresholds'>,
) {
  const targets = await several(
    context,
    projectId,
    rows.map(({ pointId }) => pointId),
  );
  const before = new Map<number, Threshold[]>();
  for (const { pointId, threshold } of await table.ofPoints(context.db, [...targets.keys()]))
    before.set(pointId, [...(before.get(pointId) ?? []), threshold]);
  const wanted = new Map<number, readonly Threshold[]>();
  const problems: RowProblem[] = rows.flatMap(({ pointId, thresholds, version }, row) =>
    problemsIn(row, () => {
      const target = targets.get(pointId);
      if (!target) throw new Failure('notFound', { pointId });
      if (wanted.has(pointId)) throw wrong('pointId', 'rowsRepeat');
      refuseArchived(target);
      const had = before.get(pointId) ?? [];
      if (version !== undefined && version !== versionOf(had, [])) throw new Failure('changedMeanwhile', { now: had });
      const plainThresholds = thresholds.map(plain);
      checkThresholds(target, plainThresholds);
      const names = new Set(plainThresholds.map(nameOf));
      wanted.set(pointId, [
        ...(mode === 'add' ? had.filter((rule) => !names.has(nameOf(rule))) : []),
        ...plainThresholds,
      ]);
    }),
  );
  refuseProblems(problems, dryRun);
  if (!dryRun) {
    await writeThresholds(context, wanted, reason);
    await notify(context, projectId, targets.values());
  }
  return { points: wanted.size, problems };
}

const several = async (context: Context, projectId: number, ids: readonly number[]) =>
  new Map((await pointTable.lockSome(context.db, projectId, ids, context.now())).map((point) => [point.id, point]));

/** A snapshot is read-only, in whatever way its points are reached. */
export function refuseArchived({ archivedAt, id }: Point): void {
  if (archivedAt !== null) throw new Failure('archived', { pointId: id });
}

async function notify(context: Context, projectId: number, changed: Iterable<Point>): Promise<void> {
  const devices = new Map(
    [...changed].flatMap(({ deviceGroup: at }) => (at ? [[at.measuringDeviceId, at.sncode]] : [])),
  );
  await announceMany(
    context,
    projectId,
    [...devices].map(([id, sncode]) => ({ id: id as number, sncode: sncode as string })),
  );
}
