/** Drawings of a structure: brought, scaled, points placed by click, by drag and by coordinates, looked at, replaced, deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Drawings-2026x';
let site: Site;
let page: Page;
let structureId = 0;
let address = '';

interface Place {
  readonly pointId: number;
  readonly x: number;
  readonly y: number;
}
interface Drawing {
  readonly id: number;
  readonly name: string;
  readonly scale: { readonly first: Place; readonly second: Place } | null;
  readonly versionId: number;
  readonly versions: readonly { readonly id: number }[];
  readonly places: readonly Place[];
}
const all = async () =>
  (await site.request<{ drawings: Drawing[] }>('GET', `/structures/${structureId}/drawings`)).drawings;
const only = async (): Promise<Drawing> => {
  const [first] = await all();
  assert.ok(first);
  return (await site.request<{ drawing: Drawing }>('GET', `/structures/${structureId}/drawings/${first.id}`)).drawing;
};
const svg = (fill: string, height = 600) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ${height}"><script>alert(1)</script><path d="M0 500L500 100L1000 500z" fill="${fill}"/></svg>`,
  );
const file = (buffer: Buffer, name = 'Section.svg') => ({ name, mimeType: 'image/svg+xml', buffer });
/** The drawing in its window, which is where shares of it are counted from. */
const stage = (): Locator => page.locator('.dr-window .stage');
async function at(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await stage().boundingBox();
  assert.ok(box);
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}
async function click(x: number, y: number): Promise<void> {
  const place = await at(x, y);
  await page.mouse.click(place.x, place.y);
}
async function act(word: string): Promise<void> {
  await page.getByRole('button', { name: /^Change / }).click();
  await page.getByRole('menuitem', { name: word }).click();
}
const panel = (name: string): Locator => page.getByRole('complementary', { name });
const listed = (name: string): Locator => panel('Place points').getByRole('button', { name, exact: false }).first();
const near = (value: number | undefined, wanted: number, by = 0.01): boolean =>
  value !== undefined && Math.abs(value - wanted) <= by;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  const { id: projectId } = await projectNamed(site, 'Hengtang Earth Dam');
  const { structures } = await site.request<{ structures: { id: number; name: string }[] }>(
    'GET',
    `/projects/${projectId}/structures`,
  );
  structureId = structures.find(({ name }) => name === 'Main dam')?.id ?? 0;
  address = `${site.server.url}/#/dashboard/project/${projectId}/structures/${structureId}?mode=drawing`;
});
after(() => site?.close());

