/** What a person typed is theirs: forms and tables keep it whatever is fetched again, and undo knows only its own table. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let pointId: number;
const { go, make } = pointPages(() => site);

const rule = (levels: readonly (number | null)[]) => ({ field: 'level', kind: 'value', method: 'upper', levels });
const setLimits = (levels: readonly (number | null)[]) =>
  site.request('PUT', `/measuring-points/${pointId}/thresholds`, { thresholds: [rule(levels)] });
const limits = async () =>
  (await site.request<{ thresholds: { levels: unknown[] }[] }>('GET', `/measuring-points/${pointId}`)).thresholds[0]
    ?.levels;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  pointId = await make('TYPED-1');
  await setLimits([1, 2, 3, 4]);
});
after(() => site?.close());

/**
 * Goes to other windows and comes back until what is shown was asked for again: an answer counts as fresh for ten
 * seconds, and one that was on its way before may be of before.
 */
async function comeBack(question: RegExp): Promise<void> {
  let isRequested = false;
  const request = page
    .waitForRequest((each) => question.test(each.url()) && each.method() === 'GET')
    .finally(() => {
      isRequested = true;
    });
  await waitFor(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return isRequested;
  }, true);
  await (await request).response();
  // Drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const red = () => page.getByRole('dialog').getByRole('spinbutton', { name: 'Red' }).first();

