/** Templates of reports: begun from a ready one, put together with keyboard and placeholders, drawn, verified, and used for a report. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { excelType, wordType } from '@plumbline/contract/reports/templates';
import type { Page } from 'playwright-core';
import { paragraph as p, wordOf } from '../server/test/archives.ts';
import { makeCover } from '../server/test/covers.ts';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Reports-2026x';
let site: Site;
let page: Page;
let projectId = 0;

interface Template {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly status: string;
}
const folder = process.env['PICTURE_FOLDER'];
async function picture(name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
const list = async () =>
  (await site.request<{ templates: Template[] }>('GET', `/projects/${projectId}/report-templates`)).templates;
const block = (name: string) => page.getByRole('list', { name: 'Parts of the report' }).getByRole('button', { name });

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  // Pages are drawn, and documents read, in processes of their own: with others at work that takes its time.
  page.setDefaultTimeout(120_000);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
});
after(() => site?.close());

describe('templates of reports', { skip: noChromium }, () => {
  test('one begins from a ready template, whose name can be another', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports`);
    await page.getByRole('link', { name: 'Report templates' }).click();
    await page.getByText('No templates yet').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByRole('button', { name: /^Daily report of a foundation pit/ }).click();
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Daily report of a foundation pit');
    await dialog.getByLabel('Name', { exact: true }).fill('Pit, daily');
    await dialog.getByRole('button', { name: /^Daily report of a metro site/ }).click();
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Pit, daily', 'what was typed stays');
    await dialog.getByRole('button', { name: /^Daily report of a foundation pit/ }).click();
    assert.deepEqual(await violationsOn(page), []);
    await dialog.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('img', { name: 'The pages of the report' }).waitFor();
    assert.deepEqual(
      (await list()).map(({ name, version, status }) => [name, version, status]),
      [['Pit, daily', 1, 'Pending']],
    );
  });

  test('parts are moved by keyboard, placeholders go where the cursor was, and steps are undone', async () => {
    await block('Overview').click();
    const overview = page.getByLabel('Heading', { exact: true });
    assert.equal(await overview.inputValue(), 'Overview', 'a text of the library in the language of the page');
    await block('Overview').press('Alt+ArrowDown');
    const first = page.getByRole('list', { name: 'Parts of the report' }).getByRole('listitem');
    await first.nth(2).getByText('Overview').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await first.nth(1).getByText('Overview').waitFor();
    await block('Overview').click();
    const text = page.locator('.rt-options textarea').first();
    await text.fill('Made by ');
    await page.getByPlaceholder('Find a placeholder').fill('made by');
    await page.getByRole('button', { name: /report\.madeBy/ }).click();
    assert.equal(await text.inputValue(), 'Made by {{report.madeBy}}');
    await text.press('End');
    await page.keyboard.type(' {{wrong}}');
    await page.getByRole('button', { name: /Part 2, Text: there is no such placeholder — wrong/ }).waitFor();
    await page.getByText('Correct the errors above to see the pages.').waitFor();
    await text.fill('Made by {{report.madeBy}}');
    await page.getByRole('img', { name: 'The pages of the report' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  test('it is verified and saved; who saves over another version is told', async () => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
    const [template] = await list();
    assert.deepEqual([template?.version, template?.status], [2, 'Done']);
    const saved = await site.request<{ template: { content: { blocks: { title: string; text: string }[] } } }>(
      'GET',
      `/projects/${projectId}/report-templates/${template?.id}`,
    );
    const overview = saved.template.content.blocks[1];
    assert.deepEqual(
      [overview?.title, overview?.text],
      ['{{library.overview}}', 'Made by {{report.madeBy}}'],
      'what was not edited follows the language of the report',
    );
    await site.request('PATCH', `/projects/${projectId}/report-templates/${template?.id}`, {
      content: { blocks: [{ kind: 'summary' }] },
    });
    await page.locator('.rt-options textarea').first().fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else has saved another version in the meantime.').waitFor();
    assert.equal(await page.locator('.rt-options textarea').first().inputValue(), 'Mine', 'nothing typed is lost');
    await page.getByRole('button', { name: 'Save mine as the next version' }).click();
    await page.getByText('Version 4').first().waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByText('Version 3').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a view of points is a part: what it is told follows the view, and its drawings are on the pages', async () => {
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByRole('menuitem', { name: 'View of points' }).click();
    await block('Curve over time').waitFor();
    const options = page.locator('.rt-options');
    assert.equal(await options.getByText('Dates per drawing').count(), 0, 'a curve over time has no dates');
    await options.getByRole('combobox', { name: 'View', exact: true }).click();
    await page.locator('.ant-select-item-option').getByText('Settlement line of an array', { exact: true }).click();
    await block('Settlement line of an array').waitFor();
    await options.getByText('Dates per drawing').waitFor();
    await page.getByRole('img', { name: 'The pages of the report' }).waitFor();
    await picture('views-part');
    // The save before it is through.
    await page.getByText('Someone else has saved another version in the meantime.').waitFor({ state: 'detached' });
    await page.locator('.ant-btn-loading').waitFor({ state: 'detached' });
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Version 5').first().waitFor();
    const [template] = await list();
    const { template: saved } = await site.request<{ template: { content: { blocks: object[] } } }>(
      'GET',
      `/projects/${projectId}/report-templates/${template?.id}`,
    );
    assert.ok(saved.content.blocks.some((each) => 'view' in each && each.view === 'adm-settlement'));
  });

  test('a Word document is given to it: what it asks for is listed, and a mistake leads to it', async () => {
    await page.getByRole('button', { name: 'Word', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Word document' });
    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download an example' }).click();
    const example = readFileSync(await (await downloading).path());
    const wrong = wordOf(p('{{project.name}}') + p('{{project.nom}}') + p('{{#points}}'));
    await panel.locator('input[type=file]').setInputFiles({ name: 'Wrong.docx', mimeType: wordType, buffer: wrong });
    await panel.getByText('Wrong.docx', { exact: true }).waitFor();
    await panel.getByText('value · paragraph 1').waitFor();
    await picture('word-panel');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify' }).click();
    const mistake = page.getByRole('button', {
      name: 'Word document, paragraph 2: there is no such placeholder — project.nom',
    });
    await mistake.waitFor();
    await page.getByRole('button', { name: /paragraph 3: a repetition or condition is not closed/ }).waitFor();
    await picture('word-mistakes');
    await mistake.click();
    await panel.locator('input[type=file]').setInputFiles({ name: 'Form.docx', mimeType: wordType, buffer: example });
    await panel.getByText('Form.docx', { exact: true }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await picture('word-panel-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
  });

  test('an Excel cover is given to it: a mistake is named with its cell, and what it asks for is listed', async () => {
    await page.getByRole('button', { name: 'Excel', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Excel cover' });
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: excelType, buffer });
    const wrong = makeCover({ texts: ['<t>{{project.nom}}</t>'] });
    await panel.locator('input[type=file]').setInputFiles(file('Wrong.xlsx', wrong));
    await page.getByText('Unknown placeholder: project.nom (Cover!A1)').waitFor();
    await picture('excel-refused');
    await panel.locator('input[type=file]').setInputFiles(file('Firm.xlsx', makeCover()));
    await panel.getByText('Firm.xlsx', { exact: true }).waitFor();
    await panel.getByText('value · Cover, cell A1').waitFor();
    await picture('excel-panel');
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await picture('excel-panel-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
  });

  test('a report is made with it', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports`);
    await page.getByRole('button', { name: 'Make a report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a report' });
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.locator('.ant-select-item-option').getByText('Pit, daily').click();
    await dialog.getByLabel('Word (DOCX)').check();
    await dialog.getByRole('button', { name: 'Make a report' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Pit, daily · Version 8').waitFor();
    await page.getByRole('button', { name: /^Download PDF/ }).waitFor();
    await page.getByRole('button', { name: /^Download DOCX/ }).waitFor();
  });
});
