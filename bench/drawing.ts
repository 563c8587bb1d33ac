/**
 * What moving and zooming a drawing costs with 2,000 points on it, beside the same page with 20: of each frame the time of the page's
 * main thread, and how many frames a second the software renderer of this machine gives. None of the points was ever read, so that
 * every one of them is drawn.
 */
import type { CDPSession, Page } from 'playwright-core';
import { launch, noChromium } from '../e2e/chromium.ts';
import { password, type Request, signIn } from './demo.ts';
import { type Settings, withServer } from './ingest.ts';
import { type Figure, figure } from './numbers.ts';

const counts = [20, 2_000] as const;
/** The most that one call makes or places. */
const atOnce = 500;
const steps = 20;

export function drawing({ runs }: Settings): Promise<Figure[]> {
  if (noChromium !== false) throw new Error(noChromium);
  return withServer(
    async (_server, home) => {
      const request = await signIn(home.url);
      const { page, context, close } = await launch();
      try {
        await context.addInitScript((text) => localStorage.setItem('plumbline.token', text), request.token);
        const session = await context.newCDPSession(page);
        await session.send('Performance.enable');
        const found: { readonly count: number; readonly cost: number[]; readonly rate: number[] }[] = [];
        for (const count of counts) {
          await page.goto(`${home.url}/#${await drawn(request, count)}`);
          await page.locator('.dr-marks .mark').first().waitFor();
          await page.waitForLoadState('networkidle');
          const rounds = [];
          // The first fills caches.
          for (let run = -1; run < runs; run++) rounds.push(await moved(page, session));
          const measured = rounds.slice(1);
          found.push({
            count,
            cost: measured.map(({ msOfFrame }) => msOfFrame),
            rate: measured.map(({ framesPerSecond }) => framesPerSecond),
          });
        }
        return figuresOf(found);
      } finally {
        await close();
      }
    },
    { env: { DEMO: '', DEMO_PASSWORD: password } },
  );
}

function figuresOf(found: readonly { count: number; cost: number[]; rate: number[] }[]): Figure[] {
  const [few, many] = found.map(
    ({ cost }) => cost.toSorted((a, b) => a - b)[Math.floor(cost.length / 2)] ?? Number.NaN,
  );
  return [
    ...found.flatMap(({ count, cost, rate }) => [
      figure(`${count} points, main thread of a frame`, 'ms', cost),
      figure('  frames a second', '', rate),
    ]),
    figure('many to few, of a frame', '', [(many ?? Number.NaN) / (few ?? Number.NaN)]),
  ];
}

/** A structure with so many points on a drawing of its own; the address of its page. */
async function drawn(request: Request, count: number): Promise<string> {
  const { projects } = await request<{ projects: { id: number }[] }>('GET', '/projects');
  const projectId = projects[0]?.id ?? 0;
  const name = `Bench of ${count}`;
  for (let from = 0; from < count; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => ({
      name: `B${count}-${from + i}`,
      type: 2,
      family: 'structuralDeformation',
      mainField: 'deflection',
      intervalSeconds: 3600,
      structurePath: [name],
    }));
    await request('POST', `/projects/${projectId}/measuring-points/batch`, { createStructures: true, rows });
  }
  const { rows } = await request<{ rows: { id: number; name: string; structureId: number }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points/rows`,
  );
  const points = rows.filter((row) => row.name.startsWith(`B${count}-`));
  const structureId = points[0]?.structureId ?? 0;
  const form = new FormData();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><path d="M50 50H1550V850H50z" fill="#ddd"/></svg>';
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'Plan.svg');
  const path = `/structures/${structureId}/drawings`;
  const made = await request<{ drawing: { id: number } }>('POST', `${path}?name=Plan&plane=plan`, form);
  const columns = Math.ceil(Math.sqrt(count * 1.6));
  const placed = points.map(({ id: pointId }, i) => ({
    pointId,
    place: {
      x: 0.05 + (0.9 * (i % columns)) / columns,
      y: 0.05 + 0.9 * (Math.floor(i / columns) / Math.ceil(count / columns)),
    },
  }));
  for (let from = 0; from < placed.length; from += atOnce)
    await request('PUT', `${path}/${made.drawing.id}/places`, { places: placed.slice(from, from + atOnce) });
  return `/dashboard/project/${projectId}/structures/${structureId}?mode=drawing`;
}

/** Zooms in, drags to and fro and zooms out again, a step a frame. */
async function moved(page: Page, session: CDPSession) {
  const box = await page.locator('.dr-window .view').boundingBox();
  if (!box) throw new Error('no drawing');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await page.evaluate(`window.benchFrames = 0; window.benchEnd = false;
    (function count() { window.benchFrames++; if (!window.benchEnd) requestAnimationFrame(count); })()`);
  const [busyBefore, startedAt] = [await taskSeconds(), performance.now()];
  await page.mouse.move(x, y);
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -40);
  await page.mouse.down();
  for (let step = 0; step < steps; step++)
    await page.mouse.move(x + 120 * Math.sin(step / 8), y + 60 * Math.cos(step / 8));
  await page.mouse.up();
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 40);
  const ms = performance.now() - startedAt;
  const busyMs = ((await taskSeconds()) - busyBefore) * 1_000;
  const frames = await page.evaluate<number>('window.benchEnd = true, window.benchFrames');
  return { msOfFrame: busyMs / frames, framesPerSecond: (frames * 1_000) / ms };
}
