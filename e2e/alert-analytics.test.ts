/** How alerts were handled, as an engineer reads it: figures of the demonstration, narrowed, taken along, and the way to a rule's limits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Figures-2026x';
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

test('alerts of a year by level, day and rule, saved as CSV, with the way to the limits', {
  skip: noChromium,
}, async () => {
  await page.goto(`${site.server.url}/#/projects/1/alerts`);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('combobox', { name: 'Span' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Last 365 days').click();
  const row = page.getByRole('row').filter({ hasText: 'PZ-240-2' }).first();
  await row.waitFor();
  const to = new Date(Date.now() + 60_000);
  const from = new Date(to.getTime() - 365 * 86_400_000);
  const { all } = await site.request<{ all: { raised: number } }>(
    'GET',
    `/projects/1/alert-analytics?from=${from.toISOString()}&to=${to.toISOString()}`,
  );
  assert.ok(all.raised > 0);
  await page.locator('.pl-stat', { hasText: 'Alerts raised' }).getByText(String(all.raised), { exact: true }).waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export rules' }).click();
  assert.match((await saved).suggestedFilename(), /Alert analytics\.csv$/);
  await row.getByRole('link', { name: 'PZ-240-2' }).click();
  await page.getByRole('tab', { name: 'Thresholds', selected: true }).waitFor();
  assert.deepEqual(site.opened.errors, []);
});
