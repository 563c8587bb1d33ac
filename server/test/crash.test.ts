/**
 * The crash test: devices at full speed while readings are sealed, SIGKILL of the server's process group at random
 * moments, restart; then the delivery log against the database. CRASH_ROUNDS=100 makes it longer, CRASH_SEED repeats the moments.
 *
 * It ends by proving that it can fail: the same server with acknowledgement moved before COMMIT must be found out.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { driveDevices, openDeliveryLog } from './crash/driver.ts';
import { makeFleet } from './crash/fleet.ts';
import { compare, type Verdict } from './crash/oracle.ts';
import { keepSealing } from './crash/sealer.ts';
import { type Home, makeHome, type ServerProcess, startProcess, untilGone } from './crash/server-process.ts';
import { initialValue, rulesOf } from './crash/stream.ts';
import { makeFolder } from './folders.ts';
import { dice } from './store.ts';
import { until as untilHolds } from './until.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2);
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const overMqtt = 24;
const overHttp = 4;
/** Readings between two kills: enough for alerts to begin and end. */
const minAcked = 500;

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-ledger-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly name: string;
  readonly kills: number;
  readonly nodeArguments?: readonly string[];
  /** What else is asked of the database once everything is at rest and compared. */
  readonly afterwards?: (client: pg.Client, again: () => Promise<Verdict>) => Promise<void>;
  /** How the server ends: killed once more, or asked to stop. Either way its database ends too. */
  readonly end: 'killed' | 'stopped';
}

/** A new server with its fleet, driven through a number of kills, then brought to rest and compared. */
async function crash(run: Run): Promise<Verdict & { resent: number; sealed: number }> {
  const home = await makeHome(makeFolder('crash'));
  try {
    return await crashAt(home, run);
  } finally {
    home.remove();
  }
}

async function crashAt(home: Home, { name, kills, nodeArguments = [], afterwards, end: how }: Run) {
  let server = await startProcess(home, { nodeArguments });
  const fleet = await onDatabase(server, (client) =>
    makeFleet(client, {
      name,
      devices: overMqtt + overHttp,
      channels: 1,
      family: 'temperature',
      mode: 4,
      initialValues: { temperature: initialValue },
      rulesOf,
    }),
  );
  const deliveryLog = openDeliveryLog(join(folder, `${name}.txt`));
  const devices = driveDevices({
    mqttUrl: home.mqttUrl,
    httpUrl: home.url,
    devices: fleet.devices,
    overHttp,
    deviceStats: deliveryLog,
  });
  const sealing = keepSealing(() => server.databaseUrl);
  const moment = dice(seed);
  try {
    devices.resume();
    for (let round = 0; round < kills; round++) {
      const [acked, sealed] = [deliveryLog.acked, sealing.batches];
      // However slow the machine: each kill meets readings that are stored and readings that are being sealed.
      const isUnderWay = () => deliveryLog.acked >= acked + minAcked && sealing.batches > sealed;
      await until(isUnderWay, 120_000, 'no device was answered, or nothing was sealed');
      await wait(200 + 2800 * moment() ** 2);
      await server.kill();
      // Now and then it is killed again while it recovers.
      if (round % 3 === 2) await interrupted(home, nodeArguments, 100 + 1000 * moment());
      server = await startProcess(home, { nodeArguments });
    }
    devices.pause();
    await devices.idle(60_000);
    await sealing.stop();
    assert.deepEqual(devices.refused, []);
    const verdict = await onDatabase(server, async (client) => {
      await eventsHandled(client);
      const again = () => compare(client, fleet, deliveryLog.read(), devices.sent);
      const first = await again();
      await afterwards?.(client, again);
      return first;
    });
    await end(server, how);
    return { ...verdict, resent: devices.resent, sealed: sealing.batches };
  } catch (error) {
    await server.kill();
    throw error;
  } finally {
    await sealing.stop();
    await devices.stop();
    deliveryLog.close();
  }
}

/** Ends the server, one way or the other; its database must end with it. */
async function end(server: ServerProcess, how: Run['end']) {
  const pids = server.databasePids();
  if (how === 'killed') await server.kill();
  else assert.equal(await server.stop(), 0, server.output);
  assert.deepEqual(await untilGone(pids, 15_000), [], 'the database outlived the server');
}

