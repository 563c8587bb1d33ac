/** Places as an engineer sets them up: a project on the map, a structure on its picture, the ways of its readings, and an end that keeps the data. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Places-2026x';
let site: Site;
let page: Page;

const request = <T>(path: string, body?: object): Promise<T> => site.request<T>(body ? 'POST' : 'GET', path, body);
const go = (path: string) => page.goto(`${site.server.url}/#${path}`);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('places', { skip: noChromium }, () => {
  let projectId: number;

  test('a project is made with its place on the map', async () => {
    await go('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Yunxi Tunnel');
    await dialog.getByLabel('Address').fill('Yunxi, north portal');
    const map = dialog.locator('.pl-map-location .frame');
    await map.locator('canvas').waitFor();
    await map.scrollIntoViewIfNeeded();
    await map.click({ position: { x: 60, y: 50 } });
    await map.locator('.hint').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/dashboard\/project\/\d+/);
    projectId = Number(/project\/(\d+)/.exec(page.url())![1]);
    const { project } = await request<{ project: { coordinates: { longitude: number } | null } }>(
      `/projects/${projectId}`,
    );
    assert.ok(project.coordinates && Math.abs(project.coordinates.longitude) <= 180);
  });

  test('a structure is shown on its picture: marks where they were set, names, a click opens the point', async () => {
    const { structures } = await request<{ structures: { id: number; name: string }[] }>('/projects/1/structures');
    const { id } = structures.find(({ name }) => name === 'Seepage weirs')!;
    await go(`/projects/1/console/structures/${id}?tab=picture`);
    await page.getByRole('button', { name: 'Choose' }).first().waitFor();
    const picture = { name: 'weirs.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('.pl-picture input[type=file]').setInputFiles(picture);
    const frame = page.locator('.st-picture .frame');
    await frame.locator('img').waitFor();
    await page.locator('.st-list').getByRole('button', { name: 'WE-01', exact: true }).click();
    const { width, height } = (await frame.boundingBox())!;
    await frame.click({ position: { x: width * 0.25, y: height * 0.25 } });
    await frame.getByRole('button', { name: 'WE-01' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.pl-dirty-bar').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Display' }).click();
    await page.getByRole('radio', { name: /^Drawing or picture/ }).click();
    await page.locator('input[type=radio][value=IMG]:checked:enabled').waitFor();

    await go(`/dashboard/project/1/structures/${id}`);
    const view = page.getByRole('group', { name: 'Picture of Seepage weirs' });
    const mark = view.getByRole('button', { name: 'WE-01' });
    await mark.getByText('WE-01').waitFor();
    const before = (await mark.boundingBox())!;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await waitFor(
      async () => {
        const after = (await mark.boundingBox())!;
        return [after.x !== before.x || after.y !== before.y, Math.round(after.width)];
      },
      [true, Math.round(before.width)],
      'the mark moves with the picture, and keeps its size',
    );
    await view.press('0');
    await mark.click();
    await page.waitForURL(/point=\d+/);
    await page.getByRole('heading', { name: 'WE-01' }).waitFor();
    await page.getByText('1 point has no location on the picture').waitFor();
  });

  test('the topology leads from the device to its points, is searched and saved', async () => {
    await go('/projects/1/console/topo');
    const rows = page.locator('.pj-topo [role=treeitem]');
    await rows.filter({ hasText: 'VW8-0240' }).waitFor();
    await page.getByPlaceholder('Name or sncode').fill('PZ-240-2');
    await rows.filter({ hasText: 'PZ-180-1' }).waitFor({ state: 'detached' });
    await waitFor(() => rows.count(), 3, 'the device, the channel and the point');
    await rows.filter({ hasText: 'PZ-240-2' }).click();
    await page.getByRole('complementary', { name: 'PZ-240-2' }).getByRole('link', { name: 'Point console' }).waitFor();
    await page.getByText('All device fields').click();
    await rows.filter({ hasText: 'VW8-0240' }).click();
    await page.getByRole('complementary').getByText('Manufacturer').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = readFileSync((await (await saved).path())!, 'utf8');
    assert.match(text, /VW8-0240/);
    assert.equal(text.trim().split('\n').length, 16, 'a heading and a line for each point');
  });

  test('a project deleted with its data kept waits among the deleted, and is brought back', async () => {
    await go(`/projects/${projectId}/console?tab=ending`);
    await page.getByRole('button', { name: 'Delete, keep data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete, keep data' }).click();
    await page.waitForURL(/#\/projects$/);
    await page.getByText('Hengtang Earth Dam').first().waitFor();
    await page.getByText('Yunxi Tunnel').first().waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Deleted, data kept' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Yunxi Tunnel' });
    await row.click();
    await page.getByText('Archived: it can be read but not changed').waitFor();
    await page.goBack();
    await row.getByRole('button', { name: 'Restore' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Current' }).click();
    await page.locator('.pcard').filter({ hasText: 'Yunxi Tunnel' }).waitFor();
    assert.deepEqual(site.opened.errors, []);
  });
});
