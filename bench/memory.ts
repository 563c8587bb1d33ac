/**
 * Whether a page that stays open keeps its memory: the data view, Home and the project's map, fed with readings much faster
 * than devices send them. Its memory after garbage collection is read at the start, half-way and at the end, with the
 * nodes and listeners of the page.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { launch, noChromium } from '../e2e/chromium.ts';
import { type Settings, withServer } from './ingest.ts';
import { piezometers, samples, startLoad } from './load.ts';
import { type Figure, figure } from './numbers.ts';

const devices = 10;
/** Readings a second of each device: an hour of one a second, 3,600, passes in a minute and a half. */
const eachPerSecond = 40;
/**
 * What a page loads once has been loaded by then, and the list of readings that a curve is lengthened by (3,000 of a point) is
 * full: until then it grows, as it is meant to.
 */
const settlesMs = 90_000;
const rounds = 4;

export interface Footprint {
  readonly megabytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

export function memory({ seconds }: Settings): Promise<Figure[]> {
  if (noChromium !== false) throw new Error(noChromium);
  return withServer(async (_server, home, client) => {
    const fleet = await piezometers(client, 'memory', devices);
    const point = fleet.devices[0]?.points[0]?.id;
    const load = await startLoad({
      port: home.mqttPort,
      devices: fleet.devices,
      samples: samples(),
      records: 1,
      window: 50,
      perSecond: devices * eachPerSecond,
    });
    const pages = {
      // The load measures from the first second of 2015 on, a second from reading to reading: the curve grows in view.
      'data view': `/projects/${fleet.projectId}/monitor-new/home?point=${point}&from=2015-01-01T00:00:00Z&to=2015-01-01T03:00:00Z`,
      Home: '/dashboard',
      'project screen': `/dashboard/project/${fleet.projectId}`,
    };
    const figures: Figure[] = [];
    try {
      for (const [name, path] of Object.entries(pages)) {
        const footprints = await watch(`${home.url}/#${path}`, fleet.token, (measureMs) =>
          load.measure({ warmUpMs: 0, measureMs }),
        )(seconds * 1_000);
        figures.push(...figuresOf(name, footprints));
      }
    } finally {
      load.stop();
    }
    return figures;
  });
}

export function figuresOf(name: string, footprints: readonly Footprint[]): Figure[] {
  const [first, last] = [footprints[0], footprints.at(-1)];
  if (!first || !last) return [];
  return [
    figure(
      `${name}, after garbage collection`,
      'MB',
      footprints.map(({ megabytes }) => megabytes),
    ),
    figure('  end to start', '', [last.megabytes / first.megabytes], { under: 1.1 }),
    figure('  nodes, end to start', '', [last.nodes / first.nodes], { under: 1.1 }),
    figure('  listeners, end to start', '', [last.listeners / first.listeners], { under: 1.1 }),
  ];
}

/** Opens an address, lets readings flow and says after each round what the page holds. */
const watch =
  (url: string, token: string, feed: (ms: number) => Promise<unknown>) =>
  async (roundMs: number): Promise<Footprint[]> => {
    const { page, context, close } = await launch();
    try {
      await context.addInitScript((text) => localStorage.setItem('plumbline.token', text), token);
      await page.goto(url);
      await page.waitForLoadState('networkidle');
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      await feed(settlesMs);
      const footprints = [await footprintOf(page, session)];
      for (let round = 0; round < rounds; round++) {
        await feed(roundMs);
        footprints.push(await footprintOf(page, session));
      }
      return footprints;
    } finally {
      await close();
    }
  };

export async function footprintOf(page: Page, session: CDPSession): Promise<Footprint> {
  // What was drawn last is let go of with the next frames.
  await wait(1_000);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { megabytes: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
