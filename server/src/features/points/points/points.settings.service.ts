/**
 * The settings tabs of a point. Invariant: what is kept is whole and fits the point; what has no machinery yet is kept
 * and named as such, and nothing pretends to run.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Family, families, fieldsOf } from '@plumbline/contract/points/families';
import type { Point, points } from '@plumbline/contract/points/points';
import {
  ChartConfig,
  ChartSetting,
  defaultGnssConfig,
  GnssConfig,
  inactiveSettings,
  type Processing,
  type TemperatureCompensation,
} from '@plumbline/contract/points/points.settings';
import { defaultQuality, faultsOf, type QualityConfig } from '@plumbline/science/quality/config';
import { temperatureFrom } from '@plumbline/science/series/correction';
import { followersOf } from '@plumbline/science/series/followers';
import type { z } from 'zod';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { keepShown } from '../../platform/store/store.shown.api.ts';
import { announce, canonical } from './points.announce.api.ts';
import { checkChart, given, wrong } from './points.config.api.ts';
import { lockPoint } from './points.require.api.ts';
import { renewPlans } from './points.settings.api.ts';
import * as table from './points.tabs.api.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

const defaultProcessing: Processing = {
  quality: structuredClone(defaultQuality) as Processing['quality'],
  filters: [],
};

async function stored({ db }: Context, pointId: number): Promise<table.Stored> {
  const row = requireRow(await table.stored(db, pointId), { pointId });
  return row;
}

const chartOf = async ({ db }: Context, pointId: number, pointChart: ChartConfig | null): Promise<ChartConfig> =>
  pointChart ?? getOrThrow(await table.chartDefaults(db, [pointId]), pointId);

export async function settings(context: Context, { pointId }: Input<'settings'>) {
  const { processing, chart, gnss, tc } = await stored(context, pointId);
  return {
    settings: {
      processing: processing ?? defaultProcessing,
      chart: await chartOf(context, pointId, chart),
      gnss,
      tc,
      inactive: [...inactiveSettings],
    },
  };
}

/** The whole of a tab, judged by its schema. Throws badInput with the paths of the tab's fields. */
function completeTab<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Failure(
    'badInput',
    parsed.error.issues.map(({ path, message, code }) => ({ path: path.join('.'), message, code })),
  );
}

/** The field keys that a setting may name: those of the point, and with a star those of all its nodes. */
function keysOf({ family, nodeCount }: Point): Set<string> {
  const starred = ((families[family] as Family).nodeFields ?? []).map(({ key }) => `${key}*`);
  return new Set([...fieldsOf(family, nodeCount).map(({ key }) => key), ...(nodeCount > 0 ? starred : [])]);
}

/** Throws badInput where a test cannot be meant, or is about a field that the point does not have. */
export async function setProcessing(context: Context, { pointId, ...patch }: Input<'setProcessing'>) {
  const point = await lockPoint(context, pointId);
  const before = (await stored(context, pointId)).processing ?? defaultProcessing;
  const processing = { ...before, ...given(patch) };
  const fieldKeys = keysOf(point);
  for (const key of Object.keys(processing.quality.fields))
    if (!fieldKeys.has(key)) throw wrong(`quality.fields.${key}`, 'fieldUnknown');
  for (const [i, { field }] of processing.filters.entries())
    if (!fieldKeys.has(field)) throw wrong(`filters.${i}.field`, 'fieldUnknown');
  const faults = faultsOf(processing.quality as QualityConfig);
  if (faults.length > 0)
    throw new Failure(
      'badInput',
      faults.map(({ path, fault }) => ({ path: `quality.${path}`, message: fault, code: 'custom' })),
    );
  await table.set(context.db, pointId, 'processing', processing);
  await announce(context, point);
  return { processing };
}

