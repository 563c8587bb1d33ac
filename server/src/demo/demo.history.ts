/**
 * The demonstration's past. The last days go down the real road, hour by hour, so that alerts arise from the readings;
 * the rest of the year is written straight into the store, newest first, behind the first screen.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import type { Base } from '../app.base.ts';
import { addSealed } from '../features/platform/store/store.edit.table.ts';
import type { StoredRecord } from '../features/readings/readings/readings.api.ts';
import { openDirectory } from '../pipeline/directory.ts';
import { ingestBatch } from '../pipeline/pipeline.ts';
import type { PendingReading } from '../pipeline/row.ts';
import { deliversUntil, writeFaults } from './demo.faults.ts';
import { layPlans } from './demo.handling.ts';
import { settleLanguage } from './demo.language.ts';
import type { DemoDevice } from './demo.make.ts';
import { type Signal, signalOfPoint } from './demo.signals.ts';
import { type Demonstration, readDemonstration, saveFilledFrom } from './demo.ts';

/** Judged as if it had just arrived. */
const judgedDays = 14;
/** Written before anyone sees the first chart. */
const firstDays = 30;
/** Behind the first screen: a segment and a bit of each point. */
const stepDays = 112;

interface ChannelSignal {
  readonly device: DemoDevice;
  readonly channel: DemoDevice['channels'][number];
  readonly signal: Signal;
  /** It delivers nothing from here on, epoch ms. */
  readonly untilMs: number;
}

/** The signal of every channel of the demonstration. */
export function signalsOf({ devices, startMs, madeMs }: Demonstration): ChannelSignal[] {
  return devices.flatMap((device) =>
    device.channels.map((channel) => ({
      device,
      channel,
      signal: signalOfPoint(channel.site, device.sncode, channel.point, startMs),
      untilMs: deliversUntil(device, madeMs),
    })),
  );
}

