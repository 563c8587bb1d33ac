/** Figures on a drawing: arrows, a bent casing, the water line, the trough and small curves, to scale, and honest about what is missing. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';
import { makeProject } from './worlds.ts';

let site: Site;
let page: Page;
let address = '';
let projectId = 0;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

interface Mark {
  /** Shares of the drawing. */
  readonly place: readonly [x: number, y: number];
  readonly row: object;
  /** What was read, by how many hours ago. */
  readonly read: Readonly<Record<number, Readonly<Record<string, number>>>>;
}
const surface = { family: 'surfaceDisplacement', mainField: 'dh' };
const water = { family: 'waterLevel', mainField: 'level' };
const marks: Readonly<Record<string, Mark>> = {
  'S-1': { place: [0.2, 0.2], row: surface, read: { 0.2: { dx: 0, dy: 3, dh: -4 }, 9: { dx: 0, dy: 1, dh: -1 } } },
  'S-2': { place: [0.4, 0.2], row: surface, read: { 0.2: { dx: 0, dy: 0, dh: -8 } } },
  'S-3': { place: [0.6, 0.2], row: surface, read: {} },
  'S-4': { place: [0.8, 0.2], row: surface, read: { 30: { dx: 0, dy: -2, dh: -2 } } },
  'IN-1': {
    place: [0.5, 0.4],
    row: { family: 'deepDisplacement', mainField: 'maxX', nodeCount: 3, parameters: { segmentMm: 5000 } },
    read: { 0.2: { maxX: 10, maxY: 0, x1: 10, y1: 0, x2: 5, y2: 0, x3: 2, y3: 0 } },
  },
  'P-1': { place: [0.1, 0.8], row: water, read: { 0.2: { level: 20 } } },
  'P-2': { place: [0.3, 0.8], row: water, read: { 0.2: { level: 15 } } },
  'P-3': { place: [0.9, 0.8], row: water, read: { 30: { level: 10 } } },
  'P-4': { place: [0.7, 0.8], row: water, read: { 0.2: { level: 99 } } },
};

