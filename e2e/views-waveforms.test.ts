/** The events of a vibration point: what the page shows against what the API and science say. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { din4150Foundation, limitAt } from '@plumbline/science/spectra/limits';
import { velocities } from '../server/src/demo/demo.waveforms.ts';
import { savedFile } from './chart-files.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

interface Node {
  readonly name: string;
  readonly ref: number;
}
interface Event {
  readonly id: number;
  readonly vectorSumMmS: number;
  readonly governing: { readonly velocityMmS: number; readonly velocityHz: number };
}
let site: Site;
let address: string;
let pointId: number;
reportPages();

async function bring(startAt: string, seed: number): Promise<void> {
  const axes = velocities('blast', seed);
  const rows = Array.from(axes[0] ?? [], (_, i) => axes.map((axis) => axis[i]).join(','));
  const text = [`start,${startAt}`, 'rate,200', 'unit,mm/s', 'x,y,z', ...rows].join('\n');
  const dialog = site.page.getByRole('dialog');
  await site.page.getByRole('button', { name: 'Upload a waveform' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'blast.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByText('1,200 samples of X, Y, Z at 200 Hz').waitFor();
  await dialog.getByRole('button', { name: 'Store' }).click();
  await dialog.waitFor({ state: 'detached' });
}

before(async () => {
  if (noChromium) return;
  const password = 'Waves-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Wanshou City Wall');
  const { nodes } = await site.request<{ nodes: Node[] }>('GET', `/projects/${project.id}/tree`);
  pointId = nodes.find(({ name }) => name === 'VB-09')?.ref ?? 0;
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home?point=${pointId}&view=idm-event`;
});
after(() => site?.close());

describe('events', { skip: noChromium }, () => {
  test('a file is read, stored and shown with its figures and limits', async () => {
    const { page } = site;
    await page.goto(address);
    await bring('2026-01-05T03:00:00Z', 501);
    await bring('2026-01-06T03:00:00Z', 502);
    const listed = async () =>
      (await site.request<{ waveforms: Event[] }>('GET', `/measuring-points/${pointId}/waveforms`)).waveforms;
    const rows = page.locator('.wf-list .ant-table-tbody tr.ant-table-row');
    // The demonstration brings its own meanwhile: the page is told of each.
    await waitUntilSettled(
      async () => [await rows.count(), (await listed()).length],
      ([shown, stored]) => assert.equal(shown, stored),
    );
    const chosenEvent = async () => {
      const chosen = new URL(page.url().replace('#/', '')).searchParams.get('event');
      return (await listed()).find(({ id }) => String(id) === chosen);
    };
    // The event that was stored last is chosen a moment after its dialog is gone.
    await waitUntilSettled(
      async () => [
        (await page.locator('.wf-list tr.on td').nth(2).innerText()).split(' ')[0],
        (await chosenEvent())?.governing.velocityMmS.toFixed(2),
      ],
      ([shown, expected]) => assert.equal(shown, expected),
    );
    const event = await chosenEvent();
    assert.ok(event, page.url());
    const { velocityMmS, velocityHz } = event.governing;
    const cells = () =>
      page
        .locator('.wf-limits .wf-table')
        .first()
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)));
    await waitFor(
      async () => (await cells()).map(([, limit, , verdict]) => [limit, verdict]),
      (['industrial', 'dwellings', 'sensitive'] as const).map((line) => {
        const limit = limitAt(din4150Foundation[line], velocityHz) ?? 0;
        return [limit.toFixed(2), velocityMmS > limit ? 'Above' : 'Below'];
      }),
    );
  });

  test('events are bars along time; a press on one chooses it, a file takes them along', async () => {
    const { page } = site;
    const span = 'from=2026-01-04T00:00:00.000Z&to=2026-01-08T00:00:00.000Z';
    await page.goto(`${address}&${span}`);
    const { events } = await site.request<{ events: { waveformId: number; startAt: string; velocityMmS: number }[] }>(
      'GET',
      `/measuring-points/${pointId}/waveform-magnitudes?${span}`,
    );
    assert.deepEqual(
      events.map(({ startAt }) => startAt.slice(0, 10)),
      ['2026-01-05', '2026-01-06'],
    );
    const plot = page.locator('.wf-bars .pl-chart');
    await plot.locator('canvas').first().waitFor();
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
    for (const [i, share] of [0.27, 0.55].entries()) {
      await plot.click({ position: { x: width * share, y: height / 2 } });
      await page.waitForURL(new RegExp(`event=${events[i]?.waveformId}(&|$)`));
      await waitUntilSettled(
        () => page.locator('.wf-bars .pl-readout').innerText(),
        (words) => assert.match(words, new RegExp(`${events[i]?.velocityMmS.toFixed(2)}\\s+mm/s`)),
      );
    }
    const csv = (await savedFile(page, 'Drawn points as CSV')).toString('utf8').trim().split('\r\n').slice(2);
    assert.deepEqual(
      csv.map((line) => Number(line.split(',')[1]).toFixed(6)),
      events.map(({ velocityMmS }) => velocityMmS.toFixed(6)),
    );
    await page.goto(address);
  });

  test('a drag over the waveform shows a part of it, arrow keys lead to the next event, which is whole', async () => {
    const { page } = site;
    // Bars, or that there is none in the range.
    await page.locator('.wf-bars :is(canvas, .wf-note)').first().waitFor();
    const plot = page.locator('.wf-wave canvas').first();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.3, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 200, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/part=\d/);
    await page.getByRole('button', { name: 'Whole waveform' }).waitFor();
    const row = page.locator('.wf-list tr.on');
    const before = await row.innerText();
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      (text) => document.querySelector<HTMLElement>('.wf-list tr.on')?.innerText !== text,
      before,
    );
    assert.ok(!page.url().includes('part='), page.url());
  });

  test('spectra over time: a strip for each event, its peak as the server says, a press opens it, a file takes it along', async () => {
    const { page } = site;
    const range = 'from=2026-01-01T00:00:00.000Z&to=2026-01-10T00:00:00.000Z';
    await page.goto(`${address}&mode=spectra&axis=x&tohz=60&${range}`);
    const rows = page.locator('.wf-peaks .ant-table-tbody tr.ant-table-row');
    await waitFor(() => rows.count(), 2);
    const { columns } = await site.request<{
      columns: { waveformId: number; peakHz: number; values: unknown[] }[];
    }>('GET', `/measuring-points/${pointId}/spectra?axis=x&toHz=60&${range}`);
    const newest = columns.at(-1);
    assert.ok(newest);
    assert.equal(await rows.first().locator('td').nth(1).innerText(), newest.peakHz.toFixed(3));
    // The pointer reads a frequency and a value where it is.
    const plot = page.locator('.pl-chart').first();
    const { width, height } = (await plot.boundingBox()) ?? { width: 0, height: 0 };
    await waitUntilSettled(
      async () => {
        await plot.hover({ position: { x: width * 0.6, y: height * 0.5 } });
        return page.locator('.pl-readout').first().innerText();
      },
      (words) => assert.match(words, /\d Hz/),
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Spectra as XLSX' }).click();
    assert.match((await saving).suggestedFilename(), /^spectra over time x\.xlsx$/);
    await rows.first().click();
    await page.waitForURL(new RegExp(`event=${newest.waveformId}(&|$)`));
    assert.ok(!page.url().includes('mode='), page.url());
    await page.locator('.wf-wave canvas').first().waitFor();
    await page.getByRole('radio', { name: '0.5 s' }).click();
    await page.locator('.wf-moving canvas').first().waitFor();
    assert.match(page.url(), /moving=0\.5/);
  });
});
