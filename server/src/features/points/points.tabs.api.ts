import type {
  ChartConfig,
  ChartSetting,
  GnssConfig,
  OfflineConfig,
  PointTasks,
  Processing,
  TemperatureCompensation,
} from '@plumbline/contract/points.settings';
import type { pointViews } from '@plumbline/contract/points.views';
import type { Db } from '../../kernel/context.ts';

/** The tabs as they are kept; null = never set. */
export interface Stored {
  readonly processing: Processing | null;
  readonly chart: ChartConfig | null;
  readonly gnss: GnssConfig | null;
  readonly offline: OfflineConfig | null;
  readonly tasks: PointTasks | null;
  readonly tc: TemperatureCompensation | null;
}

export const stored = (db: Db, pointId: number): Promise<Stored | undefined> =>
  db
    .selectFrom('point')
    .select([
      'processing',
      'chart_config as chart',
      'gnss_config as gnss',
      'offline_config as offline',
      'tasks_config as tasks',
      'tc_config as tc',
    ])
    .where('id', '=', pointId)
    .executeTakeFirst();

export const set = (
  db: Db,
  pointIds: readonly number[],
  change: {
    processing?: string;
    chart_config?: string;
    gnss_config?: string;
    offline_config?: string;
    tasks_config?: string;
    tc_config?: string | null;
  },
) => db.updateTable('point').set(change).where('id', 'in', pointIds).execute();

type Chart = (typeof pointViews)[number];

/** What the views of a point remember. */
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

export const forgetCharts = (db: Db, pointId: number) =>
  db.deleteFrom('point_chart_setting').where('point_id', '=', pointId).execute();
