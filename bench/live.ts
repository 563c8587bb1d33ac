/** From a device's publish to an open page: 2,000 messages a second over 200 points, a page that looks at all of them. */
import type { LiveReading, NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { io, type Socket } from 'socket.io-client';
import { type Settings, withServer } from './ingest.ts';
import { piezometers, samples, startLoad } from './load.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const points = 200;
const perSecond = 2_000;

export function live({ runs, seconds }: Settings): Promise<Figure[]> {
  return withServer(async (_server, home, client) => {
    const fleet = await piezometers(client, 'live', points);
    const load = await startLoad({
      port: home.mqttPort,
      devices: fleet.devices,
      samples: samples(),
      records: 1,
      window: 50,
      perSecond,
    });
    const page: Socket<NotificationServerEvents, ClientEvents<'/notification'>> = io(`${home.url}/notification`, {
      auth: { token: fleet.token },
      transports: ['websocket'],
    });
    try {
      let arrived: number[] = [];
      // The devices measure "now": a reading's own time says when it was published.
      page.on('READINGS', (readings: LiveReading[]) => {
        const now = Date.now();
        for (const { at } of readings) arrived.push(now - at);
      });
      const granted = await page.emitWithAck('SUBSCRIBE', {
        pointIds: fleet.devices.flatMap((device) => device.points.map((point) => point.id)),
      });
      const grantedCount = 'error' in granted ? 0 : granted.pointIds.length;
      if (grantedCount !== points) throw new Error(`the page may look at ${grantedCount} points, not ${points}`);
      const measured: { p50: number; p99: number; max: number; published: number; shown: number }[] = [];
      for (let run = 0; run < runs; run++) {
        arrived = [];
        const result = await load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const sorted = ascending(arrived);
        measured.push({
          p50: percentile(sorted, 0.5),
          p99: percentile(sorted, 0.99),
          max: sorted.at(-1) ?? Number.NaN,
          published: result.messages / result.seconds,
          shown: sorted.length / (result.seconds + 2),
        });
      }
      const of = (name: string, unit: string, key: keyof (typeof measured)[number], target: Figure['target'] = null) =>
        figure(
          name,
          unit,
          measured.map((each) => each[key]),
          target,
        );
      return [
        of('published', '/s', 'published'),
        of('shown', '/s', 'shown'),
        of('publish to screen p50', 'ms', 'p50'),
        of('publish to screen p99', 'ms', 'p99', { under: 1000 }),
        of('publish to screen, slowest', 'ms', 'max'),
      ];
    } finally {
      page.disconnect();
      load.stop();
    }
  });
}