/** A section of 100 m by 50 m: a metre is 10 units of the drawing, either way. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500"><path class="pl-clay" d="M0 500L300 100H700L1000 500z"/></svg>';
const scale = { first: { x: 0, y: 0, across: 0, up: 50 }, second: { x: 1, y: 1, across: 100, up: 0 } };

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  const project = await makeProject(site, 'Embankment');
  projectId = project.id;
  const rows = Object.entries(marks).map(([name, { row }]) => ({
    name,
    type: 2,
    intervalSeconds: 3600,
    structurePath: ['Bank'],
    ...row,
  }));
  await site.request('POST', `/projects/${project.id}/measuring-points/batch`, { createStructures: true, rows });
  const found = await site.request<{ rows: { id: number; name: string; structureId: number }[] }>(
    'GET',
    `/projects/${project.id}/measuring-points/rows`,
  );
  const structureId = found.rows[0]!.structureId;
  await site.request('POST', `/projects/${project.id}/artificial-data`, {
    rows: found.rows.flatMap(({ id: pointId, name }) =>
      Object.entries(marks[name]!.read).map(([hours, values]) => ({ pointId, at: hoursAgo(Number(hours)), values })),
    ),
  });
  const form = new FormData();
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'Section.svg');
  const { drawing } = await site.request<{ drawing: { id: number } }>(
    'POST',
    `/structures/${structureId}/drawings?name=Section&plane=section`,
    form,
  );
  const places = found.rows.map(({ id: pointId, name }) => {
    const [x, y] = marks[name]!.place;
    return { pointId, place: { x, y } };
  });
  const path = `/structures/${structureId}/drawings/${drawing.id}`;
  await site.request('PUT', `${path}/places`, { places });
  await site.request('PATCH', path, { scale });
  address = `${site.server.url}/#/dashboard/project/${project.id}/structures/${structureId}?mode=drawing`;
});
after(() => site?.close());

const figure = (kind: string) => page.locator(`.fg-layer [data-figure=${kind}]`);
const row = (kind: string) => page.locator(`.fg-pane [data-row=${kind}]`);
/** Where the lines of a figure go, in thousandths of the width of the drawing. */
async function linesOf(kind: string): Promise<number[][]> {
  const paths = await figure(kind)
    .locator('path.line')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
  const [, , width = 1000] =
    (await page.locator('.fg-layer > svg').getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
  return paths.map((d) => d.match(/[\d.]+/g)?.map((each) => Math.round((1000 * Number(each)) / width)) ?? []);
}
const choose = async (...names: readonly string[]): Promise<void> => {
  await page.locator('.fg-select .ant-select').click();
  for (const name of names) await page.locator('.ant-select-item-option', { hasText: name }).click();
  await page.keyboard.press('Escape');
};

describe('figures on a drawing', { skip: noChromium }, () => {
  test('arrows are drawn once the azimuth of the drawing is known, to scale, and count what they lack', async () => {
    await page.goto(address);
    await page.getByRole('img', { name: 'Section', exact: true }).waitFor();
    assert.equal(await page.locator('.fg-layer').count(), 0, 'nothing is drawn before somebody asks');
    await choose('Displacement arrows');
    await row('vectors').getByText('Nothing is drawn until the azimuth', { exact: false }).waitFor();
    assert.equal(await figure('vectors').count(), 0);
    await page.getByRole('spinbutton', { name: 'Azimuth to the right on the drawing' }).fill('90');
    await figure('vectors').waitFor();
    await row('vectors').getByText('2 points drawn').waitFor();
    await row('vectors').getByText('1 silent point', { exact: false }).waitFor();
    await row('vectors').getByText('1 point without a value left out').waitFor();
    await page.getByRole('spinbutton', { name: 'Magnification: Displacement arrows' }).fill('1000');
    // 3 mm to the right and 4 mm down are 3 m and 4 m of the drawing.
    await waitUntilSettled(
      () => linesOf('vectors'),
      (lines) =>
        assert.deepEqual(
          lines.map((line) => line.slice(0, 4)),
          [
            [200, 100, 230, 140],
            [400, 100, 400, 180],
            [800, 100, 780, 120],
          ],
        ),
    );
    assert.equal(await figure('vectors').locator('path.line.past').count(), 1, 'what is silent is dashed');
    const bar = row('vectors').getByRole('img', { name: /^Scale bar: \d+ mm$/ });
    const mm = Number(/\d+/.exec((await bar.getAttribute('aria-label')) ?? '')?.[0]);
    const [barPx, stagePx] = [
      (await bar.locator('i').boundingBox())?.width ?? 0,
      (await page.locator('.fg-layer').boundingBox())?.width ?? 1,
    ];
    // A mm is a metre here, and the drawing is 100 m wide.
    assert.ok(Math.abs(barPx - (mm * stagePx) / 100) < 2.5, `${barPx} px for ${mm} mm on ${stagePx} px`);
  });

  test('a casing hangs from its mark, the water lies at its level, the trough under its marks; the address holds it all', async () => {
    await page.goto('about:blank');
    await page.goto(`${address}&figures=casings.water.trough.sparklines&casingsBy=1000&troughBy=1000&casingsBend=a`);
    await figure('casings').locator('path.line').waitFor();
    // Joints each 5 m from the mark downwards: 10, 5, 2 and 0 mm to the right.
    assert.deepEqual(await linesOf('casings'), [[600, 200, 550, 250, 520, 300, 500, 350]]);
    // Beside the level outside of the drawing the line is a guess, and the last one is silent.
    assert.deepEqual(await linesOf('water'), [
      [100, 300, 300, 350],
      [300, 350, 900, 400],
    ]);
    assert.equal(await figure('water').locator('path.line.past').count(), 1);
    await row('water').getByText('1 level outside the drawing, left out').waitFor();
    assert.deepEqual(await linesOf('trough'), [
      [200, 140, 400, 180],
      [400, 180, 800, 120],
    ]);
    assert.equal(await figure('trough').locator('path.line.past').count(), 1);
    await row('sparklines').getByText('1 point without a reading in this period').waitFor();
    await waitFor(() => page.locator('.fg-layer .small svg').count(), 8);
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await row('trough').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} px wider than the screen`);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a panel of a dashboard and a slide of a wall draw the same, as their setting says, with a legend', async () => {
    const path = `/projects/${projectId}/dashboards`;
    const { dashboard } = await site.request<{ dashboard: { id: number } }>('POST', path, { name: 'Figures' });
    await page.goto(`${site.server.url}/#${path}/${dashboard.id}`);
    // The page before has an Edit of its own.
    await page.getByText('No panels yet').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Add a panel' }).first().click();
    const dialog = page.getByRole('dialog');
    const pick = async (name: string, ...wanted: readonly string[]): Promise<void> => {
      await dialog.getByRole('combobox', { name, exact: true }).click();
      const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
      for (const option of wanted) await options.getByText(option, { exact: true }).click();
    };
    await pick('Panel', 'Drawing');
    await pick('Structure', 'Bank');
    await pick('Drawing', 'Section');
    await pick('Figures', 'Bent casings', 'Piezometric line');
    await dialog.getByRole('spinbutton', { name: 'Magnification: Bent casings' }).fill('1000');
    await pick('Component of the casings', 'A axis to the right');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await figure('casings').locator('path.line').waitFor();
    const drawn = { casings: [[600, 200, 550, 250, 520, 300, 500, 350]], water: await linesOf('water') };
    assert.deepEqual(await linesOf('casings'), drawn.casings);
    await page.locator('.fg-legend [data-row=water]', { hasText: '1 level outside' }).waitFor();
    await page.locator('.fg-legend [data-row=casings] [role=img]').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitFor(async () => (await boardPanels()).length, 1);
    const [saved] = await boardPanels();
    assert.deepEqual(saved?.figures?.kinds, ['casings', 'water']);
    const { token } = await site.request<{ token: string }>('POST', '/profile/walls', {
      name: 'Figures',
      language: 'en',
      timeZone: 'UTC',
      projectIds: [projectId],
      slides: [
        {
          kind: 'drawing',
          dwellSeconds: 600,
          structureId: saved?.structureId,
          drawingId: saved?.drawingId,
          figures: saved?.figures,
        },
      ],
    });
    await page.goto(`${site.server.url}/#/wall/${token}`);
    await page.locator('.wall-drawing [data-figure=casings] path.line').waitFor();
    assert.deepEqual({ casings: await linesOf('casings'), water: await linesOf('water') }, drawn);
    await page.locator('.fg-legend [data-row=casings] [role=img]').waitFor();
  });
});

interface SavedPanel {
  readonly structureId: number;
  readonly drawingId: number;
  readonly figures?: { readonly kinds: readonly string[] };
}
async function boardPanels(): Promise<readonly SavedPanel[]> {
  const path = `/projects/${projectId}/dashboards`;
  const { dashboards } = await site.request<{ dashboards: { id: number }[] }>('GET', path);
  const found = await site.request<{ dashboard: { panels: SavedPanel[] } }>('GET', `${path}/${dashboards[0]?.id}`);
  return found.dashboard.panels;
}
