/**
 * From a device's publish to the people: 2,000 messages a second over 200 points, each of which rises over its limits every
 * 50 s, so that four alerts a second are raised; one page of somebody who may see them, and an alert rule that sends each by
 * e-mail, with its curve, to two addresses.
 */

import type { Notification } from '@plumbline/contract/alerts/notifications';
import { alertRules } from '@plumbline/contract/alerts/rules';
import type { NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { channels } from '@plumbline/contract/messages/channels';
import type pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { callerOf } from '../server/test/calls.ts';
import { type Fleet, makeFleet } from '../server/test/crash/fleet.ts';
import { openMailServer, wordsOf } from '../server/test/mail-server.ts';
import { type Settings, withServer } from './ingest.ts';
import { startLoad } from './load.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const profile = process.env['BENCH_PROFILE'];
const points = 200;
const perSecond = 2_000;
/** Readings of a point from one rise to the next, and how many of them are over the limit. */
const [cycle, high] = [500, 3];
const samples = Array.from({ length: cycle }, (_, i) =>
  JSON.stringify({ 1: { temperature: i < high ? 41 : 20 + 5 * Math.sin((i * Math.PI) / cycle) } }),
);
const addresses = ['duty@example.com', 'chief@example.com'];

type Waits = { readonly p50: number; readonly p99: number; readonly max: number };
const waitsOf = (waits: readonly number[]): Waits => {
  const sorted = ascending(waits);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN };
};

export function alertLatency({ runs, seconds }: Settings): Promise<Figure[]> {
  return withServer(
    async (_server, home, client) => {
      const fleet = await makeFleet(client, {
        name: 'alerts',
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
      const mail = await openMailServer();
      const handedOver: number[] = [];
      mail.mood = () => {
        handedOver.push(Date.now());
        return 'accept';
      };
      await setUpMail(home.url, fleet, mail.port);
      const devices = { port: home.mqttPort, devices: fleet.devices, samples };
      const load = await startLoad({ ...devices, records: 1, window: 50, perSecond });
      const page: Socket<NotificationServerEvents, ClientEvents<'/notification'>> = io(`${home.url}/notification`, {
        auth: { token: fleet.token },
        transports: ['websocket'],
      });
      try {
        // The devices measure "now": the time of the reading that raised an alert says when it was published.
        let shown: number[] = [];
        page.on('NEW_NOTIFICATION', ({ type, detail }: Notification) => {
          if (type === 'MeasuringAlert') shown.push(Date.now() - Date.parse(String(detail['readingAt'])));
        });
        await new Promise<void>((ready) => page.once('connect', ready));
        const measured: { rate: number; alerts: number; shown: Waits; mails: Waits; mailed: number }[] = [];
        for (let run = 0; run < runs; run++) {
          shown = [];
          const [first, before] = [mail.mails.length, await countAlerts(client)];
          const result = await load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
          await untilSent(client);
          const readingAt = await readingTimes(client);
          const mails = mail.mails.slice(first).map((each, i) => {
            const alertId = Number(/\/alerts\/(\d+)/.exec(wordsOf(each))?.[1]);
            return (handedOver[first + i] ?? Number.NaN) - (readingAt.get(alertId) ?? Number.NaN);
          });
          const alerts = (await countAlerts(client)) - before;
          if (shown.length !== alerts || mails.length !== alerts * addresses.length)
            throw new Error(`${alerts} alerts, ${shown.length} shown, ${mails.length} e-mails`);
          measured.push({
            rate: result.messages / result.seconds,
            alerts,
            shown: waitsOf(shown),
            mails: waitsOf(mails),
            mailed: mails.length,
          });
        }
        return figuresOf(measured);
      } finally {
        page.disconnect();
        load.stop();
        mail.close();
      }
    },
    {
      env: { OUTBOUND_ALLOW: '127.0.0.1' },
      ...(profile && { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${profile}`] }),
    },
  );
}

function figuresOf(
  measured: readonly { rate: number; alerts: number; shown: Waits; mails: Waits; mailed: number }[],
): Figure[] {
  const of = (
    name: string,
    unit: string,
    pick: (run: (typeof measured)[number]) => number,
    target: Figure['target'] = null,
  ) => figure(name, unit, measured.map(pick), target);
  return [
    of('published', '/s', ({ rate }) => rate),
    of('alerts raised', '', ({ alerts }) => alerts),
    of('publish to socket p50', 'ms', ({ shown }) => shown.p50),
    of('publish to socket p99', 'ms', ({ shown }) => shown.p99, { under: 1_000 }),
    of('publish to socket, slowest', 'ms', ({ shown }) => shown.max),
    of('e-mails handed over', '', ({ mailed }) => mailed),
    of('publish to mail server p50', 'ms', ({ mails }) => mails.p50),
    of('publish to mail server p99', 'ms', ({ mails }) => mails.p99, { under: 3_000 }),
    of('publish to mail server, slowest', 'ms', ({ mails }) => mails.max),
  ];
}

async function setUpMail(url: string, { corporationId, projectId, token }: Fleet, port: number): Promise<void> {
  const call = callerOf(url);
  const mail = { kind: 'email', name: 'Mail', host: '127.0.0.1', port, security: 'none' } as const;
  const channel = await call(channels.create, { corporationId, ...mail, from: 'alerts@example.com' }, token);
  const rule = { name: 'All', level: 1, floodCap: null, members: false, emails: addresses, language: 'en' } as const;
  const made = await call(alertRules.create, { projectId, ...rule }, token);
  if (channel.status !== 200 || made.status !== 200) throw new Error('the alert rule could not be set up');
}

async function countAlerts(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM alert');
  return rows[0]?.count ?? 0;
}

async function readingTimes(client: pg.Client): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; at: number }>(
    "SELECT id, date_part('epoch', reading_at) * 1000 AS at FROM alert",
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Waits until nothing of the alerts is left to be done. */
async function untilSent(client: pg.Client): Promise<void> {
  for (const endAt = Date.now() + 60_000; Date.now() < endAt; ) {
    const { rows } = await client.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM work WHERE lane IN ('alert', 'delivery')",
    );
    if (rows[0]?.left === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // What was sent to the page is on its way.
  await new Promise((resolve) => setTimeout(resolve, 500));
}
