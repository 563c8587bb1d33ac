/** The life of a report on its pages: concluded, commented, approved, released; verified and read by people without an account. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Reports-2026x';
let site: Site;
let page: Page;
let projectId = 0;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
  await site.request('PATCH', `/projects/${projectId}/report-approval`, { makerMayApprove: true });
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await site.request('POST', `/projects/${projectId}/reports`, {
    type: 'day',
    day,
    formats: ['pdf', 'csv'],
    language: 'en',
  });
});
after(() => site?.close());

describe('review and release', { skip: noChromium }, () => {
  let code = '';
  let link = '';

  test('a draft is opened by its name, concluded and commented', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports`);
    const row = page.getByRole('row').filter({ hasText: 'Daily' });
    await row.getByText('Draft').waitFor();
    await row.getByRole('link', { name: 'Daily' }).click();
    await page.getByText('No conclusions yet').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const conclusions = page.getByRole('textbox', { name: 'Conclusions' });
    await conclusions.fill('The wall moves less than last week.\nNo measure is needed.');
    await page.getByRole('button', { name: 'Save' }).click();
    await conclusions.waitFor({ state: 'detached' });
    await page.getByText('No measure is needed.').waitFor();
    await page.getByLabel('New comment').fill('Is the rain of Tuesday in it?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Resolve' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText(/Resolved by/).waitFor();
  });

  test('a comment is made at a place of a page, shown there, and found from the list', async () => {
    const canvas = page.getByRole('img', { name: 'page 1', exact: true });
    const box = (await canvas.boundingBox())!;
    await canvas.click({ position: { x: box.width / 4, y: 60 } });
    const text = page.getByLabel('New comment');
    await text.fill('Name the section');
    // Whoever points elsewhere while writing keeps what was written.
    await canvas.click({ position: { x: box.width / 2, y: 90 } });
    await page.getByRole('button', { name: 'Mark on page 1' }).press('ArrowRight');
    assert.equal(await text.inputValue(), 'Name the section');
    await page.getByRole('button', { name: 'Send' }).click();
    const pin = page.getByRole('button', { name: 'Comment 1 on page 1' });
    await pin.waitFor();
    const [at, frame] = [(await pin.boundingBox())!, (await canvas.boundingBox())!];
    assert.ok(Math.abs((at.x - frame.x) / frame.width - 0.51) < 0.01, `${at.x} of ${frame.width}`);
    await page.getByRole('button', { name: 'Comment on page 2' }).focus();
    await page.keyboard.press('Enter');
    await text.fill('And this one?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Comment 2 on page 2' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: '1 page 1', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('.rr-threads li.active')?.textContent?.includes('Name'));
    const pages = page.getByRole('region', { name: 'Pages' });
    await pages.focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: '125 %' }).waitFor();
    await page.keyboard.press('0');
    await page.getByRole('button', { name: '100 %' }).waitFor();
  });

  test('what others conclude meanwhile is shown, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const mine = page.getByRole('textbox', { name: 'Conclusions' });
    await mine.fill('Mine');
    const [reportId] = /\d+(?=\/review)/.exec(page.url()) ?? [];
    await site.request('PATCH', `/projects/${projectId}/reports/${reportId}/review`, { conclusions: 'Theirs' });
    await page.getByText('saved other conclusions meanwhile').waitFor();
    assert.equal(await mine.inputValue(), 'Mine');
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled());
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await mine.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).waitFor();
  });

  test('it is submitted, approved and released', async () => {
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Release this report?' })
      .getByRole('button', { name: 'Release', exact: true })
      .click();
    const shown = page.locator('.rr-code');
    await shown.waitFor();
    code = (await shown.textContent()) ?? '';
    assert.match(code, /^(?:[2-9A-Z]{4}-){4}[2-9A-Z]{4}$/);
    await page.getByText('Nobody has a link yet.').waitFor();
    await page.getByRole('button', { name: 'Add a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a link' });
    await dialog.getByLabel('Recipient').fill('Owner of the pit');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const made = page.getByRole('dialog', { name: 'Link' });
    link = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Not opened yet').waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  test('the list of released reports verifies its chain', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports/project`);
    await page.getByRole('row').filter({ hasText: code }).waitFor();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/The chain is intact. Seals: 1, files: 3/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Recipients' }).click();
    await page
      .getByRole('dialog', { name: 'Recipients' })
      .getByText('Reports of this project have no recipients yet')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approval' }).click();
    await page.getByRole('dialog', { name: 'Approval' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('without an account: the code says whether a file is what was released', async () => {
    const context = await page.context().browser()!.newContext();
    const outside = await context.newPage();
    try {
      await outside.goto(`${site.server.url}/#/verify/${code}`);
      await outside.getByText(/The readings behind this report are unchanged/).waitFor();
      await outside.getByRole('banner').getByText('Jiangnan Monitoring Institute').waitFor();
      const { reports } = await site.request<{ reports: { id: number }[] }>('GET', `/projects/${projectId}/reports`);
      await page.goto(`${site.server.url}/#/projects/${projectId}/reports/${reports[0]?.id}/review`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^CSV/ }).click(),
      ]);
      const bytes = readFileSync(await file.path());
      const path = join(mkdtempSync(join(tmpdir(), 'plumbline-verify-')), 'mine.csv');
      writeFileSync(path, bytes);
      await outside.locator('input[type=file]').setInputFiles(path);
      await outside.getByText(/mine\.csv is the CSV of version 1, unchanged since its release/).waitFor();
      assert.deepEqual(await violationsOn(outside), []);
      writeFileSync(path, Buffer.concat([bytes, Buffer.from('x')]));
      await outside.locator('input[type=file]').setInputFiles(path);
      await outside.getByText(/is not one of the released files/).waitFor();
      await outside.getByText(/The released CSV has [\d,]+ bytes, this file [\d,]+\./).waitFor();
      writeFileSync(path, Buffer.concat([bytes.subarray(1), Buffer.from('x')]));
      await outside.locator('input[type=file]').setInputFiles(path);
      await outside.getByText(/This file has as many bytes as the released CSV/).waitFor();
      await outside.goto(`${site.server.url}/#/verify/2222-2222-2222-2222-2222`);
      await outside.getByText('No report has this code').waitFor();
    } finally {
      await context.close();
    }
  });

  test('without an account: a link shows its pages, on a phone too, and the opening is on record', async () => {
    const context = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 390, height: 844 } });
    const outside = await context.newPage();
    try {
      await outside.goto(link);
      await outside.getByRole('img', { name: 'page 1', exact: true }).waitFor();
      await outside.getByRole('banner').getByText('Jiangnan Monitoring Institute').waitFor();
      await outside.getByText('Made with Plumbline').waitFor();
      await outside.getByText(/\d\d:\d\d \(UTC\+8\)/).waitFor();
      const files = await outside.locator('.rl-files button').allTextContents();
      assert.deepEqual(
        files.map((each) => each.split(' ')[0]),
        ['PDF', 'CSV'],
      );
      const drawn = await outside.waitForFunction(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.rl-page canvas');
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels?.some((value, i) => i % 4 === 0 && value < 100);
      });
      assert.ok(drawn, 'the cover is drawn');
      assert.deepEqual(await violationsOn(outside), []);
    } finally {
      await context.close();
    }
    const { reports } = await site.request<{ reports: { id: number }[] }>('GET', `/projects/${projectId}/reports`);
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports/${reports[0]?.id}/review`);
    await page.getByText(/Opened once/).waitFor();
  });
});
