/** Status pages: made in the project, opened by somebody without an account, ended under the reader's eyes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { launch, noChromium, type Opened } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Status-2026x';
let site: Site;
let page: Page;
let reader: Opened;
let link = '';

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  ({ page } = site);
  reader = await launch({ width: 390, height: 844, locale: 'zh-CN', timeZone: 'Asia/Shanghai' });
  await site.signIn('demo', password);
});
after(async () => {
  await reader?.close();
  await site?.close();
});

async function choose(field: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: field });
  await box.click();
  await box.fill(option);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

describe('status pages', { skip: noChromium }, () => {
  test('one is made of a structure and a reading, and its link is shown once', async () => {
    await page.goto(`${site.server.url}/#/projects/1/console/status-pages`);
    await page.getByText('No status page').waitFor();
    await page.getByRole('button', { name: 'Add status page' }).first().click();
    await page.getByRole('dialog').getByLabel('Title').fill('For the owner');
    await choose('Structures', 'Main dam');
    await choose('Readings', 'PZ-240-2');
    await page.getByRole('dialog').getByLabel('Note for readers').fill('Duty: 110');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Copy the link now').waitFor();
    link = (await page.locator('.ant-modal code').textContent()) ?? '';
    assert.match(link, /#\/status\/[\w-]{43}$/);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: 'For the owner' }).getByText('1 structure · 1 reading').waitFor();
  });

  test('who has the link reads it without an account, in the language of the page', async () => {
    await reader.page.goto(link);
    await reader.page.getByRole('heading', { name: 'For the owner' }).waitFor();
    await reader.page.getByText('Duty: 110').waitFor();
    await reader.page.getByText('Structures', { exact: true }).waitFor();
    await reader.page.getByText('PZ-240-2').waitFor();
    assert.deepEqual(await violationsOn(reader.page), []);
    assert.deepEqual(reader.errors, []);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'For the owner' }).getByText('Once').waitFor();
  });

  test('ended, it says so and shows nothing more', async () => {
    await page.getByRole('button', { name: 'End For the owner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('No status page').waitFor();
    await reader.page.reload();
    await reader.page.getByText('This link does not work').waitFor();
    await reader.page.getByText('PZ-240-2').waitFor({ state: 'detached' });
    assert.deepEqual(site.opened.errors, []);
  });
});
