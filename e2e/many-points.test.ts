/**
 * A project of 1,000 points on 200 devices, as it is worked with once it is set up: its points as a spreadsheet, devices by
 * QR codes, limits tried on the past, and a list that could not be had.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import encodeQR from 'qr';
import { readSheet } from '../server/src/kernel/sheets.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { deviceSheet, makeEmptyProject, pointHeading, pointRows, sncodeOf, timed, xlsx } from './thousand-points.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;
let projectId = 0;

/** The two spreadsheets, sent as a program does. */
async function sendSheet(path: string, sheet: Awaited<ReturnType<typeof xlsx>>) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sheet.buffer)], { type: sheet.mimeType }), sheet.name);
  return site.request<{ counts: { add: number } }>('POST', path, form);
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  const made = await makeEmptyProject(site);
  projectId = made.projectId;
  const devices = await sendSheet(`/corporations/${made.corporationId}/devices/import`, await deviceSheet());
  const points = await sendSheet(
    `/projects/${projectId}/measuring-points/setup`,
    await xlsx('points.xlsx', pointHeading, pointRows()),
  );
  assert.deepEqual([devices.counts.add, points.counts.add], [200, 1_000]);
});
after(() => site?.close());

// biome-ignore lint/suspicious/noExplicitAny: the test reads any reply.
const api = (...args: Parameters<Site['request']>) => site.request<any>(...args);

test('points go out as a sheet, come back changed, and can be taken back', { skip: noChromium }, async (t) => {
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/points`);
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'XLSX', exact: true }).click(),
  ]);
  const { rows } = await readSheet(await download.path(), { maxBytes: 8e6, maxRows: 2_000 });
  const [head, ...data] = rows.map(({ cells }) => [...cells]);
  assert.equal(data.length, 1_000);
  const at = (name: string): number => head!.indexOf(name);
  for (const row of data.slice(0, 300)) row[at('Interval')] = 1_200;
  data[0]![at('Name')] = 'T-0001 renamed';
  const send = async () =>
    dialog.locator('input[type=file]').setInputFiles(await xlsx('back.xlsx', head!.map(String), data));

  const originalName = data[5]![at('Name')];
  data[5]![at('Name')] = data[6]![at('Name')]!;
  data[5]![at('Structure')] = data[6]![at('Structure')]!;
  data[5]![at('Item')] = data[6]![at('Item')]!;
  await send();
  await dialog.getByText(/^Refused [1-9]/).waitFor();
  await waitFor(() => dialog.getByRole('button', { name: /^Save the changes/ }).isDisabled(), true);
  const original = rows[6]!.cells;
  data[5]![at('Name')] = originalName!;
  data[5]![at('Structure')] = original[at('Structure')]!;
  data[5]![at('Item')] = original[at('Item')]!;

  await timed(t, '300 changed points: the difference', async () => {
    await send();
    await dialog.getByText('Changed 300').waitFor();
    await dialog.getByText('T-0001 renamed').waitFor();
  });
  await timed(t, '300 changed points: saved', async () => {
    await dialog.getByRole('button', { name: 'Change 300 points' }).click();
    await dialog.getByText('300 points were changed.').waitFor();
  });
  const names = async () =>
    (await api('GET', `/projects/${projectId}/measuring-points/rows`)).rows.map(
      (row: { name: string; intervalSeconds: number }) => `${row.name} ${row.intervalSeconds}`,
    );
  assert.ok((await names()).includes('T-0001 renamed 1200'));
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('300 points restored').waitFor();
  assert.ok((await names()).includes('T-0001 600'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('devices by the QR codes on them; labels of those that are there', { skip: noChromium }, async () => {
  const code = (text: string) => ({
    name: 'label.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from(encodeQR(text, 'gif', { scale: 6 })),
  });
  await page.goto(`${site.server.url}/#/device-warehouse`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('Scan QR codes').click();
  const dialog = page.getByRole('dialog');
  const photo = dialog.locator('input[type=file]');
  await photo.setInputFiles([code('SN:NEW-1;MODEL:TH-5')]);
  await dialog.getByText('NEW-1', { exact: true }).waitFor();
  await photo.setInputFiles([code('https://maker.example/d/NEW-2')]);
  await dialog.getByText('NEW-2', { exact: true }).waitFor();
  await photo.setInputFiles([code(sncodeOf(7))]);
  await dialog.getByText('in the warehouse').waitFor();
  await photo.setInputFiles([code('{"sn":"NEW-1"}')]);
  await dialog.getByText('NEW-1 is already in the list.').waitFor();
  await photo.setInputFiles([code('WIFI:S:net;P:secret;;')]);
  await dialog.getByText(/No device found in/).waitFor();
  await dialog.getByText('1 device has no model yet').waitFor();
  await dialog.getByLabel('Model of NEW-2').fill('TH-5');
  await dialog.getByRole('button', { name: 'Add 2 devices' }).click();
  await dialog.getByText('2 secrets, shown only once').waitFor();
  await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download secrets' }).click()]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${site.server.url}/#/device-warehouse?q=NEW-`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('QR labels').click();
  await page.getByRole('article', { name: 'NEW-1' }).waitFor();
  await waitFor(() => page.getByRole('article').count(), 2, 'labels of what the list showed');
  assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');
});

test('limits in a table, tried on the past', { skip: noChromium }, async (t) => {
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/points/back-test`);
  await timed(t, 'back-test of 1,000 points', async () => {
    await page.getByRole('button', { name: 'Back-test 1,000 points' }).click();
    await page.getByText('1,000 of 1,000 points').waitFor();
  });
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/points/thresholds`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Limits of 1,000 points checked. No errors.').waitFor();
  assert.deepEqual(
    site.opened.errors.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  );
});

test('where all rows cannot be had the list says so, and has them when asked again', { skip: noChromium }, async () => {
  const all = /measuring-points\/rows\?(?!.*first=)/;
  await page.route(all, (route) => route.abort());
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/points`);
  await page.reload();
  await page.getByText('Loading failed').waitFor();
  // A list that is told of a change asks by itself as well: until the button is pressed no answer comes, so that it stands.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.unroute(all);
  await page.locator('.pt-list-rows [aria-rowcount="1001"]').waitFor();
});
