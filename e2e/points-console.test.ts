/** The console of points as an engineer uses it: limits tried on the past, many points changed at once, a device replaced. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
const { go, option, row } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await site.signIn('demo', password);
});
after(() => site?.close());

/** A device taken into the warehouse as a program would. */
const takeIn = (device: object): Promise<unknown> => site.request('POST', '/corporations/1/devices', device);

/** Where the next key goes. */
const focused = (): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`);

describe('the console of points', { skip: noChromium }, () => {
  test('finds, sorts and opens points by the keyboard', async () => {
    await go('console/points');
    await row('PZ-240-2').waitFor();
    await page.reload();
    await row('PZ-240-2').waitFor();
    // Past header and sidebar at once; a way that looks like a button is one stop.
    await page.keyboard.press('Tab');
    await waitFor(focused, 'A Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await waitFor(focused, 'BUTTON Spreadsheet');
    await page.keyboard.press('Tab');
    await waitFor(focused, 'A Guided path');
    await page.keyboard.press('Tab');
    await waitFor(focused, 'A Add points');
    await page.getByPlaceholder('Name or sncode').fill('PZ-240');
    await row('SP-240').waitFor({ state: 'detached' });
    await waitFor(() => page.locator('.pl-long .line').count(), 4);
    await row('PZ-240-1').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('1 chosen').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/mps\/\d+/);
    await page.getByRole('heading', { name: 'PZ-240-2' }).waitFor();
    await waitUntilSettled(focused, (at) => assert.match(at, /^H1 .*PZ-240-2$/));
  });

  test('a back-test says how many alerts proposed limits would have raised, and when; nothing is saved', async () => {
    await page.getByRole('tab', { name: 'Thresholds' }).click();
    const limit = (level: string) => page.getByRole('spinbutton', { name: level }).first();
    const before = await limit('Blue').inputValue();
    const test = page.getByRole('region', { name: 'Back-test' });
    for (const [level, value] of [
      ['Blue', '0.001'],
      ['Yellow', '0.002'],
      ['Orange', '0.003'],
      ['Red', '0.004'],
    ] as const)
      await limit(level).fill(value);
    await test.getByRole('button', { name: 'Back-test' }).click();
    const statusLine = test
      .getByRole('status')
      .filter({ hasText: /alerts? over [\d,]+ readings/ })
      .first();
    const [, alerts, readings] = /([\d,]+) alerts? over ([\d,]+) readings/.exec(await statusLine.innerText()) ?? [];
    assert.ok(Number(alerts?.replace(',', '')) > 0, 'limits of a millimetre are crossed');
    assert.ok(Number(readings?.replace(',', '')) > 24);
    // Episodes with their times.
    await test.locator('tbody tr').first().waitFor();
    // Under other limits, and under another span, these results do not stand.
    await limit('Red').fill('0.005');
    await test.locator('tbody tr').first().waitFor({ state: 'detached' });
    await waitFor(() => statusLine.count(), 0);
    await limit('Red').fill('0.004');
    await statusLine.waitFor();
    await test.getByText('6 mo', { exact: true }).click();
    await statusLine.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Point config' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('tab', { name: 'Thresholds' }).click();
    await waitFor(() => limit('Blue').inputValue(), before);
  });

  test('a formula shows old against new before it is saved', async () => {
    await page.getByRole('tab', { name: 'Formula and parameters' }).click();
    const preview = page.getByRole('region', { name: 'Old and new values' });
    await preview.getByText(/^0 of/).waitFor();
    const offset = page.getByLabel('pipeTop', { exact: true });
    const before = await offset.inputValue();
    await offset.fill(String(Number(before) + 1));
    await preview.getByText(/most by \+1\.000 m/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor(() => offset.inputValue(), before);
  });

  test('limits that do not ascend take the focus when they are refused', async () => {
    await page.getByRole('tab', { name: 'Thresholds' }).click();
    const blue = page.getByRole('spinbutton', { name: 'Blue' }).first();
    const before = await blue.inputValue();
    await blue.fill('9999');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    // The one that is marked is the one that does not stand above the other, and the words name both.
    const yellow = page.getByRole('spinbutton', { name: 'Yellow' }).first();
    await waitFor(() => yellow.evaluate((input) => input === document.activeElement), true);
    await page.getByText('Yellow must be above Blue (9999)').waitFor();
    await blue.fill(before);
    await page.getByRole('tab', { name: 'Formula and parameters' }).click();
  });

  test('a changed parameter is applied to the history, its end is reported, and the log has the old and the new value', async () => {
    const offset = page.getByLabel('pipeTop', { exact: true });
    const before = Number(await offset.inputValue());
    const after = Number((before + 1).toFixed(3));
    await offset.fill(String(after));
    await page.getByRole('textbox', { name: 'Reason' }).fill('Levelled again');
    await offset.focus();
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await waitFor(() => offset.evaluate((input) => input === document.activeElement), true, 'back to where it was');
    const banner = page.locator('.pt-recompute');
    await banner.getByText('Curves show the new values').waitFor({ timeout: 120_000 });
    await waitFor(() => banner.getByText('being recomputed').count(), 0);
    // What is stored is what the form says: nothing differs any more.
    await page.getByRole('region', { name: 'Old and new values' }).getByText(/^0 of/).waitFor();
    await banner.getByRole('button', { name: 'Close' }).click();
    await banner.waitFor({ state: 'detached' });
    const [, id] = /mps\/(\d+)/.exec(page.url())!;
    await go(`monitor-new/home?point=${id}`);
    await page.getByRole('button', { name: 'Corrections and changes' }).click();
    await page.getByText('Change log').click();
    const act = page.locator('.changes > li').filter({ hasText: 'Levelled again' });
    await act.getByText("Elevation of the pipe's top (pipeTop)").waitFor();
    await waitUntilSettled(
      () => act.locator('dd').innerText(),
      (words) => assert.match(words.replace(/\s+/g, ' '), new RegExp(`^${before} . ${after}$`)),
    );
  });
});

describe('many points at once', { skip: noChromium }, () => {
  const cell = (at: number, column: number) =>
    page.locator('.pl-grid').locator(`[aria-rowindex="${at + 2}"] [aria-colindex="${column + 2}"]`);

  test('a table is edited, refused where it is wrong, looked through, and saved', async () => {
    await go('console/points/edit');
    await cell(0, 6).click();
    await page.keyboard.type('7200');
    await page.keyboard.press('Enter');
    const other = await cell(1, 0).innerText();
    await cell(2, 0).click();
    await page.keyboard.type(other);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review 2 changes' }).click();
    await page.getByRole('button', { name: /rows? with errors/ }).waitFor();
    await cell(2, 0).click();
    await page.keyboard.type('PZ-renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review 2 changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('7200').waitFor();
    await review.getByText('PZ-renamed').waitFor();
    await review.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('2 points changed').waitFor();
    await go('console/points');
    await row('PZ-renamed').waitFor();
    await row('PZ-180-1').filter({ hasText: '2 hr' }).waitFor();
  });

  test('points are pasted from a spreadsheet, checked, and all of them added', async () => {
    await go('console/points/add');
    await page.getByRole('button', { name: 'Add a row' }).click();
    const rows = Array.from({ length: 40 }, (_, i) => `NEW-${i}\tNew wall / Section ${i % 4}`);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      ['Name\tStructure or item', ...rows].join('\r\n'),
    );
    await cell(0, 0).click();
    await page.keyboard.press('Control+v');
    await page.getByText('40 rows').first().waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
    await page.getByText(/40 rows can be added. Will be created: New wall/).waitFor();
    await page.getByRole('button', { name: 'Add 40 points' }).press('Enter');
    await page.getByText('40 points added').waitFor();
    await page.waitForURL(/console\/points$/);
    await page.getByPlaceholder('Name or sncode').fill('NEW-39');
    await row('NEW-39')
      .filter({ hasText: /New wall \/\s*Section 3.*no device/s })
      .waitFor();
  });

  test('a point without a sensor mode has none in the table, and is no error there', async () => {
    const { nodes } = await site.request<{ nodes: { kind: string; ref: number }[] }>('GET', '/projects/1/tree');
    const structureId = nodes.find((node) => node.kind === 'structure')?.ref;
    const rows = [{ name: 'AA-manual', family: 'waterLevel', type: 2, structureId }];
    await site.request('POST', '/projects/1/measuring-points/batch', { rows });
    await go('console/points/edit');
    const line = page.locator('.pl-grid [role=row]').filter({ hasText: 'AA-manual' });
    await line.waitFor();
    const titles = await page.locator('.pl-grid [role=columnheader]').allInnerTexts();
    const column = titles.findIndex((title) => title.startsWith('Sensor mode'));
    assert.ok(column > 0, titles.join());
    const at = Number(await line.getAttribute('aria-rowindex')) - 2;
    await cell(at, column - 1).waitFor();
    assert.equal((await cell(at, column - 1).innerText()).trim(), '');
    await cell(0, 6).click();
    await page.keyboard.type('5400');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review 1 change' }).click();
    await page.getByRole('dialog').getByText('5400').waitFor();
    await page.keyboard.press('Escape');
  });

  test('the checklist says it in the specification’s words and leads to where it is put right', async () => {
    await go('console/commissioning/checklist?gap=pointNotBound');
    await row('Point NEW-0 not bound to a device').waitFor();
    // By the keyboard: words of what was just done may still float over it.
    await row('Point NEW-0 not bound to a device').getByRole('link', { name: 'Fix' }).press('Enter');
    await page.getByRole('button', { name: 'Bind a device' }).waitFor();
  });
});

describe('the guided path', { skip: noChromium }, () => {
  test('asks of a device in the table for its serial number and model alone', async () => {
    await go('console/commissioning?step=devices');
    await page.getByRole('heading', { name: 'Guided path' }).waitFor();
    await page.getByRole('main').getByText('Table', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Sensor mode' }).waitFor();
    const demanded = page.getByRole('columnheader').filter({ hasText: '*' });
    await waitFor(
      async () => (await demanded.allInnerTexts()).map((words) => words.trim()),
      ['Serial number *', 'Model *'],
    );
    await waitFor(
      () => page.getByRole('button', { name: /Leave out|Skip/ }).count(),
      0,
      'nothing is checked: Next is enough',
    );
  });

  test('binds points to the channels that carry their names, and waits for their first readings', async () => {
    const channels = [0, 1].map((i) => ({ number: String(i + 1), mode: 4, label: `new ${i}` }));
    await takeIn({ name: 'Wall logger', model: 'DIY', sncode: 'WALL-01', channels });
    await go('console/commissioning?step=bind');
    await page.getByRole('region', { name: 'Free channels' }).getByText('WALL-01 / 1').waitFor();
    await page.getByRole('button', { name: 'Match by name' }).click();
    await page.getByRole('button', { name: 'Bind 2 points' }).press('Enter');
    await page.getByText('2 points bound').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('15 of 17 bound points have readings.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await row('NEW-0').getByText('Point NEW-0 has no reading yet').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/of \d+ points are complete\./).waitFor();
    await page.getByRole('button', { name: 'Open the checklist' }).click();
    await page.waitForURL(/checklist/);
  });
});

describe('a replacement', { skip: noChromium }, () => {
  test('modifies the device group, migrates, and is marked complete; the history keeps the former device', async () => {
    await takeIn({ name: 'Spare weir logger', model: 'DIY', sncode: 'SPARE-01', channels: [{ number: '1', mode: 2 }] });
    await go('console/points?q=WE-01');
    await page.getByText('WE-01', { exact: true }).click();
    await page.getByRole('tab', { name: 'Device config' }).click();
    await page.getByRole('button', { name: 'Replace device' }).click();
    const dialog = page.getByRole('dialog');
    // Of no device it is not known how many channels are free.
    await dialog.getByText('Choose a device first').waitFor();
    await dialog.getByRole('combobox', { name: 'Device', exact: true }).fill('SPARE-01');
    await option('SPARE-01').click();
    // The list of channels is not confused with this one.
    await option('SPARE-01').waitFor({ state: 'detached' });
    await dialog.getByRole('combobox', { name: 'Channel' }).click();
    await option('1').click();
    await dialog.getByLabel('Reason').fill('The weir sensor was exchanged');
    await dialog.getByRole('button', { name: 'Replace device' }).click();
    await dialog.waitFor({ state: 'detached' });
    const steps = page.getByRole('region', { name: 'Device replacement' });
    await steps.getByRole('button', { name: 'Migrate data' }).click();
    await page.getByText('The data is being migrated').waitFor();
    await steps.getByRole('button', { name: 'Mark complete' }).click();
    await steps.waitFor({ state: 'detached' });
    const history = page.locator('.pt-table');
    await history.getByText('Completed').waitFor();
    await history.filter({ hasText: /SPARE-01.*WE-01/s }).waitFor();
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () => assert.deepEqual(site.opened.errors, []));
