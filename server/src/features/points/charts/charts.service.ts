/**
 * Charts that people put together, and quantities that a project computes. Invariant: a chart draws fields that its
 * points have, and a characteristic's formula can be calculated over its family's fields.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { charts } from '@plumbline/contract/points/charts';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { compile } from '@plumbline/science/formulas/language';
import type { Context } from '../../../kernel/context.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { checkFormula, wrong } from '../points/points.config.api.ts';
import * as table from './charts.table.ts';

type Input<K extends keyof typeof charts> = OutputOf<(typeof charts)[K]['input']>;

const refusingDuplicate = <T>(write: Promise<T>, what: 'custom_chart' | 'characteristic', name: string) =>
  onUniqueViolation(write, `${what}_name`, new Failure('nameTaken', { name }));

export async function customCharts({ db }: Context, { projectId }: Input<'customCharts'>) {
  return { customCharts: await table.charts(db, projectId) };
}

export async function customChart({ db, now }: Context, { projectId, customChartId }: Input<'customChart'>) {
  const [chart] = await table.charts(db, projectId, customChartId);
  if (!chart) throw new Failure('notFound', { customChartId });
  const points = await table.chartPoints(
    db,
    now(),
    projectId,
    chart.series.map(({ pointId }) => pointId),
  );
  return { customChart: chart, points: [...points.values()] };
}

/** Throws badInput for a point that is not of the project, and a field that it does not have. */
async function checkSeries({ db, now }: Context, projectId: number, series: Input<'createCustomChart'>['series']) {
  const known = await table.chartPoints(
    db,
    now(),
    projectId,
    series.map(({ pointId }) => pointId),
  );
  for (const [i, { pointId, field }] of series.entries()) {
    const point = known.get(pointId);
    if (!point) throw wrong(`series.${i}.pointId`, 'pointUnknown');
    if (!fieldsOf(point.family, point.nodeCount).some(({ key }) => key === field))
      throw wrong(`series.${i}.field`, 'fieldUnknown');
  }
}

export async function createCustomChart(context: Context, { projectId, ...input }: Input<'createCustomChart'>) {
  const { db, now, caller } = context;
  await checkSeries(context, projectId, input.series);
  const id = await refusingDuplicate(
    table.insertChart(db, projectId, { ...input, createdBy: caller.displayName }, now()),
    'custom_chart',
    input.name,
  );
  return await customChart(context, { projectId, customChartId: id });
}

export async function updateCustomChart(context: Context, input: Input<'updateCustomChart'>) {
  const { projectId, customChartId, ...changes } = input;
  await checkSeries(context, projectId, changes.series);
  const written = await refusingDuplicate(
    table.updateChart(context.db, projectId, customChartId, changes, context.now()),
    'custom_chart',
    changes.name,
  );
  if (!written) throw new Failure('notFound', { customChartId });
  return await customChart(context, { projectId, customChartId });
}

export async function removeCustomChart({ db }: Context, { projectId, customChartId }: Input<'removeCustomChart'>) {
  if (!(await table.removeChart(db, projectId, customChartId))) throw new Failure('notFound', { customChartId });
  return {};
}

export async function characteristics({ db }: Context, { projectId }: Input<'characteristics'>) {
  return { characteristics: await table.characteristics(db, projectId) };
}

/** Names that the formula of a characteristic may use. */
const namesOf = (family: FamilyCode) => fieldsOf(family).map(({ key }) => key);

export async function createCharacteristic({ db }: Context, input: Input<'createCharacteristic'>) {
  const { projectId, ...changes } = input;
  checkFormula(changes.formula, namesOf(changes.family), 'formula');
  const id = await refusingDuplicate(
    table.insertCharacteristic(db, projectId, changes),
    'characteristic',
    changes.name,
  );
  return { characteristic: { id, ...changes } };
}

export async function updateCharacteristic({ db }: Context, input: Input<'updateCharacteristic'>) {
  const { projectId, characteristicId, ...changes } = input;
  checkFormula(changes.formula, namesOf(changes.family), 'formula');
  const written = await refusingDuplicate(
    table.updateCharacteristic(db, projectId, characteristicId, changes),
    'characteristic',
    changes.name,
  );
  if (!written) throw new Failure('notFound', { characteristicId });
  return { characteristic: { id: characteristicId, ...changes } };
}

export async function removeCharacteristic({ db }: Context, input: Input<'removeCharacteristic'>) {
  const { projectId, characteristicId } = input;
  if (!(await table.removeCharacteristic(db, projectId, characteristicId)))
    throw new Failure('notFound', { characteristicId });
  return {};
}

export async function characteristicValues({ db }: Context, input: Input<'characteristicValues'>) {
  const { projectId, characteristicId } = input;
  const characteristic = (await table.characteristics(db, projectId)).find(({ id }) => id === characteristicId);
  if (!characteristic) throw new Failure('notFound', { characteristicId });
  const names = namesOf(characteristic.family);
  const formula = compile(characteristic.formula, names);
  const rows = await table.latest(db, projectId, characteristic.family);
  return {
    values: rows.map(({ id, name, at, values }) => ({
      pointId: id,
      name,
      at: at?.toISOString() ?? null,
      value: values && formula.evaluate(Float64Array.from(names, (_, i) => values[i] ?? Number.NaN)),
    })),
  };
}
