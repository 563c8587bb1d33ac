/**
 * Every view of the catalogue, in both themes: it opens, it draws, and the numbers that it hands out are what science says
 * of the stored records; axe-core finds nothing wrong with it. What a new view must show is said in e2e/view-figures.ts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { stateFields } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { type ViewName, viewNames, views } from '@plumbline/contract/views/views';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { launch, noChromium, type Opened } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { type Figures, figuresOf, type Question } from './view-figures.ts';
import { bringWaveform, viewPlaces, waveform } from './view-places.ts';
import type { Column } from './view-records.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const account = { username: 'demo', password: 'Catalogue-2026' };
let site: Site;
let white: Opened;
let places: ReadonlyMap<ViewName, Point>;
const tabs = (
  JSON.parse(readFileSync(`${import.meta.dirname}/../web/src/languages/en/views/profiles.json`, 'utf8')) as {
    tab: Record<ViewName, string>;
  }
).tab;

/** The account's theme is that of every page that it opens from then on. */
async function openInWhite(): Promise<Opened> {
  await site.request('PATCH', '/profile', { theme: 'white' });
  const { token } = await site.request<{ token: string }>('POST', '/signin', account, '');
  const opened = await launch();
  opened.page.setDefaultTimeout(30_000);
  await opened.context.addInitScript((words) => localStorage.setItem('plumbline.token', words), token);
  await opened.context.addInitScript(() => localStorage.setItem('plumbline.theme', 'white'));
  await opened.page.goto(`${site.server.url}/#/projects`);
  await opened.page.locator('h1').first().waitFor();
  return opened;
}

/** A probe is let down the casing by hand at the end of the stretch that is asked for. */
async function bringProbe({ id, projectId, structureId, nodeCount }: Point, at: number): Promise<void> {
  const name = `PB-${id}`;
  const row = { name, family: 'deepDisplacement', type: 2, nodeCount, intervalSeconds: 7 * 86_400, structureId };
  await site.request('POST', `/projects/${projectId}/measuring-points/batch`, { rows: [row] });
  const { measuringPoints } = await site.request<{ measuringPoints: Point[] }>(
    'GET',
    `/projects/${projectId}/measuring-points`,
  );
  const pointId = measuringPoints.find((point) => point.name === name)?.id;
  const values = Object.fromEntries(
    Array.from({ length: nodeCount }, (_, i) => [
      [`x${i + 1}`, 8 - i / 4],
      [`y${i + 1}`, i / 8],
    ]).flat() as [string, number][],
  );
  await site.request('POST', `/projects/${projectId}/artificial-data`, {
    rows: [{ pointId, at: new Date(at).toISOString(), values }],
  });
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: account.password });
  await site.signIn(account.username, account.password);
  white = await openInWhite();
  places = await viewPlaces((path) => site.request('GET', path));
  const vibrating = places.get('idm-event');
  if (vibrating) await bringWaveform(site, vibrating.id);
  const casing = places.get('adm-artificial-compare');
  if (casing) await bringProbe(casing, questionOf(casing).to);
});
after(async () => {
  await white?.close();
  await site?.close();
});

/** What is asked of a view: surveys of whole days that are long over, and two days of readings. */
function questionOf(point: Point): Question {
  const last = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs;
  return {
    request: (method, path, body) => site.request(method, path, body),
    point,
    from: last - 2 * dayMs,
    to: last,
    times: [last - 60 * dayMs, last],
    waveform,
  };
}

function addressOf(name: ViewName, { point, from, to, times }: Question, query: string | undefined): string {
  const iso = (at: number) => new Date(at).toISOString();
  // A waveform was brought yesterday.
  const span = name === 'idm-event' ? 'range=past7Days' : `from=${iso(from)}&to=${iso(to)}`;
  const parameters = [
    `point=${point.id}&view=${name}&raw=1&${span}&times=${times.map(iso)}`,
    ...(query ? [query] : []),
  ];
  return `${site.server.url}/#/projects/${point.projectId}/monitor-new/home?${parameters.join('&')}`;
}

/** The numbers that the states of a manhole cover are stored as, by their words. */
const covers = new Map([
  ['Closed', stateFields.open.closed],
  ['Open', stateFields.open.open],
]);
const numberIn = (cell: string): number | null =>
  cell === '' || cell === '—' ? null : (covers.get(cell) ?? Number(cell.replaceAll('−', '-').replace('+', '')));

/** The numbers of a table that is saved as a file. */
async function fileRows(page: Page, name: ViewName, { from, skip }: Figures): Promise<Column[]> {
  const main = page.locator('.dv-main');
  if (from !== 'table') {
    // Events have files of their bars and their waveform too: what is compared is the spectrum.
    const part = name === 'idm-event' ? main.locator('.wf-spectrum') : main;
    const menu = part.getByRole('button', { name: views[name].chart === 'timeValue' ? 'More' : 'Files', exact: true });
    await menu.first().click();
  }
  const button =
    from === 'table'
      ? main.getByRole('button', { name: 'Table as CSV' })
      : page.getByRole('menuitem', { name: 'Drawn points as CSV' });
  // A button that is pressed before its chart is there hands out nothing: it is pressed again.
  const saved = page.waitForEvent('download', { timeout: 5_000 }).catch(() => null);
  const [file] = await Promise.all([saved, button.click()]);
  if (!file) return [];
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  // A drawing says first that it is drawn points; then there is a heading.
  return lines.slice(from === 'table' ? 1 : 2).map((line) => line.split(',').slice(skip).map(numberIn));
}

