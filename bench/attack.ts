/**
 * What strangers cost: the two requests that once ended the server, a thousand times at ten a second, without a token,
 * beside 500 messages a second of 200 devices whose alerts an open page hears of. Asked of both halves of the same run:
 * how long healthz, PUBACK and alerts take, and what memory is left.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Notification } from '@plumbline/contract/alerts/notifications';
import type { NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { io, type Socket } from 'socket.io-client';
import { makeFleet } from '../server/test/crash/fleet.ts';
import type { ServerProcess } from '../server/test/crash/server-process.ts';
import { type Settings, withServer } from './ingest.ts';
import { startLoad } from './load.ts';
import { shareMB } from './machine.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const points = 200;
const perSecond = 500;
const requests = 1_000;
const everyMs = 100;
/** Readings of a point from one rise to the next, and how many of them are over the limit. */
const [cycle, high] = [250, 3];
const samples = Array.from({ length: cycle }, (_, i) => JSON.stringify({ 1: { temperature: i < high ? 41 : 20 } }));

/** Deep, wide, and full of what no text may hold. */
const deep = Buffer.from(`{"x":${'['.repeat(2_000)}${Array(110_000).fill('"\\u0000"').join()}${']'.repeat(2_000)}}`);
const wideOf = (rows: number) => Buffer.from(`{"rows":[${Array(rows).fill('{}').join()}]}`);
/** As they are, and packed to 2 and 30 KB as whoever attacks would. */
const attacks = [
  { method: 'POST', path: '/api/signin', body: deep, packed: false },
  { method: 'PATCH', path: '/api/projects/1/measuring-points', body: wideOf(1_000_000), packed: false },
  { method: 'POST', path: '/api/signin', body: gzipSync(deep), packed: true },
  { method: 'PATCH', path: '/api/projects/1/measuring-points', body: gzipSync(wideOf(10_000_000)), packed: true },
] as const;

interface Half {
  /** The most that was seen: the heap of the intake grows between two collections, by some 150 MB, strangers or none. */
  readonly peakMB: number;
  readonly healthMs: readonly number[];
  readonly alertMs: readonly number[];
  readonly pubackP50Ms: number;
  readonly pubackP99Ms: number;
}

/** The processes of the server without those of its database. */
function memoryMB({ pid, databasePids }: ServerProcess): number {
  const database = new Set(databasePids());
  const all = [pid];
  for (const each of all)
    all.push(
      ...readFileSync(`/proc/${each}/task/${each}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number)
        .filter((child) => !database.has(child)),
    );
  return all.reduce((sum, each) => sum + shareMB(each), 0);
}

async function untilAborted(signal: AbortSignal, act: () => Promise<void>, pauseMs: number): Promise<void> {
  while (!signal.aborted) {
    await act();
    await wait(pauseMs);
  }
}

async function sendAll(url: string): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < requests; n++) {
    const { method, path, body, packed } = attacks[n % attacks.length] ?? attacks[0];
    const headers = { 'content-type': 'application/json', ...(packed && { 'content-encoding': 'gzip' }) };
    sent.push(
      fetch(`${url}${path}`, { method, headers, body }).then(
        async (response) => {
          await response.arrayBuffer();
          answers.set(`${response.status}`, (answers.get(`${response.status}`) ?? 0) + 1);
        },
        () => void answers.set('cut', (answers.get('cut') ?? 0) + 1),
      ),
    );
    await wait(everyMs);
  }
  await Promise.all(sent);
  return answers;
}

export function attack(_: Settings): Promise<Figure[]> {
  return withServer(async (server, home, client) => {
    const fleet = await makeFleet(client, {
      name: 'attack',
      devices: points,
      channels: 1,
      family: 'temperature',
      mode: 4,
      rulesOf: () => [
        {
          field: 'temperature',
          rule: { kind: 'value', method: 'upper', levels: [30, 40, 50, 60], releaseCount: 2, consecutive: 1 },
        },
      ],
    });
    const load = await startLoad({
      port: home.mqttPort,
      devices: fleet.devices,
      samples,
      records: 1,
      window: 50,
      perSecond,
    });
    const page: Socket<NotificationServerEvents, ClientEvents<'/notification'>> = io(`${home.url}/notification`, {
      auth: { token: fleet.token },
      transports: ['websocket'],
    });
    try {
      let alertMs: number[] = [];
      page.on('NEW_NOTIFICATION', ({ type, detail }: Notification) => {
        if (type === 'MeasuringAlert') alertMs.push(Date.now() - Date.parse(String(detail['readingAt'])));
      });
      await new Promise<void>((ready) => page.once('connect', ready));
      const measure = async (during: () => Promise<void>): Promise<Half> => {
        alertMs = [];
        const healthMs: number[] = [];
        let peakMB = 0;
        const over = new AbortController();
        const asking = untilAborted(
          over.signal,
          async () => {
            const begun = performance.now();
            await (await fetch(`${home.url}/healthz`)).arrayBuffer();
            healthMs.push(performance.now() - begun);
          },
          50,
        );
        const weighing = untilAborted(
          over.signal,
          async () => {
            peakMB = Math.max(peakMB, memoryMB(server));
          },
          500,
        );
        const [puback] = await Promise.all([
          load.measure({ warmUpMs: 1_000, measureMs: requests * everyMs }),
          during().finally(() => wait(1_000)),
        ]);
        over.abort();
        await Promise.all([asking, weighing]);
        return { healthMs, alertMs, peakMB, pubackP50Ms: puback.p50Ms, pubackP99Ms: puback.p99Ms };
      };
      const quiet = await measure(async () => undefined);
      let answers = new Map<string, number>();
      const attacked = await measure(async () => {
        answers = await sendAll(home.url);
      });
      await wait(20_000);
      const after = memoryMB(server);
      process.stdout.write(`  answers: ${[...answers].map(([status, count]) => `${status} ${count}`).join(', ')}\n`);
      return [...halfOf('', quiet), ...halfOf('under attack, ', attacked, { under: 200 })].concat(
        figure('memory, most before', 'MB', [quiet.peakMB]),
        figure('memory, most while attacked', 'MB', [attacked.peakMB], { under: quiet.peakMB + 50 }),
        figure('memory 20 s afterwards', 'MB', [after], { under: quiet.peakMB + 10 }),
      );
    } finally {
      page.disconnect();
      load.stop();
    }
  });
}

function halfOf(words: string, half: Half, target: Figure['target'] = null): Figure[] {
  const of = (name: string, ms: readonly number[]) => {
    const sorted = ascending(ms);
    return [
      figure(`${words}${name} p50`, 'ms', [percentile(sorted, 0.5)]),
      figure(`${words}${name} p99`, 'ms', [percentile(sorted, 0.99)], target),
    ];
  };
  return [
    ...of('healthz', half.healthMs),
    figure(`${words}publish to PUBACK p50`, 'ms', [half.pubackP50Ms]),
    figure(`${words}publish to PUBACK p99`, 'ms', [half.pubackP99Ms], target),
    figure(`${words}alerts`, '', [half.alertMs.length]),
    ...of('alert to page', half.alertMs),
  ];
}
