/**
 * When a point was surveyed, so that of a range the surveys that exist are compared: those read by hand once a month are met
 * by no times that are spread over a year. Invariant: a time is that of a reading.
 */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type masters, maxListedSurveys } from '@plumbline/contract/views/masters';
import { roughCounts } from '../../platform/store/store.counts.api.ts';
import { kinds } from '../../points/points/points.config.api.ts';
import { versionsOf } from '../../points/points/points.masters.api.ts';
import { requirePoint } from '../../points/points/points.require.api.ts';
import { some } from '../../points/points/points.rows.api.ts';
import { curves } from '../../readings/readings/readings.curves.api.ts';
import { spanOf } from '../../readings/readings/readings.query.api.ts';
import { surveysAmong } from './logic/survey-times.ts';
import type { MasterReads } from './masters.members.service.ts';

/** Readings of all members of a master that are looked at. */
const maxReadings = 50_000;

export async function surveyTimes(context: MasterReads, input: OutputOf<typeof masters.surveyTimes.input>) {
  const { fromMs, toMs } = spanOf(input);
  return { times: await timesOfSurveys(context, input.pointId, fromMs, toMs) };
}

/** The surveys of a point in [fromMs, toMs], epoch ms, ascending; null = too many to be listed. */
export async function timesOfSurveys(
  context: MasterReads,
  pointId: number,
  fromMs: number,
  toMs: number,
): Promise<number[] | null> {
  const { pool } = context.services;
  const read = await readPoints(context, pointId, fromMs, toMs);
  const ids = read.map(({ id }) => id);
  const counts = [...(await roughCounts(pool, ids, fromMs, toMs)).values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > maxReadings || counts.some((count) => count > maxListedSurveys)) return null;
  const found = await curves(pool, ids, [0], fromMs, toMs, maxListedSurveys);
  const times = [...found.values()].flatMap((curve) => [...curve.times]);
  const intervalSeconds = Math.max(0, ...read.map((each) => each.intervalSeconds));
  const surveys = ids.length === 1 ? times : surveysAmong(times, intervalSeconds * 1000);
  return surveys.length > maxListedSurveys ? null : surveys;
}

/** Whose readings make the surveys: the point itself, or what a master is made of in that time. */
async function readPoints(context: MasterReads, pointId: number, fromMs: number, toMs: number) {
  const point = await requirePoint(context, pointId);
  if (point.type !== kinds.master) return [point];
  const versions = await versionsOf(context.db, point);
  const then = versions.filter((each) => each.fromMs <= toMs && each.toMs > fromMs);
  const ids = new Set(then.flatMap(({ slaves }) => slaves.map((slave) => slave.pointId)));
  return ids.size === 0 ? [] : await some(context.db, context.now(), [...ids]);
}
