/**
 * A voice vendor is set up and tried out, a rule calls a number, and the log says what the vendor answered; a structure has alert
 * levels of its own, which its alerts show.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type CheckingServer, openCheckingServer } from '../server/test/checking-server.ts';
import { noChromium } from './chromium.ts';
import { raiseAlert } from './raise-alert.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let vendor: CheckingServer;
let projectId = 0;

reportPages();
before(async () => {
  if (noChromium) return;
  vendor = await openCheckingServer();
  vendor.answer = () => ({ status: 201, body: '{"sid":"CA123","status":"queued"}' });
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0', OUTBOUND_ALLOW: '127.0.0.1' });
  page = site.opened.page;
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Foundation Pit'));
});
after(async () => {
  await site?.close();
  vendor?.close();
});

test('a voice vendor is tried out, a rule calls by it, and the log has its answer', { skip: noChromium }, async () => {
  await page.goto(`${site.server.url}/#/console/channels`);
  await page.getByRole('button', { name: 'Add notification channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add notification channel' });
  await dialog.getByLabel('Kind').click();
  await page.getByTitle('Voice call, Twilio').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Calls at night');
  await dialog.getByLabel('Key id').fill('AC1');
  await dialog.getByLabel('Password or secret').fill('secret');
  await dialog.getByLabel('Caller number').fill('+15550001111');
  await dialog.getByLabel('Custom service address').fill(vendor.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send a test through "Calls at night"' }).click();
  const trial = page.getByRole('dialog').filter({ hasText: 'Telephone number' });
  await trial.getByRole('textbox').fill('13800001234');
  await trial.getByRole('button', { name: 'Send test' }).click();
  await trial.getByText('CA123').waitFor();
  assert.match(new URLSearchParams(vendor.arrived[0]?.body).get('Twiml') ?? '', /test message/);

  await page.goto(`${site.server.url}/#/projects/${projectId}/console/alert-rules`);
  await page.getByRole('button', { name: 'Add alert rule' }).first().click();
  const rule = page.getByRole('dialog', { name: 'Add alert rule' });
  await rule.getByLabel('Name').fill('Ring the duty');
  const numbers = rule.getByRole('combobox', { name: 'Phone numbers to call' });
  await numbers.fill('12345');
  await numbers.press('Enter');
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.locator('.ant-form-item-explain-error').first().waitFor();
  await numbers.press('Backspace');
  await numbers.press('Backspace');
  await numbers.fill('13800001234');
  await numbers.press('Enter');
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Ring the duty' }).getByText('1 phone number to call').waitFor();
  const alertId = await raiseAlert(site, projectId);
  await page.goto(`${site.server.url}/#/projects/${projectId}/alerts/${alertId}`);
  await page.getByText('Voice call, Twilio: 13800001234').waitFor();
  await page.getByText('Details', { exact: true }).first().click();
  await page.getByText(/CA123/).first().waitFor();
});

test('a structure has alert levels of its own, and its alerts show them', { skip: noChromium }, async () => {
  const alertId = await raiseAlert(site, projectId);
  const { alert } = await site.request<{ alert: { structureId: number } }>('GET', `/alerts/${alertId}`);
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/structures/${alert.structureId}?tab=gradings`);
  await page.getByText('Its own').click();
  await page.getByRole('textbox', { name: 'Name of level 3' }).fill('Alarm');
  await page.getByRole('textbox', { name: 'Action at level 3' }).fill('Call the designer of the wall');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page.goto(`${site.server.url}/#/projects/${projectId}/alerts/${alertId}`);
  await page.getByText('Call the designer of the wall').waitFor();
  await page.getByRole('heading', { name: /: Alarm$/ }).waitFor();
  assert.deepEqual(site.opened.errors, []);
});
