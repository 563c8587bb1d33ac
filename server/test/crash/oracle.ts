/**
 * Finds what a crash cost: the delivery log against what is stored, and everything that follows from
 * the stored readings (latest state, alerts, notifications) against a recomputation from them, in time order, by
 * science's judge. Knows nothing of the pipeline; sealed or not, readings come through the reads of their feature.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { judge, type Rule, type State } from '@plumbline/science/limits/judge';
import { rateOverDay, type Timed } from '@plumbline/science/series/rates';
import type pg from 'pg';
import { recordsOf } from '../../src/features/readings/readings/readings.api.ts';
import type { Acknowledged } from './driver.ts';
import type { Fleet, FleetPoint } from './fleet.ts';
import { initialValue, measuredAt, seqOf } from './stream.ts';

export interface Verdict {
  readonly acked: number;
  readonly stored: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Stored twice, or counted twice. */
  readonly duplicated: number;
  readonly alerts: number;
  readonly notifications: number;
  /** Everything that is not as it must be, losses and duplicates included, in sentences; at most a hundred. */
  readonly faults: readonly string[];
}

interface Row extends Timed {
  readonly raw: unknown;
  readonly values: readonly (number | null)[];
}

/** `sent`: how many readings each device was given to send, by its place in the fleet. */
export async function compare(
  client: pg.Client,
  fleet: Fleet,
  acknowledged: readonly Acknowledged[],
  sent: readonly number[],
): Promise<Verdict> {
  const faults: string[] = [];
  const fault = (text: string) => faults.length < 100 && faults.push(text);
  const acked = fleet.devices.map((): number[] => []);
  for (const { device, seq } of acknowledged) acked[device]!.push(seq);
  let stored = 0;
  let lost = 0;
  let alerts = 0;

  for (const [device, { points, sncode }] of fleet.devices.entries()) {
    const point = points[0]!;
    const rows = await readingsOf(client, point.id);
    stored += rows.length;
    const storedSeqs = new Set<number>();
    for (const row of rows) {
      const seq = seqOf(row.atMs);
      if (seq === null || seq > sent[device]!) fault(`${sncode}: a reading of ${row.atMs} is stored that nobody sent`);
      else if (
        row.value !== measuredAt(device, seq) ||
        row.values.length !== 1 ||
        JSON.stringify(row.raw) !== JSON.stringify({ temperature: row.value })
      )
        fault(
          `${sncode}: reading ${seq} is stored as ${row.value} of ${JSON.stringify(row.raw)}, not ${measuredAt(device, seq)}`,
        );
      storedSeqs.add(seq ?? 0);
    }
    for (const seq of acked[device]!) {
      if (storedSeqs.has(seq)) continue;
      lost++;
      fault(`${sncode}: reading ${seq} was acknowledged and is not stored`);
    }
    alerts += await compareAlerts(client, fleet, point, rows, fault);
  }

  const duplicated = await duplicates(client, stored);
  if (duplicated > 0) fault(`${duplicated} readings were taken twice`);
  const notifications = await compareNotifications(client, fleet, fault);
  return { acked: acknowledged.length, stored, lost, duplicated, alerts, notifications, faults };
}

async function readingsOf(client: pg.Client, pointId: number): Promise<Row[]> {
  const found: Row[] = [];
  for await (const chunk of recordsOf(client, pointId, 0, Date.now()))
    for (const { at, values, raw } of chunk) found.push({ atMs: at, value: values[0] ?? Number.NaN, values, raw });
  return found;
}

/** A time has one record: a second taking shows as a replaced one, or in the count of the day. */
async function duplicates(client: pg.Client, stored: number): Promise<number> {
  const { rows } = await client.query<{ replaced: number; counted: number }>(
    'SELECT (SELECT count(*)::int FROM reading_history) AS replaced, (SELECT coalesce(sum(stored), 0)::int FROM ingest_total) AS counted',
  );
  return rows[0]!.replaced + Math.abs(rows[0]!.counted - stored);
}

interface Expected {
  readonly threshold_id: number;
  readonly level: number;
  readonly value: number;
  readonly threshold: number;
  readonly reading_at: number;
  last_value: number;
  last_at: number;
  released_at: number | null;
}

/** The alerts of a rule over a history, and where the rule then stands. */
function recompute(rule: Rule, thresholdId: number, rows: readonly Row[]): { alerts: Expected[]; level: number } {
  const alerts: Expected[] = [];
  let state: State | null = null;
  let current: Expected | null = null;
  for (const [i, { atMs, value }] of rows.entries()) {
    const input = { value, cumulative: value - initialValue, rate: rule.kind === 'rate' ? rateAt(rows, i) : null };
    const before: number = state?.level ?? 0;
    const judged = judge(rule, state, input);
    state = judged.state;
    if (state.level < before) {
      const level: number = state.level;
      for (const alert of alerts) if (alert.level > level) alert.released_at ??= atMs;
      current = null;
    }
    if (judged.raised) {
      const { level, value: reached, threshold } = judged.raised;
      current = {
        threshold_id: thresholdId,
        level,
        value: reached,
        threshold,
        reading_at: atMs,
        last_value: reached,
        last_at: atMs,
        released_at: null,
      };
      alerts.push(current);
    } else if (judged.refreshed && current) {
      current.last_value = input[rule.kind === 'multi' ? 'value' : rule.kind]!;
      current.last_at = atMs;
    }
  }
  return { alerts, level: state?.level ?? 0 };
}

