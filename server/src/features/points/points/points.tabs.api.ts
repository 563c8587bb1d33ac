import type { DeviceChart } from '@plumbline/contract/devices/devices.config';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { ChartConfig, ChartSetting, PointSettings } from '@plumbline/contract/points/points.settings';
import type { pointViews } from '@plumbline/contract/points/points.views';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';
import { chartOfDevice } from './logic/device-chart.ts';
import { type Tab, tabColumns } from './logic/point-columns.ts';

/** The tabs as they are kept; null = never set. */
export type Stored = { readonly [T in Tab]: PointSettings[T] | null };

export async function stored(db: Db, pointId: number): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('point')
    .select(Object.values(tabColumns))
    .where('id', '=', pointId)
    .executeTakeFirst();
  return (
    row && {
      processing: row[tabColumns.processing],
      chart: row[tabColumns.chart],
      gnss: row[tabColumns.gnss],
      tc: row[tabColumns.tc],
    }
  );
}

const chartedColumns = {
  id: 'number',
  family: typed<FamilyCode>(),
  nodeCount: 'number',
  mainIndex: 'number',
  chart: typed<DeviceChart | null>(),
} as const satisfies Columns;

/** Returns the chart of each point while it has no setting of its own: as its device begins charts. */
export async function chartDefaults(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, ChartConfig>> {
  const { rows } = await sqlRows(chartedColumns)`
    SELECT p.id, p.family, p.node_count AS "nodeCount", p.main_index AS "mainIndex", d.chart
    FROM point p LEFT JOIN device d ON d.id = p.device_id WHERE p.id = ANY(${pointIds}::int[])`.execute(db);
  return new Map(rows.map(({ id, chart, ...point }) => [id, chartOfDevice(chart ?? {}, point)]));
}

/** Keeps a tab of a point; null = as if it were never set. */
export const set = <T extends Tab>(db: Db, pointId: number, tab: T, value: PointSettings[T]) =>
  db
    .updateTable('point')
    .set({ [tabColumns[tab]]: value && JSON.stringify(value) })
    .where('id', '=', pointId)
    .execute();

type Chart = (typeof pointViews)[number];

/** Returns the settings of the views of a point. */
export async function charts(db: Db, pointId: number): Promise<{ chart: Chart; setting: ChartSetting }[]> {
  const rows = await db
    .selectFrom('point_chart_setting')
    .select(['chart', 'setting'])
    .where('point_id', '=', pointId)
    .orderBy('chart')
    .execute();
  return rows.map((row) => ({ chart: row.chart as Chart, setting: row.setting }));
}

/** An empty setting is none. */
export async function setChart(db: Db, pointId: number, chart: Chart, setting: ChartSetting): Promise<void> {
  if (Object.keys(setting).length === 0) {
    await db.deleteFrom('point_chart_setting').where('point_id', '=', pointId).where('chart', '=', chart).execute();
    return;
  }
  const text = JSON.stringify(setting);
  await db
    .insertInto('point_chart_setting')
    .values({ point_id: pointId, chart, setting: text })
    .onConflict((on) => on.columns(['point_id', 'chart']).doUpdateSet({ setting: text }))
    .execute();
}
