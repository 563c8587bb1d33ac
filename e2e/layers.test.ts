/** Map layers: brought, read, drawn on the map, hidden, faded, replaced and deleted; a bad file says why. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Layers-2026x';
let site: Site;
let page: Page;
let projectId = 0;

interface Layer {
  readonly id: number;
  readonly name: string;
  readonly opacityPercent: number;
  readonly versionId: number | null;
  readonly versions: readonly {
    readonly id: number;
    readonly state: string;
    readonly placing: { readonly by: string } | null;
  }[];
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

async function discard(name: string): Promise<void> {
  await act(name, 'Delete');
  const dialog = page.getByRole('dialog', { name: `Delete the map layer ${name}?` });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A hut of 10 by 6 m, in coordinates of its own. */
const hut = Buffer.from(
  [
    ...['0', 'SECTION', '2', 'HEADER', '9', '$INSUNITS', '70', '6', '0', 'ENDSEC', '0', 'SECTION', '2', 'ENTITIES'],
    ...['0', 'LWPOLYLINE', '8', 'Hut', '90', '4', '70', '1'],
    ...[0, 0, 10, 0, 10, 6, 0, 6].flatMap((at, i) => [i % 2 ? '20' : '10', String(at)]),
    ...['0', 'ENDSEC', '0', 'EOF'],
  ].join('\n'),
);
const knownPoints = {
  'X of point 1 in the file': '0',
  'Y of point 1 in the file': '0',
  'Longitude of point 1, °': '114.3092',
  'Latitude of point 1, °': '30.5494',
  'X of point 2 in the file': '10',
  'Y of point 2 in the file': '0',
  'Longitude of point 2, °': '114.309304',
  'Latitude of point 2, °': '30.5494',
};

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
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

  test('a DXF lies by two known points, or by a reference system that is chosen after they were typed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add map layer' });
    const lies = async (words: string) => {
      const combobox = dialog.getByRole('combobox', { name: 'Coordinate system' });
      await combobox.fill(words);
      await combobox.press('Enter');
    };
    const place = async (name: string, system: string | null) => {
      await page.getByRole('button', { name: 'Add map layer' }).click();
      await page.locator('.ant-modal input[type=file]').setInputFiles([file(hut, 'hut.dxf')]);
      await dialog.getByLabel('Name').fill(name);
      await lies('two known points');
      for (const [label, value] of Object.entries(knownPoints)) await dialog.getByLabel(label).fill(value);
      if (system) await lies(system);
      await dialog.getByRole('button', { name: 'Add map layer' }).click();
      await dialog.waitFor({ state: 'detached' });
      await waitFor(async () => (await named(name))?.versions[0]?.state === 'queued', false);
      return (await named(name))?.versions[0];
    };
    const byPoints = await place('Hut', null);
    assert.equal(byPoints?.placing?.by, 'points');
    await waitFor(async () => (await named('Hut'))?.versions[0]?.state, 'ready');
    assert.deepEqual((await place('Cabin', 'EPSG:4547'))?.placing, { by: 'system', epsg: 4547 });
    for (const name of ['Hut', 'Cabin']) await discard(name);
  });

  test('it is deleted after it was asked for', async () => {
    await discard('In metres');
    await waitFor(async () => (await all()).map(({ name }) => name), ['Old pond']);
  });

  test('nothing went wrong on the way', () => assert.deepEqual(site.opened.errors, []));
});
