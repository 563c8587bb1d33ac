/**
 * How long the console of a project of 10,000 points takes: what the server answers, one request at a time, and what a
 * person waits for in a browser, from the click to the rows on the screen. Each page is opened by a fresh tab: nothing of
 * it was read before. Beside the wall's time stands the processor's own, which other work on the machine does not touch.
 */
import type { Page } from 'playwright-core';
import { launch, noChromium } from '../e2e/chromium.ts';
import { makeConsoleFixture, password, points } from './console.fixtures.ts';
import { type Settings, withServer } from './ingest.ts';
import { cpuSeconds } from './machine.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const requests = 15;
const target = { under: 300 } as const;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly holds: (reply: never) => boolean;
}
const questions: readonly Question[] = [
  { name: 'tree', path: 'tree', holds: ({ nodes }: { nodes: unknown[] }) => nodes.length === points + 100 },
  { name: 'list', path: 'measuring-points/rows', holds: ({ rows }: { rows: unknown[] }) => rows.length === points },
  { name: 'table', path: 'measuring-points/table', holds: ({ rows }: { rows: unknown[] }) => rows.length === points },
  { name: 'topology', path: 'topo', holds: ({ nodes }: { nodes: unknown[] }) => nodes.length > 2 * points },
  {
    name: 'topology with every field',
    path: 'topo?showAllDeviceField=true',
    holds: ({ nodes }: { nodes: unknown[] }) => nodes.length > 2 * points,
  },
  {
    name: 'checklist',
    path: 'commissioning',
    holds: ({ points: counted }: { points: number }) => counted === points,
  },
];

/** What is opened, and what is then on the screen: rows that say something; `whole` where the rest of them follows. */
const pages: readonly { name: string; path: string; row: string; whole?: string }[] = [
  { name: 'data view (tree)', path: 'monitor-new/home', row: '.dv-tree [role="treeitem"]' },
  {
    name: 'list of points',
    path: 'console/points',
    row: '.pt-list-rows .line',
    whole: `.pt-list-rows [aria-rowcount="${points + 1}"]`,
  },
  {
    name: 'edit table',
    path: 'console/points/edit',
    row: '.pl-grid [role="gridcell"]',
    whole: `.pl-grid[aria-rowcount="${points + 1}"], .pl-grid [aria-rowcount="${points + 1}"]`,
  },
  { name: 'topology', path: 'console/topo', row: '.pj-topo [role="treeitem"]' },
  {
    name: 'checklist',
    path: 'console/commissioning/checklist',
    row: '.pt-list-rows .line',
  },
];

export function console({ runs }: Settings): Promise<Figure[]> {
  return withServer(async (server, home, client) => {
    const { projectId, token } = await makeConsoleFixture(client);
    const figures: Figure[] = [];
    const pids = () => [server.pid, ...server.databasePids()];
    const cpu = () => pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    for (const question of questions) {
      const measurements: Awaited<ReturnType<typeof measureRequest>>[] = [];
      for (let run = 0; run < runs; run++)
        measurements.push(
          await measureRequest(`${home.url}/api/projects/${projectId}/${question.path}`, token, question, cpu),
        );
      const of = (
        name: string,
        unit: string,
        pick: (each: (typeof measurements)[number]) => number,
        hasTarget = false,
      ) => figures.push(figure(name, unit, measurements.map(pick), hasTarget ? target : null));
      of(`${question.name}, answered p50`, 'ms', (each) => each.p50, true);
      of('  CPU of server and database', 'ms', (each) => each.cpuMs);
      of('  size', 'kB', (each) => each.bytes / 1000);
    }
    if (noChromium !== false) return figures;
    const { page, close } = await launch();
    try {
      await page.goto(`${home.url}/#/sign`);
      await page.getByLabel('Username').fill('console.admin');
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/dashboard/);
      for (const { name, path, row, whole } of pages) {
        const opened: Opening[] = [];
        // The first fills the browser's cache of files.
        for (let run = -1; run < runs * 3; run++) {
          const took = await open(
            page,
            `${home.url}/#/projects/${projectId}/members`,
            `/projects/${projectId}/${path}`,
            { row, whole: whole ?? row },
          );
          if (run >= 0) opened.push(took);
        }
        figures.push(
          figure(
            `${name}, click to rows`,
            'ms',
            opened.map((each) => each.ms),
            target,
          ),
          ...(whole
            ? [
                figure(
                  '  until all of them are there',
                  'ms',
                  opened.map((each) => each.wholeMs),
                ),
              ]
            : []),
          figure(
            '  of it the page working',
            'ms',
            opened.map((each) => each.busyMs),
          ),
          figure(
            '  opened again',
            'ms',
            opened.map((each) => each.againMs),
            target,
          ),
        );
      }
    } finally {
      await close();
    }
    return figures;
  });
}

async function measureRequest(url: string, token: string, { name, holds }: Question, cpu: () => number) {
  const times: number[] = [];
  let bytes = 0;
  let before = 0;
  // The first few are not counted: caches and the compiler warm up once in the life of a server.
  for (let i = -5; i < requests; i++) {
    if (i === 0) before = cpu();
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    times[i] = performance.now() - startedAt;
    bytes = text.length;
    if (i === -5 && (!response.ok || !holds(JSON.parse(text) as never)))
      throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  }
  return {
    p50: percentile(ascending(times.slice(0)), 0.5),
    cpuMs: ((cpu() - before) * 1000) / requests,
    bytes,
  };
}

interface Opening {
  readonly ms: number;
  readonly wholeMs: number;
  readonly busyMs: number;
  readonly againMs: number;
}

/**
 * Opens a page of the project from another one in a freshly loaded tab, leaves it, and opens it again: each time as a
 * click on its link does, until its rows are painted.
 */
async function open(
  page: Page,
  from: string,
  path: string,
  { row, whole }: { row: string; whole: string },
): Promise<Opening> {
  await page.goto('about:blank');
  await page.goto(from);
  await page.locator('.ant-table-row').first().waitFor();
  await page.waitForLoadState('networkidle');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await busy();
  const { ms, wholeMs } = await click(page, path, row, whole);
  const busyMs = (await busy()) - before;
  await click(page, new URL(from).hash.slice(1), '.ant-table-row');
  const { ms: againMs } = await click(page, path, row);
  await cdp.detach();
  return { ms, wholeMs, busyMs, againMs };
}

/** Milliseconds from the change of address to the frame after the one in which a row with words stands, and all of them. */
const click = (page: Page, path: string, row: string, whole = row): Promise<{ ms: number; wholeMs: number }> =>
  page.evaluate<{ ms: number; wholeMs: number }>(`new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const to = ${JSON.stringify(`#${path}`)};
    location.hash = to;
    const painted = (selector, then) => {
      const look = () => {
        const found = document.querySelector(selector);
        if (found?.textContent && location.hash.startsWith(to))
          requestAnimationFrame(() => setTimeout(() => then(performance.now() - startedAt)));
        else if (performance.now() - startedAt > 30_000) reject(new Error('nothing on ' + to));
        else setTimeout(look, 2);
      };
      look();
    };
    painted(${JSON.stringify(row)}, (ms) => painted(${JSON.stringify(whole)}, (wholeMs) => resolve({ ms, wholeMs })));
  })`);
