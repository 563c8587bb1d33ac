/** Home as somebody arranged it: what is chosen stays over a new visit, alerts cannot be taken away, and it is as it comes again. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

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

  test('it is as it comes again', async () => {
    await page.getByRole('button', { name: 'Arrange Home' }).click();
    await dialog().getByRole('button', { name: 'As it comes' }).click();
    await page.locator('.home .mid').waitFor();
    assert.equal(await page.locator('.home-arranged').count(), 0);
  });
});
