/** Room for what is measured: icons instead of the menu, a tree that folds, the headline of a master, and the way to the next page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Point } from '@plumbline/contract/points/points';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Rooms-2026x';
let site: Site;
let page: Page;
let projectId = 0;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  projectId = (await projectNamed(site, 'Metro Line 7, Guanshan-Luyin')).id;
});
after(() => site?.close());

const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' });
const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;

describe('room', { skip: noChromium }, () => {
  test('the sidebar shows icons where data is shown, words elsewhere, and what somebody chose stays', async () => {
    await page.goto(`${site.server.url}/#/dashboard`);
    await sidebar().getByText('All alerts', { exact: true }).waitFor();
    await page.goto(`${site.server.url}/#/dashboard/project/${projectId}`);
    await sidebar().getByRole('button', { name: 'Expand' }).waitFor();
    assert.ok((await widthOf('.side')) < 60);
    assert.deepEqual(await violationsOn(page), []);
    // Every page is one press away as before.
    await sidebar().getByRole('link', { name: 'Data view' }).click();
    await page.locator('.dv-head').waitFor();
    await sidebar().getByRole('button', { name: 'Expand' }).click();
    await sidebar().getByText('Data view', { exact: true }).waitFor();
    await page.reload();
    await sidebar().getByText('Data view', { exact: true }).waitFor();
    await sidebar().getByRole('button', { name: 'Collapse' }).click();
    await page.goto(`${site.server.url}/#/dashboard`);
    await sidebar().getByText('All alerts', { exact: true }).waitFor();
  });

  test('the headline of a master is one number in head, tree and list, and that of its point', async () => {
    const { measuringPoints } = await site.request<{ measuringPoints: Point[] }>(
      'GET',
      `/projects/${projectId}/measuring-points?pageSize=200`,
    );
    const master = measuringPoints.find(({ name }) => name === 'Section 405');
    assert.ok(master);
    const { headlines } = await site.request<{ headlines: { masterId: number; name: string; amount: number }[] }>(
      'GET',
      `/projects/${projectId}/masters/headlines`,
    );
    const headline = headlines.find(({ masterId }) => masterId === master.id);
    assert.ok(headline);
    const figure = headline.amount.toFixed(3).replace('-', '−');
    await page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${master.id}`);
    await page.locator('.dv-head').getByText(`Largest change, ${headline.name}`).waitFor();
    assert.equal(await page.locator('.dv-head .pl-reading b').textContent(), figure);
    assert.equal(await page.locator('.dv-tree .row.on .pl-value').textContent(), figure);
    await page.goto(`${site.server.url}/#/dashboard/project/${projectId}`);
    await page.getByText('List', { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Section 405' });
    await row.getByText(`Largest change, ${headline.name}`).waitFor();
    assert.match((await row.textContent()) ?? '', new RegExp(figure));
    const pointId = measuringPoints.find(({ name }) => name === headline.name)?.id;
    await page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${pointId}`);
    await page.locator('.dv-head').getByText(figure.replace('−', '')).first().waitFor();
  });

  test('the tree folds, stays folded, and opens again', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home`);
    await page.getByRole('button', { name: 'Fold the tree' }).click();
    await page.getByRole('tree').waitFor({ state: 'hidden' });
    assert.ok((await widthOf('.dv-main')) > 1300);
    await page.reload();
    await page.locator('.dv-head').waitFor();
    assert.equal(await page.getByRole('tree').isVisible(), false);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Open the tree' }).click();
    await page.getByRole('tree').waitFor();
  });

  test('a page whose file is long in coming shows that it comes', async () => {
    const file = Promise.withResolvers<void>();
    // Before the browser has fetched it at leisure.
    await page.route(/\/assets\/FeedsPage.*\.js/, async (call) => {
      await file.promise;
      await call.continue();
    });
    await page.goto('about:blank');
    await page.goto(`${site.server.url}/#/dashboard`);
    await sidebar().getByText('All alerts', { exact: true }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/console/feeds';
    });
    const line = page.getByRole('progressbar', { name: 'The page is being opened' });
    await line.waitFor({ state: 'attached' });
    assert.equal(await page.locator('main').getAttribute('aria-busy'), 'true');
    file.resolve();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Feeds').first().waitFor();
  });
});
