/**
 * The thresholds of points: what the judge compares their readings with.
 * Invariant: a rule that is said again unchanged keeps its row, and with it the level that it stands at.
 */

import { Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import type { RowProblem } from '@plumbline/contract/points.rows';
import type { OutputOf } from '@plumbline/contract/route';
import type { thresholds as routes, Threshold } from '@plumbline/contract/thresholds';
import { versionOf } from '@plumbline/contract/versions';
import type { Context } from '../../kernel/context.ts';
import { problemsIn, refuseProblems } from '../../kernel/row-problems.ts';
import { announce, announceMany } from '../points/points.announce.api.ts';
import { wrong } from '../points/points.config.api.ts';
import { lockPoint, refuseArchived, requirePoint } from '../points/points.require.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { ofPoint, ofPoints, ofProject } from '../points/points.rules.api.ts';
import { writeThresholds } from './thresholds.api.ts';
import * as table from './thresholds.table.ts';

type Input<K extends keyof typeof routes> = OutputOf<(typeof routes)[K]['input']>;

/** Only `multi` watches two things; what the others say about it is not kept. */
const plain = (threshold: Threshold): Threshold =>
  threshold.kind === 'multi' ? threshold : { ...threshold, base: 'value', combine: 'and', rateLevels: null };

const nameOf = ({ field, kind, method }: Threshold) => `${field} ${kind} ${method}`;

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

export const thresholdChanges = ({ db }: Context, { pointId, page, pageSize }: Input<'thresholdChanges'>) =>
  table.changesOf(db, pointId, { skip: (page - 1) * pageSize, take: pageSize });

export async function thresholds({ db }: Context, { pointId }: Input<'thresholds'>) {
  return { thresholds: (await ofPoint(db, pointId)).map(({ threshold }) => threshold) };
}

export async function setThresholds(context: Context, input: Input<'setThresholds'>) {
  const { pointId } = input;
  const point = await lockPoint(context, pointId);
  const wanted = input.thresholds.map(plain);
  checkThresholds(point, wanted);
  await writeThresholds(context, new Map([[pointId, wanted]]), input.reason);
  await announce(context, point);
  const rules = await ofPoint(context.db, pointId);
  return { thresholds: rules.map(({ threshold }) => threshold) };
}

export async function projectThresholds({ db }: Context, { projectId }: Input<'projectThresholds'>) {
  const byPoint = new Map<number, Threshold[]>();
  for (const { pointId, threshold } of await ofProject(db, projectId))
    byPoint.set(pointId, [...(byPoint.get(pointId) ?? []), threshold]);
  return { points: [...byPoint].map(([pointId, thresholds]) => ({ pointId, thresholds })) };
}

/** Throws rowsRefused with each target that is not there, archived, or measures something else. */
export async function copyThresholds(context: Context, { pointId, to }: Input<'copyThresholds'>) {
  const source = await requirePoint(context, pointId);
  const rules = (await ofPoint(context.db, pointId)).map(({ threshold }) => threshold);
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
  for (const { pointId, threshold } of await ofPoints(context.db, [...targets.keys()]))
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
