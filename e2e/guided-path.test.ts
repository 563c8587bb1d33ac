/** The guided path in an empty project, and what a structure and a point ask for: devices listed, pairs by hand, a tunnel's diameter, a depth. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;
let projectId: number;
let corporationId: number;
let structureId: number;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  ({
    corporation: { id: corporationId },
  } = await site.request<{ corporation: { id: number } }>('GET', '/session'));
  const about = { corporationId, name: 'River crossing', address: 'Wuhan' };
  ({
    project: { id: projectId },
  } = await site.request<{ project: { id: number } }>('POST', '/projects', about));
});
after(() => site?.close());

const open = (path: string) => page.goto(`${site.server.url}/#/projects/${projectId}/${path}`);
const dialog = () => page.getByRole('dialog');
const option = (words: string) =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: words });

test('a tunnel is not made without its diameter', { skip: noChromium }, async () => {
  await open('console?tab=structures');
  await page
    .getByRole('button', { name: /Add a structure|New structure/ })
    .first()
    .click();
  await dialog().getByLabel('Name').fill('Tube');
  await waitFor(() => dialog().getByLabel('Diameter').count(), 0, 'other structures have none');
  await dialog().getByRole('combobox', { name: 'Kind' }).click();
  await option('Tunnel').click();
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByText('Required').waitFor();
  await dialog().getByLabel('Diameter').fill('6.2');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().waitFor({ state: 'detached' });
  const { structures } = await site.request<{ structures: { id: number; options: Record<string, number> }[] }>(
    'GET',
    `/projects/${projectId}/structures`,
  );
  assert.deepEqual(
    structures.map(({ options }) => options),
    [{ diameter: 6.2 }],
  );
  structureId = structures.map(({ id }) => id)[0] ?? 0;
});

test('devices that were taken in are listed with the sensor modes of their free channels', {
  skip: noChromium,
}, async () => {
  await open('console/commissioning?step=devices');
  const free = page.getByRole('region', { name: 'Devices with free channels' });
  await free.getByText('No device has a free channel').waitFor();
  const channels = [
    { number: '1', mode: 4, label: 'P-1' },
    { number: '2', mode: 4, label: 'P-2' },
    { number: '3', mode: 1, label: 'Wire' },
  ];
  const device = { name: 'Logger', model: 'DIY', sncode: 'LOG-1', channels };
  await site.request('POST', `/corporations/${corporationId}/devices`, device);
  await page.reload();
  await free.getByRole('row', { name: /LOG-1.*2 × Digital, RS-485, 1 × Vibrating wire/ }).waitFor();
  assert.match((await free.getByRole('link', { name: 'LOG-1' }).getAttribute('href')) ?? '', /\/connect$/);
});

test('a pair set by hand stays when the rest is matched by names, and Next binds what is set', {
  skip: noChromium,
}, async () => {
  const rows = ['P-1', 'P-2'].map((name) => ({ name, family: 'waterLevel', structureId }));
  await site.request('POST', `/projects/${projectId}/measuring-points/batch`, { rows });
  await open('console/commissioning?step=bind');
  await page.reload();
  // The place of a point, and the sensor mode of a channel.
  await page.getByText('Water level · Tube').first().waitFor();
  await page.getByRole('region', { name: 'Free channels' }).getByText('Vibrating wire').waitFor();
  const channelOf = (name: string) => page.getByRole('combobox', { name: `Channel of ${name}` });
  await channelOf('P-1').click();
  await option('P-2 · LOG-1 / 2').click();
  await page.getByRole('button', { name: 'Match by name' }).click();
  const chosen = (name: string) =>
    page.locator('.pt-match .list > div', { hasText: name }).first().locator('.ant-select').innerText();
  assert.match(await chosen('P-1'), /LOG-1 \/ 2/, 'the pair that was set by hand');
  await page.getByRole('button', { name: /^Bind 1 pair and continue/ }).click();
  await page.getByRole('heading', { name: 'First reading' }).waitFor();
  const link = page.getByRole('link', { name: 'LOG-1 · 2' });
  await link.click();
  await page.getByRole('heading', { name: /Connect Logger/ }).waitFor();
  await page.getByRole('heading').getByRole('link', { name: 'Device warehouse' }).waitFor();
});

test('a point has a depth, which its form keeps', { skip: noChromium }, async () => {
  const { measuringPoints } = await site.request<{ measuringPoints: { id: number; name: string }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points`,
  );
  const id = measuringPoints.find(({ name }) => name === 'P-2')?.id;
  await open(`console/structures/${structureId}/mps/${id}?tab=config`);
  const depth = page.getByLabel('Depth', { exact: false }).first();
  await depth.fill('12.5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const depthOnServer = async () =>
    (await site.request<{ measuringPoint: { depthM: number | null } }>('GET', `/measuring-points/${id}`)).measuringPoint
      .depthM;
  await waitFor(depthOnServer, 12.5);
  await page.reload();
  await waitFor(() => depth.inputValue(), '12.5', 'the form shows what was saved');
  assert.deepEqual(site.opened.errors, []);
});
