/** Home as somebody arranged it: what is chosen stays over a new visit, alerts cannot be taken away, and it is as it comes again. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Status, urgencyOf } from '@plumbline/contract/kernel/status';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { raiseAlert } from './raise-alert.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Homes-2026x';
let site: Site;
let page: Page;
const dialog = () => page.getByRole('dialog', { name: 'Arrange Home' });
const shown = () =>
  page
    .locator('.home-arranged > [data-panel]')
    .evaluateAll((panels) => panels.map((each) => each.getAttribute('data-panel')));

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('an arranged Home', { skip: noChromium }, () => {
  test('panels are taken away and moved, projects are favourites, and it stays so', async () => {
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.getByRole('button', { name: 'Arrange Home' }).click();
    assert.ok(await dialog().getByRole('checkbox', { name: 'Open alerts', exact: true }).isDisabled());
    await dialog().getByRole('checkbox', { name: 'Activity', exact: true }).click();
    await dialog().getByRole('checkbox', { name: 'Favourites', exact: true }).click();
    await dialog().getByRole('button', { name: 'Open alerts up' }).click();
    await dialog().getByRole('combobox', { name: 'Favourites' }).click();
    await page.locator('.ant-select-item-option').getByText('Hengtang Earth Dam', { exact: true }).click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await violationsOn(page), []);
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.locator('.home-favourites').getByText('Hengtang Earth Dam').waitFor();
    assert.deepEqual(await shown(), ['alerts', 'map', 'watched', 'health', 'favourites']);
    await page.reload();
    await page.locator('.home-favourites').waitFor();
    assert.deepEqual(await shown(), ['alerts', 'map', 'watched', 'health', 'favourites']);
    assert.deepEqual(await violationsOn(page), []);
  });

  test('statistics name projects, structures, items and points one by one, the most urgent first, and lead to them', async () => {
    await page.getByRole('button', { name: 'Arrange Home' }).click();
    await dialog().getByRole('checkbox', { name: 'Statistics', exact: true }).click();
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    const lists = page.locator('[data-panel=statistics] .stat-lists');
    const { projects } = await site.request<{ projects: { name: string; summary: { status: Status } }[] }>(
      'GET',
      '/projects',
    );
    await lists.getByText(`Projects ${projects.length}`).waitFor();
    const urgencyOfName = new Map(projects.map(({ name, summary }) => [name, urgencyOf(summary.status)]));
    const names = await lists.locator('li a').allTextContents();
    assert.deepEqual(names.toSorted(), [...urgencyOfName.keys()].toSorted());
    const urgencies = names.map((name) => urgencyOfName.get(name) ?? Number.NaN);
    assert.deepEqual(
      urgencies,
      urgencies.toSorted((a, b) => b - a),
    );
    await lists.getByText(/^Points \d/).click();
    const point = lists.locator('li').first();
    const name = (await point.locator('a').textContent()) ?? '';
    assert.deepEqual(await violationsOn(page), []);
    await point.locator('a').click();
    await page.locator('.ppanel').getByRole('heading', { name, exact: true }).waitFor();
  });

  test('the screen of a project has them beside it', async () => {
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.getByRole('link', { name: 'Hengtang Earth Dam' }).first().click();
    await page.locator('.pscreen').waitFor();
    await page.getByRole('button', { name: 'Statistics' }).click();
    const drawer = page.getByRole('dialog', { name: 'Statistics' });
    await drawer.getByText(/^Structures \d/).waitFor();
    await drawer.getByText(/^Items \d/).click();
    await drawer.locator('li').getByText('Section 0+240').waitFor();
    await drawer.locator('li').filter({ hasText: 'Section 0+240' }).getByText('6 of 6 reporting').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await drawer.getByRole('link', { name: 'Section 0+240' }).click();
    await page.waitForURL(/structures\/\d+.*item=\d+/);
  });

  test('it is as it comes again', async () => {
    await page.goto(`${site.server.url}/#/dashboard`);
    await page.getByRole('button', { name: 'Arrange Home' }).click();
    await dialog().getByRole('button', { name: 'Reset to default' }).click();
    await page.locator('.home .mid').waitFor();
    assert.equal(await page.locator('.home-arranged').count(), 0);
  });

  test('how many alerts are unread stands in the header for a while, and lies over nothing of a page with a map', async () => {
    await raiseAlert(site, (await projectNamed(site, 'Hengtang Earth Dam')).id);
    const unread = async (): Promise<number> =>
      (await site.request<{ unreadAlerts: number }>('GET', '/notifications/latest')).unreadAlerts;
    await waitUntilSettled(unread, (count) => assert.ok(count > 0));
    const unreadAlerts = await unread();
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      // A tab of its own: it is told once in each.
      const tab = await page.context().newPage();
      try {
        await tab.setViewportSize(viewport);
        // It is looked for from the first moment on: on a busy machine it may be gone again before everything is loaded.
        await tab.goto(`${site.server.url}/#/dashboard`, { waitUntil: 'commit' });
        const note = tab.locator('header .unread');
        await note
          .getByText(new RegExp(`^${unreadAlerts} unread`))
          .filter({ visible: true })
          .waitFor();
        const [at, header] = [await note.boundingBox(), await tab.locator('header.hd').boundingBox()];
        assert.ok(at && header);
        assert.ok(at.y >= header.y && at.y + at.height <= header.y + header.height, JSON.stringify({ at, header }));
        assert.ok(at.x >= 0 && at.x + at.width <= viewport.width, JSON.stringify(at));
        assert.equal(await tab.locator('.pl-toast').count(), 0, 'nothing lies over the page');
        const wider = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wider <= 0, `${wider} px wider than the screen`);
        await note.click();
        await tab.waitForURL(/#\/notifications$/);
        await note.waitFor({ state: 'detached' });
      } finally {
        await tab.close();
      }
    }
  });
});
