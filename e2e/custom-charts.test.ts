/** Charts that people put together, quantities that they compute, and how the data view of a point begins. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { chooseFile, savedFile } from './chart-files.ts';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;

const { api, go, dialog, option, row, stored } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(String(payload)));
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  await site.signIn('demo', password);
});
after(() => site?.close());

/** What went over the page's sockets: readings that arrive before they are asked for are not pushed. */
const frames: string[] = [];
/** Returns whether the server has taken what the page last asked to hear. */
const isSubscribed = async (): Promise<boolean> => {
  const subscribeFrame = frames.findLast((each) => each.includes('"SUBSCRIBE"'));
  const number = subscribeFrame && /^42\/notification,(\d+)/.exec(subscribeFrame)?.[1];
  return (
    subscribeFrame?.includes('"pointIds":[]') === false &&
    frames.some((each) => each.startsWith(`43/notification,${number}[`))
  );
};
/** What a press downloads. */
async function saved(press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFileSync(await download.path());
}

/** A point of its own with a device that delivers over HTTP. */
async function makePoint(name: string): Promise<(value: number) => Promise<void>> {
  const sncode = `${name}-LOG`;
  const made = await api<{ secret: string; device: { id: number } }>('POST', '/corporations/1/devices', {
    name: sncode,
    model: 'DIY',
    sncode,
    channels: [{ number: '1', mode: 4 }],
  });
  const { measuringPoint } = await api<{ measuringPoint: { id: number } }>('POST', '/projects/1/measuring-points', {
    name,
    structureId: 1,
    family: 'temperature',
    mode: 4,
  });
  await api('PUT', `/measuring-points/${measuringPoint.id}/device-group`, {
    measuringDeviceId: made.device.id,
    channel: '1',
  });
  // What was bound is known to the gateway a moment later, when the database has told it.
  return async (temperature) =>
    waitUntilSettled(
      () =>
        api<{ stored: number }>(
          'POST',
          `/devices/${sncode}/readings`,
          { at: Date.now(), channels: { '1': { temperature } } },
          made.secret,
        ),
      (answer) => assert.equal(answer.stored, 1, JSON.stringify(answer)),
    );
}

