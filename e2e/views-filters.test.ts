/** The data view through a filter: chosen in the toolbar, kept by the address, said under the chart, in files and tables. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
let pointId: number;
const span = 'from=2026-08-01T00:00:00.000Z&to=2026-09-01T00:00:00.000Z';

reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Filters-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Luojia Bay');
  const tree = await site.request<{ nodes: { name: string; ref: number }[] }>('GET', `/projects/${project.id}/tree`);
  pointId = tree.nodes.find(({ name }) => name === 'WL-E12')?.ref ?? 0;
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home`;
});
after(() => site?.close());

async function open(query: string): Promise<void> {
  await site.page.goto('about:blank');
  await site.page.goto(`${address}?point=${pointId}&${query}`);
}
const entries = () => site.page.locator('.dv-chart .pl-readout .entry .name');
const note = () => site.page.locator('.dv-filter-note').innerText();

describe('the data view through a filter', { skip: noChromium }, () => {
  test('a filter is chosen in the toolbar; what was measured stays beneath it, and the chart file holds both', async () => {
    const { page } = site;
    await open(span);
    await page.locator('.dv-chart canvas').first().waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.locator('.dv-filter .ant-select').click();
    await page.getByTitle('Moving median').click();
    await page.waitForURL(/filter=median-24h/);
    await waitFor(() => entries().allInnerTexts(), ['WL-E12', 'filtered: median 24 h']);
    await waitUntilSettled(note, (words) => assert.match(words, /^Filtered: median 24 h\s[\s\S]*as measured\.$/));
    await page.getByRole('spinbutton', { name: 'Window' }).fill('0');
    await page.locator('.dv-filter [role=alert]').waitFor();
    assert.match(page.url(), /filter=median-24h/, 'what is no filter is not taken');
    await page.getByRole('spinbutton', { name: 'Window' }).fill('48');
    await page.waitForURL(/filter=median-48h/);
    await page.keyboard.press('Escape');
    await waitFor(() => entries().allInnerTexts(), ['WL-E12', 'filtered: median 48 h']);
    await page.getByRole('button', { name: 'More' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Drawn points as CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.match(lines[1] ?? '', /WL-E12 \(\S+\),filtered: median 48 h \(\S+\)$/);
  });

  test('a link shows it: the values that were refused are counted, the table has them beside the measured ones', async () => {
    const { page } = site;
    await open(`${span}&filter=hampel-7r-1`);
    await waitUntilSettled(note, (words) =>
      assert.match(words, /^Filtered: Hampel 7 readings, threshold 1\s+[\d ,]+ values? refused/),
    );
    await page.getByRole('button', { name: 'Copy a short link to this view' }).click();
    const toast = page.getByText('/#/v/').first();
    await toast.waitFor();
    const [link = ''] = /http\S+\/v\/\w{8}/.exec(await toast.innerText()) ?? [];
    await page.goto('about:blank');
    await page.goto(link);
    await waitFor(() => entries().allInnerTexts(), ['WL-E12', 'filtered: Hampel 7 readings, threshold 1']);
    assert.match(page.url(), /filter=hampel-7r-1/);
    await open(`${span}&filter=hampel-7r-1&view=dt-data`);
    await page
      .getByRole('columnheader', { name: /filtered: Hampel 7 readings, threshold 1/ })
      .first()
      .waitFor();
  });

  test('an address with what is no filter says so and shows what was measured', async () => {
    await open(`${span}&filter=median-0h`);
    await waitUntilSettled(note, (words) => assert.match(words, /“median-0h”.*not a filter/));
    await waitFor(() => site.page.locator('.dv-chart .pl-readout').first().isVisible(), true);
    await waitFor(() => site.page.getByText('filtered:').count(), 0);
    assert.deepEqual(site.opened.errors, []);
  });
});
