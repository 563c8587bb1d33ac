/** The guide in the product: opened at the topic of the page one is on, searched, and closed by the corporation. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  page = site.page;
  await site.setUp();
});
after(() => site?.close());

const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const heading = (name: string) => page.locator('article').getByRole('heading', { name, exact: true });
const picture = async (name: string) => {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await page.screenshot());
};

test('the guide opens at the topic of the page, leads on, and is searched', { skip: noChromium }, async () => {
  await open('/console/users');
  await page.getByRole('row', { name: /first\.admin/ }).waitFor();
  await page.locator('button.me').click();
  await page.getByRole('link', { name: 'Guide' }).click();
  await heading('People and permissions').waitFor();
  await picture('guide');
  await page.locator('article').getByRole('link', { name: 'settings' }).first().click();
  await heading('Settings').waitFor();
  await page
    .getByRole('searchbox', { name: 'Search the guide' })
    .or(page.getByLabel('Search the guide'))
    .first()
    .fill('recovery codes');
  await page.getByRole('link', { name: 'People and permissions: Second factor' }).click();
  await heading('Second factor').waitFor();
  await picture('guide-section');
  assert.match(page.url(), /at=second-factor/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'All pages' }).click();
  // Sixty titles would be three screens: the parts are folded.
  const duty = page.getByRole('link', { name: 'Duty and escalation' });
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
  assert.equal(await duty.isVisible(), false);
  await picture('guide-phone-list');
  await page.getByRole('heading', { name: 'Alerts', exact: true }).click();
  await duty.waitFor();
  await page.getByRole('heading', { name: 'Measuring points' }).click();
  await page.getByRole('link', { name: 'Thresholds and alerts' }).click();
  await heading('Thresholds and alerts').waitFor();
  await picture('guide-phone');
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    true,
    'nothing is wider than the phone',
  );
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('in Chinese the guide is Chinese, and is searched in Chinese', { skip: noChromium }, async () => {
  await page.evaluate("localStorage.setItem('plumbline.language', 'zh-TW')");
  await site.request('PATCH', '/profile', { language: 'zh-TW' });
  await open('/documents?page=points');
  await page.reload();
  await heading('測點').waitFor();
  assert.equal(await page.locator('article > [lang]').first().getAttribute('lang'), 'zh-TW');
  assert.equal(await page.getByText('只有英文').count(), 0);
  await page.getByPlaceholder('搜尋指南').or(page.getByLabel('搜尋指南')).first().fill('恢復碼');
  await page.locator('.found a').filter({ hasText: '雙重驗證' }).first().click();
  await page.waitForURL(/at=/);
  await page.locator('article h2').filter({ hasText: '雙重驗證' }).first().waitFor();
  await site.request('PATCH', '/profile', { language: 'en' });
  await page.evaluate("localStorage.setItem('plumbline.language', 'en')");
  await page.reload();
});

test('where documents are disabled, no menu leads to the guide', { skip: noChromium }, async () => {
  await open('/console/corporation');
  await page.getByRole('switch', { name: 'Guide' }).click();
  await page.getByRole('switch', { name: 'Guide', checked: false }).waitFor();
  await page.locator('button.me').click();
  await page.getByRole('link', { name: 'Profile' }).waitFor();
  await page.getByRole('link', { name: 'Guide' }).waitFor({ state: 'detached' });
});