describe('custom charts', { skip: noChromium }, () => {
  const legend = () => page.getByRole('region', { name: 'Curves' }).getByRole('button');
  const hidden = () => page.getByRole('region', { name: 'Curves' }).locator('button[aria-pressed=false]');
  let deliver: (value: number) => Promise<void>;

  test('a chart is put together of several points and fields', async () => {
    deliver = await makePoint('AIR-01');
    await deliver(11.25);
    await go('custom-charts');
    await page.getByText('No custom charts yet').waitFor();
    await page.getByRole('button', { name: 'New chart' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Core and air');
    const find = dialog().getByRole('searchbox');
    for (const name of ['PZ-240-1', 'PZ-240-1', 'PZ-240-2', 'AIR-01']) {
      await find.fill(name);
      await dialog().locator('.cc-found .pick').filter({ hasText: name }).waitFor();
      await find.press('Enter');
    }
    // The second time the same point gives its next field.
    await waitFor(() => dialog().getByRole('combobox', { name: 'Field of PZ-240-1' }).count(), 2);
    await dialog().getByRole('combobox', { name: 'Axis of AIR-01' }).click();
    await option('Right').click();
    await dialog().getByRole('combobox', { name: 'What is shown of PZ-240-2' }).click();
    await option('Cumulative change').click();
    await dialog().getByLabel('Label of AIR-01').fill('Air');
    await dialog().getByRole('button', { name: 'Move AIR-01 up' }).click();
    await dialog().getByLabel('Left axis from').fill('9');
    await dialog().getByLabel('Left axis to').fill('3');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await dialog().getByText('The upper end must be above').first().waitFor();
    await dialog().getByLabel('Left axis to').fill('120');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await page.waitForURL(/custom-charts\/\d+$/);
    await page.getByRole('heading', { name: 'Core and air' }).waitFor();
    await waitFor(
      async () => (await legend().allInnerTexts()).map((text) => text.split('\n')[0]),
      ['PZ-240-1 · Water level', 'PZ-240-1 · Depth', 'Air', 'PZ-240-2 · Water level, Cumulative change'],
    );
    await legend().filter({ hasText: 'Air' }).getByText('11.25').waitFor();
  });

  test('what a device delivers joins the curve', async () => {
    await waitFor(isSubscribed, true);
    await deliver(12.5);
    await legend().filter({ hasText: 'Air' }).getByText('12.5').waitFor();
  });

  test('a curve is hidden, the address says so, and picture and file hold what is shown', async () => {
    await legend().nth(1).click();
    await page.waitForURL(/hide=1$/);
    await hidden().filter({ hasText: 'Depth' }).waitFor();
    const png = await savedFile(page, 'Chart as picture');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [800, 300]);
    await chooseFile(page, 'Picture in another size');
    await dialog().getByRole('spinbutton', { name: 'Width' }).fill('100');
    await dialog().getByRole('alert').waitFor();
    assert.ok(await dialog().getByRole('button', { name: 'Save picture' }).isDisabled(), 'too small to be read');
    await dialog().getByRole('spinbutton', { name: 'Width' }).fill('1200');
    await dialog().getByRole('spinbutton', { name: 'Height' }).fill('500');
    await dialog().getByRole('radio', { name: 'For print' }).click();
    const large = await saved(() => dialog().getByRole('button', { name: 'Save picture' }).click());
    assert.deepEqual([large.readUInt32BE(16), large.readUInt32BE(20)], [2400, 1000]);
    const csv = (await savedFile(page, 'Drawn points as CSV')).toString('utf8');
    const [note, head, ...lines] = csv.replace('\ufeff', '').split('\r\n');
    assert.match(note!, /not all readings/);
    assert.match(
      head!,
      /^Time .*PZ-240-1 · Water level \(m\),Air \(°C\),"PZ-240-2 · Water level, Cumulative change \(m\)"$/,
    );
    assert.ok(lines.length > 100);
    assert.ok(lines.some((line) => line.includes(',12.5,')));
    const { sheets } = await readXlsx(await savedFile(page, 'Drawn points as XLSX'));
    const [heading, first, ...others] = sheets[0]?.rows ?? [];
    assert.equal(heading?.length, 4);
    assert.equal(others.length + 1, lines.filter((line) => line !== '').length, 'as many as the CSV has');
    assert.ok(first?.[0] instanceof Date, 'times are times');
    assert.ok(
      others.some((row) => row[2] === 12.5),
      'numbers are numbers',
    );
    assert.match(String(sheets[1]?.rows[0]?.[0]), /not all readings/);
    await page.getByRole('radio', { name: '1 d', exact: true }).click();
    await page.waitForURL(/range=past1Day/);
    await page.reload();
    await hidden().filter({ hasText: 'Depth' }).waitFor();
    await page.getByRole('radio', { name: '1 d', exact: true, checked: true }).waitFor();
  });

  test('through a filter each curve has a second one, in the address, the legend, the note and the file', async () => {
    const before = page.url();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.locator('.dv-filter .ant-select').click();
    await page.getByTitle('Hampel').click();
    await page.waitForURL(/filter=hampel-7r-3/);
    await page.keyboard.press('Escape');
    await waitUntilSettled(
      () => page.locator('.dv-filter-note').innerText(),
      (words) => assert.match(words, /^Filtered: Hampel 7 readings, threshold 3[\s\S]*refused[\s\S]*as measured\.$/),
    );
    const isFiltered = legend().locator('[title*="filtered: Hampel"]');
    await isFiltered.first().waitFor();
    const csv = (await savedFile(page, 'Drawn points as CSV')).toString('utf8');
    const head = csv.split('\r\n')[1] ?? '';
    assert.match(head, /PZ-240-1 · Water level \(m\)/);
    assert.match(head, /PZ-240-1 · Water level, filtered: Hampel 7 readings, threshold 3 \(m\)/);
    // What is hidden is hidden with what the filter makes of it.
    assert.doesNotMatch(head, /Depth/);
    await page.goto(before);
    await waitFor(() => isFiltered.count(), 0);
  });

  test('it fills the screen, and comes back', async () => {
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  test('it is copied, found, changed and deleted; a name is used once', async () => {
    await page.getByRole('button', { name: 'Copy' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('core AND air');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await dialog().getByText('already').first().waitFor();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Air alone');
    for (const name of ['PZ-240-1', 'PZ-240-1', 'PZ-240-2'])
      await dialog()
        .getByRole('button', { name: `Remove ${name}` })
        .first()
        .click();
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { name: 'Air alone' }).waitFor();
    await waitFor(() => legend().count(), 1);
    await page.getByRole('link', { name: 'Custom charts' }).last().click();
    await row('Air alone').waitFor();
    await page.getByRole('searchbox', { name: 'Name or point' }).fill('PZ-240');
    await row('Air alone').waitFor({ state: 'detached' });
    await row('Core and air').waitFor();
    await page.getByRole('searchbox', { name: 'Name or point' }).fill('');
    await page.getByRole('button', { name: 'Delete: Air alone' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row('Air alone').waitFor({ state: 'detached' });
    await waitFor(() => page.locator('.ant-table-row').count(), 1);
  });
});

describe('custom characteristics', { skip: noChromium }, () => {
  test('a formula is judged while it is typed, kept, and calculated on every point of its kind', async () => {
    await go('custom-characteristic');
    await page.getByText('No characteristics yet').waitFor();
    await page.getByRole('button', { name: 'New characteristic' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Ground level');
    await dialog().getByRole('combobox', { name: 'Kind of point' }).fill('Water level');
    await option('Water level').click();
    const formula = dialog().getByRole('textbox', { name: 'Formula' });
    await formula.fill('level - temperature');
    await dialog().getByText('Formula contains illegal input · at character 9').waitFor();
    await formula.fill('level / (depth - depth)');
    await dialog().getByText('Formula cannot calculate').waitFor();
    await formula.fill('level - ');
    await formula.press('End');
    await dialog()
      .getByRole('button', { name: /^depth/ })
      .click();
    await waitFor(() => formula.inputValue(), 'level - depth');
    await dialog()
      .getByText(/^gives [\d.]+ .*on PZ-180-1/)
      .waitFor();
    await dialog().getByLabel('Unit').fill('m');
    await dialog().getByRole('button', { name: 'Create' }).press('Enter');
    const values = page.getByRole('region', { name: 'Ground level' });
    await values.getByText('8 of 8 calculated').waitFor();
    const csv = (await saved(() => values.getByRole('button', { name: 'CSV' }).click())).toString('utf8');
    const lines = csv.replace('\ufeff', '').trimEnd().split('\r\n');
    assert.match(lines[0]!, /^Point,Time \(.*\),Ground level \(m\)$/);
    assert.equal(lines.length, 9);
    assert.match(lines[1]!, /^PZ-180-1,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,7\d\.\d+$/);
    await values.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No characteristics yet').waitFor();
  });
});

describe('chart settings', { skip: noChromium }, () => {
  test('the data view of a point begins as its settings say', async () => {
    await go('console/structures/2/mps/1?tab=chart');
    await page.getByRole('combobox', { name: 'Span at the start' }).click();
    await option('7 d').click();
    await page.getByLabel('Water level ≥').fill('50');
    await stored();
    await page.getByRole('combobox', { name: 'Chart', exact: true }).click();
    await option('Time-value').click();
    await page.getByRole('combobox', { name: 'Shown' }).click();
    await option('Cumulative').click();
    await stored();
    const isChecked = (name: string) => page.getByRole('radio', { name, exact: true, checked: true }).waitFor();
    await go('monitor-new/home?point=1');
    for (const name of ['7 d', 'Cumulative']) await isChecked(name);
    // The address changes before the page is drawn anew, and a choice builds on what is drawn.
    for (const [name, address] of [
      ['Value', /quantity=value/],
      ['1 d', /range=past1Day/],
    ] as const) {
      await page.getByRole('radio', { name, exact: true }).click();
      await page.waitForURL(address);
      await isChecked(name);
    }
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Open with this view' }).click();
    await page.getByText('PZ-180-1 now opens with this view').waitFor();
    await go('monitor-new/home?point=2');
    await page.getByRole('heading', { name: 'PZ-180-2' }).waitFor();
    await go('monitor-new/home?point=1');
    await page.getByRole('heading', { name: 'PZ-180-1' }).waitFor();
    for (const name of ['1 d', 'Value']) await isChecked(name);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of the name that stood already.
  assert.deepEqual(
    site.opened.errors.filter((words) => !words.includes('status of 409')),
    [],
  ),
);