describe('what was typed outlives what is fetched', { skip: noChromium }, () => {
  test('limits in the drawer stay when one comes back to the window, and are what is saved', async () => {
    await go(`monitor-new/home?point=${pointId}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Thresholds' }).click();
    await waitFor(() => red().inputValue(), '4');
    await red().fill('9.99');
    await comeBack(/measuring-points\/\d+$/);
    await waitFor(() => red().inputValue(), '9.99');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await waitFor(limits, [1, 2, 3, 9.99]);
  });

  test('another’s change is taken over where nobody typed, and said where somebody did', async () => {
    await setLimits([1, 2, 3, 5]);
    await comeBack(/measuring-points\/\d+$/);
    await waitFor(() => red().inputValue(), '5');
    await red().fill('8');
    await setLimits([1, 2, 3, 6]);
    await comeBack(/measuring-points\/\d+$/);
    const notice = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'while you were' });
    await notice.getByText(/\/ 6/).waitFor();
    await waitFor(() => red().inputValue(), '8');
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await waitFor(() => red().inputValue(), '6');
    await waitFor(limits, [1, 2, 3, 6]);
  });

  test('whoever saves over another’s change learns who made it and what it was, keeps what was typed, and decides; the history has both', async () => {
    await red().fill('7.5');
    await setLimits([1, 2, 3, 6.5]);
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const notice = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /Changed by .+ while you were/ });
    await notice.getByText(/\/ 6.5/).waitFor();
    await waitFor(() => red().inputValue(), '7.5');
    assert.deepEqual(await limits(), [1, 2, 3, 6.5], 'nothing was written over');
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Agreed by telephone');
    await save.click();
    await waitFor(limits, [1, 2, 3, 7.5]);
    const history = page.getByRole('region', { name: 'History of limits' });
    await history.getByText('Agreed by telephone').waitFor();
    await history.getByText('1 / 2 / 3 / 7.5 m').first().waitFor();
  });

  test('a form says the same, field by field', async () => {
    await page.getByRole('tab', { name: 'Point', exact: true }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('TYPED-MINE');
    await site.request('PATCH', `/measuring-points/${pointId}`, { name: 'TYPED-THEIRS' });
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const notice = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /while you were/ });
    await notice.getByText('TYPED-THEIRS').waitFor();
    assert.equal(await name.inputValue(), 'TYPED-MINE');
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await waitFor(() => name.inputValue(), 'TYPED-THEIRS');
    await name.fill('TYPED-1');
    await save.click();
    await waitFor(
      async () =>
        (await site.request<{ measuringPoint: { name: string } }>('GET', `/measuring-points/${pointId}`)).measuringPoint
          .name,
      'TYPED-1',
    );
  });

  test('a table of points keeps its edits when the same points are fetched again', async () => {
    await go('console/points/edit');
    const cell = page.locator('.pl-grid [aria-rowindex="2"] [aria-colindex="2"]');
    await cell.click();
    await page.keyboard.type('Typed here');
    await page.keyboard.press('Enter');
    await waitFor(() => cell.innerText(), 'Typed here');
    // The list behind the same address is fetched again by whatever changes points elsewhere on the page.
    await page.getByRole('button', { name: 'Spreadsheet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await waitFor(() => cell.innerText(), 'Typed here');
    assert.match((await cell.getAttribute('title')) ?? '', /^Was /);
  });
});

describe('undo in a table', { skip: noChromium }, () => {
  const cell = (at: number, column: number) =>
    page.locator(`.pl-grid [aria-rowindex="${at + 2}"] [aria-colindex="${column + 2}"]`);

  test('Ctrl+Z takes the table’s own edits back wherever the focus is, and empties no other cell', async () => {
    await go('console/points/thresholds');
    const first = await cell(0, 8).innerText();
    const second = await cell(1, 8).innerText();
    await cell(0, 8).click();
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await waitFor(() => cell(0, 8).innerText(), '77');
    await waitFor(
      () =>
        cell(0, 8)
          .getAttribute('class')
          .then((all) => /changed/.test(all ?? '')),
      true,
    );
    // The page, not the table, is pressed.
    await page.getByRole('heading').first().click();
    await page.keyboard.press('Control+z');
    await waitFor(() => cell(0, 8).innerText(), first);
    await cell(3, 1).click();
    assert.equal(await cell(1, 8).innerText(), second);
    await page.getByRole('heading').first().click();
    await page.keyboard.press('Control+y');
    await waitFor(() => cell(0, 8).innerText(), '77');
    await page.keyboard.press('Control+z');
    await waitFor(() => cell(0, 8).innerText(), first);
    assert.equal(await cell(1, 8).innerText(), second);
  });
});

describe('limits in a table', { skip: noChromium }, () => {
  const row = () => page.locator('.pl-grid [role="row"]').filter({ hasText: 'TYPED-1' });

  test('are saved only after a look at the differences, with a reason, and taken back', async () => {
    await setLimits([1, 2, 3, 7.5]);
    await go('console/points');
    await go('console/points/thresholds');
    await page.getByText('Existing limits are kept').waitFor();
    const previewButton = page.getByRole('button', { name: /^Review/ });
    assert.equal(await previewButton.isDisabled(), true, 'nothing has changed');
    await row().locator('[aria-colindex="10"]').click();
    await page.keyboard.type('8.25');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review the change to 1 point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Limits of 1 point change' });
    const line = dialog.getByRole('row').filter({ hasText: 'TYPED-1' });
    await line.getByText('1 / 2 / 3 / 7.5 m').waitFor();
    await line.getByText('1 / 2 / 3 / 8.25 m').waitFor();
    assert.deepEqual(await limits(), [1, 2, 3, 7.5], 'a look saves nothing');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Design, sheet 12');
    await dialog.getByRole('button', { name: 'Save for 1 point' }).click();
    await waitFor(limits, [1, 2, 3, 8.25]);
    const { changes } = await site.request<{ changes: { reason: string }[] }>(
      'GET',
      `/measuring-points/${pointId}/threshold-changes`,
    );
    assert.equal(changes[0]?.reason, 'Design, sheet 12');
    // Of the message: that of the table has a picture and no text.
    await page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' }).click();
    await waitFor(limits, [1, 2, 3, 7.5]);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  assert.deepEqual(
    site.opened.errors.filter((words) => !/ERR_INTERNET_DISCONNECTED|status of 4\d\d/.test(words)),
    [],
  ),
);
