/** Half an hour of 200 Hz is zoomed while the server is slow: in no frame a part of the plot is without its curve. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
reportPages();

const rateHz = 200;
const seconds = 1_800;
/** How long the page waits for each part of the waveform: longer than the zoom takes. */
const slowMs = 1_500;

/** It never rests: every stretch of it has something to be drawn. */
function longWaveform(): string {
  const rows = Array.from({ length: seconds * rateHz }, (_, i) => {
    const t = i / rateHz;
    const swell = 1 + Math.sin(t / 90);
    return [0, 1, 2].map((axis) =>
      (swell * Math.sin(2 * Math.PI * (7 + axis) * t) + 0.3 * Math.sin(t * 211)).toFixed(2),
    );
  });
  const start = new Date(Date.now() - 86_400_000).toISOString();
  return [`start,${start}`, `rate,${rateHz}`, 'unit,mm/s', 'x,y,z', ...rows.map((row) => row.join(','))].join('\n');
}

before(async () => {
  if (noChromium) return;
  const password = 'Frames-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Wanshou City Wall');
  const { nodes } = await site.request<{ nodes: { name: string; ref: number }[] }>(
    'GET',
    `/projects/${project.id}/tree`,
  );
  const pointId = nodes.find(({ name }) => name === 'VB-09')?.ref ?? 0;
  const form = new FormData();
  form.append('file', new File([longWaveform()], 'long.csv', { type: 'text/csv' }));
  const { waveform } = await site.request<{ waveform: { id: number; samples: number } }>(
    'POST',
    `/measuring-points/${pointId}/waveforms`,
    form,
  );
  assert.equal(waveform.samples, seconds * rateHz);
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home?point=${pointId}&view=idm-event&event=${waveform.id}`;
});
after(() => site?.close());

interface Watch {
  frames: number;
  /** What of a frame was empty: when, and which of its stripes. */
  empty: { readonly frame: number; readonly stripes: readonly number[] }[];
  isOver: boolean;
}

/** Looks at every frame that is painted: in each of ten stripes of the plot there is something in the colour of a curve. */
function watchFrames(): void {
  const watch: Watch = { frames: 0, empty: [], isOver: false };
  (window as unknown as { watch: Watch }).watch = watch;
  const colours = [...document.querySelectorAll('.wf-wave .pl-readout .key')].map((swatch) => {
    const style = getComputedStyle(swatch);
    const painted = style.borderTopColor !== 'rgba(0, 0, 0, 0)' && style.borderTopWidth !== '0px';
    return (painted ? style.borderTopColor : style.backgroundColor).match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
  });
  const inspect = (): void => {
    const canvas = document.querySelector<HTMLCanvasElement>('.wf-wave canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    const count = 10;
    const found = new Set<number>();
    if (canvas && pixels) {
      const [left, right] = [80, canvas.width - 120];
      for (let i = 0; i < pixels.data.length; i += 4) {
        const x = (i / 4) % canvas.width;
        if (x < left || x >= right) continue;
        const stripe = Math.floor(((x - left) / (right - left)) * count);
        if (found.has(stripe)) continue;
        const isCurve = colours.some((colour) =>
          colour.every((part, channel) => Math.abs(part - (pixels.data[i + channel] ?? 0)) < 24),
        );
        if (isCurve) found.add(stripe);
      }
    }
    watch.frames++;
    const stripes = Array.from({ length: count }, (_, stripe) => stripe).filter((stripe) => !found.has(stripe));
    if (stripes.length > 0) watch.empty.push({ frame: watch.frames, stripes });
    if (!watch.isOver) requestAnimationFrame(inspect);
  };
  inspect();
}
const watched = () => site.page.evaluate(() => (window as unknown as { watch: Watch }).watch);

describe('half an hour of 200 Hz', { skip: noChromium }, () => {
  test('zooms in and out without an empty frame, however late its parts come', async () => {
    const { page } = site;
    await page.goto(address);
    const plot = page.locator('.wf-wave .pl-chart');
    await plot.locator('canvas').first().waitFor();
    await waitFor(() => page.locator('.wf-wave').getAttribute('aria-busy'), 'false');
    await plot.scrollIntoViewIfNeeded();
    let late = 0;
    await page.route(/\/samples\?/, async (route) => {
      late++;
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      await route.continue();
    });
    await page.evaluate(watchFrames);
    await waitUntilSettled(watched, ({ frames }) => assert.ok(frames > 3));
    assert.deepEqual((await watched()).empty, [], 'the whole is there before it is zoomed');
    const box = await plot.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, -240);
    const secondsShown = (): number => {
      const [, from = '', to = ''] = /part=([\d.]+)-([\d.]+)/.exec(page.url()) ?? [];
      return to === '' ? Number.NaN : Number(to) - Number(from);
    };
    await waitUntilSettled(
      async () => {
        // A busy page takes several turns of the wheel as one: then it is turned on once the address says how far it went.
        if (secondsShown() >= 5) await page.mouse.wheel(0, -240);
        return secondsShown();
      },
      (seconds) => assert.ok(seconds < 5, `not zoomed into seconds: ${seconds} s`),
    );
    // Back out, before and after the parts have come.
    for (let step = 0; step < 15; step++) await page.mouse.wheel(0, 240);
    await waitUntilSettled(
      async () => late,
      (count) => assert.ok(count > 0, 'parts were asked for'),
    );
    await waitFor(() => page.locator('.wf-wave').getAttribute('aria-busy'), 'false');
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, 240);
    await waitFor(() => page.locator('.wf-wave').getAttribute('aria-busy'), 'false');
    const { frames, empty } = await page.evaluate(() => {
      const { watch } = window as unknown as { watch: Watch };
      watch.isOver = true;
      return watch;
    });
    assert.ok(frames > 20, `${frames} frames were looked at`);
    assert.deepEqual(empty, [], `of ${frames} frames`);
    assert.deepEqual(site.opened.errors, []);
  });
});
