/** Alert rules: one is made, an irregular address refused, its test says that no channel is set up. */
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

test('a rule is made and tested, and the log says what became of it', { skip: noChromium }, async () => {
  const { id: projectId } = await projectNamed(site, 'Bridge');
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/alert-rules`);
  await page.getByText('No alert rules').waitFor();
  await page.getByRole('button', { name: 'Add alert rule' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add alert rule' });
  await dialog.getByLabel('Name').fill('Night duty');
  const emails = dialog.getByRole('combobox', { name: 'E-mail addresses' });
  await emails.fill('no address');
  await emails.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Not an email address').first().waitFor();
  await emails.press('Backspace');
  await emails.press('Backspace');
  await emails.fill('duty@example.com');
  await emails.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Night duty' }).getByText('1 e-mail address').waitFor();
  // Nothing sends e-mail here: the rule does not look like one that reaches anybody.
  const made = page.getByRole('row').filter({ hasText: 'Night duty' });
  await made.getByText('No active mail server: e-mails are not sent.').waitFor();
  await made.getByRole('link', { name: 'Notification channels' }).waitFor();
  await page.getByRole('button', { name: 'Send a test of "Night duty"' }).click();
  const sent = page.getByRole('row').filter({ hasText: 'duty@example.com' });
  await sent.getByText('No channel set up').waitFor();
  await sent.getByText('Test message').waitFor();
  assert.deepEqual(site.opened.errors, []);
});