export async function setChartConfig(context: Context, { pointId, ...patch }: Input<'setChartConfig'>) {
  const point = await lockPoint(context, pointId);
  const before = await chartOf(context, pointId, (await stored(context, pointId)).chart);
  const chart = completeTab(ChartConfig, { ...before, ...given(patch) });
  checkChart(point, chart);
  await table.set(context.db, pointId, 'chart', chart);
  return { chart };
}

/** Throws badInput for a family that no satellite measures, for what is missing, and for a start that is still to come. */
export async function setGnss(context: Context, { pointId, ...patch }: Input<'setGnss'>) {
  const point = await lockPoint(context, pointId);
  if (point.family !== 'surfaceDisplacement') throw wrong('taskName', 'gnssOfFamily');
  const before = (await stored(context, pointId)).gnss ?? defaultGnssConfig;
  const gnss = completeTab(GnssConfig, { ...before, ...given(patch) });
  if (gnss.rtcmStartAt !== null && new Date(gnss.rtcmStartAt) > context.now())
    throw wrong('rtcmStartAt', 'rtcmInFuture');
  await table.set(context.db, pointId, 'gnss', gnss);
  return { gnss };
}

/**
 * Sets what a point is compensated for. An act of the change log where it changes values: stored ones stay as they are.
 * Throws badInput for a field that is not there or follows others, and for a temperature that the point does not measure.
 */
export async function setTc(context: Context, { pointId, tc, reason }: Input<'setTc'>) {
  const { db, caller } = context;
  const point = await lockPoint(context, pointId);
  if (tc) checkCompensation(point, tc);
  const before = (await stored(context, pointId)).tc;
  await table.set(db, pointId, 'tc', tc);
  if (canonical(temperatureFrom(before)) !== canonical(temperatureFrom(tc))) {
    // Composites that read the point read it otherwise from now on.
    await renewPlans(db, pointId);
    await keepShown(sqlOver(db), [pointId]);
    await context.emit('pointConversionChanged', {
      projectId: point.projectId,
      points: [{ pointId, fromMs: null, scope: 'initials', before: { tc: before }, after: { tc } }],
      byId: caller.accountId,
      byName: caller.displayName,
      reason,
    });
    await announce(context, point);
  }
  return { tc };
}

function checkCompensation(
  point: Point,
  { field, temperatureField, temperaturePointId }: TemperatureCompensation,
): void {
  const fields = fieldsOf(point.family, point.nodeCount);
  const keys = fields.map(({ key }) => key);
  if (!keys.includes(field)) throw wrong('tc.field', 'fieldUnknown');
  const calculated = point.formulaType === 'CUSTOM_FORMULA' ? Object.keys(point.customFormula) : [];
  if (followersOf(keys, { own: calculated }).has(field)) throw wrong('tc.field', 'fieldFollows');
  // Temperature of another point: a composite computes with it, record by record.
  if (temperaturePointId !== null) throw wrong('tc.temperaturePointId', 'temperatureElsewhere');
  if (temperatureField === field || fields.find(({ key }) => key === temperatureField)?.unit !== '°C')
    throw wrong('tc.temperatureField', 'notTemperature');
}

export async function tc(context: Context, { pointId }: Input<'tc'>) {
  return { tc: (await stored(context, pointId)).tc };
}

export async function chartSettings({ db }: Context, { pointId }: Input<'chartSettings'>) {
  return { chartSettings: await table.charts(db, pointId) };
}

export async function chartSetting({ db }: Context, { pointId, chart }: Input<'chartSetting'>) {
  const settings = await table.charts(db, pointId);
  return { setting: settings.find((each) => each.chart === chart)?.setting ?? {} };
}

export async function setChartSetting(context: Context, { pointId, chart, setting }: Input<'setChartSetting'>) {
  const point = await lockPoint(context, pointId);
  const completed = completeTab(ChartSetting, given(setting));
  checkChart(point, given(completed));
  await table.setChart(context.db, pointId, chart, completed);
  return { setting: completed };
}
