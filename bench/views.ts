/**
 * How long a person waits for each view of a point: from the click on a page of the project that has been read for some seconds
 * to the first drawn frame, on the demonstration with its whole year; of some views also when that page has only just been
 * loaded. And the same for a casing of 150 nodes with a year of hourly
 * surveys, more than the demonstration has, and for ten years of a point that is read every hour.
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { launch, noChromium } from '../e2e/chromium.ts';
import { viewPlaces } from '../e2e/view-places.ts';
import { sealPoint } from '../server/src/features/platform/store/store.seal.table.ts';
import { type Settings, withServer } from './ingest.ts';
import { type Figure, figure } from './numbers.ts';

const password = 'Demo-2026x';
const nodes = 150;
const hours = 8_760;

interface Opened {
  readonly name: string;
  readonly projectId: number;
  readonly pointId: number;
  readonly view: string;
  /** What else stands in the address; a year unless told. */
  readonly query?: string;
  readonly under: number;
  /** How long the page before has been in sight once it had all it asked for, ms. */
  readonly restMs?: number;
}
/** A page is read for some seconds at least. Pages fetch what may be opened next after two seconds. */
const readingMs = 5_000;

export function views({ runs }: Settings): Promise<Figure[]> {
  if (noChromium !== false) throw new Error(noChromium);
  return withServer(
    async (server, home, client) => {
      // Pictures come after the history.
      for (let waited = 0; !server.output.includes('demonstration is furnished'); waited++) {
        if (waited > 6_000) throw new Error(`the demonstration is not furnished after 10 minutes`);
        await wait(100);
      }
      const request = apiOf(home.url, await signIn(home.url));
      const places = await viewPlaces(<T>(path: string) => request<T>('GET', path));
      const casing = await largeCasing(request, client);
      const decade = await longSeries(request, client);
      const opened: Opened[] = [
        ...[...places].map(([view, { id, projectId }]) => ({
          name: view,
          view,
          projectId,
          pointId: id,
          under: 1_000,
        })),
        ...(['time-value', 'adm-profile', 'adm-report'] as const).flatMap((view) => {
          const place = places.get(view);
          return place
            ? [
                {
                  name: `${view}, at once`,
                  view,
                  projectId: place.projectId,
                  pointId: place.id,
                  under: 1_000,
                  restMs: 0,
                },
              ]
            : [];
        }),
        ...['adm-profile', 'time-value', 'adm-data'].map((view) => ({
          name: `${view} of ${nodes} nodes, a year of hours`,
          view,
          ...casing,
          under: 2_000,
        })),
        ...['', '&filter=median-24h'].map((filter) => ({
          name: `time-value of ten years of hours${filter && ', median 24 h'}`,
          view: 'time-value',
          ...decade,
          query: `range=past10Years${filter}`,
          under: 1_000,
        })),
      ];
      const drawn = await measure(home.url, request.token, opened, runs);
      return [...drawn, ...(await answered(request, decade.pointId, runs))];
    },
    { env: { DEMO: '', DEMO_PASSWORD: password } },
  );
}

