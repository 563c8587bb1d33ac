/**
 * Files of readings in a browser: each kind goes through the wizard into the store, and what is stored comes out again as
 * CSV, XLSX and AGS4, downloaded and read back.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { ags4Reader } from '../science/src/files/ags4.ts';
import { readSheet } from '../server/src/kernel/sheets.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Files-2026x';
let site: Site;
let page: Page;
/** Points by name. */
const ids = new Map<string, number>();

const request = <T>(path: string, body?: object): Promise<T> => site.request<T>(body ? 'POST' : 'GET', path, body);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  const { nodes } = await request<{ nodes: { kind: string; ref: number }[] }>('/projects/1/tree');
  const structureId = nodes.find((node) => node.kind === 'structure')!.ref;
  const names = ['LC-1', 'LX-1', 'LT-1', 'BH901 P1'];
  const rows = names.map((name) => ({ name, family: 'waterLevel', type: 2, structureId }));
  const { pointIds } = await request<{ pointIds: number[] }>('/projects/1/measuring-points/batch', { rows });
  names.forEach((name, i) => {
    ids.set(name, pointIds[i]!);
  });
});
after(() => site?.close());

/** Three whole hours of yesterday, on the clock of the file. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const hours = ['01:00:00', '02:00:00', '03:00:00'];
const levels = [101.25, 101.5, 101.75];

const stored = async (name: string) => {
  const span = { from: `${day}T00:00:00Z`, to: new Date().toISOString(), order: 'oldest' };
  const from = new Date(Date.parse(span.from) - 86_400_000).toISOString();
  const { rows } = await request<{ rows: { values: number[] }[] }>('/monitor/pagination', {
    pointId: ids.get(name),
    ...span,
    from,
  });
  return rows.map(({ values }) => values[0]);
};

/** Brings a file as far as its first lines on the page. */
async function bring(name: string, content: string | Uint8Array) {
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/import`);
  await page.getByRole('heading', { name: 'Import data' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content as string) });
  await page.locator('.imp-look').waitFor();
}
/** From the first lines to the end: the columns are those that the names suggest. */
async function takeIn(name: string) {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('.imp-targets').getByText(name).first().waitFor();
  await page.getByRole('button', { name: 'Check the file', exact: true }).click();
  await page.getByRole('radio', { name: /Added 3/ }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText(/3 added/).waitFor();
  assert.deepEqual(await stored(name), levels);
}
const lines = (head: string, end: string) =>
  [head, ...hours.map((hour, i) => `${day} ${hour}${end}${levels[i]}`)].join('\n');

test('a CSV file', { skip: noChromium }, async () => {
  await bring('levels.csv', lines('Time;LC-1', ';'));
  await takeIn('LC-1');
});

test('a file that states its time zone is read in it; another one is warned of', { skip: noChromium }, async () => {
  await bring('stated.csv', lines('Time (Europe/Berlin);LC-1', ';'));
  await page.getByText('The file states its time zone: Time (Europe/Berlin)').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await page.getByTitle('Europe/Berlin').first().waitFor();
  const warning = page.getByText(/but its times are read in Asia\/Tokyo\. Choose Europe\/Berlin/);
  await waitFor(() => warning.count(), 0);
  await zone.fill('Asia/Tokyo');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Asia/Tokyo' }).click();
  await warning.waitFor();
});

test('a column whose unit is none of its point is left out until somebody chooses, and said so', {
  skip: noChromium,
}, async () => {
  await bring('heads.csv', lines('Time;LC-1 (kN)', ';'));
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/The file states kN, and no quantity of this point clearly matches/).waitFor();
  await waitFor(() => page.getByRole('button', { name: 'Check the file', exact: true }).isDisabled(), true);
  const choose = async (quantity: string) => {
    await page.getByRole('combobox', { name: 'LC-1: Quantity' }).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: quantity }).click();
  };
  await choose('Water level (m)');
  await page.getByText(/The file states kN, but Water level is in m/).waitFor();
  // In centimetres it would agree, by the factor that the units ask for.
  await bring('centimetres.csv', lines('Time;LC-1 (cm)', ';'));
  await page.getByRole('button', { name: 'Next' }).click();
  await waitFor(() => page.getByRole('spinbutton', { name: 'LC-1: Factor' }).inputValue(), '0.01');
  await page.getByRole('spinbutton', { name: 'LC-1: Factor' }).fill('2');
  await page.getByText(/The conversion from cm to m is × 0.01 \+ 0, but a different one is set/).waitFor();
  // The check begins with what would be overwritten, old and new beside each other.
  await page.getByRole('button', { name: 'Check the file', exact: true }).click();
  await page.getByRole('radio', { name: /Overwritten 3/, checked: true }).waitFor();
  await page.getByRole('row', { name: /Water level 101.25 → 202.5 m/ }).waitFor();
  await page.getByRole('button', { name: 'Import, overwriting 3', exact: true }).waitFor();
});

test('a workbook, of which another sheet than the first is chosen', { skip: noChromium }, async () => {
  const rows = hours.map((hour, i) => [`${day} ${hour}`, levels[i]!]);
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Read me', rows: [['These are the levels of the week'], ['Anna']] },
      { name: 'Levels', rows: [['Time', 'LX-1'], ...rows] },
    ],
  });
  await bring('levels.xlsx', bytes);
  await page.getByText('These are the levels of the week').first().waitFor();
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Levels' }).click();
  await page.getByRole('cell', { name: '101.25' }).waitFor();
  await takeIn('LX-1');
});

test('a table of a Campbell logger', { skip: noChromium }, async () => {
  const head = [
    '"TOA5","Dam","CR300","1","OS","CPU:a.CR300","1","Levels"',
    '"TIMESTAMP","RECORD","LT-1"',
    '"TS","RN","m"',
    '"","","Smp"',
  ];
  const data = hours.map((hour, i) => `"${day} ${hour}",${i},${levels[i]}`);
  await bring('levels.dat', [...head, ...data].join('\r\n'));
  await page.getByText(/model: CR300/).waitFor();
  await takeIn('LT-1');
});

test('monitoring data of AGS4', { skip: noChromium }, async () => {
  const line = (...cells: unknown[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
  const file = [
    line('GROUP', 'MONG'),
    line('HEADING', 'LOCA_ID', 'MONG_ID', 'MONG_DIS', 'MONG_TYPE'),
    line('UNIT', '', '', 'm', ''),
    line('TYPE', 'ID', 'X', '2DP', 'PA'),
    line('DATA', 'BH901', 'P1', '5.00', 'SP'),
    '\r\n',
    line('GROUP', 'MOND'),
    line('HEADING', 'LOCA_ID', 'MONG_ID', 'MONG_DIS', 'MOND_DTIM', 'MOND_TYPE', 'MOND_RDNG', 'MOND_UNIT'),
    line('UNIT', '', '', 'm', 'yyyy-mm-ddThh:mm:ss', '', '', ''),
    line('TYPE', 'ID', 'X', '2DP', 'DT', 'PA', 'XN', 'PU'),
    ...hours.map((hour, i) => line('DATA', 'BH901', 'P1', '5.00', `${day}T${hour}`, 'WLEV', levels[i], 'm')),
  ].join('');
  await bring('site.ags', file);
  await takeIn('BH901 P1');
});

/** Downloads what the data view of a point shows, in a format. */
async function exported(name: string, format: string): Promise<Buffer> {
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/home?point=${ids.get(name)}`);
  await page.getByRole('heading', { name }).waitFor();
  await page.locator('.pl-chart canvas').first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: /Export/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(format, { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

test('what was imported is exported as CSV, XLSX and AGS4, and reads as it was', { skip: noChromium }, async () => {
  const text = (await exported('LC-1', 'CSV')).toString('utf8').replace(/^\uFEFF/, '');
  const rows = text.trim().split(/\r?\n/);
  assert.equal(rows.length, 4, text);
  assert.deepEqual(
    rows.slice(1).map((row) => Number(row.split(',').at(-1))),
    levels,
  );
  const sheet = await readSheet(await exported('LX-1', 'Excel (XLSX)'), { maxBytes: 1e6, maxRows: 100 });
  assert.deepEqual(
    sheet.rows.slice(1).map(({ cells }) => cells.at(-1)),
    levels,
  );
  const reader = ags4Reader();
  const read = [...reader.push((await exported('BH901 P1', 'AGS4')).toString('utf8')), ...reader.end()];
  assert.deepEqual(
    read.map(({ reading }) => reading),
    levels,
  );
  assert.deepEqual(reader.problems, []);
  assert.deepEqual(site.opened.errors, []);
});
