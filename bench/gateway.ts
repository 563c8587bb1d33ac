/**
 * What many connections cost the gateway: idle devices over MQTT, idle modems, the same modems read over Modbus RTU; and
 * whether MQTT still takes in what it does without them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import type pg from 'pg';
import { type FleetDevice, makeFleet } from '../server/test/crash/fleet.ts';
import type { ServerProcess } from '../server/test/crash/server-process.ts';
import type { IdleJob, IdleState } from './idle.ts';
import { type Settings, withServer } from './ingest.ts';
import { piezometers, samples, startLoad } from './load.ts';
import { cpuSeconds, residentMB } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

/** `--scale=0.1` does it with a tenth. */
const connections = 10_000;
/** Files of the server that are no connections of devices. */
const otherFiles = 600;
const pollsPerSecond = 1_000;

/** Not one that the system gives to clients. */
const dialInPort = 20_000 + (process.pid % 10_000);

/** As many of either kind as the server may open here: both hold a file each. */
function most(): number {
  const [, hard] = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === undefined ? connections : Math.floor((Number(hard) - otherFiles) / 2);
}

async function openIdle(job: IdleJob) {
  const child = fork(join(import.meta.dirname, 'idle.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the connections ended (${code})`);
  });
  failed.catch(() => undefined);
  const answer = async () => ((await Promise.race([once(child, 'message'), failed])) as [unknown])[0];
  child.send({ job });
  await answer();
  return {
    async state(): Promise<IdleState> {
      child.send({ state: true });
      return (await answer()) as IdleState;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit').catch(() => undefined);
    },
  };
}

const fleetOf = async (client: pg.Client, name: string, devices: number): Promise<readonly FleetDevice[]> =>
  (
    await makeFleet(client, {
      name,
      devices,
      channels: 1,
      family: 'temperature',
      mode: 4,
      initialValues: { temperature: 0 },
      rulesOf: () => [],
    })
  ).devices;

const jobOf = (link: IdleJob['link'], port: number, devices: readonly FleetDevice[]): IdleJob => ({
  link,
  port,
  devices: devices.map(({ sncode, secret }) => ({ sncode, secret, register: sncode })),
});

const setup = (enabled: boolean, intervalSeconds: number): DialInSetup => ({
  enabled,
  heartbeat: '55aa',
  silentSeconds: 3_600,
  intervalSeconds,
  answerWithinMs: 10_000,
  retries: 0,
  readLength: 100,
  tcp: null,
  udp: false,
  downlink: false,
  nmea: null,
  map: 'own',
  unit: null,
  networks: [],
  rows: [
    {
      unit: 1,
      function: 3,
      address: 0,
      type: 'uint16',
      order: 'ABCD',
      bits: null,
      scale: 1,
      offset: 0,
      nothing: null,
      minimum: null,
      maximum: null,
      jump: null,
      channel: '1',
      quantity: 'temperature',
    },
  ],
});

async function setUp(client: pg.Client, devices: readonly FleetDevice[], given: DialInSetup): Promise<void> {
  const ids = devices.map(({ id }) => id);
  await client.query('UPDATE device SET register = sncode WHERE id = ANY($1)', [ids]);
  await client.query(
    `INSERT INTO dial_in (device_id, setup, by_name, changed_at) SELECT id, $2, '', now() FROM unnest($1::int[]) AS t(id)
     ON CONFLICT (device_id) DO UPDATE SET setup = excluded.setup, changed_at = excluded.changed_at`,
    [ids, JSON.stringify(given)],
  );
}

/** Memory of the server once it stays as it is. */
async function settledMB({ pid }: ServerProcess): Promise<number> {
  await pause(6_000);
  return residentMB(pid);
}

const usable = (state: IdleState, count: number): void => {
  if (state.open !== count)
    throw new Error(`${state.open} of ${count} connections are open, ${state.closed} were ended`);
};

const storedOf = async (client: pg.Client, devices: readonly FleetDevice[]): Promise<number> => {
  const ids = devices.flatMap(({ points }) => points.map(({ id }) => id));
  const { rows } = await client.query<{ stored: number }>(
    `SELECT (SELECT count(*)::int FROM reading WHERE point_id = ANY($1)) +
       (SELECT coalesce(sum(n), 0)::int FROM segment WHERE point_id = ANY($1)) AS stored`,
    [ids],
  );
  return rows[0]?.stored ?? 0;
};

