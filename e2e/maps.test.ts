/** Maps that show where one is: towns and rivers by name, degrees, marks apart; and a red point that has no place is seen, and put in one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'Maps-2026x';
let site: Site;
let page: Page;

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly coordinates: { readonly longitude: number; readonly latitude: number } | null;
}

const go = (path: string) => page.goto(`${site.server.url}/#${path}`);
const map = () => page.getByRole('application', { name: /^(Map|地图)$/ });
/** What the map names where one looks, as a screen reader is told: read from the features that are drawn. */
const surroundings = async (): Promise<string> => (await map().locator('> p').textContent()) ?? '';

async function pointNamed(projectName: string, pointName: string): Promise<{ projectId: number; point: Listed }> {
  const { projects } = await site.request<{ projects: Listed[] }>('GET', '/projects');
  const projectId = projects.find(({ name }) => name === projectName)!.id;
  const { measuringPoints } = await site.request<{ measuringPoints: Listed[] }>(
    'GET',
    `/projects/${projectId}/measuring-points?pageSize=200`,
  );
  return { projectId, point: measuringPoints.find(({ name }) => name === pointName)! };
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('maps', { skip: noChromium }, () => {
  test('the home map names towns and rivers, and says whose data it draws', async () => {
    await go('/dashboard');
    // Towns and rivers are drawn tile by tile: the first map of a browser beside other work, without a graphics card, for a minute.
    const isNamed = (words: string) => {
      assert.match(words, /\bNanjing\b/);
      assert.match(words, /\bYangtze\b/);
    };
    await waitUntilSettled(surroundings, isNamed, 120_000);
    await map().getByText('Natural Earth').waitFor();
  });

  test('a red point without a place is shown at its level, listed, put on the map, and taken off again', async () => {
    const { projectId, point } = await pointNamed('Luojia Bay Foundation Pit', 'IN-07');
    await site.request('PATCH', `/measuring-points/${point.id}`, { coordinates: null });
    await go(`/dashboard/project/${projectId}?mode=map`);
    const chip = map().getByRole('button', { name: /Points without a location on the map: 1, Red/ });
    await chip.click();
    await page.getByRole('button', { name: 'Place IN-07 on the map' }).click();
    await page.getByText('Click the map where IN-07 is').waitFor();
    const { width, height } = (await map().boundingBox())!;
    await map().click({ position: { x: width * 0.6, y: height * 0.3 } });
    await page.getByText(/^IN-07 at 30\.\d{6}, 114\.\d{6}/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('IN-07 is on the map').waitFor();
    await waitFor(() => chip.count(), 0);
    const placed = await pointNamed('Luojia Bay Foundation Pit', 'IN-07');
    const { longitude, latitude } = placed.point.coordinates!;
    assert.ok(Math.abs(longitude - 114.31) < 0.02 && Math.abs(latitude - 30.55) < 0.02, `${longitude}, ${latitude}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await chip.waitFor();
    assert.equal((await pointNamed('Luojia Bay Foundation Pit', 'IN-07')).point.coordinates, null);
  });

  test('a map of another size shows every point again, until somebody has moved it', async () => {
    const { projectId } = await pointNamed('Hengtang Earth Dam', 'WE-01');
    await page.setViewportSize({ width: 1440, height: 1400 });
    await go(`/dashboard/project/${projectId}?mode=map`);
    const outside = async (): Promise<number> => {
      const frame = (await map().boundingBox())!;
      const marks = await map()
        .locator('.maplibregl-marker')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
      const isIn = ({ x, y }: DOMRect) =>
        x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
      return marks.length === 0 ? -1 : marks.filter((mark) => !isIn(mark)).length;
    };
    await waitFor(outside, 0);
    // As when a strip comes in beneath: the pane is half as high.
    await page.setViewportSize({ width: 1440, height: 640 });
    await waitFor(outside, 0);
    const { x, y, width, height } = (await map().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 4, { steps: 4 });
    await page.mouse.up();
    await waitUntilSettled(outside, (count) => assert.ok(count > 0, `${count} outside`));
    const before = await outside();
    await page.setViewportSize({ width: 1440, height: 660 });
    await page.waitForFunction(() => innerHeight === 660);
    await waitUntilSettled(outside, (count) => assert.ok(count > 0, `${count} of ${before} outside`));
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('marks at one spot are one mark with their number, which lists them', async () => {
    const { projectId, point } = await pointNamed('Wanshou City Wall', 'CR-07');
    const { point: other } = await pointNamed('Wanshou City Wall', 'TM-10');
    await site.request('PATCH', `/measuring-points/${other.id}`, { coordinates: point.coordinates });
    await go(`/dashboard/project/${projectId}?mode=map`);
    await map()
      .getByRole('button', { name: / and others, 2 here$/ })
      .click();
    const list = page.getByRole('dialog', { name: '2 at this spot' });
    await list.getByRole('button', { name: /^CR-07/ }).waitFor();
    await list.getByRole('button', { name: /^TM-10/ }).click();
    await page.waitForURL(new RegExp(`point=${other.id}`));
  });

  test('in Chinese the map is Chinese', async () => {
    await page.evaluate(() => localStorage.setItem('plumbline.language', 'zh-CN'));
    await site.request('PATCH', '/profile', { language: 'zh-CN' });
    await go('/dashboard');
    await page.reload();
    await waitFor(async () => /南京.*/.test(await surroundings()), true);
    assert.match(await surroundings(), /长江/);
  });
});
