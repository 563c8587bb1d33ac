/** Contours between the points of a drawing: chosen, drawn within the points and no farther, replayed, and honest about what is missing. */
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
/** Share of the drawing across and down, and what was read now; M-6 was never read. */
const marks: Readonly<Record<string, readonly [x: number, y: number, now: number | null]>> = {
  'M-1': [0.2, 0.2, 0],
  'M-2': [0.8, 0.2, 30],
  'M-3': [0.2, 0.8, 0],
  'M-4': [0.8, 0.8, 30],
  'M-5': [0.5, 0.5, 15],
  'M-6': [0.9, 0.9, null],
};
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  const project = await makeProject(site, 'Embankment');
  const rows = Object.keys(marks).map((name) => ({
    name,
    type: 2,
    family: 'structuralDeformation',
    mainField: 'deflection',
    intervalSeconds: 3600,
    structurePath: ['Bank'],
    initialValues: { deflection: 0 },
  }));
  await site.request('POST', `/projects/${project.id}/measuring-points/batch`, { createStructures: true, rows });
  const found = await site.request<{ rows: { id: number; name: string; structureId: number }[] }>(
    'GET',
    `/projects/${project.id}/measuring-points/rows`,
  );
  const structureId = found.rows[0]!.structureId;
  await site.request('POST', `/projects/${project.id}/artificial-data`, {
    rows: found.rows.flatMap(({ id: pointId, name }) => {
      const now = marks[name]![2];
      if (now === null) return [];
      const at = (hours: number, deflection: number) => ({ pointId, at: hoursAgo(hours), values: { deflection } });
      return [at(24, -now), at(12, 0), at(0.2, now)];
    }),
  });
  const form = new FormData();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 500"><path d="M50 50H950V450H50z" fill="#ddd"/></svg>';
  form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'Plan.svg');
  const { drawing } = await site.request<{ drawing: { id: number } }>(
    'POST',
    `/structures/${structureId}/drawings?name=Plan&plane=plan`,
    form,
  );
  await site.request('PUT', `/structures/${structureId}/drawings/${drawing.id}/places`, {
    places: found.rows.map(({ id: pointId, name }) => ({
      pointId,
      place: { x: marks[name]![0], y: marks[name]![1] },
    })),
  });
  address = `${site.server.url}/#/dashboard/project/${project.id}/structures/${structureId}?mode=drawing`;
});
after(() => site?.close());

const pane = () => page.locator('.ct-pane');
/** What is cut out: the area that contours may fill, in units of the drawing. */
const hull = async (): Promise<readonly number[]> =>
  ((await page.locator('.ct-layer clipPath path').getAttribute('d')) ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
const bands = (): Promise<(string | null)[]> =>
  page.locator('.ct-layer g path').evaluateAll((paths) => paths.map((each) => each.getAttribute('d')));

describe('contours', { skip: noChromium }, () => {
  test('are drawn within the points that were read, and say how many were not', async () => {
    await page.goto(address);
    await page.getByRole('img', { name: 'Plan', exact: true }).waitFor();
    assert.equal(await page.locator('.ct-layer').count(), 0, 'nothing is drawn before somebody asks');
    await page.locator('.ct-select .ant-select').click();
    await page.locator('.ant-select-item-option', { hasText: '(6)' }).click();
    await page.locator('[data-contours=drawn]').waitFor();
    await pane().getByText('Interpolated between 5 points', { exact: false }).waitFor();
    await pane().getByText('1 point without a reading at that time left out').waitFor();
    const numbers = await hull();
    const [xs, ys] = [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)];
    const [, , width = 1, height = 1] =
      (await page.locator('.ct-layer').getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
    assert.deepEqual(
      [Math.min(...xs) / width, Math.max(...xs) / width, Math.min(...ys) / height, Math.max(...ys) / height],
      [0.2, 0.8, 0.2, 0.8],
    );
    // 0 to 30 in steps of 5.
    assert.equal((await bands()).length, 6);
    assert.match((await pane().locator('.ct-legend').innerText()).replace(/\s+/g, ' '), /^0 5 10 15 20 25 30 mm$/);
    assert.deepEqual(await violationsOn(page), []);
  });

  test('are replayed in one set of colours, and the address holds the choice', async () => {
    await pane().getByRole('radio', { name: '24 h' }).click();
    const slider = pane().getByRole('slider');
    await slider.waitFor();
    await waitFor(() => pane().locator('.ct-legend .edge').count(), 7);
    const now = await bands();
    await slider.focus();
    await slider.press('Home');
    await waitUntilSettled(bands, (then) => assert.notDeepEqual(then, now));
    // A day ago the fall ran the other way: the first mark was the highest.
    const first = await pane().locator('.ct-known b').innerText();
    await slider.press('End');
    await waitUntilSettled(bands, (then) => assert.deepEqual(then, now));
    assert.notEqual(await pane().locator('.ct-known b').innerText(), first);
    assert.match(page.url(), /contours=structuralDeformation\.deflection.*contoursOver=day/);
    await page.reload();
    await page.locator('[data-contours=drawn]').waitFor();
    await page.locator('.ct-select .ant-select').click();
    await page.locator('.ant-select-item-option', { hasText: 'None' }).click();
    await waitFor(() => page.locator('.ct-layer').count(), 0);
    assert.doesNotMatch(page.url(), /contours/);
  });
});
