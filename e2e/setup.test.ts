/**
 * A project of 1,000 points on 200 devices set up from two spreadsheets, in the browser, from an empty project to a
 * checklist that misses nothing but readings; then readings and initial values. How long each step takes is printed, not
 * judged: machines differ.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import {
  channels,
  deviceCount,
  deviceSheet,
  makeEmptyProject,
  pointHeading,
  pointRows,
  sncodeOf,
  timed,
  xlsx,
} from './thousand-points.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;
let projectId = 0;
const secrets = new Map<string, string>();

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  ({ projectId } = await makeEmptyProject(site));
});
after(() => site?.close());

// biome-ignore lint/suspicious/noExplicitAny: the test reads any reply.
const api = (...args: Parameters<Site['request']>) => site.request<any>(...args);

const next = (): Promise<void> => page.getByRole('button', { name: 'Next' }).click();
const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 3, name, exact: true }).waitFor();

test('1,000 points on 200 devices from two spreadsheets', { skip: noChromium }, async (t) => {
  const begun = performance.now();
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/commissioning`);
  await heading('Project');
  await page
    .getByText(/^Europe\/Berlin/)
    .first()
    .waitFor();
  await next();
  await heading('Structures');
  await next();
  await heading('Devices');

  await timed(t, '200 devices by XLSX', async () => {
    await page.getByRole('button', { name: 'Import devices' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(await deviceSheet());
    await dialog.getByText('Will be added 200').waitFor();
    // What comes of a model that nobody knows is said, with the channels that each line makes.
    await dialog
      .getByRole('note')
      .getByText(/Not in the model catalogue: TH-5 \(200 lines\)/)
      .waitFor();
    await dialog.getByText(`${channels} × Digital`).first().waitFor();
    await dialog.getByRole('button', { name: /^Import 200/ }).click();
    await dialog.getByRole('button', { name: 'Download secrets' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('The secrets were not downloaded.', { exact: false }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download secrets' }).click(),
    ]);
    await dialog.getByText('The secrets were not downloaded.', { exact: false }).waitFor({ state: 'detached' });
    const [head, ...lines] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    assert.equal(head, 'Serial number,Secret');
    for (const line of lines) {
      const [sncode = '', secret = ''] = line.split(',');
      secrets.set(sncode, secret);
    }
    assert.equal(secrets.size, deviceCount);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/commissioning?step=bind`);
  await heading('Binding');
  await page.getByText('Add points in the previous step.', { exact: false }).waitFor();
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/commissioning?step=points`);
  await heading('Points');

  const file = page.locator('input[type=file]');
  await timed(t, 'a sheet with errors is refused by cell', async () => {
    const rows = pointRows().slice(0, 3);
    rows[1]![5] = '9';
    rows[2]![12] = 20;
    await file.setInputFiles(await xlsx('wrong.xlsx', pointHeading, rows));
    await page.getByText('Refused 2').waitFor();
    await page.getByText('F3', { exact: true }).waitFor();
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the errors' }).click(),
    ]);
    const text = readFileSync(await list.path(), 'utf8');
    assert.match(text, /^3,F3,Channel,/m);
    assert.match(text, /^4,[L-O]4,Threshold \d,/m);
    await waitFor(() => page.getByRole('button', { name: /^Add \d+ point/ }).isDisabled(), true);
  });
  await timed(t, 'a sheet of something else is told apart', async () => {
    // The words may be those of the sheet before: what counts is said after its answer.
    const put = async (sheet: Parameters<typeof file.setInputFiles>[0]): Promise<void> => {
      const answered = page.waitForResponse((response) => response.url().includes('/measuring-points/setup'));
      await file.setInputFiles(sheet);
      await (await answered).finished();
    };
    await put(await deviceSheet());
    await page.getByText(/The header row lacks these columns: .*Measurement/).waitFor();
    await put({
      name: 'leer.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Bauwerk;Name;Messgröße\r\nDamm;P1;Wasser\r\n'),
    });
    await page.getByText(/The header row lacks these columns: Structure/).waitFor();
    await file.setInputFiles({
      name: 'empty.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${pointHeading.join(',')}\r\n`),
    });
    await page.getByText('The sheet has no rows below its header').waitFor();
  });
  await timed(t, '1,000 points by XLSX: the dry run', async () => {
    await file.setInputFiles(await xlsx('points.xlsx', pointHeading, pointRows()));
    await page.getByText('Will be added 1,000').waitFor();
  });
  await timed(t, '1,000 points by XLSX: added', async () => {
    // One goes on by adding what was checked, not past it.
    await waitFor(() => page.getByRole('button', { name: 'Next' }).count(), 0);
    await page
      .getByText('Will be created')
      .getByRole('button', { name: /^Show all/ })
      .click();
    await page.getByRole('button', { name: 'Add 1,000 points' }).click();
    await heading('Binding');
  });
  await page.getByText('Every point has a device').waitFor();
  const strip = page.getByRole('navigation', { name: 'Progress' });
  await strip.getByText('+ 60 items').waitFor();
  await strip.getByRole('button', { name: /Devices\s*200$/ }).waitFor();

  await timed(t, 'the checklist', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/console/commissioning/checklist`);
    await page.getByText('Point T-0001 has no reading yet').waitFor();
  });
  const state = await api('GET', `/projects/${projectId}/commissioning`);
  assert.deepEqual(
    Object.entries(state.counts).filter(([, count]) => Number(count) > 0),
    [
      ['noReading', 1_000],
      ['noInitialValue', 1_000],
    ],
  );
  t.diagnostic(`all of it: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  // Another project begins at its beginning: what the warehouse feeds is none of it.
  const { corporationId } = (await api('GET', `/projects/${projectId}`)).project;
  const other = await api('POST', '/projects', {
    corporationId,
    name: 'South Ring',
    address: 'Delta',
    timeZone: 'Europe/Berlin',
  });
  await page.goto(`${site.server.url}/#/projects/${other.project.id}/console/commissioning`);
  await heading('Project');
});

test('first readings are seen, and initial values taken in one go', { skip: noChromium }, async (t) => {
  // Where one left is where one goes on: the server says that binding is done and readings are not.
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/commissioning`);
  await heading('First reading');
  await page.getByText('0 of 1,000 bound points have readings.').waitFor();
  await timed(t, 'readings of 10 devices arrive and show', async () => {
    for (let device = 1; device <= 10; device++) {
      const sncode = sncodeOf(device);
      const sent = await fetch(`${site.server.url}/api/devices/${sncode}/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secrets.get(sncode)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          at: new Date().toISOString(),
          channels: Object.fromEntries(
            Array.from({ length: channels }, (_, n) => [String(n + 1), { temperature: 10 + device + n / 10 }]),
          ),
        }),
      });
      assert.ok(sent.ok, await sent.text());
    }
    await page.getByText('50 of 1,000 bound points have readings.').waitFor();
  });
  await next();
  await heading('Initial values');
  await timed(t, 'initial values in one go', async () => {
    await page.getByRole('button', { name: 'Take initial values of 50 points' }).click();
    await page.getByText('Initial values of 50 points taken').waitFor();
    // What was taken has nothing to take any more, whatever order its values come in.
    await page.getByRole('button', { name: /^Take initial values of 0/ }).waitFor();
  });
  const state = await api('GET', `/projects/${projectId}/commissioning`);
  assert.deepEqual([state.complete, state.counts.noInitialValue], [50, 950]);
  await next();
  await heading('Checklist');
  await page.getByText('50 of 1,000 points are complete.').waitFor();
});
