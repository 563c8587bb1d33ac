import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { launch } from '../e2e/chromium.ts';
import { password, type Request, signIn } from './demo.ts';
const atOnce = 500;
const steps = 20;
async function drawn(request: Request, count: number): Promise<string> {
  const { projects } = await request<{ projects: { id: number }[] }>('GET', '/projects');
  const projectId = projects[0]?.id ?? 0;
  const name = `Bench of ${count}`;
  for (let from = 0; from < count; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => ({
      ...{ name: `B${count}-${from + i}`, type: 2, family: 'structuralDeformation', mainField: 'deflection' },
      ...{ intervalSeconds: 3600, structurePath: [name] },
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
const url = 'http://127.0.0.1:4610';
const request = await signIn(url);
const { page, context, close } = await launch();
await context.addInitScript((text) => localStorage.setItem('plumbline.token', text), request.token);
const session = await context.newCDPSession(page);
const path = process.argv[2] ?? (await drawn(request, 2000));
console.log(path);
await page.goto(`${url}/#${path}`);
await page.locator('.dr-marks .mark').first().waitFor();
await page.waitForLoadState('networkidle');
const box = (await page.locator('.dr-window .view').boundingBox())!;
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const events: any[] = [];
session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
await page.mouse.move(x, y);
await session.send('Profiler.enable'); await session.send('Profiler.start');
if (0) await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing,v8.execute' } as never);
const t0 = performance.now();
for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -40);
const t1 = performance.now();
await page.mouse.down();
for (let step = 0; step < steps; step++) await page.mouse.move(x + 120 * Math.sin(step / 8), y + 60 * Math.cos(step / 8));
await page.mouse.up();
const t2 = performance.now();
for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 40);
const t3 = performance.now();
console.log('zoom', t1 - t0, 'pan', t2 - t1, 'out', t3 - t2);
const { profile } = await session.send('Profiler.stop');
const self = new Map<string, number>(); const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
profile.samples!.forEach((id: number, i: number) => { const n: any = byId.get(id); const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + (profile.timeDeltas![i] ?? 0) / 1000); });
for (const [k, ms] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 25)) console.log(ms.toFixed(0).padStart(7), k);
await close();
