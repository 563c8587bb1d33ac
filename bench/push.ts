/**
 * Data push beside the intake: 10,000 points, of which nobody or one receiver hears a fifth. They take turns on one server, as
 * fast as it takes readings, so that their ratio holds on a busy machine too; then at 10,000 readings a second in, 2,000 of them out.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import { newPushRule } from '@plumbline/contract/reports/push-rules';
import type pg from 'pg';
import type { Fleet } from '../server/test/crash/fleet.ts';
import { type Settings, withServer } from './ingest.ts';
import { piezometersOf, samples, startLoad } from './load.ts';
import { cpuSeconds, residentMB } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const devices = 200;
const channels = 50;
const pushedChannels = 10;
const longestWaitMs = 600_000;

/** A receiver that counts what it is given and says thanks. */
async function openReceiver() {
  let readings = 0;
  let messages = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    readings += Number(/"count":(\d+)/.exec(body)?.[1] ?? Number.NaN);
    messages++;
    response.end('thanks');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/readings`,
    counted: () => ({ readings, messages }),
    close: () => server.close(),
  };
}

/** A rule over the first channels of each device of a fleet. */
async function addRule(client: pg.Client, { projectId, devices: all }: Fleet, url: string): Promise<void> {
  const layout = readyFormats.find(({ code }) => code === 'json')?.format;
  const pointIds = all.flatMap((device) => device.points.slice(0, pushedChannels).map(({ id }) => id));
  const { enabled, paused, ...settings } = newPushRule;
  await client.query(
    `WITH format AS (INSERT INTO push_format (project_id, name, layout) VALUES ($1, 'Bench', $2) RETURNING id)
     INSERT INTO push_rule (project_id, format_id, name, enabled, paused, settings, by_name, created_at, next_at)
     SELECT $1, id, 'Bench', $3, $4, $5, 'bench', now(), now() FROM format`,
    [
      projectId,
      JSON.stringify(layout),
      enabled,
      paused,
      JSON.stringify({
        ...settings,
        batchSize: 1000,
        url,
        selection: { ...newPushRule.selection, pointIds },
        // A row for each reading.
        fields: [{ field: 'level', name: 'level', unit: null, factor: 1 }],
      }),
    ],
  );
}

interface Round {
  readonly inPerSecond: number;
  readonly outPerSecond: number;
  readonly p99Ms: number;
  readonly cpuMsPerThousand: number;
  readonly memoryMB: number;
  /** After the last reading, until the receiver had all of them. */
  readonly behindSeconds: number;
}

export function push({ runs, seconds }: Settings): Promise<Figure[]> {
  return withServer(
    async (server, home, client) => {
      const receiver = await openReceiver();
      const port = home.mqttPort;
      const open = async (name: string, isPushed: boolean, perSecond: number | null) => {
        const fleet = await piezometersOf(client, { name, devices, channels, hasLimits: false });
        if (isPushed) await addRule(client, fleet, receiver.url);
        const job = { port, devices: fleet.devices, samples: samples(channels), records: 1, window: 2 };
        return { isPushed, load: await startLoad({ ...job, perSecond, measuredNow: true }), acked: 0 };
      };
      type Contestant = Awaited<ReturnType<typeof open>>;
      const round = async (each: Contestant): Promise<Round> => {
        const cpu = () => cpuSeconds(server.pid) + server.databasePids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
        const before = { cpu: cpu(), out: receiver.counted().readings };
        const startedAt = performance.now();
        const { messages, acked, ...result } = await each.load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
        const outPerSecond =
          ((receiver.counted().readings - before.out) * 1000) / Math.max(1, performance.now() - startedAt);
        const readings = (acked - each.acked) * channels;
        each.acked = acked;
        const behindSeconds = await settle(client);
        if (each.isPushed)
          checkReceived(receiver.counted().readings - before.out, (readings * pushedChannels) / channels);
        return {
          inPerSecond: (messages * channels) / result.seconds,
          outPerSecond,
          p99Ms: result.p99Ms,
          cpuMsPerThousand: ((cpu() - before.cpu) * 1e6) / readings,
          memoryMB: residentMB(server.pid),
          behindSeconds,
        };
      };
      const contestants: Contestant[] = [];
      try {
        const plain = await open('plain', false, null);
        contestants.push(plain);
        const pushed = await open('pushed', true, null);
        contestants.push(pushed);
        const paced = await open('paced', true, 10_000 / channels);
        contestants.push(paced);
        const plainRounds = [await round(plain)];
        const pushedRounds: Round[] = [];
        const pacedRounds: Round[] = [];
        for (let run = 0; run < runs; run++) {
          pushedRounds.push(await round(pushed));
          plainRounds.push(await round(plain));
          pacedRounds.push(await round(paced));
        }
        return figuresOf(plainRounds, pushedRounds, pacedRounds);
      } finally {
        for (const { load } of contestants) load.stop();
        receiver.close();
      }
    },
    {
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
      ...(process.env['BENCH_PROFILE']
        ? { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] }
        : {}),
    },
  );
}

function checkReceived(received: number, due: number): void {
  if (received !== due) throw new Error(`${due} readings were due at the receiver, and ${received} are there`);
}

/** Waits until nothing waits to be sent, so that no contestant works while another is measured. */
async function settle(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query(
      `SELECT WHERE EXISTS (SELECT FROM work WHERE lane IN ('alert', 'event')) OR EXISTS (SELECT FROM push_item)`,
    );
    const waited = performance.now() - startedAt;
    if (rows.length === 0) return waited / 1000;
    if (waited > longestWaitMs) throw new Error('readings were not sent within ten minutes');
    await wait(100);
  }
}

function figuresOf(plain: readonly Round[], pushed: readonly Round[], paced: readonly Round[]): Figure[] {
  const of = (name: string, unit: string, rounds: readonly Round[], pick: (round: Round) => number) =>
    figure(name, unit, rounds.map(pick));
  /** What a round has of the mean of the two without a rule around it, in percent. */
  const share = pushed.map((round, i) => {
    const around = [plain[i], plain[i + 1]].map((each) => each?.inPerSecond ?? Number.NaN);
    return (200 * round.inPerSecond) / around.reduce((sum, each) => sum + each, 0);
  });
  return [
    of('readings in, nothing pushed', '/s', plain, ({ inPerSecond }) => inPerSecond),
    of('readings in, a fifth pushed', '/s', pushed, ({ inPerSecond }) => inPerSecond),
    figure('  of what comes in without', '%', share),
    of('  sent meanwhile', '/s', pushed, ({ outPerSecond }) => outPerSecond),
    of('  until all were sent', 's', pushed, ({ behindSeconds }) => behindSeconds),
    of('  CPU of server and database', 'ms/1000', pushed, ({ cpuMsPerThousand }) => cpuMsPerThousand),
    of('  the same, nothing pushed', 'ms/1000', plain, ({ cpuMsPerThousand }) => cpuMsPerThousand),
    figure(
      'offered at 10,000/s, in',
      '/s',
      paced.map(({ inPerSecond }) => inPerSecond),
      { atLeast: 9_000 },
    ),
    of('  publish to PUBACK p99', 'ms', paced, ({ p99Ms }) => p99Ms),
    of('  sent', '/s', paced, ({ outPerSecond }) => outPerSecond),
    figure(
      '  until all were sent',
      's',
      paced.map(({ behindSeconds }) => behindSeconds),
      { under: 2 },
    ),
    of('  memory of the server', 'MB', [...pushed, ...paced], ({ memoryMB }) => memoryMB),
  ];
}
