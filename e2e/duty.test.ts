/** A duty roster is made in the browser, its gap is shown, a substitute comes, a rule names it with a step. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DutyPerson } from '@plumbline/contract/alerts/duty';
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

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(option).first().click();
}

test('a roster with a gap is made, and a rule goes on to it', { skip: noChromium }, async () => {
  const { id: projectId } = await projectNamed(site, 'Bridge');
  const { people } = await site.request<{ people: DutyPerson[] }>('GET', `/projects/${projectId}/duty-rosters/people`);
  // The administrator of the demonstration gave no address.
  const person = people.find(({ email, sms, canAcknowledge }) => !email && !sms && canAcknowledge)?.name ?? '';
  await page.goto(`${site.server.url}/#/projects/${projectId}/console/alert-rules?tab=duty`);
  await page.getByText('No duty rosters').waitFor();
  await page.getByRole('button', { name: 'Add duty roster' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add duty roster' });
  await dialog.getByLabel('Name').fill('Bridge duty');
  await dialog.getByRole('button', { name: 'Add shift' }).click();
  await choose('Person of shift 1', person);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const roster = page.getByRole('region', { name: 'Bridge duty' });
  // 08:00 to 20:00 every day: nights are gaps, in words and in the calendar.
  await roster.getByText(/^Nobody is on duty: /).waitFor();
  await roster.getByText(`cannot act: ${person} (no e-mail address and no mobile number)`).waitFor();
  await roster.locator('.bar .gap').first().waitFor();
  await roster
    .locator('.bar')
    .getByText(`08:00–20:00: ${person} (no e-mail address`)
    .first()
    .waitFor({ state: 'attached' });

  // A rotation of whole weeks lies over the shifts: no gap is left, and the month shows whose turn it is.
  await roster.getByRole('button', { name: 'Edit "Bridge duty"' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit "Bridge duty"' });
  await editing.getByRole('button', { name: 'Add rotation' }).click();
  await choose('People of rotation 1', people[0]?.name ?? '');
  await page.keyboard.press('Escape');
  await editing.getByRole('button', { name: 'Save' }).click();
  await editing.waitFor({ state: 'detached' });
  await roster.getByText('Month', { exact: true }).click();
  await roster
    .locator('.month .today')
    .getByText(people[0]?.name ?? '')
    .first()
    .waitFor();

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add alert rule' }).first().click();
  const rule = page.getByRole('dialog', { name: 'Add alert rule' });
  await rule.getByLabel('Name').fill('Wake somebody');
  await rule.getByRole('button', { name: 'Add step' }).click();
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.getByText('Each step needs at least one recipient').first().waitFor();
  await choose('Duty rosters, step 1', 'Bridge duty');
  await page.keyboard.press('Escape');
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.waitFor({ state: 'detached' });
  await page.getByText('After 10 min: 1 duty roster').waitFor();

  // What a rule names is not deleted.
  await page.getByRole('tab', { name: 'Duty' }).click();
  await roster.getByRole('button', { name: 'Delete "Bridge duty"' }).click();
  const removing = page.getByRole('dialog', { name: 'Delete the duty roster "Bridge duty"?' });
  await removing.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Alert rules use this roster: Wake somebody').first().waitFor();
  // The refusal is one of the answers that were wanted.
  assert.deepEqual(
    site.opened.errors.filter((error) => !error.includes('409')),
    [],
  );
});
