/** Silence never looks like safety: every screen that shows levels, over a project of which forty-four of fifty points are silent. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { makeSilentProject, pointCount, reportingCount, type SilentProject } from './silent-project.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;
let made: SilentProject;
const go = (path: string) => page.goto(`${site.server.url}/#${path}`);
const silentWords = `${pointCount - reportingCount} of ${pointCount} points silent`;

/**
 * What is green on the page, by its drawn colour: marks, words, grounds and outlines. The names of the five levels over
 * their counts are no statement about a point; where the count of Normal is zero they may be green.
 */
const greens = (): Promise<string[]> =>
  page.evaluate(() => {
    const isGreen = (colour: string): boolean => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return colour.startsWith('rgb') && alpha > 0 && green > red + 40 && green > blue + 25;
    };
    return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      if (element.closest('.levels5 .zero') || element.getClientRects().length === 0) return [];
      const { color, backgroundColor, borderTopColor, stroke, fill, borderTopWidth } = getComputedStyle(element);
      const drawn = [color, backgroundColor, stroke, fill, ...(borderTopWidth === '0px' ? [] : [borderTopColor])];
      return drawn.some(isGreen) ? [`${element.tagName} ${element.outerHTML.slice(0, 160)}`] : [];
    });
  });
/** Accessible names and words that say that all is well. */
const normalCount = (): Promise<number> => page.locator('[aria-label*="Normal"], .pl-tag:has-text("Normal")').count();

async function isSilent(where: string, words: string | RegExp = /No reading|Stale, |points silent/) {
  await page.getByText(words).or(page.getByLabel(words)).filter({ visible: true }).first().waitFor();
  await waitFor(greens, [], where);
  assert.equal(await normalCount(), 0, where);
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  // The projects stand in the sidebar where it is open.
  await site.request('PATCH', '/profile/preferences', { preferenceKey: 'isCollapseOnData', value: false });
});
after(() => site?.close());

describe('silence', { skip: noChromium }, () => {
  test('an empty installation, and an empty project, have no green tick', async () => {
    await go('/dashboard');
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor();
    assert.deepEqual(await greens(), []);
    await site.request('POST', '/projects', { corporationId: 1, name: 'Empty site', address: 'Nowhere' });
    await page.reload();
    await isSilent('home', 'Nothing is measured yet');
    const indents = await page
      .locator('.pl-pane .pl-state .title')
      .evaluateAll((titles) =>
        titles.map(
          (title) => title.getBoundingClientRect().x - (title.closest('.pl-pane')?.getBoundingClientRect().x ?? 0),
        ),
      );
    assert.ok(indents.length > 2 && indents.every((px) => px >= 16), `words begin apart from the edge: ${indents}`);
    await go('/projects');
    await isSilent('cards', 'No points yet');
  });

  test('a project that is mostly silent is green nowhere, in headline, cards, maps, lists, trees and pictures', async () => {
    made = await makeSilentProject(site);
    const { projectId, structureId, pointIds } = made;
    const neverRead = pointIds[20]!;
    await page.reload();
    const console = `/projects/${projectId}/console`;
    const screens: readonly (readonly [path: string, words?: string | RegExp])[] = [
      ['/dashboard', silentWords],
      ['/projects', silentWords],
      ['/projects?view=table'],
      [`/dashboard/project/${projectId}`, silentWords],
      [`/dashboard/project/${projectId}?mode=list`, /^Stale/],
      [`/dashboard/project/${projectId}?mode=list&point=${neverRead}`, 'No reading'],
      [`/dashboard/project/${projectId}/structures/${structureId}`],
      [`/dashboard/project/${projectId}/structures/${structureId}?mode=picture`, /MAN-50, No reading/],
      [`/projects/${projectId}/monitor-new/home?point=${neverRead}`, 'No reading'],
      [`${console}/points`, /^Stale/],
      [`${console}/points?level=silent`, 'No reading'],
      [`${console}/topo`, 'No reading'],
      [`${console}?tab=structures`, silentWords],
      [`${console}/structures/${structureId}`, silentWords],
      [`${console}/structures/${structureId}?tab=picture`],
      [`${console}/structures/${structureId}/mps/${neverRead}`, 'No reading'],
    ];
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [path, words] of screens) {
        if (width === 390 && path.endsWith('view=table')) continue;
        await go(path);
        await isSilent(`${path} at ${width}`, words);
      }
    }
  });

  test('switcher and sidebar say how much is silent; a Red point that fell silent says what it was', async () => {
    const { projectId, pointIds } = made;
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(`/projects/${projectId}/monitor-new/home?point=${pointIds[reportingCount]}`);
    const name = /Blue, 44 of 50 points silent/;
    await page.getByRole('banner').getByLabel(name).first().waitFor();
    await page.getByRole('complementary', { name: 'Sidebar' }).getByLabel(name).first().waitFor();
    await page
      .locator('.dv-head')
      .getByText(/^Red when last read, stale 3\d min/)
      .waitFor();
    await page.getByRole('treeitem', { name: /^Red when last read, stale 3\d min/ }).waitFor();
    await page.getByRole('treeitem', { name: /^No reading MAN-21/ }).waitFor();
  });

  test('a first reading ends the silence of a point on the open page', async () => {
    const { projectId, pointIds } = made;
    await site.request('POST', `/projects/${projectId}/artificial-data`, {
      rows: [{ pointId: pointIds[20], at: new Date().toISOString(), values: { temperature: 25 } }],
    });
    await page
      .getByRole('treeitem', { name: /MAN-21/ })
      .getByText('25')
      .waitFor();
    await waitFor(() => page.getByRole('treeitem', { name: /^No reading MAN-21/ }).count(), 0);
  });
});
