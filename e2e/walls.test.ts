/** Walls: made by somebody, shown without an account, true when the server is gone and when the link is ended. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { launch, noChromium, type Opened } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Walls-2026x';
let site: Site;
let page: Page;
let screen: Opened;
let link = '';

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  ({ page } = site);
  screen = await launch({ width: 1920, height: 1080, locale: 'zh-CN', timeZone: 'Asia/Shanghai' });
  await site.signIn('demo', password);
});
after(async () => {
  await screen?.close();
  await site?.close();
});

const dialog = () => page.getByRole('dialog');
async function pick(name: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name, exact: true }).click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
}

describe('walls', { skip: noChromium }, () => {
  test('one is made with an overview, a project and points, and its link is shown once', async () => {
    await page.goto(`${site.server.url}/#/walls`);
    await page.getByText('No wall').waitFor();
    await page.getByRole('button', { name: 'Add wall' }).first().click();
    await dialog().getByLabel('Name').fill('Control room');
    await pick('Kind of slide', 'Points');
    await pick('Project', 'Hengtang Earth Dam');
    await dialog().getByRole('combobox', { name: 'Points', exact: true }).fill('PZ-240-2');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Add slide' }).click();
    await dialog().getByText('Points · PZ-240-2').waitFor();
    await dialog().getByRole('group', { name: 'Slide 2' }).getByRole('button', { name: 'Move up' }).click();
    await dialog().getByRole('group', { name: 'Slide 1' }).getByText('PZ-240-2').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Copy the link now').waitFor();
    link = (await page.locator('.ant-modal code').textContent()) ?? '';
    assert.match(link, /#\/wall\/[\w-]{43}$/);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: 'Control room' }).getByText('6 projects · 2 slides').waitFor();
  });

  test('a screen shows it without an account, in the language of the wall, and goes from slide to slide', async () => {
    await screen.page.goto(link);
    await screen.page.locator('.wall-points').getByText('PZ-240-2').first().waitFor();
    await screen.page.getByText('1 of 2').waitFor();
    assert.equal(await screen.page.evaluate(() => localStorage.getItem('plumbline.token')), null);
    await screen.page.keyboard.press('ArrowRight');
    await screen.page.getByText('Open alerts').waitFor();
    await screen.page.locator('.wall-map').getByText('Hengtang Earth Dam').first().waitFor();
    await screen.page.keyboard.press(' ');
    await screen.page.getByText('On hold').waitFor();
    assert.deepEqual(await violationsOn(screen.page), []);
  });

  test('while the server cannot be reached it says since when, and goes on by itself afterwards', async () => {
    await screen.page.context().setOffline(true);
    await screen.page.getByText('No connection').waitFor();
    assert.ok(await screen.page.locator('.wall.outdated').isVisible());
    await screen.page.context().setOffline(false);
    await screen.page.getByText('No connection').waitFor({ state: 'detached' });
  });

  test('a wall that is ended leaves nothing on the screen', async () => {
    await page.getByRole('button', { name: 'End Control room' }).click();
    await dialog().getByRole('button', { name: 'End wall' }).click();
    await page.getByText('No wall').waitFor();
    await screen.page.getByText('This wall is not available').waitFor();
    assert.equal(await screen.page.locator('.wall').count(), 0);
  });
});