async function interrupted(home: Home, nodeArguments: readonly string[], afterMs: number) {
  const server = await startProcess(home, { nodeArguments, signal: AbortSignal.timeout(Math.round(afterMs)) }).catch(
    () => null,
  );
  await server?.kill();
}

const eventsHandled = (client: pg.Client) =>
  untilHolds(
    async () => {
      const { rows } = await client.query<{ left: number }>(
        "SELECT count(*)::int AS left FROM work WHERE lane IN ('alert', 'event')",
      );
      return rows[0]!.left;
    },
    (left) => left === 0,
    60_000,
  );

async function onDatabase<T>(server: ServerProcess, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean, limitMs: number, otherwise: string) {
  await untilHolds(condition, (is) => is, limitMs).catch((error: Error) => {
    throw new Error(otherwise, { cause: error });
  });
}

const summarize = ({ faults: _, ...figures }: object & { faults: unknown }) => JSON.stringify({ seed, ...figures });

test(`${rounds} kills: what was acknowledged is stored once, and everything follows from it`, async (t) => {
  const verdict = await crash({ name: 'crash', kills: rounds, end: 'stopped', afterwards: tamper });
  t.diagnostic(`kills ${rounds} ${summarize(verdict)}`);
  assert.deepEqual(verdict.faults, []);
  assert.equal(verdict.lost, 0);
  assert.equal(verdict.duplicated, 0);
  assert.ok(verdict.alerts > 0, 'no alert was raised: nothing was compared');
});

/** The comparison must see each of these, or it proves nothing. */
async function tamper(client: pg.Client, again: () => Promise<Verdict>) {
  const changes: [what: string, seen: RegExp, change: string][] = [
    [
      'a reading removed',
      /was acknowledged and is not stored/,
      'DELETE FROM reading WHERE (point_id, at) = (SELECT point_id, at FROM reading LIMIT 1)',
    ],
    [
      'a segment removed',
      /was acknowledged and is not stored/,
      'DELETE FROM segment WHERE (point_id, t0) = (SELECT point_id, t0 FROM segment ORDER BY n DESC LIMIT 1)',
    ],
    [
      'a value changed',
      /is stored as/,
      'UPDATE reading SET values = ARRAY[values[1] + 0.01] WHERE (point_id, at) = (SELECT point_id, at FROM reading LIMIT 1)',
    ],
    [
      'a reading of nobody',
      /that nobody sent/,
      `INSERT INTO reading SELECT point_id, at + interval '1 s', received_at, values, raw FROM reading LIMIT 1`,
    ],
    ['a batch counted twice', /were taken twice/, 'UPDATE ingest_total SET stored = stored + 1'],
    [
      'an alert raised twice',
      /an alert that the readings do not give/,
      `INSERT INTO alert (project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels, reading_at, received_at, raised_at, last_value, last_at)
      SELECT project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels, reading_at, received_at, raised_at, last_value, last_at FROM alert LIMIT 1`,
    ],
    ['an alert missing', /an alert is missing/, 'DELETE FROM alert WHERE id = (SELECT min(id) FROM alert)'],
    [
      'a release missing',
      /an alert is missing/,
      'UPDATE alert SET released_at = NULL WHERE id = (SELECT min(id) FROM alert WHERE released_at IS NOT NULL)',
    ],
    [
      'an old latest state',
      /the latest state/,
      `UPDATE point_state SET at = at - interval '10 min' WHERE point_id = (SELECT min(point_id) FROM point_state)`,
    ],
    ['nobody told', /was told to accounts/, 'DELETE FROM notification WHERE id = (SELECT min(id) FROM notification)'],
  ];
  for (const [what, expected, change] of changes) {
    await client.query('BEGIN');
    await client.query(change);
    const { faults } = await again();
    await client.query('ROLLBACK');
    assert.match(faults.join('\n'), expected, `not seen: ${what}`);
  }
}

test('acknowledging before COMMIT is found out', async (t) => {
  const preload = join(import.meta.dirname, 'crash/ack-before-commit.ts');
  const verdict = await crash({ name: 'hasty', kills: 1, end: 'killed', nodeArguments: ['--import', preload] });
  t.diagnostic(`kills 1, planted fault ${summarize(verdict)}`);
  assert.ok(verdict.lost > 0, 'nothing was lost although the fault is planted');
});
