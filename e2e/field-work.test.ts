/**
 * A crew on site: the page for field work is opened with a network and used without one, closed and opened again. What was
 * entered arrives once each, and where somebody else entered another value, the person decides.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { openWay } from './way.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';

let site: Site;
let way: Awaited<ReturnType<typeof openWay>>;
let page: Page;
let [projectId, pointId] = [0, 0];
let [sncode, automated] = ['', ''];
const name = 'Toe weir';

interface FoundPoint {
  readonly id: number;
  readonly name: string;
  readonly deviceGroup: { readonly sncode: string } | null;
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Hengtang Earth Dam'));
  const rows = [{ name, family: 'waterLevel', type: 2, intervalSeconds: 3_600, structurePath: ['Main dam'] }];
  await site.request('POST', `/projects/${projectId}/measuring-points/batch`, { rows });
  const { measuringPoints } = await site.request<{ measuringPoints: FoundPoint[] }>(
    'GET',
    `/projects/${projectId}/measuring-points?pageSize=2000`,
  );
  pointId = measuringPoints.find((point) => point.name === name)?.id ?? 0;
  const measured = measuringPoints.find(({ deviceGroup }, _, all) => {
    const code = deviceGroup?.sncode;
    return code !== undefined && all.filter((each) => each.deviceGroup?.sncode === code).length === 1;
  });
  assert.ok(pointId > 0 && measured?.deviceGroup, 'a manual point, and a device of one point');
  [sncode, automated] = [measured.deviceGroup.sncode, measured.name];
  way = await openWay(new URL(site.server.url));
  const token = await site.page.evaluate(
    () => sessionStorage.getItem('plumbline.token') ?? localStorage.getItem('plumbline.token'),
  );
  // As somebody who stays signed in on this telephone.
  await site.opened.context.addInitScript((text) => localStorage.setItem('plumbline.token', text), token ?? '');
  await openPhone();
});
after(async () => {
  await site?.close();
  await way?.close();
});

const address = () => `${way.url}/#/projects/${projectId}/field-work`;
/** How much later it is than when the test began, for the telephone and for the server. */
let laterMs = 0;
async function openPhone(): Promise<void> {
  page = await site.opened.context.newPage();
  page.setDefaultTimeout(30_000);
  if (laterMs > 0) await page.clock.setSystemTime(Date.now() + laterMs);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address());
}
const tab = (word: string) => page.getByRole('tab', { name: word }).click();
async function openPoint(): Promise<void> {
  await tab('Points');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('form', { name: 'New reading' }).waitFor();
}
const closePoint = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
const entriesIn = (state: string) => page.locator(`.fld-body .fld-entry[data-state=${state}]`);
const onSheet = (state: string) => page.locator(`.fld-sheet .fld-entry[data-state=${state}]`);
const level = () => page.getByRole('form', { name: 'New reading' }).getByRole('textbox').first();
async function enter(value: string, time?: string): Promise<void> {
  await level().fill(value);
  if (time) {
    const [day = '', minute = ''] = time.split('T');
    await page.getByLabel('Date', { exact: true }).fill(day);
    await page.keyboard.press('Tab');
    await page.getByLabel('Time of day').fill(minute);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Save reading' }).click();
  await page.getByText(`Saved on this device: ${name}`).first().waitFor();
}

async function storedAt(at: string): Promise<(number | null)[]> {
  const query = new URLSearchParams({ from: at, to: new Date(Date.parse(at) + 1_000).toISOString() });
  const { rows } = await site.request<{ rows: { at: string; values: (number | null)[] }[] }>(
    'POST',
    '/monitor/pagination',
    { pointId, from: query.get('from'), to: query.get('to') },
  );
  return rows.filter((row) => Date.parse(row.at) === Date.parse(at)).map(({ values }) => values[0] ?? null);
}
const photoCount = async () =>
  (await site.request<{ photos: unknown[] }>('GET', `/measuring-points/${pointId}/photos`)).photos.length;

/** Whole minutes of the past, chosen once: a test may run across a minute. */
const startedAt = Math.floor(Date.now() / 60_000) * 60_000;
/** As the field of the page takes it and as an instant. */
function minuteAgo(minutes: number, timeZone: string): { readonly typed: string; readonly at: string } {
  const at = new Date(startedAt - minutes * 60_000);
  const typed = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return { typed: typed.replace(' ', 'T'), at: at.toISOString() };
}

describe('field work', { skip: noChromium }, () => {
  let timeZone = '';
  let photosBefore = 0;

  test('with a network a reading is entered and arrives at once', async () => {
    await page.getByText('Connected, read').waitFor();
    ({
      project: { timeZone },
    } = await site.request<{ project: { timeZone: string } }>('GET', `/projects/${projectId}`));
    photosBefore = await photoCount();
    await openPoint();
    assert.deepEqual(await violationsOn(page), []);
    const { typed, at } = minuteAgo(30, timeZone);
    await level().fill('12.x');
    await page.getByText('Not a number').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save reading' }).isDisabled());
    await enter('12,5', typed);
    await onSheet('sent').first().waitFor();
    assert.deepEqual(await storedAt(at), [12.5]);
    await closePoint();
  });

  test('the label of a device leads to its point', async () => {
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.getByRole('textbox', { name: /serial number/ }).fill('NO-SUCH-DEVICE');
    await page.keyboard.press('Enter');
    await page.getByText('Device NO-SUCH-DEVICE feeds no point in this project').waitFor();
    await page.getByRole('textbox', { name: /serial number/ }).fill(`SN:${sncode}`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').filter({ hasText: automated }).waitFor();
    assert.equal(await page.getByRole('form', { name: 'New reading' }).count(), 0);
    await closePoint();
  });

  test('without a network the page opens, and keeps a reading and a photo when it is closed', async () => {
    await page.getByText('This page works without a network').waitFor();
    way.set('cut');
    await page.close();
    await openPhone();
    await page.getByText('No connection. Data as of').waitFor();
    await openPoint();
    await level().fill('13');
    // A tab that dies here loses nothing that was typed.
    await page.close();
    await openPhone();
    await openPoint();
    assert.equal(await level().inputValue(), '13');
    await enter('13.25', minuteAgo(20, timeZone).typed);
    await page.locator('input[type=file]').setInputFiles({ name: 'crack.png', mimeType: 'image/png', buffer: png });
    await page.getByText('1 photo is kept on this device').waitFor();
    await page.getByRole('button', { name: 'Done: send 1 photo' }).click();
    await enter('14.5', minuteAgo(10, timeZone).typed);
    await closePoint();
    await tab('Entered');
    await waitFor(() => entriesIn('waiting').count(), 3);
    await page.getByText('3 entries to send').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    // Nobody knows how a point stands now.
    await tab('Points');
    assert.equal(await page.locator('.fld-row .pl-tag').count(), 0);
    await page.close();
  });

  test('an hour without a network, with the page open, in the background and closed, takes nothing away', async () => {
    await openPhone();
    await page.getByText('No connection. Data as of').waitFor();
    await tab('Entered');
    await waitFor(() => entriesIn('waiting').count(), 3);
    const sentBefore = await entriesIn('sent').count();
    await page.clock.install();
    // Every attempt of the hour to reach the server, one after the other.
    for (let minute = 0; minute < 60; minute += 10) await page.clock.runFor(10 * 60_000);
    await waitFor(() => entriesIn('waiting').count(), 3);
    assert.equal(await entriesIn('sent').count(), sentBefore);
    await page.close();
    laterMs = 3_600_000;
    await site.advance(laterMs);
  });

  test('every entry arrives once, though the first answers are lost; of two values at one time the person chooses', async () => {
    const { at } = minuteAgo(10, timeZone);
    const stored = await storedAt(at);
    assert.deepEqual(stored, []);
    // A colleague was there too.
    await site.request('POST', `/measuring-points/${pointId}/artificial-data`, { at, values: { level: 99 } });
    await openPhone();
    await tab('Entered');
    await waitFor(() => entriesIn('waiting').count(), 3);
    way.set('open');
    await waitFor(() => entriesIn('sent').count(), 3, 'two of now and one of before');
    await waitFor(() => entriesIn('differs').count(), 1);
    await entriesIn('differs').getByText('99').waitFor();
    assert.deepEqual(await storedAt(at), [99]);
    await entriesIn('differs').getByRole('button', { name: 'Replace it with mine' }).click();
    await waitFor(() => entriesIn('sent').count(), 4);
    assert.deepEqual(await storedAt(at), [14.5]);
    assert.deepEqual(await storedAt(minuteAgo(20, timeZone).at), [13.25]);
    assert.equal(await photoCount(), photosBefore + 1);
  });

  test('a sending whose answer is lost is repeated and stored once', async () => {
    await openPoint();
    const { typed, at } = minuteAgo(5, timeZone);
    way.set('deaf');
    await enter('15', typed);
    await waitFor(() => storedAt(at), [15], 'the server has it');
    await onSheet('waiting').first().waitFor();
    way.set('open');
    await closePoint();
    await tab('Entered');
    const send = page.getByRole('button', { name: 'Send now' });
    if (await send.isVisible()) await send.click();
    await waitFor(() => entriesIn('waiting').count(), 0);
    await waitFor(() => entriesIn('sent').count(), 5);
    assert.deepEqual(await storedAt(at), [15]);
  });

  test('a server that has no time for it is no reason to take the page away', async () => {
    const points = /\/api\/projects\/\d+\/measuring-points\?/;
    await site.opened.context.route(points, (route) =>
      route.fulfill({ status: 429, json: { error: 'tooMany', code: 4007, detail: { retryAfterSeconds: 5 } } }),
    );
    await page.reload();
    await page.getByText('No connection. Data as of').waitFor();
    await openPoint();
    await level().fill('16');
    await site.opened.context.unroute(points);
    await page.getByText('Connected, read').waitFor();
    assert.equal(await level().inputValue(), '16');
    await level().fill('');
    await closePoint();
  });

  test('whoever signs out leaves nothing of the project in the browser', async () => {
    await page.evaluate(() => {
      localStorage.removeItem('plumbline.token');
    });
    const names = () => page.evaluate(async () => (await indexedDB.databases()).map((each) => each.name).sort());
    assert.deepEqual(await names(), ['plumbline.fieldWork', 'plumbline.fieldWork.packs', 'plumbline.fieldWork.rounds']);
    await page.goto(`${way.url}/#/projects/${projectId}/field-work`);
    await page.reload();
    // The script of this test puts the token back at each load; without it the sign-in page would be here.
    await page.getByText('Connected, read').waitFor();
    await page.goto(`${way.url}/#/dashboard`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).last().click();
    await page.waitForURL(/#\/sign/);
    await waitFor(names, ['plumbline.fieldWork', 'plumbline.fieldWork.rounds'], 'what waits to be sent stays theirs');
  });
});
