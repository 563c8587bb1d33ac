import type { ChartSetting, PointSettings } from '@plumbline/contract/points/points.settings';
import type { pointViews } from '@plumbline/contract/points/points.views';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Tab, tabColumns } from './logic/point-columns.ts';

/** The tabs as they are kept; null = never set. */
export type Stored = { readonly [T in Tab]: PointSettings[T] | null };

export async function stored(db: Db, pointId: number): Promise<Stored | undefined> {
  const tabs = Object.entries(tabColumns).map(([tab, column]) => sql`${sql.ref(column)} AS ${sql.ref(tab)}`);
  const { rows } = await sql<Stored>`SELECT ${sql.join(tabs)} FROM point WHERE id = ${pointId}`.execute(db);
  return rows[0];
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
