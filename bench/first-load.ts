/**
 * How long people on a slow network wait: each page is opened with an empty cache over Fast 3G, as browsers' own tools
 * emulate it, until its ground is painted and until it can be worked with. The machine is as quick as it is.
 */
import { launch, noChromium } from '../e2e/chromium.ts';
import { type Settings, withServer } from './ingest.ts';
import { type Figure, figure } from './numbers.ts';

const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1e6) / 8,
  uploadThroughput: (0.675 * 1e6) / 8,
};
const password = 'Demo-2026x';
const target = { under: 6 } as const;

interface Opened {
  /** When the ground with the mark stood, and when what `shows` did, in seconds since the address was typed. */
  readonly painted: number;
  readonly usable: number;
  readonly requests: number;
  readonly megabytes: number;
}

/** Opens an address as somebody who was never here, or who is signed in and cleared the cache. */
export async function openSlowly(url: string, token: string | null, shows: string): Promise<Opened> {
  const { page, context, close } = await launch();
  try {
    if (token !== null) await context.addInitScript((text) => localStorage.setItem('plumbline.token', text), token);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', fast3G);
    const [ended, got] = [{ requests: 0, bytes: 0 }, new Set<string>()];
    // What comes out of a cache has not come over the network.
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromServiceWorker || response.fromDiskCache || response.url.startsWith('data:')) got.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (got.has(requestId) || encodedDataLength === 0) return;
      got.add(requestId);
      ended.requests++;
      ended.bytes += encodedDataLength;
    });
    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
    await page.locator(shows).first().waitFor({ timeout: 120_000 });
    const usable = (performance.now() - startedAt) / 1000;
    const { requests, bytes } = ended;
    const paintedMs = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
    return { painted: paintedMs / 1000, usable, requests, megabytes: bytes / 1e6 };
  } finally {
    await close();
  }
}

/** Pages that are opened, and the element that each shows when it is ready. */
export const pages: readonly { name: string; path: string; shows: string; isSigned: boolean }[] = [
  { name: 'sign-in', path: '/sign', shows: 'input[type=password]', isSigned: false },
  { name: 'Home', path: '/dashboard', shows: '.home .answer', isSigned: true },
  { name: 'alerts', path: '/alerts', shows: '.al-table tbody tr', isSigned: true },
  { name: 'data view', path: '/projects/1/monitor-new/home', shows: 'main canvas', isSigned: true },
];

export function load({ runs }: Settings): Promise<Figure[]> {
  if (noChromium !== false) throw new Error(noChromium);
  return withServer(
    async (_server, home) => {
      const answer = await fetch(`${home.url}/api/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'demo', password }),
      });
      const { token } = (await answer.json()) as { token: string };
      const figures: Figure[] = [];
      for (const { name, path, shows, isSigned } of pages) {
        const opened: Opened[] = [];
        for (let run = 0; run < runs; run++)
          opened.push(await openSlowly(`${home.url}/#${path}`, isSigned ? token : null, shows));
        const of = (what: string, unit: string, pick: (each: Opened) => number, goal: typeof target | null = null) =>
          figures.push(figure(what, unit, opened.map(pick), goal));
        of(`${name}, usable`, 's', (each) => each.usable, target);
        of('  ground and mark', 's', (each) => each.painted);
        of('  requests until then', '', (each) => each.requests);
        of('  fetched until then', 'MB', (each) => each.megabytes);
      }
      return figures;
    },
    { env: { DEMO: '', DEMO_PASSWORD: password } },
  );
}
