/** The form kit under a person's hands, in its gallery: what pure tests cannot see (focus, clipboard, leaving a page). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  page = site.opened.page;
  await site.opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site.server.url}/#/gallery`);
  await pane('Fields, wrong').getByRole('alert').first().waitFor();
});
after(() => site?.close());

const pane = (title: string): Locator =>
  page.locator('.pl-pane').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

describe('a dialog', { skip: noChromium }, () => {
  test('says what is wrong, keeps what was typed when the server refuses, and asks before it is thrown away', async () => {
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('INPUT', { exact: true });
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]')?.tagName);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Required').waitFor();
    await name.fill('PZ-1');
    await name.press('Control+Enter');
    await dialog.getByText('This name already exists').waitFor();
    await waitFor(() => name.inputValue(), 'PZ-1');
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard your input?').waitFor();
    await page.keyboard.press('Escape');
    await waitFor(() => name.inputValue(), 'PZ-1', 'Escape twice throws nothing away');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('a tab', { skip: noChromium }, () => {
  test('has a bar from the first change to its undoing, and leaving asks', async () => {
    const tab = pane('Tab of a page');
    const name = tab.getByLabel('INPUT', { exact: true });
    const bar = tab.getByText('Unsaved changes');
    await name.fill('Other');
    await bar.waitFor();
    await name.fill('PZ-240-2');
    await bar.waitFor({ state: 'detached' });
    await name.fill('Other');
    await tab.getByRole('link', { name: 'Where it is written' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    assert.match(page.url(), /#\/gallery$/);
    await tab.getByRole('button', { name: 'Undo' }).click();
    await waitFor(() => name.inputValue(), 'PZ-240-2');
    await name.fill('Saved');
    await name.press('Control+Enter');
    await bar.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Snapshot' }).click();
    await tab.getByText('A snapshot: it can be read and not changed.').waitFor();
    await waitFor(() => tab.getByRole('textbox').count(), 0, 'nothing to type in');
    await tab.getByText('Saved').waitFor();
    await tab.getByRole('button', { name: 'Open' }).click();
  });
});

describe('fields', { skip: noChromium }, () => {
  test('a pasted place fills both halves; a text that is none stays and is refused', async () => {
    const fields = pane('Fields, empty');
    const latitude = fields.getByRole('textbox', { name: 'Lat' }).first();
    await page.evaluate(() => navigator.clipboard.writeText('30:35:34.08N, 114.3054'));
    await latitude.focus();
    await page.keyboard.press('Control+v');
    await waitFor(() => fields.getByRole('textbox', { name: 'Lng' }).first().inputValue(), '114.3054');
    await waitFor(async () => Number(await latitude.inputValue()).toFixed(4), '30.5928');
    await latitude.fill('nowhere');
    await fields.getByText('Enter decimal degrees, or degrees:minutes:seconds').first().waitFor();
    await fields.getByRole('button', { name: 'Save' }).click();
    await fields.getByText('Latitude must be −90 to 90 degrees').waitFor();
    await waitFor(() => latitude.inputValue(), 'nowhere');
  });
  test('a marker on a picture moves by the arrow keys', async () => {
    const marker = pane('Fields, filled').getByRole('slider');
    await marker.focus();
    await waitFor(() => marker.getAttribute('aria-valuetext'), '62.0 %, 40.0 %');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await waitFor(() => marker.getAttribute('aria-valuetext'), '62.5 %, 35.0 %');
  });
  test('a time must be selected before it is added, and is in the list once', async () => {
    const fields = pane('Fields, filled');
    await fields.getByRole('button', { name: /Add$/ }).click();
    await fields.getByText('Select a time first').waitFor();
    const time = fields.getByRole('textbox', { name: 'TIMER_SELECT' });
    await time.fill('12:00');
    await time.press('Enter');
    // The time that was missed is taken.
    await fields.getByText('Select a time first').waitFor({ state: 'detached' });
    await fields.getByRole('button', { name: /Add$/ }).click();
    await fields.getByText('This time is already in the list').waitFor();
  });
  test('a channel in use is shown as taken and cannot be chosen', async () => {
    await pane('Fields, filled').getByRole('combobox', { name: 'COLLECTOR_CHANNEL_SELECT' }).click();
    const usedOption = page.locator('.ant-select-item-option').filter({ hasText: 'Used by PZ-240-2' });
    assert.match((await usedOption.getAttribute('class')) ?? '', /disabled/);
    await page.keyboard.press('Escape');
  });
});

describe('a table that is written in', { skip: noChromium }, () => {
  const grid = (): Locator => page.locator('.pl-grid');
  const cell = (row: number, column: number): Locator =>
    grid().locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]`);
  test('takes typing, arrows, choices and undoing', async () => {
    await cell(0, 0).click();
    await page.keyboard.type('New name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('til');
    await page.keyboard.press('Enter');
    await waitFor(
      async () => [await cell(0, 0).innerText(), await cell(1, 0).innerText(), await cell(1, 1).innerText()],
      ['New name', 'Second', 'Tilt'],
    );
    await page.keyboard.press('Control+z');
    await waitFor(() => cell(1, 1).innerText(), 'Water level');
    await page.keyboard.press('Control+y');
    await waitFor(() => cell(1, 1).innerText(), 'Tilt');
  });
  test('takes 2,000 rows from a spreadsheet by their heading, and shows only what is wrong', async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => `${i === 1_500 ? '12 m' : i / 20}\tPP-${i}`);
    await page.evaluate((text) => navigator.clipboard.writeText(text), ['Depth\tPoint', ...rows].join('\r\n'));
    await cell(0, 0).click();
    await page.keyboard.press('Control+v');
    await grid().getByText('2,000 rows').waitFor();
    await page.keyboard.press('Control+Home');
    await waitFor(async () => [await cell(1, 0).innerText(), await cell(1, 2).innerText()], ['PP-1', '0.05']);
    await grid()
      .getByRole('button', { name: /rows with errors/ })
      .click();
    const wrong = cell(1_500, 2);
    await waitFor(() => wrong.innerText(), '12 m', 'kept as it was pasted');
    await wrong.click();
    await grid().getByText('Depth: Not a number').waitFor();
    await page.keyboard.type('75');
    await page.keyboard.press('Enter');
    await waitFor(() => wrong.innerText(), '75', 'stays in view while it is put right');
    await waitFor(() => wrong.getAttribute('aria-invalid'), 'false');
  });
  test('can be left by the keyboard', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await waitFor(() => page.evaluate(() => document.activeElement?.closest('.pl-grid') === null), true);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () => assert.deepEqual(site.opened.errors, []));
