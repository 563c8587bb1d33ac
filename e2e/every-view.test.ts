/**
 * Every view of every kind of point of the demonstration opens: automatic, composite, read by hand and master, of each family and
 * form, over a year. No question of it is refused, nothing on it has failed, and the console has no error.
 * `EVERY_POINT=1` opens those of every point, over a month too.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Point } from '@plumbline/contract/points/points';
import { type ViewName, viewsOf } from '@plumbline/contract/views/views';
import type { Page, Request } from 'playwright-core';
import { signIn } from '../server/src/demo/demo.client.ts';
import { readingSteps } from '../server/src/demo/demo.furnish.readings.ts';
import { probeSteps } from '../server/src/demo/demo.probe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const tabs = (
  JSON.parse(readFileSync(`${import.meta.dirname}/../web/src/languages/en/views/profiles.json`, 'utf8')) as {
    tab: Record<ViewName, string>;
  }
).tab;
const account = { username: 'demo', password: 'Everything-2026' };
let site: Site;
reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: account.password });
  await site.signIn(account.username, account.password);
  await furnishReadings();
});
after(() => site?.close());

/** What people bring into the demonstration by hand: levelled marks, runs of a probe. Page tests are not furnished otherwise. */
async function furnishReadings(): Promise<void> {
  const client = await signIn(site.server.url, account.password, new AbortController().signal);
  const { projects } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  const furnishing = { client, madeMs: Date.now(), projects: new Map(projects.map(({ name, id }) => [name, id])) };
  for (const [, run] of [...readingSteps, ...probeSteps]) await run(furnishing);
}

/** What decides how a view of a point asks and draws. */
const kindOf = ({ family, type, nodeCount, parameters, intervalSeconds }: Point): string =>
  [family, type, nodeCount > 0, parameters['form'] ?? 0, intervalSeconds > 86_400].join();

async function chosenPoints(): Promise<Point[]> {
  const { projects } = await site.request<{ projects: { id: number }[] }>('GET', '/projects');
  const lists = await Promise.all(
    projects.map(({ id }) => site.request<{ measuringPoints: Point[] }>('GET', `/projects/${id}/measuring-points`)),
  );
  const all = lists.flatMap(({ measuringPoints }) => measuringPoints);
  return process.env['EVERY_POINT']
    ? all
    : [...new Map(all.toReversed().map((point) => [kindOf(point), point])).values()];
}

/** Questions to the server that are under way, and those that were refused. */
function listen(page: Page) {
  const pending = new Set<Request>();
  const refused: string[] = [];
  const isQuestion = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');
  page.on('request', (request) => isQuestion(request) && pending.add(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return { pending, refused };
}

interface Visit {
  readonly point: Point;
  readonly view: ViewName;
  readonly range: string;
}

/** Goes to a view and waits until nothing is loading any more; what of it failed. */
async function faultsOf(page: Page, { pending, refused }: ReturnType<typeof listen>, { point, view, range }: Visit) {
  const address = `/projects/${point.projectId}/monitor-new/home?point=${point.id}&view=${view}&range=${range}`;
  const errors = site.opened.errors.length;
  refused.length = 0;
  await page.evaluate((to) => {
    window.location.hash = to;
  }, address);
  const main = page.locator('.dv-main');
  await main.locator('h1, h2').filter({ hasText: point.name }).first().waitFor();
  if (viewsOf(point).length > 1) await main.locator('.dv-views [aria-current=page]', { hasText: tabs[view] }).waitFor();
  const isQuiet = async () => pending.size === 0 && (await main.locator('[aria-busy=true]').count()) === 0;
  // Twice: what an answer asks for next begins a moment after it.
  await waitFor(async () => (await isQuiet()) && (await page.evaluate(twoFrames)) && (await isQuiet()), true, address);
  const failed = await main.locator('.pl-state[role=alert]').allInnerTexts();
  return [...refused, ...failed, ...site.opened.errors.slice(errors)];
}

const twoFrames = () =>
  new Promise<boolean>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))));

test('every view of every kind of point opens, over a year', { skip: noChromium }, async (t) => {
  const points = await chosenPoints();
  const faults: string[] = [];
  let visits = 0;
  const listened = listen(site.page);
  const ranges = process.env['EVERY_POINT'] ? ['past1Year', 'past30Days'] : ['past1Year'];
  for (const point of points)
    for (const view of viewsOf(point))
      for (const range of ranges) {
        visits++;
        const viewFaults = await faultsOf(site.page, listened, { point, view, range });
        for (const fault of viewFaults) faults.push(`${point.name} ${view} ${range}: ${fault}`);
      }
  t.diagnostic(`${points.length} points, ${visits} views`);
  assert.ok(points.length > 20, `${points.length} kinds of points`);
  assert.deepEqual(faults, []);
});

test('the calendar of a point that is read by hand marks the days of its surveys', { skip: noChromium }, async () => {
  const points = await chosenPoints();
  const probe = points.find(({ family, type }) => family === 'deepDisplacement' && type === 2);
  assert.ok(probe);
  const address = `/projects/${probe.projectId}/monitor-new/home?point=${probe.id}&view=adm-profile&range=past1Year`;
  await site.page.goto(`${site.server.url}/#${address}`);
  const main = site.page.locator('.dv-main');
  await main.locator('.ant-picker-multiple').click();
  const marked = site.page.locator('.ant-picker-dropdown .rd-surveyed');
  const back = site.page.locator('.ant-picker-dropdown .ant-picker-header-prev-btn');
  // The newest survey is a month ago at most.
  for (let months = 0; months < 2 && (await marked.count()) === 0; months++) {
    await site.page.waitForLoadState('networkidle');
    if ((await marked.count()) === 0) await back.click();
  }
  await marked.first().waitFor();
  if (process.env['SHOT']) await site.page.screenshot({ path: process.env['SHOT'] });
  const day = Number(await marked.last().innerText());
  await marked.last().click();
  await site.page.keyboard.press('Escape');
  // The day that was clicked is the one survey that is shown.
  await waitFor(
    async () =>
      (await main.locator('.sv-player .ant-slider-mark-text').allInnerTexts()).map((words) =>
        Number(/\d+/.exec(words)?.[0]),
      ),
    [day],
  );
});

test('a point under the address of another project is shown in its own, in the data view and in the console', {
  skip: noChromium,
}, async () => {
  const point = (await chosenPoints()).find(({ family, type }) => family === 'deepDisplacement' && type === 0);
  assert.ok(point);
  const { projects } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  const other = projects.find(({ id }) => id !== point.projectId);
  assert.ok(other);
  const at = async (address: string, path: RegExp) => {
    await site.page.goto(`${site.server.url}/#/projects/${other.id}/${address}`);
    await site.page.waitForURL(path);
    await site.page.getByRole('heading', { name: point.name }).waitFor();
    assert.match(site.page.url(), path);
  };
  const ownProject = `/projects/${point.projectId}`;
  await at(
    `monitor-new/structures/1/mps/${point.id}/adm-profile`,
    new RegExp(`#${ownProject}/monitor-new/home\\?.*view=adm-profile`),
  );
  await at(`monitor-new/home?point=${point.id}`, new RegExp(`#${ownProject}/monitor-new/home\\?point=${point.id}`));
  await at(
    `console/structures/1/mps/${point.id}?tab=chart`,
    new RegExp(`#${ownProject}/console/structures/.*/mps/${point.id}\\?tab=chart`),
  );
});
