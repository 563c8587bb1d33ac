/** A logger's file in a browser: recognised, its missing point made, its lines counted, and a casing made from a run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Makers-2026x';
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

async function choosePlace(name: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
}

test('a file of a maker is named, its point is made, and its lines are counted apart from records', {
  skip: noChromium,
}, async () => {
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/import`);
  const content = readFileSync(new URL('../server/test/cases/p02-solinst-ltc.csv', import.meta.url)).toString('latin1');
  const more = Array.from({ length: 9 }, (_, i) => `28.05.2024;${11 + i}:00:00;0;313,${i};10,12;0,816\r\n`).join('');
  const spoiled = `${content.replace('312,9;10,11', 'dry;10,11').replace('313,1;10,11', 'dry;?')}${more}`;
  const buffer = Buffer.from(spoiled, 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name: 'ltc.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Recognised as Solinst Levelogger').waitFor();
  await page.getByText('measured at GWM 7').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('1 name of the file is not a point of the project.').waitFor();
  await page.getByRole('button', { name: 'Create the missing points…' }).click();
  await choosePlace('Structure or item');
  await page.getByRole('button', { name: 'Create 1 point' }).click();
  await page.locator('.imp-targets').getByText('Water level').first().waitFor();
  await page.getByRole('button', { name: 'Check the file', exact: true }).click();
  await page.getByText('Lines of the file').waitFor();
  const stats = await page.locator('.imp-counts').innerText();
  assert.match(stats.replace(/\s+/g, ' '), /Lines 12.*Taken 10.*Taken in part 1.*Refused 1/i);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('The import has been undone').waitFor();
  const { measuringPoints } = await site.request<{ measuringPoints: { name: string }[] }>(
    'GET',
    '/projects/1/measuring-points?keyword=GWM',
  );
  assert.deepEqual(measuringPoints, []);
});

test('a run of a casing that is not there makes it', { skip: noChromium }, async () => {
  await page.goto(`${site.server.url}/#/projects/1/monitor-new/import`);
  await page.getByRole('link', { name: 'Import an inclinometer run' }).click();
  await page.getByRole('heading', { name: 'Import an inclinometer run' }).waitFor();
  const depths = Array.from({ length: 7 }, (_, i) => `${(i + 1) / 2};${100 + i};-90;5;-3`);
  const text = ['Headings;Site;Installation', 'Installation v1;Pit;NEW-1', 'Depth;A0;A180;B0;B180', ...depths].join(
    '\n',
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'run.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByText('7 intervals of 500 mm').waitFor();
  await choosePlace('Structure or item');
  await page.getByRole('button', { name: 'Create the casing' }).click();
  await page.getByText('The file belongs to NEW-1, but the casing is NEW-1.').waitFor();
  assert.equal(await page.locator('.pr-casing').count(), 0);
});