describe('drawings', { skip: noChromium }, () => {
  test('without one the page says so, and a file is brought', async () => {
    await page.goto(address);
    await page.getByText('No drawings').waitFor();
    await page.getByRole('button', { name: 'Add drawing' }).click();
    await page.locator('.ant-modal input[type=file]').setInputFiles([file(svg('#8a6'))]);
    const dialog = page.getByRole('dialog', { name: 'Add drawing' });
    await dialog.getByLabel('Name').fill('Section 0+240');
    await dialog.getByRole('button', { name: 'Add drawing' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 part of the file was left out').waitFor();
    await page.getByText('Not to scale').waitFor();
    await page.getByRole('img', { name: 'Section 0+240' }).waitFor();
    await page.getByRole('button', { name: /10 points not on this drawing/ }).waitFor();
  });

  test('its scale is set by two known points, and says why where they are too close', async () => {
    await act('Scale');
    const scale = panel('Scale');
    const fill = async (number: number, across: string, up: string): Promise<void> => {
      const known = scale.getByRole('group', { name: `Known point ${number}` });
      await known.getByRole('spinbutton', { name: 'Offset' }).fill(across);
      await known.getByRole('spinbutton', { name: 'Elevation' }).fill(up);
    };
    await click(0.1, 0.9);
    await click(0.12, 0.88);
    await fill(1, '-80', '70');
    await fill(2, '80', '97');
    await scale.getByText('The two points are too close together', { exact: false }).waitFor();
    assert.equal(await scale.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await click(0.9, 0.1);
    await scale.getByRole('button', { name: 'Save' }).click();
    await scale.waitFor({ state: 'detached' });
    await waitUntilSettled(only, (drawing) => assert.ok(near(drawing.scale?.second.x, 0.9), JSON.stringify(drawing)));
    await waitFor(() => page.getByText('Not to scale').count(), 0);
    await page.locator('.dr-axes').getByText('Offset, m').waitFor();
  });

  test('points are placed by click, by drag, by arrow key and by coordinates; a step is undone; all is saved at once', async () => {
    await page.getByRole('button', { name: 'Place points' }).click();
    await listed('PZ-240-1').click();
    await click(0.3, 0.6);
    await waitFor(
      () => panel('Place points').locator('li.on', { hasText: 'Not placed' }).count(),
      1,
      'the next is chosen',
    );
    await listed('PZ-240-2').click();
    await click(0.5, 0.6);
    const mark = page.locator('.dr-marks').getByRole('button', { name: 'PZ-240-2' });
    const [from, to] = [await at(0.5, 0.6), await at(0.7, 0.4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x - 20, to.y, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    await mark.press('ArrowRight');
    await panel('Place points').getByRole('button', { name: 'Undo' }).click();
    await listed('ST-240-1').click();
    await panel('Place points').getByRole('spinbutton', { name: 'Offset' }).fill('0');
    await panel('Place points').getByRole('spinbutton', { name: 'Elevation' }).fill('300');
    await panel('Place points').getByRole('button', { name: 'Place at these coordinates' }).click();
    await page.getByText('These coordinates are outside the drawing').waitFor();
    await panel('Place points').getByRole('spinbutton', { name: 'Elevation' }).fill('83.5');
    await panel('Place points').getByRole('button', { name: 'Place at these coordinates' }).click();
    assert.deepEqual((await only()).places, [], 'nothing is saved yet');
    await panel('Place points').getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 points placed').waitFor();
    const { places } = await only();
    const sorted = places.map(({ x, y }) => [x, y] as const).toSorted(([a], [b]) => a - b);
    assert.equal(sorted.length, 3);
    for (const [i, [x, y]] of (
      [
        [0.3, 0.6],
        [0.5, 0.5],
        [0.7, 0.4],
      ] as const
    ).entries())
      assert.ok(near(sorted[i]?.[0], x) && near(sorted[i]?.[1], y), JSON.stringify(sorted));
  });

  test('a placed point shows its level and value, and opens the same panel as on the map', async () => {
    await page.locator('.dr-marks .name', { hasText: 'PZ-240-1' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page
      .locator('.dr-marks')
      .getByRole('button', { name: /^PZ-240-1, / })
      .click();
    await page.waitForURL(/point=\d+/);
    await page.locator('.ppanel').getByText('PZ-240-1').first().waitFor();
    await page.getByRole('button', { name: /7 points not on this drawing/ }).click();
    await page.getByText('PZ-180-1').first().waitFor();
    await page.keyboard.press('Escape');
  });

  test('whoever places points after somebody else is told, keeps theirs, and decides', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Place points' }).click();
    await listed('PZ-240-1').click();
    await click(0.2, 0.7);
    assert.deepEqual(await violationsOn(page), []);
    const drawing = await only();
    const [other] = drawing.places.filter(({ x }) => near(x, 0.7));
    const path = `/structures/${structureId}/drawings/${drawing.id}/places`;
    await site.request('PUT', path, { places: [{ pointId: other?.pointId, place: { x: 0.8, y: 0.8 } }] });
    await panel('Place points').getByRole('button', { name: 'Save' }).click();
    await page.getByText(/has placed points in the meantime/).waitFor();
    assert.ok(
      (await only()).places.some(({ x }) => near(x, 0.3)),
      'nothing of it is saved',
    );
    await panel('Place points').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 point placed').waitFor();
    const { places } = await only();
    assert.ok(places.some(({ x }) => near(x, 0.2)) && places.some(({ x }) => near(x, 0.8)), JSON.stringify(places));
  });

  test('on a screen of 3840 px, where pages are enlarged, a point still lies where it was put', async () => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    await page.goto(address);
    await page.getByRole('button', { name: 'Place points' }).click();
    await listed('PZ-240-1').click();
    await click(0.35, 0.65);
    await panel('Place points').getByRole('button', { name: 'Save' }).click();
    await waitUntilSettled(only, ({ places }) =>
      assert.ok(
        places.some(({ x, y }) => near(x, 0.35) && near(y, 0.65)),
        JSON.stringify(places),
      ),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await stage().waitFor();
  });

  test('plus and minus zoom from the keyboard', async () => {
    const before = (await stage().boundingBox())?.width ?? 0;
    await page.getByRole('group', { name: 'Drawing Section 0+240' }).focus();
    await page.keyboard.press('+');
    await waitUntilSettled(
      async () => (await stage().boundingBox())?.width ?? 0,
      (width) => assert.ok(width > before * 1.3),
    );
    await page.keyboard.press('0');
    await waitUntilSettled(
      async () => (await stage().boundingBox())?.width ?? 0,
      (width) => assert.ok(near(width, before, 1)),
    );
  });

  test('its file is replaced by one of the same proportions alone, and the earlier one is shown again', async () => {
    const before = await only();
    await act('Replace the file');
    const dialog = page.getByRole('dialog', { name: 'Replace the file: Section 0+240' });
    await dialog.locator('input[type=file]').setInputFiles([file(svg('#68a', 900), 'taller.svg')]);
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    await dialog.getByText(/The new file has different proportions/).waitFor();
    await dialog.locator('input[type=file]').setInputFiles([file(svg('#68a'), 'newer.svg')]);
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitFor(async () => (await only()).versionId !== before.versionId, true);
    await act('Earlier files');
    const files = page.getByRole('dialog', { name: 'Files of Section 0+240' });
    await files.getByText('newer.svg').waitFor();
    await files.getByRole('button', { name: 'Show this file' }).click();
    await waitFor(async () => (await only()).versionId, before.versionId);
    await page.keyboard.press('Escape');
    await files.waitFor({ state: 'detached' });
    assert.equal((await only()).places.length, 3, 'the points stay where they are');
  });

  test('it lies under the map of the project, with its points, and leads to the screen of the structure', async () => {
    await page.goto(address.replace(/structures\/(\d+)\?.*$/, '?structure=$1').replace('/?', '?'));
    const strip = page.getByRole('region', { name: 'Main dam: Section 0+240' });
    await strip.locator('.name', { hasText: 'PZ-240-1' }).waitFor();
    await strip.getByRole('button', { name: /^PZ-240-1, / }).click();
    await page.locator('.ppanel').getByRole('heading', { name: 'PZ-240-1' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await strip.getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(/mode=drawing/);
    await page.goto(address);
  });

  test('another theme loads a page with a drawing once more, also in a browser that forgets which theme it was', async () => {
    await site.request('PATCH', '/profile', { theme: 'white' });
    const other = await page.context().newPage();
    try {
      let [loads, files] = [0, 0];
      other.on('load', () => {
        loads++;
        files = 0;
      });
      other.on('request', (request) => {
        if (/\/drawings\/\d+\/versions\/\d+\/content/.test(request.url())) files++;
      });
      // Before anything of the page runs, as if it had kept nothing.
      await other.addInitScript(() => localStorage.setItem('plumbline.theme', 'default'));
      await other.goto(address);
      await other.waitForFunction(() => sessionStorage.getItem('plumbline.themeTried') === 'white');
      await other.locator('.dr-window .stage img').waitFor();
      await other.waitForLoadState('networkidle');
      assert.deepEqual(
        [loads, files],
        [2, 1],
        'loaded once more for the theme, and the drawing fetched once by that page',
      );
    } finally {
      await other.close();
      await site.request('PATCH', '/profile', { theme: 'default' });
    }
  });

  test('it is deleted after it was asked for', async () => {
    await act('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete the drawing Section 0+240?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No drawings').waitFor();
    assert.deepEqual(await all(), []);
  });

  test('nothing went wrong on the way but what was meant to', () => {
    const meant = /status of 409 .*\/(?:places|versions)$|status of 404 .*\/drawings\/\d+$/;
    assert.deepEqual(
      site.opened.errors.filter((error) => !meant.test(error)),
      [],
    );
  });
});
