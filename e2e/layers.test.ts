/** Map layers: brought, read, drawn on the map, hidden, faded, replaced and deleted; a bad file says why. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Layers-2026x';
let site: Site;
let page: Page;
let projectId = 0;

interface Layer {
  readonly id: number;
  readonly name: string;
  readonly opacityPercent: number;
  readonly versionId: number | null;
  readonly versions: readonly { readonly id: number; readonly state: string }[];
}
const all = async () => (await site.request<{ layers: Layer[] }>('GET', `/projects/${projectId}/layers`)).layers;
const named = async (name: string) => (await all()).find((layer) => layer.name === name);

/** A square of water about the pit. */
const pond = (half: number, name: string) =>
  Buffer.from(
    JSON.stringify({
      type: 'Feature',
      properties: { name },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [114.31 - half, 30.55 - half],
            [114.31 + half, 30.55 - half],
            [114.31 + half, 30.55 + half],
            [114.31 - half, 30.55 + half],
            [114.31 - half, 30.55 - half],
          ],
        ],
      },
    }),
  );
const file = (buffer: Buffer, name = 'pond.geojson') => ({ name, mimeType: 'application/geo+json', buffer });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
async function act(name: string, word: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${name}` }).click();
  await page.getByRole('menuitem', { name: word }).click();
}
async function bring(name: string, bytes: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Add map layer' }).click();
  await page.locator('.ant-modal input[type=file]').setInputFiles([file(bytes)]);
  const dialog = page.getByRole('dialog', { name: 'Add map layer' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Shows' }).click();
  await page.locator('.ant-select-item-option').getByText('Water', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add map layer' }).click();
  await dialog.waitFor({ state: 'detached' });
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  const { projects } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  projectId = projects.find(({ name }) => name === 'Luojia Bay Foundation Pit')?.id ?? 0;
});
after(() => site?.close());

describe('map layers', { skip: noChromium }, () => {
  test('a file is brought, read and drawn', async () => {
    await page.goto(`${site.server.url}/#/dashboard/project/${projectId}?mode=map`);
    await page.getByRole('button', { name: 'Map layers' }).click();
    await page.getByText('No map layers').waitFor();
    const drawn = page.waitForResponse((response) => /\/versions\/\d+\/content/.test(response.url()), {
      timeout: 120_000,
    });
    await bring('Old pond', pond(0.0008, 'Pond'));
    await waitFor(async () => (await named('Old pond'))?.versions[0]?.state, 'ready');
    assert.equal((await drawn).status(), 200, 'the map asks for what it draws');
    await row('Old pond').getByText('Water', { exact: false }).waitFor();
  });

  test('it is hidden for oneself by the address, and a link shows the same', async () => {
    const layer = await named('Old pond');
    await page.getByRole('button', { name: 'Hide Old pond' }).click();
    await page.waitForURL(new RegExp(`toggled=${layer?.id}`));
    await page.reload();
    await page.getByRole('button', { name: 'Map layers' }).click();
    await page.getByRole('button', { name: 'Show Old pond' }).click();
    await page.getByRole('button', { name: 'Hide Old pond' }).waitFor();
    assert.doesNotMatch(page.url(), /toggled/);
  });

  test('it is faded by the keyboard, for everybody', async () => {
    await page.getByRole('slider', { name: /Opacity of Old pond/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await waitFor(async () => (await named('Old pond'))?.opacityPercent, 90);
  });

  test('its file is replaced, and the earlier one is drawn again', async () => {
    const before = await named('Old pond');
    await act('Old pond', 'Replace the file');
    const dialog = page.getByRole('dialog', { name: 'Replace the file: Old pond' });
    await dialog.locator('input[type=file]').setInputFiles([file(pond(0.0006, 'Pond'), 'pond-2.geojson')]);
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitFor(async () => (await named('Old pond'))?.versionId !== before?.versionId, true);
    await act('Old pond', 'Earlier files');
    const files = page.getByRole('dialog', { name: 'Files of Old pond' });
    await files.getByText('pond-2.geojson').waitFor();
    await files.getByRole('button', { name: 'Show this file' }).click();
    await waitFor(async () => (await named('Old pond'))?.versionId, before?.versionId);
    await page.keyboard.press('Escape');
    await files.waitFor({ state: 'detached' });
  });

  test('a file in metres says so, in words', async () => {
    await bring('In metres', Buffer.from(JSON.stringify({ type: 'Point', coordinates: [502_340, 3_349_120] })));
    await row('In metres')
      .getByText(/not longitude and latitude in degrees: 502340, 3349120/)
      .waitFor();
  });

  test('it is deleted after it was asked for', async () => {
    await act('In metres', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete the map layer In metres?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitFor(async () => (await all()).map(({ name }) => name), ['Old pond']);
  });

  test('nothing went wrong on the way', () => assert.deepEqual(site.opened.errors, []));
});
