/**
 * The catalogue of models, by who keeps it: read by everybody, changed by a System account.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
const systemPassword = 'System-2026x';
let site: Site;
let page: Page;
const { dialog, row } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, SYSTEM_PASSWORD: systemPassword });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('the catalogue of models', { skip: noChromium }, () => {
  const code = 'PL-TEST-1';
  test('is read by everybody, and kept by a System account', async () => {
    await page.goto(`${site.server.url}/#/console/models`);
    await page.locator('.ant-table-row').first().waitFor();
    await waitFor(() => page.getByRole('button', { name: 'New model' }).count(), 0);
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await site.signIn('system', systemPassword);
    await page.goto(`${site.server.url}/#/console/models`);
    await page.getByRole('button', { name: 'New model' }).click();
    await dialog().getByLabel('Code').fill(code);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger');
    await dialog().getByLabel('Series').fill('Tests');
    await dialog()
      .getByRole('button', { name: 'Create' })
      .or(dialog().getByRole('button', { name: 'Save' }))
      .press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByPlaceholder('Code, name, manufacturer').fill(code);
    await row(code).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Test logger 2');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await row('Test logger 2').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row(code).waitFor({ state: 'detached' });
  });

  test('a register map is tried on pasted frames, changed and saved', async () => {
    await page.getByPlaceholder('Code, name, manufacturer').fill('KELLER-30');
    await row('KELLER-30').click();
    await page.getByRole('link', { name: '2 rows' }).click();
    const trial = page.getByRole('region', { name: 'Try it on frames' });
    const frames = trial.getByLabel('Frames');
    // 1.25 bar, and a temperature whose request is not there.
    await frames.fill('01 03 00 02 00 02 65 CB\n01 03 04 3F A0 00 00 F6 05');
    await trial.getByText('125.000', { exact: true }).waitFor();
    await trial.getByText('Not in these frames').waitFor();
    await frames.fill('01 83 02 C0 F1\nno bytes');
    await trial.getByText('Line 1: the instrument refuses, code 2').waitFor();
    await trial.getByText('Line 2: not hexadecimal bytes').waitFor();
    await trial.getByText('2 requests of a round').click();
    await trial.getByText('01 03 00 02 00 02 65 CB').waitFor();
    const scale = page.locator('.pl-grid [aria-rowindex="2"] [aria-colindex="8"]');
    await scale.dblclick();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    // The word of the test before may still be on the page: what is stored says more.
    await waitFor(async () => {
      const { models } = await site.request<{ models: { registers: { scale: number }[] }[] }>(
        'GET',
        '/device-models?keyword=KELLER-30',
      );
      return models[0]?.registers.map(({ scale }) => scale);
    }, [1000, 1]);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of what was typed wrong on purpose.
  assert.deepEqual(
    site.opened.errors.filter((words) => !/status of (400|403|404|409)/.test(words)),
    [],
  ),
);
