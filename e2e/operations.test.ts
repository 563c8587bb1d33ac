/** The operation log in the console: what was done is there at once, narrowed, opened and taken away. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  page = site.opened.page;
  await site.signIn('demo', password);
});
after(() => site?.close());

test('what was done stands in the log: narrowed, opened with its content, saved as CSV', {
  skip: noChromium,
}, async () => {
  const bridge = await projectNamed(site, 'Bridge');
  await site.request('PATCH', `/projects/${bridge.id}`, { name: 'Qinghe River Bridge, east' });
  await page.goto(`${site.server.url}/#/console/operation-logs`);
  await page.getByText('Not verified yet').or(page.getByText('Unchanged since it was written')).first().waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Update · Project' }).first();
  await row.getByText('Project Qinghe River Bridge, east').waitFor();
  await row.click();
  const texts = page.locator('.op-text');
  await texts.filter({ hasText: '"name": "Qinghe River Bridge, east"' }).waitFor();
  assert.match(await texts.first().innerText(), /"name": "Qinghe River Bridge"\n/);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Refused', { exact: true }).click();
  await page.getByText('No operations').waitFor();
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Done', { exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  assert.match((await saved).suggestedFilename(), /^operation-log-\d{4}-\d\d-\d\d\.csv$/);
  assert.deepEqual(site.opened.errors, []);
});
