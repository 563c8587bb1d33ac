/** Reports of a period: made in a dialog that says what they cover, followed, downloaded, deleted; one that fails says why. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';
import { projectNamed } from './worlds.ts';

const password = 'Reports-2026x';
let site: Site;
let page: Page;
let projectId = 0;

const list = async () =>
  (
    await site.request<{ reports: { id: number; type: string; firstDay: string; lastDay: string; status: string }[] }>(
      'GET',
      `/projects/${projectId}/reports`,
    )
  ).reports;
const dialog = () => page.getByRole('dialog', { name: 'Make a report' });
async function choose(name: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name }).click();
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click();
}
async function setDay(name: string, day: string): Promise<void> {
  const input = dialog().getByLabel(name, { exact: true });
  await input.fill(day);
  await input.press('Enter');
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
});
after(() => site?.close());

describe('reports of a period', { skip: noChromium }, () => {
  test('an empty list says what a report is', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports`);
    await page.getByText('No reports yet').waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  test('the dialog says which days it covers, and refuses what has not begun with everything typed left', async () => {
    await page.getByRole('button', { name: 'Make a report' }).click();
    await choose('Type', 'Daily');
    await setDay('Day in the period', '2099-03-05');
    await dialog().getByText('2099-03-05 in Asia/Shanghai has not begun yet').waitFor();
    await dialog().getByRole('button', { name: 'Make a report' }).click();
    await dialog().getByText('This period has not begun yet').waitFor();
    await choose('Type', 'Custom');
    await setDay('Day in the period', '2024-01-05');
    await setDay('Last day', '2024-01-07');
    await dialog().getByText('2024-01-05 – 2024-01-07, whole days in Asia/Shanghai').waitFor();
    // What a day of another type has no use for does not stand in its way.
    await choose('Type', 'Weekly');
    await dialog().getByText('2024-01-01 – 2024-01-07, whole days in Asia/Shanghai').waitFor();
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    await setDay('Day in the period', day);
    assert.deepEqual(await violationsOn(page), []);
    await dialog().getByRole('button', { name: 'Make a report' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('it is made while the page tells how far it is, and its files are what they say', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Weekly' });
    await row.getByText('Done', { exact: true }).waitFor();
    await row.getByText(/Available until/).waitFor();
    const [report] = await list();
    assert.ok(report);
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download PDF/ }).click(),
    ]);
    assert.equal(pdf.suggestedFilename(), `Luojia Bay Foundation Pit ${report.firstDay} ${report.lastDay}.pdf`);
    assert.equal(
      readFileSync(await pdf.path())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download CSV/ }).click(),
    ]);
    assert.match(readFileSync(await csv.path(), 'utf8'), /^\uFEFF"?Structure/);
    assert.deepEqual(await violationsOn(page), []);
  });

  test('a type narrows the list, in the address too', async () => {
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.locator('.ant-select-item-option').getByText('Annual', { exact: true }).click();
    await page.getByText('No reports of this type').waitFor();
    assert.match(page.url(), /type=year/);
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports`);
    await page.getByRole('row').filter({ hasText: 'Weekly' }).waitFor();
  });

  test('a schedule says when its next report is, is switched off, and deleted', async () => {
    await page.getByRole('tab', { name: 'Schedules' }).click();
    await page.getByText('No schedules', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a schedule' });
    await adding.getByText('Starts with the current period in Asia/Shanghai').waitFor();
    await adding.getByRole('button', { name: 'Add a schedule' }).click();
    await adding.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Monthly' });
    await row.getByText(/^after \d{4}-\d\d-01 00:30$/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    await adding.getByRole('button', { name: 'Add a schedule' }).click();
    await adding
      .getByText(/exists|in use|taken/i)
      .first()
      .waitFor();
    // A finger takes its time: what stands wrong goes after the click, and moves no button away from under it.
    const cancel = (await adding.getByRole('button', { name: 'Cancel' }).boundingBox()) ?? assert.fail('no Cancel');
    await page.mouse.move(cancel.x + cancel.width / 2, cancel.y + cancel.height / 2);
    await page.mouse.down();
    await untilDrawn(page);
    await page.mouse.up();
    await adding.waitFor({ state: 'detached' });
    await row.getByRole('switch', { name: 'Make Monthly reports' }).click();
    await row.getByText('none', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Delete the schedule Monthly' }).click();
    const confirm = page.getByRole('dialog');
    await confirm.getByText('It makes no more reports').waitFor();
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No schedules', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Reports' }).click();
    await page.getByRole('row').filter({ hasText: 'Weekly' }).waitFor();
  });

  test('defaults are set in a tab of their own, and the dialogs begin with them', async () => {
    await page.getByRole('tab', { name: 'Defaults' }).click();
    await page.getByText('No signatures: the cover has none').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.locator('.ant-select-item-option').getByText('Quarterly', { exact: true }).click();
    await page.getByLabel('Client', { exact: true }).fill('Harbour Authority');
    await page.getByRole('button', { name: 'Add a signature' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Signatures').first().waitFor();
    assert.deepEqual(
      (await site.request<{ reportConfig: { period: string } }>('GET', `/projects/${projectId}/report-config`))
        .reportConfig.period,
      'month',
      'a signature without a duty is not saved',
    );
    await page.getByLabel('Role of signature 1').fill('Approved by');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('tab', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Make a report' }).click();
    await dialog()
      .getByText(/^\d{4}-(01|04|07|10)-01 – \d{4}-(03|06|09|12)-3[01], whole days/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('deleted, it is gone', async () => {
    await page.getByRole('button', { name: /^Delete the report/ }).click();
    const confirm = page.getByRole('dialog');
    await confirm.getByText('Its files are deleted for everyone').waitFor();
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No reports yet').waitFor();
    assert.deepEqual(await list(), []);
  });
});