/** Per day, against the readings on both sides of 24 hours earlier. */
function rateAt(rows: readonly Row[], i: number): number | null {
  const from = rows[i]!.atMs - dayMs;
  let low = 0;
  let high = i;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.atMs < from) low = middle + 1;
    else high = middle;
  }
  const after = rows[low]!;
  return rateOverDay(rows[i]!, after.atMs === from ? after : (rows[low - 1] ?? null), after);
}

async function compareAlerts(
  client: pg.Client,
  fleet: Fleet,
  point: FleetPoint,
  rows: readonly Row[],
  fault: (text: string) => unknown,
): Promise<number> {
  const expected = point.rules.map(({ rule, thresholdId }) => recompute(rule, thresholdId, rows));
  const wanted = expected
    .flatMap((each) => each.alerts)
    .map(lineOf)
    .sort();
  const { rows: found } = await client.query<Expected & { late: boolean; raised: number; released: number }>(
    `SELECT threshold_id, level, value, threshold, late, date_part('epoch', reading_at) * 1000 AS reading_at, last_value,
       date_part('epoch', last_at) * 1000 AS last_at, date_part('epoch', released_at) * 1000 AS released_at,
       (SELECT count(*)::int FROM alert_change c WHERE c.alert_id = alert.id AND kind = 'raised') AS raised,
       (SELECT count(*)::int FROM alert_change c WHERE c.alert_id = alert.id AND kind = 'released') AS released
     FROM alert WHERE point_id = $1 AND project_id = $2`,
    [point.id, fleet.projectId],
  );
  const have = found.map(lineOf).sort();
  const [missing, extra] = [without(wanted, have), without(have, wanted)];
  for (const line of missing) fault(`point ${point.id}: an alert is missing: ${line}`);
  for (const line of extra) fault(`point ${point.id}: an alert that the readings do not give: ${line}`);
  for (const alert of found)
    if (alert.late || alert.raised !== 1 || alert.released !== (alert.released_at === null ? 0 : 1))
      fault(`point ${point.id}: the history of an alert is not raised and released once: ${lineOf(alert)}`);

  const { rows: states } = await client.query<{ at: number; values: (number | null)[]; level: number }>(
    `SELECT date_part('epoch', at) * 1000 AS at, values, level FROM point_state WHERE point_id = $1`,
    [point.id],
  );
  const [state, newest] = [states[0], rows.at(-1)];
  const level = Math.max(0, ...expected.map((each) => each.level));
  if (
    newest &&
    (!state || Math.round(state.at) !== newest.atMs || state.values[0] !== newest.value || state.level !== level)
  )
    fault(
      `point ${point.id}: the latest state ${JSON.stringify(state)} is not ${newest.value} of ${newest.atMs} at level ${level}`,
    );
  return found.length;
}

/** An alert as one comparable line; times in whole ms. */
function lineOf(alert: Expected): string {
  const { threshold_id, level, value, threshold, reading_at, last_value, last_at, released_at } = alert;
  const ms = (at: number | null) => (at === null ? null : Math.round(at));
  return JSON.stringify([
    threshold_id,
    ms(reading_at),
    level,
    value,
    threshold,
    last_value,
    ms(last_at),
    ms(released_at),
  ]);
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

/** Everyone of the audience is told of every alert once, nobody else is, and no event waits. */
async function compareNotifications(
  client: pg.Client,
  fleet: Fleet,
  fault: (text: string) => unknown,
): Promise<number> {
  const { rows: waiting } = await client.query<{ left: number }>(
    "SELECT count(*)::int AS left FROM work WHERE lane IN ('alert', 'event')",
  );
  if (waiting[0]!.left > 0) fault(`${waiting[0]!.left} events still wait`);
  const { rows } = await client.query<{ id: number; recipients: number[] }>(
    `SELECT alert.id, array_remove(array_agg(n.account_id ORDER BY n.account_id), NULL) AS recipients FROM alert
     LEFT JOIN notification n ON n.alert_id = alert.id AND n.type = 'MeasuringAlert' GROUP BY alert.id`,
  );
  const wanted = [...fleet.audience].sort((a, b) => a - b).join();
  let count = 0;
  for (const { id, recipients } of rows) {
    count += recipients.length;
    if (recipients.join() !== wanted) fault(`alert ${id} was told to accounts ${recipients.join()}, not ${wanted}`);
  }
  return count;
}
