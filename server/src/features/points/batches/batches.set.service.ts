/**
 * One setting on many points: initial values, chart settings, collect interval. Invariant: all or none, and a value that
 * nobody measured or said is taken for none.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { batches } from '@plumbline/contract/points/batches';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { maxProblems, problemsIn, refuseProblems } from '../../../kernel/row-problems.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { announceMany, emitConversionChanges } from '../points/points.announce.api.ts';
import * as table from '../points/points.batch.api.ts';
import { refusePlanned } from '../points/points.change.api.ts';
import { checkChart, given, wrong, zeroedFields } from '../points/points.config.api.ts';
import { refuseArchived } from '../points/points.require.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { chartDefaults } from '../points/points.tabs.api.ts';

type Input<K extends keyof typeof batches> = OutputOf<(typeof batches)[K]['input']>;

const several = async (context: Context, projectId: number, ids: readonly number[]) =>
  new Map((await pointTable.lockSome(context.db, projectId, ids, context.now())).map((point) => [point.id, point]));

/** The point of a row; throws notFound and archived. */
function targetOf(targets: ReadonlyMap<number, Point>, pointId: number): Point {
  const point = requireRow(targets.get(pointId), { pointId });
  refuseArchived(point);
  return point;
}

/** Throws rowsRefused: noReading where nothing was measured yet, badInput for a field that is not there. */
export async function batchInit(context: Context, input: Input<'batchInit'>) {
  const { projectId, rows, reason, dryRun } = input;
  const targets = await several(
    context,
    projectId,
    rows.map(({ pointId }) => pointId),
  );
  const visited = new Map<number, { point: Point; after: Record<string, number> }>();
  const problems = rows.flatMap(({ pointId, values }, row) =>
    problemsIn(row, () => {
      const point = targetOf(targets, pointId);
      if (visited.has(pointId)) throw wrong('pointId', 'rowsRepeat');
      const after = { ...point.initialValues, ...(values ? spoken(point, values) : measured(point, input)) };
      visited.set(pointId, { point, after });
    }),
  );
  refuseProblems(problems, dryRun);
  const all = [...visited.values()];
  if (!dryRun) {
    await table.updateAll(
      context,
      all.map(({ point, after }) => ({ point, patch: { initialValues: after } })),
    );
    await emitConversionChanges(
      context,
      all.map(({ point, after }) => ({ before: point, after: { ...point, initialValues: after } })),
      reason,
    );
    await announceMany(context, projectId, devicesOf(all.map(({ point }) => point)));
  }
  return {
    problems: problems.slice(0, maxProblems),
    points: all.map(({ point, after }) => ({
      pointId: point.id,
      name: point.name,
      at: point.latest?.at ?? null,
      before: point.initialValues,
      after,
    })),
  };
}

function spoken({ family, nodeCount }: Point, values: Readonly<Record<string, number>>) {
  const known = new Set(fieldsOf(family, nodeCount).map(({ key }) => key));
  for (const key of Object.keys(values)) if (!known.has(key)) throw wrong(`values.${key}`, 'fieldUnknown');
  return values;
}

/** The latest value of each field, or of those that are asked for; what is missing gives no initial value. */
function measured(
  { name, family, nodeCount, latest, initialValues, formulaType, customFormula }: Point,
  { fields, onlyMissing }: Pick<Input<'batchInit'>, 'fields' | 'onlyMissing'>,
): Record<string, number> {
  if (!latest) throw new Failure('noReading', { name });
  const wanted = fields && new Set(fields);
  const keys = fieldsOf(family, nodeCount).map(({ key }) => key);
  const own = formulaType === 'CUSTOM_FORMULA' ? Object.keys(customFormula) : [];
  const zeroed = new Set(zeroedFields(keys, latest.values, own));
  const found = fieldsOf(family, nodeCount).flatMap(({ key }, i): [string, number][] => {
    const value = latest.values[i];
    const applies =
      zeroed.has(key) && (!wanted || wanted.has(key)) && !(onlyMissing && Object.hasOwn(initialValues, key));
    return applies && value !== null && value !== undefined ? [[key, value]] : [];
  });
  return Object.fromEntries(found);
}

function devicesOf(all: readonly Point[]) {
  const devices = new Map<number, { id: number; sncode: string }>();
  for (const { deviceGroup: at } of all)
    if (at) devices.set(at.measuringDeviceId, { id: at.measuringDeviceId, sncode: at.sncode });
  return devices.values();
}

/** Throws rowsRefused for points that are not there, and for fields that one of them does not have. */
export async function batchChartSetting(context: Context, input: Input<'batchChartSetting'>) {
  const ids = [...new Set(input.points)];
  const set = given(input.set);
  const targets = await several(context, input.projectId, ids);
  refuseProblems(ids.flatMap((id, row) => problemsIn(row, () => checkChart(targetOf(targets, id), set))));
  return { points: await table.mergeCharts(context.db, await chartDefaults(context.db, ids), set) };
}

export async function batchInterval(context: Context, input: Input<'batchInterval'>) {
  const { projectId, intervalSeconds } = input;
  const ids = [...new Set(input.points)];
  const targets = await several(context, projectId, ids);
  const plans = await pointTable.planned(context.db, ids);
  refuseProblems(
    ids.flatMap((id, row) =>
      problemsIn(row, () => {
        const target = targetOf(targets, id);
        if (target.intervalSeconds !== intervalSeconds) refusePlanned(target, plans);
      }),
    ),
  );
  const all = [...targets.values()].filter((point) => point.intervalSeconds !== intervalSeconds);
  await table.updateAll(
    context,
    all.map((point) => ({ point, patch: { intervalSeconds } })),
  );
  await announceMany(context, projectId, devicesOf(all));
  return { points: all.length };
}
