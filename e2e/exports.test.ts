/** Exports: a kind is chosen, how many rows is said, the file is made, downloaded, made once more, deleted; the list is a history. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Exports-2026x';
let site: Site;
let page: Page;
let projectId = 0;

const ready = (text: string | RegExp) =>
  page
    .getByRole('row')
    .filter({ hasText: text })
    .filter({ has: page.locator('[data-state="ready"]') });

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Hengtang Earth Dam'));
});
after(() => site?.close());

describe('exports', { skip: noChromium }, () => {
  test('an empty page says what it is for, and offers every kind that one may export', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/reports/export`);
    await page.getByText('No exported files').waitFor();
    const kinds = page.getByRole('group', { name: 'New export' }).getByRole('button');
    assert.equal(await kinds.count(), 8);
    assert.deepEqual(await violationsOn(page), []);
  });

  test('points: the number of rows is said before, the file has as many', async () => {
    await page.getByRole('button', { name: /^Points/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: Points' });
    const words = await dialog.getByText(/^\d+ rows$/).textContent();
    await dialog.getByText('CSV', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = ready('Points');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download/ }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    assert.equal(`${lines.length - 1} rows`, words);
  });

  test('readings of one structure are a file too, and the list is narrowed to a kind', async () => {
    await page.getByRole('button', { name: /^Readings/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: Readings' });
    await dialog.getByText(/^\d+ points$/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ready('Readings').waitFor();
    await page.getByRole('combobox', { name: 'Content' }).click();
    await page.locator('.ant-select-item-option').getByText('Readings', { exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Dam Points' }).waitFor({ state: 'detached' });
    assert.equal(await ready('Readings').count(), 1);
  });

  test('a file is made once more with the same choice, and deleted', async () => {
    await ready('Readings')
      .getByRole('button', { name: /again$/ })
      .click();
    await ready('Readings').nth(1).waitFor();
    await ready('Readings')
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await ready('Readings').nth(1).waitFor({ state: 'detached' });
    assert.equal(await ready('Readings').count(), 1);
  });
});
