/** The limits of many points at once, from another point or from a table: all are written or none. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { versionOf } from '@plumbline/contract/kernel/versions';
import type { Point } from '@plumbline/contract/points/points';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { thresholds as routes, Threshold } from '@plumbline/contract/points/thresholds';
import type { Context } from '../../../kernel/context.ts';
import { problemsIn, refuseProblems } from '../../../kernel/row-problems.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { announceMany } from '../points/points.announce.api.ts';
import { wrong } from '../points/points.config.api.ts';
import { refuseArchived, requirePoint } from '../points/points.require.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { ofPoint, ofPoints } from '../points/points.rules.api.ts';
import { checkThresholds, nameOf, plain } from './logic/threshold-rules.ts';
import { writeThresholds } from './thresholds.api.ts';

type Input<K extends keyof typeof routes> = OutputOf<(typeof routes)[K]['input']>;

/** Throws rowsRefused with each target that is not there, archived, or measures something else. */
export async function copyThresholds(context: Context, { pointId, to }: Input<'copyThresholds'>) {
  const source = await requirePoint(context, pointId);
  const rules = (await ofPoint(context.db, pointId)).map(({ threshold }) => threshold);
  const targets = await several(context, source.projectId, to);
  const problems = to.flatMap((id, row) =>
    problemsIn(row, () => {
      const target = requireRow(targets.get(id), { pointId: id });
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
      const target = requireRow(targets.get(pointId), { pointId });
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
