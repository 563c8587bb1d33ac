/** A value that failed its tests never looks safe: every screen that shows levels, over a project where one of two did. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { makeProject } from './worlds.ts';

let site: Site;
let page: Page;
const go = (path: string) => page.goto(`${site.server.url}/#${path}`);
const wholeWords = '1 of 2 points without a good value';
let [projectId, structureId, goodId, failedId] = [0, 0, 0, 0];

async function furnish() {
  const { request } = site;
  const project = await makeProject(site, 'Hengtang Dam');
  projectId = project.id;
  await request('POST', `/projects/${projectId}/measuring-points/batch`, {
    createStructures: true,
    rows: [0, 1].map((i) => ({
      name: `MAN-${i + 1}`,
      family: 'temperature',
      mode: 4,
      type: 2,
      intervalSeconds: 60,
      structurePath: ['Main dam'],
      coordinates: { longitude: 114.3 + i / 1000, latitude: 30.6 },
      imageLocation: { x: 0.3 + i / 3, y: 0.4 },
    })),
  });
  const { rows } = await request<{ rows: { id: number; structureId: number }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points/rows`,
  );
  [goodId, failedId] = [rows[0]!.id, rows[1]!.id];
  structureId = rows[0]!.structureId;
  const range = { failMin: -40, failMax: 60, suspectMin: null, suspectMax: null };
  for (const { id } of rows) {
    await request('PUT', `/measuring-points/${id}/thresholds`, {
      thresholds: [{ field: 'temperature', kind: 'value', method: 'upper', levels: [20, 25, 30, 40] }],
    });
    await request('PATCH', `/measuring-points/${id}/processing`, {
      quality: { fields: { temperature: { range } }, gap: null, clock: { aheadSeconds: 60, backward: false } },
    });
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'plan.png');
  await request('PUT', `/structures/${structureId}/picture`, form);
}

const enter = (pointId: number, secondsAgo: number, temperature: number | null) =>
  site.request('POST', `/projects/${projectId}/artificial-data`, {
    rows: [{ pointId, at: new Date(Date.now() - secondsAgo * 1000).toISOString(), values: { temperature } }],
  });

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  // The projects stand in the sidebar where it is open.
  await site.request('PATCH', '/profile/preferences', { preferenceKey: 'isCollapseOnData', value: false });
  await furnish();
  await page.reload();
});
after(() => site?.close());

describe('failed values', { skip: noChromium }, () => {
  test('a value that fails on an open page takes the tick from its point, its project, switcher and sidebar', async () => {
    await enter(goodId, 90, 12);
    await enter(failedId, 90, 12);
    await go(`/projects/${projectId}/monitor-new/home?point=${failedId}`);
    await page.locator('.dv-head .pl-tag:has-text("Normal"), .dv-head [data-status="0"]').first().waitFor();
    await enter(failedId, 30, 999);
    await page.locator('.dv-head').getByText('No good value').waitFor();
    await page.getByRole('treeitem', { name: /^No good value MAN-2/ }).waitFor();
    await page.getByRole('treeitem', { name: /^Normal MAN-1/ }).waitFor();
    await page.getByRole('banner').getByLabel(wholeWords).first().waitFor();
    await page.getByRole('complementary', { name: 'Sidebar' }).getByLabel(wholeWords).first().waitFor();
  });

  test('headline, cards, maps, lists, trees, topology and pictures say it', async () => {
    const console = `/projects/${projectId}/console`;
    const screens: readonly (readonly [path: string, words: string | RegExp])[] = [
      ['/dashboard', wholeWords],
      ['/projects', wholeWords],
      [`/dashboard/project/${projectId}`, wholeWords],
      [`/dashboard/project/${projectId}?mode=list`, 'No good value'],
      [`/dashboard/project/${projectId}?mode=list&point=${failedId}`, 'No good value'],
      [`/dashboard/project/${projectId}/structures/${structureId}?mode=picture`, /MAN-2, No good value/],
      [`${console}/points`, 'No good value'],
      [`${console}/points?level=failed`, 'MAN-2'],
      [`${console}/topo`, 'No good value'],
      [`${console}?tab=structures`, wholeWords],
      [`${console}/structures/${structureId}`, wholeWords],
      [`${console}/structures/${structureId}/mps/${failedId}`, 'No good value'],
    ];
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [path, words] of screens) {
        await go(path);
        await page.getByText(words).or(page.getByLabel(words)).filter({ visible: true }).first().waitFor();
        if (words === wholeWords && !path.startsWith(`/dashboard/project`))
          assert.equal(await page.locator('.pl-tag:has-text("Normal")').count(), 0, `${path} at ${width}`);
      }
    }
  });

  test('a point above a limit keeps its level, and says that its newest value failed', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(failedId, 20, 32);
    await enter(failedId, 10, 999);
    await go(`/projects/${projectId}/monitor-new/home?point=${failedId}`);
    await page.getByRole('treeitem', { name: /^Orange; no good value since MAN-2/ }).waitFor();
    await page.locator('.dv-head').getByText('Orange').first().waitFor();
    await page.locator('.dv-head').getByText('Failed value').waitFor();
  });
});
