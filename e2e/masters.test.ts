/** Masters of a project of their own: how they stand on every screen, and that a reading of a member changes it at once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { makeProject } from './worlds.ts';

let site: Site;
let page: Page;
let projectId: number;
let structureId: number;
let ids: ReadonlyMap<string, number>;
const go = (path: string) => page.goto(`${site.server.url}/#${path}`);
const cells = ['HL-1', 'HL-2', 'HL-3'];
const idOf = (name: string): number => {
  const id = ids.get(name);
  assert.ok(id, name);
  return id;
};
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const measured = (rows: readonly (readonly [name: string, hours: number, deflection: number])[]) =>
  site.request('POST', `/projects/${projectId}/artificial-data`, {
    rows: rows.map(([name, hours, deflection]) => ({
      pointId: idOf(name),
      at: hoursAgo(hours),
      values: { deflection },
    })),
  });

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  const project = await makeProject(site, 'Approach bridge');
  projectId = project.id;
  const place = (i: number) => ({
    family: 'structuralDeformation',
    mainField: 'deflection',
    intervalSeconds: 3600,
    structurePath: ['Deck'],
    coordinates: { longitude: 114.3 + i / 1000, latitude: 30.6 },
    imageLocation: { x: 0.2 + i / 6, y: 0.5 },
  });
  await site.request('POST', `/projects/${projectId}/measuring-points/batch`, {
    createStructures: true,
    rows: [
      ...cells.map((name, i) => ({ ...place(i), name, type: 2, initialValues: { deflection: 0 } })),
      { ...place(3), name: 'HL line', type: 3, slaves: cells.map((pointName) => ({ pointName })) },
    ],
  });
  const { rows } = await site.request<{ rows: { id: number; name: string; structureId: number }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points/rows`,
  );
  ids = new Map(rows.map(({ id, name }) => [name, id]));
  structureId = rows[0]?.structureId ?? 0;
  const limits = { field: 'deflection', kind: 'cumulative', method: 'twoSided', levels: [10, 20, 30, 40] };
  for (const name of cells)
    await site.request('PUT', `/measuring-points/${idOf(name)}/thresholds`, { thresholds: [limits] });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'plan.png');
  await site.request('PUT', `/structures/${structureId}/picture`, form);
  await measured([
    ['HL-1', 0, 0.4],
    ['HL-2', 0, 1.2],
  ]);
});
after(() => site?.close());

describe('masters', { skip: noChromium, concurrency: false }, () => {
  test('a master of which one point was never read is silent wherever levels are shown, and green nowhere', async () => {
    const master = idOf('HL line');
    const words = /1 of 3 points silent/;
    const screens: readonly (readonly [path: string, holder: string])[] = [
      [`/dashboard/project/${projectId}?mode=list`, 'tr'],
      [`/dashboard/project/${projectId}?mode=list&point=${master}`, '.ppanel .head'],
      [`/dashboard/project/${projectId}/structures/${structureId}?mode=picture`, 'button'],
      [`/projects/${projectId}/monitor-new/home?point=${master}`, '[role="treeitem"]'],
      [`/projects/${projectId}/monitor-new/home?point=${master}`, '.dv-head'],
      [`/projects/${projectId}/console/points`, '[role="row"]'],
      [`/projects/${projectId}/console/topo`, '[role="treeitem"]'],
    ];
    for (const [path, holder] of screens) {
      await go(path);
      const own = page
        .locator(holder)
        .filter({ hasText: 'HL line' })
        .or(page.locator(`${holder}[aria-label*="HL line"]`));
      const mark = own
        .first()
        .or(page.locator(`${holder}:has(h1:text("HL line"))`))
        .first();
      await mark.waitFor();
      await page
        .getByText(words)
        .or(page.getByLabel(words))
        .or(page.getByTitle(words))
        .filter({ visible: true })
        .first()
        .waitFor();
      assert.equal(await mark.locator('[data-status="0"]').count(), 0, `${path} ${holder}`);
      assert.ok((await mark.locator('[data-status="silent"]').count()) > 0, `${path} ${holder}`);
    }
    await go(`/projects/${projectId}/console/structures/${structureId}/mps/${master}`);
    await page.getByText(words).first().waitFor();
    await go(`/dashboard/project/${projectId}`);
    await page.getByRole('button', { name: /HL line.*1 of 3 points silent/ }).waitFor();
  });

  test('the panel of a master lists its points, and the tree follows when the last of them reports', async () => {
    await go(`/dashboard/project/${projectId}?mode=list&point=${idOf('HL line')}`);
    await page.locator('.ppanel').getByText('Made up of 3 points, 1 silent').waitFor();
    assert.deepEqual(await page.locator('.ppanel .mini .pl-ell').allInnerTexts(), cells);
    await go(`/projects/${projectId}/monitor-new/home?point=${idOf('HL line')}`);
    await page.getByRole('treeitem', { name: /1 of 3 points silent HL line/ }).waitFor();
    await measured([['HL-3', 0, 12]]);
    // Without the answer being fetched again: the socket tells the member, and the page puts the master together.
    await page.getByRole('treeitem', { name: /^Blue HL line/ }).waitFor();
    await page.locator('.dv-head').getByText('Made up of 3 points').waitFor();
  });

  test('a line is closed and changed in the console; each date is seen with the geometry of then, and the changes are listed', async () => {
    const master = idOf('HL line');
    await measured([
      ['HL-1', 48, 0],
      ['HL-2', 48, 0.5],
      ['HL-3', 48, 4],
    ]);
    const consolePath = `/projects/${projectId}/console/structures/${structureId}/mps/${master}?tab=slaves`;
    await go(consolePath);
    await page.getByText('Never changed: all dates use the current geometry.').waitFor();
    const distances = page.getByLabel('Distance', { exact: true });
    for (const [i, metres] of ['0', '10', '20'].entries()) await distances.nth(i).fill(metres);
    await page.getByLabel('Close the line on its far end').check();
    await page.getByLabel('From the beginning: the previous settings were wrong').check();
    await page.getByLabel('Reason').fill('Measured with a tape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const history = page.getByRole('region', { name: 'Geometry over time' });
    await history.getByText('Measured with a tape').waitFor();
    await history.getByText('HL-1 0.00 m, HL-2 10.00 m, HL-3 20.00 m · closed, far end 0.0 mm').waitFor();
    await history.getByText('Replaced by a later change').waitFor();
    const { measuringPoint } = await site.request<{ measuringPoint: { slaves: object[]; master: object } }>(
      'GET',
      `/measuring-points/${master}`,
    );
    await site.request('PUT', `/measuring-points/${master}/slaves`, {
      slaves: measuringPoint.slaves,
      master: { ...measuringPoint.master, chainagesM: [0, 10, 40] },
      validFrom: hoursAgo(24),
      reason: 'Made longer',
    });
    const rows = (): Promise<string[][]> =>
      page
        .locator('.ms .ant-table-tbody tr.ant-table-row')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('td')].slice(1, 3).map((cell) => cell.innerText.trim())),
        );
    const view = `/projects/${projectId}/monitor-new/home?point=${master}&view=hsl-settlement`;
    await go(`${view}&times=${hoursAgo(48)},${hoursAgo(0)}`);
    await page.getByText('1 date in this range was measured with a different geometry', { exact: false }).waitFor();
    await page.getByText('Closed on its far end: misclosure −11.600 mm, distributed by distance').waitFor();
    await waitFor(rows, [
      ['0.00', '0.000'],
      ['10.00', '−2.100'],
      ['40.00', '0.000'],
    ]);
    await page.goto('about:blank');
    await go(`${view}&times=${hoursAgo(48)}`);
    await page.getByText('misclosure −4.000 mm', { exact: false }).waitFor();
    await waitFor(rows, [
      ['0.00', '0.000'],
      ['10.00', '−1.500'],
      ['20.00', '0.000'],
    ]);
    // SHOTS
  });
});
