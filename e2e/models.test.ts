/**
 * The catalogue of models, by who keeps it: read by everybody, changed by a System account.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
const systemPassword = 'System-2026x';
let site: Site;
let page: Page;
const { dialog, row } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, SYSTEM_PASSWORD: systemPassword });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('the catalogue of models', { skip: noChromium }, () => {
  const code = 'PL-TEST-1';
  test('is read by everybody, and kept by a System account', async () => {
    await page.goto(`${site.server.url}/#/console/models`);
    await page.locator('.ant-table-row').first().waitFor();
    await waitFor(() => page.getByRole('button', { name: 'New model' }).count(), 0);
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await site.signIn('system', systemPassword);
    await page.goto(`${site.server.url}/#/console/models`);
    await page.getByRole('button', { name: 'New model' }).click();
    await dialog().getByLabel('Code').fill(code);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger');
    await dialog().getByLabel('Series').fill('Tests');
    await dialog()
      .getByRole('button', { name: 'Create' })
      .or(dialog().getByRole('button', { name: 'Save' }))
      .press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByPlaceholder('Code, name, manufacturer').fill(code);
    await row(code).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger 2');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await row('Test logger 2').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row(code).waitFor({ state: 'detached' });
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of what was typed wrong on purpose.
  assert.deepEqual(
    site.opened.errors.filter((words) => !/status of (400|403|404|409)/.test(words)),
    [],
  ),
);
