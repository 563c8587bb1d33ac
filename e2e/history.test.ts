/**
 * What is done to history, as an engineer does it on the data view of the demonstration: where a value comes from, a
 * flag on a lassoed range and its undo, a correction estimated from the readings, and a file of readings imported.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'History-2026x';
let site: Site;
let page: Page;
let pointId: number;

const request = <T>(path: string, body?: object): Promise<T> => site.request<T>(body ? 'POST' : 'GET', path, body);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  const { nodes } = await request<{ nodes: { name: string; ref: number }[] }>('/projects/1/tree');
  pointId = nodes.find((node) => node.name === 'PZ-240-2')!.ref;
});
after(() => site?.close());

const openPoint = async () => {
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/home?point=${pointId}`);
  await page.getByRole('heading', { name: 'PZ-240-2' }).waitFor();
  // With its curve: what is pressed is a reading.
  await page.locator('.pl-chart:not(:has(.nothing)) canvas').waitFor();
};
const chart = async () => (await page.locator('.pl-chart').boundingBox())!;
const changes = () =>
  request<{ changes: { kind: string; undoneAt: string | null }[] }>(`/measuring-points/${pointId}/changes`);

test('one click on the chart says where the value comes from', { skip: noChromium }, async () => {
  await openPoint();
  const { x, y, width, height } = await chart();
  await page.mouse.click(x + width * 0.6, y + height * 0.5);
  const panel = page.getByRole('dialog', { name: /Origin of this value/ });
  await panel.getByText('System formula').waitFor();
  await panel.getByText('frequency').waitFor();
  await panel.getByText('Pass').waitFor();
  await page.keyboard.press('Escape');
});

test('a lassoed range is flagged with a reason, and the flag is undone', { skip: noChromium }, async () => {
  await openPoint();
  await page.getByRole('button', { name: 'Select values on the chart' }).click();
  await page.locator('.pl-chart.boxing').waitFor();
  const { x, y, width, height } = await chart();
  await page.mouse.move(x + width * 0.4, y + 50);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height - 40, { steps: 6 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Cable was wet');
  await dialog.getByRole('button', { name: 'Flag', exact: true }).click();
  await page.getByText(/values flagged/).waitFor();
  const [flagged] = (await changes()).changes;
  assert.deepEqual([flagged?.kind, flagged?.undoneAt], ['flag', null]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/readings restored/).waitFor();
  assert.ok((await changes()).changes[0]?.undoneAt);
});

test('a correction is estimated from the readings, moves the curve, and is taken away', {
  skip: noChromium,
}, async () => {
  await openPoint();
  await page.getByRole('button', { name: 'Corrections and changes' }).click();
  await page.getByRole('button', { name: 'Add correction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add correction' });
  const start = dialog.getByRole('textbox', { name: 'Start' });
  const day = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  await start.fill(`${day} 08:00:00`);
  await start.press('Enter');
  await dialog.getByRole('spinbutton', { name: 'Water level' }).fill('0.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sensor was lowered');
  await dialog.getByRole('button', { name: 'Add correction' }).click();
  await page.getByText('Correction added').waitFor();

  const span = {
    from: `${day}T00:00:00Z`,
    to: new Date().toISOString(),
    fields: ['level'],
    width: 400,
    pointIds: [pointId],
  };
  type Answer = { series: { values: number[]; corrected: boolean }[] };
  const shown = (await request<Answer>('/monitor/query', span)).series[0]!;
  const stored = (await request<Answer>('/monitor/query', { ...span, raw: true })).series[0]!;
  assert.ok(shown.corrected);
  assert.ok(Math.abs(stored.values.at(-1)! - shown.values.at(-1)! - 0.5) < 1e-9);

  await page.getByRole('button', { name: 'Remove correction' }).click();
  const confirmation = page.getByRole('dialog', { name: /Remove this correction/ });
  await confirmation.getByRole('textbox', { name: 'Reason' }).fill('It was another sensor');
  await confirmation.getByRole('button', { name: 'Remove correction' }).click();
  await page.getByText('No corrections').waitFor();
});

test('values entered by hand are judged in the table, saved, and undone', { skip: noChromium }, async () => {
  const { nodes } = await request<{ nodes: { kind: string; ref: number }[] }>('/projects/1/tree');
  const structureId = nodes.find((node) => node.kind === 'structure')!.ref;
  const rows = [{ name: 'MAN-1', family: 'waterLevel', type: 2, structureId }];
  const { pointIds } = await request<{ pointIds: number[] }>('/projects/1/measuring-points/batch', { rows });
  const latest = async () =>
    (await request<{ latest: { values: number[] }[] }>('/monitor/latest', { pointIds })).latest[0]?.values[0] ?? null;
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/entry`);
  await page.getByRole('button', { name: 'Add a row' }).click();
  // Number, point, time, water level.
  await page.locator('.pl-grid .row').first().locator('> span').nth(3).click();
  await page.keyboard.type('95.25');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await page.getByText('1 added').waitFor();
  assert.equal(await latest(), 95.25);
  await page.locator('.pl-toast-open', { hasText: 'Undo' }).click();
  await waitFor(latest, null);
});

test('a file of readings: looked at, mapped, run dry, imported, undone', { skip: noChromium }, async () => {
  const file = join(tmpdir(), `plumbline-import-${process.pid}.csv`);
  const at = (hour: number) => `2026-03-01 ${String(hour).padStart(2, '0')}:30:00`;
  writeFileSync(
    file,
    ['time,freq,temp', ...Array.from({ length: 12 }, (_, i) => `${at(i)},${2800 + i},15.${i}`), 'no time,1,2'].join(
      '\n',
    ),
  );
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/import`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('cell', { name: '2801' }).waitFor();
  await page.getByRole('main').getByText(basename(file), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();

  const map = async (column: string, quantity: string) => {
    await page.getByRole('combobox', { name: `${column}: Point` }).fill('PZ-240-2');
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option')
      .filter({ hasText: 'PZ-240-2' })
      .first()
      .click();
    await page.getByRole('combobox', { name: `${column}: Quantity` }).click();
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option')
      .filter({ hasText: quantity })
      .first()
      .click();
  };
  await map('freq', 'frequency');
  await map('temp', 'temperature');
  await page.getByRole('button', { name: 'Check the file', exact: true }).click();
  await page.getByRole('radio', { name: /Added 12/ }).waitFor();
  await page.getByRole('radio', { name: /Refusals 1/ }).waitFor();
  const span = { pointId, from: '2026-02-28T16:00:00Z', to: '2026-03-01T15:59:59Z' };
  const total = async () => (await request<{ total: number }>('/monitor/pagination', span)).total;
  const before = await total();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText(/12 added/).waitFor();
  assert.equal(await total(), before + 12);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('The import has been undone').waitFor();
  assert.equal(await total(), before);
  assert.deepEqual(site.opened.errors, []);
});