/** The numbers of a table on paper, as far as they are asked for. */
async function paperRows(page: Page, heading: RegExp, skip: number): Promise<Column[]> {
  const part = page
    .locator('.rp-part')
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .filter({ has: page.locator('.rp-table') });
  const rows = await part
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.firstChild?.textContent?.trim() ?? '')),
    );
  return rows.map((cells) => cells.slice(skip).map(numberIn));
}

/** Equal to the last digit that is written: of 12 in files, of as many decimals as the field has on paper. */
function assertEqual(shown: readonly Column[], { rows, from, decimals }: Figures): void {
  assert.equal(shown.length, rows.length, 'rows');
  for (const [i, row] of rows.entries()) {
    const smallest = from instanceof RegExp ? 0.51 * 10 ** -(decimals?.[i] ?? 3) : 1e-6;
    const isSame = row.every((wanted, j) => {
      const value = shown[i]?.[j] ?? null;
      if (wanted === null || value === null) return wanted === value;
      // Very large and very small numbers stand there with four decimals and an exponent.
      return (
        Math.abs(value - wanted) <= (from instanceof RegExp ? Math.max(smallest, Math.abs(wanted) * 1e-4) : smallest)
      );
    });
    if (!isSame) assert.deepEqual(shown[i], row, `row ${i}`);
  }
}

interface Ink {
  readonly darkest: number;
  readonly lightest: number;
}

/** How light the darkest and the lightest of the first drawing are, 0 to 255; null while nothing is drawn. */
const inkOf = (page: Page): Promise<Ink | null> =>
  page.evaluate(() => {
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.dv-main canvas')) {
      if (canvas.width === 0 || canvas.height === 0 || !canvas.checkVisibility()) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let [darkest, lightest, count] = [255, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if ((data[i + 3] ?? 0) < 250) continue;
        const light = (data[i] ?? 0) * 0.3 + (data[i + 1] ?? 0) * 0.6 + (data[i + 2] ?? 0) * 0.1;
        darkest = Math.min(darkest, light);
        lightest = Math.max(lightest, light);
        count++;
      }
      if (count > 100) return { darkest, lightest };
    }
    return null;
  });

/** Opens a view and reads its numbers until they are what science says. Gives the ink of its drawing; a table has none. */
async function check(page: Page, name: ViewName, question: Question, figures: Figures): Promise<Ink | null> {
  await page.goto(addressOf(name, question, figures.query));
  await page.getByRole('heading', { level: 1, name: question.point.name }).waitFor();
  const tab = page.getByRole('navigation', { name: 'Views of this point' }).locator('[aria-current=page]');
  await waitFor(() => tab.innerText(), tabs[name]);
  const isTable = views[name].chart === 'table';
  if (isTable) await page.locator('.dv-main [role=grid] .line').first().waitFor();
  else await waitFor(async () => (await inkOf(page)) !== null, true, `${name} draws nothing`);
  await waitUntilSettled(
    () =>
      figures.from instanceof RegExp ? paperRows(page, figures.from, figures.skip) : fileRows(page, name, figures),
    (shown) => assertEqual(shown, figures),
  );
  assert.deepEqual(await page.locator('.dv-main :is(.pl-state, .nothing, [role=alert])').allInnerTexts(), []);
  const ink = isTable ? null : await inkOf(page);
  assert.deepEqual(await violationsOn(page), [], name);
  return ink;
}

describe('the catalogue of views', { skip: noChromium }, () => {
  test('every view is offered by a point of the demonstration', () => {
    assert.deepEqual(
      viewNames.filter((name) => !places.has(name)),
      [],
    );
  });

  for (const name of viewNames) {
    if (name === 'image-list') continue;
    test(`${name} shows in both themes what science says of the records`, async () => {
      const point = places.get(name);
      assert.ok(point, `no point of the demonstration offers ${name}`);
      const question = questionOf(point);
      const figures = await figuresOf[name](question);
      assert.ok(
        figures.rows.some((row) => row.some((value) => value !== null && value !== 0)),
        `${name}: nothing to compare at ${point.name}`,
      );
      const [onDark, onWhite] = await Promise.all(
        [site.page, white.page].map((page) => check(page, name, question, figures)),
      );
      // A report is paper: dark on white in every theme.
      if (onWhite) assert.ok(onWhite.darkest < 100, `${name}: nothing dark on white (${onWhite.darkest})`);
      if (onDark && views[name].chart !== 'report')
        assert.ok(onDark.lightest > 155, `${name}: nothing light on dark (${onDark.lightest})`);
    });
  }

  test('no page complained', () => {
    assert.deepEqual([...site.opened.errors, ...white.errors, ...site.errors], []);
  });
});