async function measure(url: string, token: string, opened: readonly Opened[], runs: number): Promise<Figure[]> {
  const { page, context, close } = await launch();
  try {
    await context.addInitScript((text) => localStorage.setItem('plumbline.token', text), token);
    const figures: Figure[] = [];
    for (const each of opened) {
      const times: number[] = [];
      try {
        // The first fills the browser's cache of files.
        for (let run = -1; run < runs; run++) {
          const ms = await firstDrawn(page, url, each);
          if (run >= 0) times.push(ms);
        }
      } catch (error) {
        // What the other views take is worth knowing.
        process.stderr.write(`  ${each.name} could not be measured: ${(error as Error).message.split('\n')[0]}\n`);
        process.exitCode = 1;
        continue;
      }
      figures.push(figure(each.name, 'ms', times, { under: each.under }));
      process.stdout.write(
        `  ${each.name}: ${times.map(Math.round).join(', ')} ms, load average ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
      );
    }
    return figures;
  } finally {
    await close();
  }
}

/** Milliseconds from the change of address to the frame after the one in which something is drawn. */
async function firstDrawn(
  page: Page,
  url: string,
  { projectId, pointId, view, query = 'range=past1Year', restMs = readingMs }: Opened,
): Promise<number> {
  await page.goto('about:blank');
  // A page of the project without a chart: the data view begins from nothing.
  await page.goto(`${url}/#/projects/${projectId}/members`);
  // Its heading: a project may have no member.
  await page.locator('.ant-table-thead').first().waitFor();
  await page.waitForLoadState('networkidle');
  await wait(restMs);
  const to = `#/projects/${projectId}/monitor-new/home?point=${pointId}&view=${view}&${query}`;
  return await page.evaluate<number>(`new Promise((resolve, reject) => {
    const startedAt = performance.now();
    location.hash = ${JSON.stringify(to)};
    const look = () => {
      const all = document.querySelectorAll('.dv-main canvas, .dv-main svg[role=img], .dv-main [role=grid] .line, .dv-main img');
      const ms = performance.now() - startedAt;
      if ([...all].some((each) => each.getBoundingClientRect().width > 100))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
      else if (ms > 30_000) reject(new Error('nothing is drawn at ' + ${JSON.stringify(to)}));
      else setTimeout(look, 2);
    };
    look();
  })`);
}

/** Milliseconds in which the server answers ten years for a chart, plain and through filters. */
async function answered(request: ReturnType<typeof apiOf>, pointId: number, runs: number): Promise<Figure[]> {
  const filters = {
    '': null,
    ', median 24 h': { method: 'median', window: 24, unit: 'hours' },
    ', Hampel 7 readings': { method: 'hampel', window: 7, unit: 'readings' },
    ', average 744 h': { method: 'average', window: 744, unit: 'hours' },
  };
  const now = Date.now();
  const span = { from: new Date(now - 10 * 365 * 86_400_000).toISOString(), to: new Date(now).toISOString() };
  const figures: Figure[] = [];
  for (const [words, filter] of Object.entries(filters)) {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const startedAt = performance.now();
      await request('POST', '/monitor/query', {
        pointIds: [pointId],
        ...span,
        width: 1_100,
        ...(filter && { filter }),
      });
      times.push(performance.now() - startedAt);
    }
    figures.push(figure(`answer of ten years of hours${words}`, 'ms', times, { under: 1_000 }));
  }
  return figures;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function apiOf(url: string, token: string) {
  const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return Object.assign(request, { token });
}

/** A casing of many nodes with a survey every hour of the past year, each node a little farther than the one below. */
async function largeCasing(request: ReturnType<typeof apiOf>, client: pg.Client) {
  const { projects } = await request<{ projects: { id: number }[] }>('GET', '/projects');
  const projectId = projects[0]?.id ?? 0;
  const { structures } = await request<{ structures: { id: number }[] }>('GET', `/projects/${projectId}/structures`);
  const { measuringPoint } = await request<{ measuringPoint: { id: number } }>(
    'POST',
    `/projects/${projectId}/measuring-points`,
    {
      structureId: structures[0]?.id,
      name: 'Bench casing',
      family: 'deepDisplacement',
      mode: 5,
      nodeCount: nodes,
      parameters: { segmentMm: 500 },
    },
  );
  const values = `ARRAY[sin(h / 900.0) * ${nodes}, 1] || (
    SELECT array_agg(v ORDER BY n, axis) FROM generate_series(1, ${nodes}) AS n, LATERAL (
      VALUES (1, sin(h / 900.0) * (${nodes} - n)), (2, cos(h / 700.0) * (${nodes} - n) / 3)) AS axes (axis, v))`;
  await client.query(
    `INSERT INTO reading (point_id, at, received_at, values, raw)
     SELECT $1, at, at, ${values}, '{}' FROM generate_series(1, ${hours}) AS h,
       LATERAL (SELECT date_trunc('hour', now()) - (${hours} - h) * interval '1 hour' AS at) AS times`,
    [measuringPoint.id],
  );
  await client.query(
    `INSERT INTO point_state (point_id, at, received_at, values)
     SELECT point_id, at, received_at, values FROM reading WHERE point_id = $1 ORDER BY at DESC LIMIT 1`,
    [measuringPoint.id],
  );
  // As in every installation that has run for a while.
  while ((await sealPoint(client, measuringPoint.id, Date.now())).more);
  return { projectId, pointId: measuringPoint.id };
}

/** A point with a reading every hour of the past ten years: waves of a year and of a day, and a spike now and then. */
async function longSeries(request: ReturnType<typeof apiOf>, client: pg.Client) {
  const { projects } = await request<{ projects: { id: number }[] }>('GET', '/projects');
  const projectId = projects[0]?.id ?? 0;
  const { structures } = await request<{ structures: { id: number }[] }>('GET', `/projects/${projectId}/structures`);
  const { measuringPoint } = await request<{ measuringPoint: { id: number } }>(
    'POST',
    `/projects/${projectId}/measuring-points`,
    { structureId: structures[0]?.id, name: 'Bench decade', family: 'temperature', mode: 4 },
  );
  await client.query(
    `INSERT INTO reading (point_id, at, received_at, values, raw)
     SELECT $1, at, at, ARRAY[round((sin(h / 1395.0) * 10 + sin(h / 3.82) + CASE WHEN h % 997 = 0 THEN 25 ELSE 0 END)::numeric, 3)], '{}'
     FROM generate_series(1, ${10 * hours}) AS h,
       LATERAL (SELECT date_trunc('hour', now()) - (${10 * hours} - h) * interval '1 hour' AS at) AS times`,
    [measuringPoint.id],
  );
  await client.query(
    `INSERT INTO point_state (point_id, at, received_at, values)
     SELECT point_id, at, received_at, values FROM reading WHERE point_id = $1 ORDER BY at DESC LIMIT 1`,
    [measuringPoint.id],
  );
  while ((await sealPoint(client, measuringPoint.id, Date.now())).more);
  return { projectId, pointId: measuringPoint.id };
}
