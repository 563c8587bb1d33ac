/** Pictures of the ground as map layers: a GeoTIFF of two years, and a picture that is placed by clicking the same points on it and on the map. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import type { Locator, Page } from 'playwright-core';
import { deflated, tiffOf } from '../server/test/tiffs.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Orthophotos-2026x';
let site: Site;
let page: Page;
let projectId = 0;

interface Layer {
  readonly name: string;
  readonly versions: readonly {
    readonly id: number;
    readonly state: string;
    readonly contents: { readonly picture: { readonly residualsM: readonly number[] | null } } | null;
  }[];
}
const named = async (name: string): Promise<Layer | undefined> =>
  (await site.request<{ layers: Layer[] }>('GET', `/projects/${projectId}/layers`)).layers.find(
    (layer) => layer.name === name,
  );
/** Half a metre a pixel, about the pit. */
const { x: east, y: north } = referenceSystem(4547)!.fromDegrees({ longitude: 114.31, latitude: 30.55 });
const flight = (red: number): Buffer =>
  tiffOf({
    width: 400,
    height: 300,
    corner: [east - 100, north + 75],
    colourAt: (x) => [red, x < 200 ? 140 : 60, 60],
    ...deflated,
  });
const dialog = (): Locator => page.getByRole('dialog', { name: 'Add map layer' });
async function choose(name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Add map layer' }).click();
  await page.locator('.ant-modal input[type=file]').setInputFiles([{ name, mimeType, buffer }]);
  await dialog().getByLabel('Name').waitFor();
}
const isReady = async (name: string, versions: number): Promise<void> =>
  await waitFor(
    async () => (await named(name))?.versions.map(({ state }) => state).join(),
    Array.from({ length: versions }, () => 'ready').join(),
  );

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
  await page.goto(`${site.server.url}/#/dashboard/project/${projectId}?mode=map`);
  await page.getByRole('button', { name: 'Map layers' }).click();
});
after(() => site?.close());

describe('orthophotos', { skip: noChromium }, () => {
  test('a GeoTIFF is cut into tiles, and the map asks for them', async () => {
    await choose('flight-2025.tif', 'image/tiff', flight(200));
    const drawn = page.waitForResponse((response) => /\/tiles\/\d+\/\d+\/\d+$/.test(response.url()), {
      timeout: 120_000,
    });
    await dialog().getByRole('button', { name: 'Add map layer' }).click();
    await isReady('flight-2025', 1);
    assert.equal((await drawn).status(), 200);
  });

  test('next year is another file of it; which of both one looks at is in the address', async () => {
    await page.getByRole('button', { name: 'Change flight-2025' }).click();
    await page.getByRole('menuitem', { name: 'Replace the file' }).click();
    const newer = page.getByRole('dialog', { name: 'Replace the file: flight-2025' });
    await newer
      .locator('input[type=file]')
      .setInputFiles([{ name: 'flight-2026.tif', mimeType: 'image/tiff', buffer: flight(90) }]);
    await newer.getByRole('button', { name: 'Replace the file' }).click();
    await newer.waitFor({ state: 'detached' });
    await isReady('flight-2025', 2);
    const older = (await named('flight-2025'))?.versions[1]?.id;
    const requested = page.waitForResponse((response) => response.url().includes(`/versions/${older}/tiles/`));
    await page.getByRole('combobox', { name: 'Displayed file of flight-2025' }).click();
    await page.locator('.ant-select-item-option').getByText('flight-2025.tif').click();
    await requested;
    assert.match(page.url(), new RegExp(`dated=\\d+-${older}`));
  });

  test('both years lie beside one another, parted by a line that is moved by mouse and keys', async () => {
    const newest = (await named('flight-2025'))?.versions[0]?.id;
    const drawn = page.waitForResponse((response) => response.url().includes(`/versions/${newest}/tiles/`));
    await page.getByRole('button', { name: 'Compare two files of flight-2025 side by side' }).click();
    assert.equal((await drawn).status(), 200);
    const line = page.getByRole('slider', { name: 'Line between two files of flight-2025' });
    await line.waitFor();
    // The year that is shown anyway is at the right, the other one at the left.
    const days = page.locator('.swipe .day');
    assert.deepEqual(await days.allTextContents(), ['flight-2026.tif', 'flight-2025.tif']);
    const above = page.locator('.pl-map .above');
    await above.locator('canvas').waitFor();
    const cut = (): Promise<string> => above.evaluate((element) => element.style.clipPath);
    assert.equal(await cut(), 'inset(0px 50% 0px 0px)');
    await line.press('ArrowLeft');
    assert.equal(await cut(), 'inset(0px 55% 0px 0px)');
    const [box, window] = [await line.boundingBox(), await above.boundingBox()];
    assert.ok(box && window);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(window.x + window.width * 0.25, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await waitFor(async () => Number(/inset\(0px ([\d.]+)%/.exec(await cut())?.[1]) > 74, true);
    assert.match(page.url(), /swipe=\d+-\d+/);
    await page.getByRole('button', { name: 'End comparison' }).click();
    await above.waitFor({ state: 'detached' });
    assert.doesNotMatch(page.url(), /swipe=/);
  });

  test('a picture is placed by four points that are clicked on it and on the map, and says what is left of each', async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } });
    await choose('plan.png', 'image/png', picture);
    const [pane, map] = [dialog().locator('.ml-picture'), dialog().locator('.ml-pane .pl-map')];
    await pane.scrollIntoViewIfNeeded();
    await pane.locator('img').waitFor();
    await map.locator('canvas').waitFor();
    await dialog().getByRole('button', { name: 'Add map layer' }).click();
    await dialog().getByText('The known points do not locate the picture').first().waitFor();
    for (const [i, [x, y]] of (
      [
        [0.1, 0.2],
        [0.9, 0.2],
        [0.9, 0.8],
        [0.1, 0.8],
      ] as const
    ).entries()) {
      await dialog()
        .getByRole('button', { name: `Point ${i + 1}`, exact: true })
        .click();
      for (const [place, share] of [
        [pane, [x, y]],
        [map, [0.2 + 0.5 * x + (i === 2 ? 0.05 : 0), 0.25 + 0.45 * y]],
      ] as const) {
        const box = await place.boundingBox();
        assert.ok(box);
        await page.mouse.click(box.x + box.width * share[0], box.y + box.height * share[1]);
      }
      await dialog()
        .getByLabel(`Latitude of point ${i + 1}, °`)
        .and(page.locator('[value]:not([value=""])'))
        .waitFor();
    }
    await dialog().getByRole('cell', { name: / m$/ }).first().waitFor();
    await dialog().getByRole('button', { name: 'Add map layer' }).click();
    await dialog().waitFor({ state: 'detached' });
    await isReady('plan', 1);
    const residuals = (await named('plan'))?.versions[0]?.contents?.picture.residualsM;
    assert.equal(residuals?.length, 4);
    assert.ok(
      residuals.every((each) => each > 0.1),
      residuals.join(' '),
    );
  });

  test('nothing went wrong on the way', () => assert.deepEqual(site.opened.errors, []));
});
