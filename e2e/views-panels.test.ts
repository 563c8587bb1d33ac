/** The data view as a whole: charts under each other, the reader's clocks, the whole screen, a wide screen, a long span. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

let site: Site;
let address: string;
let nodes: readonly { readonly name: string; readonly ref: number }[];

reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Panels-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  const project = await projectNamed(site, 'Luojia Bay');
  ({ nodes } = await site.request<{ nodes: typeof nodes }>('GET', `/projects/${project.id}/tree`));
  address = `${site.server.url}/#/projects/${project.id}/monitor-new/home`;
});
after(() => site?.close());

const idOf = (name: string): number => nodes.find((node) => node.name === name)?.ref ?? 0;
async function open(query: string): Promise<void> {
  await site.page.goto('about:blank');
  await site.page.goto(`${address}?${query}`);
  await site.page.locator('.dv-chart canvas').first().waitFor();
}
const entries = () => site.page.locator('.dv-chart .pl-readout .entry');
const boxOf = async (selector: string) => {
  const box = await site.page.locator(selector).first().boundingBox();
  assert.ok(box);
  return box;
};
async function download(item: string): Promise<string> {
  const { page } = site;
  await page.getByRole('button', { name: 'More' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

describe('the data view', { skip: noChromium }, () => {
  const span = 'from=2026-03-01T00:00:00.000Z&to=2026-09-01T00:00:00.000Z';

  test('draws units in charts under each other; one crosshair reads all, the files hold all, the address holds the choice', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&compare=${idOf('IN-07')}&${span}`);
    await entries().nth(1).waitFor();
    const low = await boxOf('.dv-chart .pl-chart');
    await page.getByRole('button', { name: 'Chart layout' }).click();
    await page.getByRole('menuitem', { name: 'One chart per curve' }).click();
    await page.waitForURL(/panels=curve/);
    const high = await boxOf('.dv-chart .pl-chart');
    assert.ok(high.height >= low.height, 'no chart is lower than before');
    await page.mouse.move(high.x + high.width / 2, high.y + high.height / 4);
    await page.locator('.dv-chart .pl-chart .on').nth(1).waitFor();
    const dots = await page
      .locator('.dv-chart .pl-chart .on')
      .evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().top));
    const middle = high.y + high.height / 2;
    assert.deepEqual(
      dots.map((top) => top > middle),
      [false, true],
      'a dot in each of the two charts',
    );
    const lines = (await download('Drawn points as CSV')).split('\r\n');
    assert.equal(lines[1]?.split(',').length, 3);
    const svg = await download('Chart as lines (SVG)');
    assert.match(svg, /<svg[^>]* height="450"/);
    assert.match(svg, /WL-E12/);
  });

  test('a drag along the axis of time zooms; Alt shows one curve alone', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&compare=${idOf('IN-07')}&${span}`);
    await entries().nth(1).waitFor();
    await entries()
      .nth(1)
      .click({ modifiers: ['Alt'] });
    await page.locator('.pl-readout .entry[aria-pressed="false"]', { hasText: 'WL-E12' }).waitFor();
    await entries().nth(1).dblclick();
    await page.locator('.pl-readout .entry[aria-pressed="false"]').waitFor({ state: 'detached' });
    const { x, y, width, height } = await boxOf('.dv-chart .pl-chart');
    await page.mouse.move(x + width * 0.4, y + height - 8);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height - 8, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => !location.hash.includes('2026-03-01T00'));
    const shown = new URLSearchParams(page.url().split('?')[1]);
    const days = (Date.parse(shown.get('to') ?? '') - Date.parse(shown.get('from') ?? '')) / 86_400_000;
    assert.ok(days > 25 && days < 60, `${days} days`);
  });

  test('a point that is not there, or of another project, is said to be that; beside another one it counts as not drawn', async () => {
    const { page } = site;
    await page.goto('about:blank');
    await page.goto(`${address}?point=999999&${span}`);
    await page.getByRole('alert').getByText('It was moved or deleted', { exact: false }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, 'it would be refused again');
    await open(`point=${idOf('WL-E12')}&compare=999999&${span}`);
    await page.getByText('1 of 2 points are drawn', { exact: false }).waitFor();
  });

  test('times are read by the clocks that the reader chooses, and say which', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&${span}`);
    await page.getByText('Times in UTC+8').first().waitFor();
    await page.getByRole('button', { name: 'Time zone' }).click();
    await page.getByRole('menuitem', { name: 'UTC', exact: true }).click();
    await page.getByText('Times in UTC+0').first().waitFor();
    assert.match(page.url(), /zone=utc/);
    const [, head = '', first = ''] = (await download('Drawn points as CSV')).split('\r\n');
    assert.match(head, /^Time \(UTC\+0\)/);
    assert.match(first, /^2026-0/);
  });

  test('F shows the point alone on the whole screen, Esc leaves it', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&${span}`);
    const before = await boxOf('.dv-chart .pl-chart');
    await page.keyboard.press('f');
    await page.waitForURL(/full=1/);
    await page.locator('.dv.full').waitFor();
    await page.waitForFunction(
      (height) => (document.querySelector('.dv-chart .pl-chart')?.clientHeight ?? 0) > height + 100,
      before.height,
    );
    assert.equal(await page.locator('.dv-tree').isVisible(), false);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('full=1'));
    await page.locator('.dv-tree').waitFor();
  });

  test('words and charts grow on a screen of 3840 px, and the pointer still reads what it is over', async () => {
    const { page } = site;
    await page.setViewportSize({ width: 3840, height: 2160 });
    await open(`point=${idOf('WL-E12')}&${span}`);
    await entries().or(page.locator('.dv-chart .pl-readout')).first().waitFor();
    const chart = await boxOf('.dv-chart .pl-chart');
    assert.ok(chart.height > 700, `${chart.height} px high`);
    await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
    const line = await boxOf('.dv-chart .pl-chart .line');
    assert.ok(Math.abs(line.x - (chart.x + chart.width / 2)) < 20, 'the crosshair stands under the pointer');
    const words = await page.locator('.dv-chart .pl-readout .pl-b').first().innerText();
    const at = Date.parse(`${words.slice(0, 10)}T${words.slice(11, 19)}+08:00`);
    assert.ok(Math.abs(at - Date.parse('2026-06-01T00:00:00Z')) < 10 * 86_400_000, words);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a short link shows exactly the view that it was copied from; a wrong one says so', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&${span}&panels=unit&zone=utc&quantity=cumulative`);
    const linked = page.url();
    await page.getByRole('button', { name: 'Copy a short link to this view' }).click();
    const toast = page.getByText('/#/v/').first();
    await toast.waitFor();
    const [link = ''] = /http\S+\/v\/\w{8}/.exec(await toast.innerText()) ?? [];
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.dv-chart canvas').first().waitFor();
    assert.equal(page.url(), linked);
    await page.goto(link.replace(/\w{8}$/, 'zzzzzzzz'));
    await page.getByText('No view has the short link zzzzzzzz').waitFor();
  });

  test('ten years are one press away, and drawn', async () => {
    const { page } = site;
    await open(`point=${idOf('WL-E12')}&range=past10Years`);
    await page.locator('.dv-stats').getByText('Maximum').waitFor();
    await waitFor(() => page.locator('[role=alert]').count(), 0);
    // What the browser says of the link that does not exist.
    assert.deepEqual(
      site.opened.errors.filter((each) => !each.includes('404')),
      [],
    );
  });
});