/** Seals readings of the points over [from, to), hourly, without judging them: a point at a time, each whole or not at all. */
async function write(
  { database: { pool } }: Pick<Base, 'database'>,
  signals: readonly ChannelSignal[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  const { rows: devices } = await pool.query<{ id: number; sncode: string }>(
    'SELECT id, sncode FROM device WHERE sncode = ANY($1)',
    [signals.map(({ device }) => device.sncode)],
  );
  const deviceIds = new Map(devices.map(({ id, sncode }) => [sncode, id]));
  const client = await pool.connect();
  try {
    for (const { device, channel, signal, untilMs } of signals) {
      const deviceId = deviceIds.get(device.sncode) ?? null;
      const records: StoredRecord[] = [];
      for (let at = fromMs; at < Math.min(toMs, untilMs); at += hourMs) {
        const raw = signal.sample(at);
        if (Object.values(raw).every((value) => value === null)) continue;
        const values = signal.values(at);
        records.push({ at, receivedAt: at + 1_500, values, raw, flags: null, deviceId, changeId: null });
      }
      await client.query('BEGIN');
      await addSealed(client, channel.pointId, records);
      await client.query('COMMIT');
    }
    client.release();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(error as Error);
    throw error;
  }
}

/**
 * Sends the hours before `toMs` down the real road, as if each had arrived in its own time; of every point from
 * `fromOf` on.
 */
async function relive(
  base: Base,
  demonstration: Demonstration,
  signals: readonly ChannelSignal[],
  fromOf: (pointId: number) => number,
  toMs: number,
): Promise<void> {
  const directory = openDirectory(base.database.db, base.log);
  const bound = new Map<number, Pick<PendingReading, 'point' | 'deviceId'>>();
  for (const { sncode } of demonstration.devices) {
    const device = await directory.device(sncode);
    if (!device) continue;
    for (const point of device.points.values()) bound.set(point.pointId, { point, deviceId: device.id });
  }
  const stepMs = 6 * hourMs;
  const fromMs = Math.min(...signals.map(({ channel }) => fromOf(channel.pointId)));
  for (let start = fromMs; start < toMs; start += stepMs) {
    const end = Math.min(toMs, start + stepMs);
    const rows: PendingReading[] = [];
    for (const { channel, signal, untilMs } of signals) {
      const feeds = bound.get(channel.pointId);
      // A point that somebody deleted or archived takes no more readings.
      if (!feeds) continue;
      const until = Math.min(end, untilMs);
      for (let at = Math.max(start, fromOf(channel.pointId)); at < until; at += hourMs)
        rows.push({
          ...feeds,
          at,
          receivedAt: at + 1_500,
          values: signal.values(at),
          raw: JSON.stringify(signal.sample(at)),
        });
    }
    await ingestBatch(base.database.pool, { now: () => new Date(end) }, { rows });
  }
}

/** The days that the first screens show. */
export async function fillRecent(base: Base, demonstration: Demonstration): Promise<void> {
  const signals = signalsOf(demonstration);
  const { madeMs } = demonstration;
  await write(base, signals, madeMs - firstDays * dayMs, madeMs - judgedDays * dayMs);
  await layPlans(base.database.db, base.clock.now());
  await relive(base, demonstration, signals, () => madeMs - judgedDays * dayMs, madeMs + 1);
  await settleSome(base);
  await writeFaults(base.database.db, demonstration);
  await settleLanguage(base.database.db);
  demonstration.filledFromMs = madeMs - firstDays * dayMs;
  await saveFilledFrom(base.database.db, demonstration.filledFromMs);
}

/**
 * Delivers the readings that the loggers kept while nobody listened: the hours since the last reading of each point.
 * One that nothing comes from any more holds back none of the others.
 */
export async function catchUp(base: Base, demonstration: Demonstration): Promise<void> {
  const signals = signalsOf(demonstration);
  const ids = signals.map(({ channel }) => channel.pointId);
  const { rows } = await base.database.pool.query<{ id: number; at: Date }>(
    'SELECT point_id AS id, at FROM point_state WHERE at IS NOT NULL AND point_id = ANY($1)',
    [ids],
  );
  const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs;
  const nowMs = hourOf(base.clock.now().getTime());
  const last = new Map(rows.map(({ id, at }) => [id, at.getTime()]));
  const fromOf = (pointId: number) => {
    const at = last.get(pointId);
    return at === undefined ? nowMs : Math.max(hourOf(at) + hourMs, nowMs - 60 * dayMs);
  };
  const missing = signals.filter(({ channel, untilMs }) => fromOf(channel.pointId) < Math.min(nowMs + 1, untilMs));
  if (missing.length > 0) await relive(base, demonstration, missing, fromOf, nowMs + 1);
}

/** The rest of the year, a season at a time. `progress` is called with the share done, 0 to 1. */
export async function fillYear(base: Pick<Base, 'database'>, progress: (share: number) => void): Promise<void> {
  let demonstration = await readDemonstration(base.database.db);
  if (!demonstration || demonstration.filledFromMs <= demonstration.startMs) return;
  const signals = signalsOf(demonstration);
  const whole = demonstration.madeMs - demonstration.startMs;
  while (demonstration.filledFromMs > demonstration.startMs) {
    const from = Math.max(demonstration.startMs, demonstration.filledFromMs - stepDays * dayMs);
    await write(base, signals, from, demonstration.filledFromMs);
    demonstration = { ...demonstration, filledFromMs: from };
    await saveFilledFrom(base.database.db, from);
    progress(1 - (from - demonstration.startMs) / whole);
    // Live readings and people come first.
    await wait(20);
  }
}

/** What people made of some of the alerts: a list of nothing but pending ones would be no demonstration. */
const verdicts = [
  ['IN-07', 1, 'Confirm', 'The wall follows the excavation, as the scheme expects'],
  ['IN-07', 2, 'Confirm', 'Read again on site, the movement is real'],
  ['IN-07', 3, 'Notice', 'Excavation of panel E12 stopped'],
  ['CV-412', 1, 'Confirm', 'Read again with the tape, the movement is real'],
  ['CV-412', 2, 'Notice', ''],
  ['PZ-240-2', 1, 'Notice', 'The weirs run clear'],
  ['CR-07', 1, 'FalseAlarm', 'Bracket pushed while the gate was painted'],
  ['CR-07', 2, 'FalseAlarm', 'Bracket pushed while the gate was painted'],
] as const;

async function settleSome({ database: { pool } }: Base): Promise<void> {
  for (const [point, level, status, reason] of verdicts) {
    const { rows } = await pool.query<{ id: number }>(
      `UPDATE alert a SET status = $3, reason = $4, settled_at = CASE WHEN $5 THEN raised_at + interval '47 minutes' END,
         settled_by = CASE WHEN $5 THEN 'Zhao Min' END
       FROM point p WHERE p.id = a.point_id AND p.name = $1 AND a.level = $2 RETURNING a.id`,
      [point, level, status, reason, status !== 'Notice'],
    );
    await pool.query(
      `INSERT INTO alert_change (alert_id, kind, at, by_name, status, reason, level, value)
       SELECT id, 'changed', raised_at + interval '47 minutes', 'Zhao Min', $2, $3, level, last_value FROM alert
       WHERE id = ANY($1)`,
      [rows.map(({ id }) => id), status, reason],
    );
  }
  // Alerts of the past cause no notifications at the first sign-in.
  await pool.query("DELETE FROM work WHERE name IN ('alertRaised', 'alertReleased')");
}