/** What MQTT takes in: as the part `ingest` measures it, for a shorter time. */
async function ingestRate(client: pg.Client, name: string, port: number, { runs, seconds }: Settings) {
  const fleet = await piezometers(client, name, 200);
  const load = await startLoad({
    port,
    devices: fleet.devices,
    samples: samples(),
    records: 1,
    window: 10,
    perSecond: null,
  });
  try {
    const rates: number[] = [];
    for (let run = 0; run < runs; run++) {
      const { messages, seconds: took } = await load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
      rates.push(messages / took);
    }
    return rates;
  } finally {
    load.stop();
  }
}

/** Long because it is one walk: what is opened stays open for what is measured after it. */
export function gateway(settings: Settings): Promise<Figure[]> {
  const { seconds, scale = 1 } = settings;
  const count = Math.min(Math.round(connections * scale), most());
  // Each is read every ten seconds, which is as often as a modem can be.
  const polled = Math.min(count, Math.round(pollsPerSecond * 10 * scale));
  return withServer(
    async (server, home, client) => {
      const figures: Figure[] = [];
      const [devices, modems] = [await fleetOf(client, 'idle', count), await fleetOf(client, 'modem', count)];
      await setUp(client, modems, setup(false, 86_400));
      const alone = await ingestRate(client, 'alone', home.mqttPort, settings);
      const before = await settledMB(server);
      await using mqtt = await openIdle(jobOf('mqtt', home.mqttPort, devices));
      const withMqtt = await settledMB(server);
      usable(await mqtt.state(), count);
      figures.push(
        figure(`${count} idle MQTT connections: memory of each`, 'KB', [((withMqtt - before) * 1000) / count]),
      );
      await using dialled = await openIdle(jobOf('modem', dialInPort, modems));
      const withModems = await settledMB(server);
      usable(await dialled.state(), count);
      figures.push(figure(`${count} idle modems: memory of each`, 'KB', [((withModems - withMqtt) * 1000) / count]));
      figures.push(figure('memory of the server with both', 'MB', [withModems]));
      const cpuBefore = cpuSeconds(server.pid);
      await pause(seconds * 1000);
      figures.push(figure('  CPU while nothing comes', 'cores', [(cpuSeconds(server.pid) - cpuBefore) / seconds]));
      const beside = await ingestRate(client, 'beside', home.mqttPort, settings);
      figures.push(figure('MQTT ingest without them', '/s', alone), figure('MQTT ingest beside them', '/s', beside));

      await setUp(client, modems.slice(0, polled), setup(true, 10));
      await client.query(`SELECT pg_notify('plumbline_changed', 'null')`);
      // Until every one of them has been read twice: the first turn begins as soon as its device is looked up.
      for (const end = performance.now() + 120_000; (await dialled.state()).answered < 2 * polled; await pause(100))
        if (performance.now() > end) throw new Error('the modems are not read');
      const turns = Math.max(6, Math.round(seconds / 10));
      const from = { at: performance.now(), state: await dialled.state(), stored: await storedOf(client, modems) };
      const serverCpu = cpuSeconds(server.pid);
      // From the end of one turn to that of another: modems are read at whole intervals, all of them together.
      const wanted = from.state.answered + turns * polled;
      for (const end = from.at + (turns + 3) * 10_000; (await dialled.state()).answered < wanted; await pause(100))
        if (performance.now() > end) break;
      const to = { at: performance.now(), state: await dialled.state(), stored: await storedOf(client, modems) };
      const took = (to.at - from.at) / 1000;
      usable(to.state, count);
      figures.push(
        figure('Modbus polls answered', '/s', [(to.state.answered - from.state.answered) / took], {
          atLeast: (polled / 10) * 0.95,
        }),
        figure('  readings of them stored', '/s', [(to.stored - from.stored) / took]),
        figure('  CPU of the server', 'cores', [(cpuSeconds(server.pid) - serverCpu) / took]),
      );
      return figures;
    },
    { env: { DIAL_IN_PORT: String(dialInPort) } },
  );
}
