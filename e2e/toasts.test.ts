/** Toasts have a place of their own: on no page do they lie over what is read or pressed there. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { notificationsConnected, raiseAlert } from './raise-alert.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Toasts-2026x';
let site: Site;
let page: Page;
let projectId = 0;
let pointId = 0;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  projectId = (await projectNamed(site, 'Hengtang Earth Dam')).id;
  const { measuringPoints } = await site.request<{ measuringPoints: { id: number; name: string }[] }>(
    'GET',
    `/projects/${projectId}/measuring-points?pageSize=200`,
  );
  pointId = measuringPoints.find(({ name }) => name === 'PZ-240-2')?.id ?? 0;
});
after(() => site?.close());

const toast = () => page.locator('.pl-toast');

/** What lies under the toast, but for the frame that makes room for it. */
const covered = (): Promise<string[]> =>
  toast().evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const under = new Set<Element>();
    for (let x = left + 1; x < right; x += 8)
      for (let y = top + 1; y < bottom; y += 6)
        for (const each of document.elementsFromPoint(x, y)) if (!element.contains(each)) under.add(each);
    const frame = '.pl-toasts, .hd, .app, .fld, #root, body, html';
    return [...under].filter((each) => !each.matches(frame)).map((each) => each.outerHTML.slice(0, 120));
  });

const pages = () =>
  [
    '/dashboard',
    '/projects',
    `/dashboard/project/${projectId}`,
    `/projects/${projectId}/monitor-new/home`,
    `/projects/${projectId}/console/points`,
    `/projects/${projectId}/devices`,
    `/projects/${projectId}/field-work`,
    `/projects/${projectId}/reports`,
    '/profile',
  ] as const;

describe('toasts', { skip: noChromium }, () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1100, height: 800 },
    { width: 390, height: 844 },
  ])
    test(`at ${viewport.width} px the warning of an alert covers nothing of any page`, async () => {
      await page.setViewportSize(viewport);
      const connected = notificationsConnected(page);
      await page.goto('about:blank');
      await page.goto(`${site.server.url}/#/dashboard`);
      await connected;
      await raiseAlert(site, projectId, 4);
      await toast().waitFor();
      for (const address of pages()) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, address);
        await page.locator('main').first().waitFor();
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await covered(), [], `${address} at ${viewport.width} px`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wider <= 0, `${address} is ${wider} px wider than the screen`);
      }
      assert.deepEqual(await violationsOn(page), []);
    });

  test('several fold into one line that says how many and how grave; a press shows the next', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const connected = notificationsConnected(page);
    await page.goto('about:blank');
    await page.goto(`${site.server.url}/#/profile`);
    await connected;
    await raiseAlert(site, projectId, 4);
    await toast().getByText('reached Red').waitFor();
    await raiseAlert(site, projectId, 3);
    await toast().getByText('reached Orange').waitFor();
    assert.equal(await toast().count(), 1);
    // The one behind is as grave as its mark.
    await toast().getByRole('button', { name: '1 more message behind this one' }).click();
    await toast().getByText('reached Red').waitFor();
    await page.mouse.move(700, 500);
    // Orange leaves by itself, red does not.
    await toast().getByRole('button', { name: 'more message' }).waitFor({ state: 'detached', timeout: 20_000 });
    await toast().getByText('reached Red').waitFor();
    await toast().getByRole('button', { name: 'Close' }).click();
    await toast().waitFor({ state: 'detached' });
  });

  for (const width of [1440, 390])
    test(`with a panel open at ${width} px a toast stands beside what is filled in`, async () => {
      await page.setViewportSize({ width, height: 844 });
      const connected = notificationsConnected(page);
      await page.goto('about:blank');
      await page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${pointId}`);
      await page.getByRole('button', { name: 'Settings' }).click();
      const panel = page.getByRole('dialog');
      const last = panel.getByRole('button', { name: 'Unbind' });
      await last.waitFor();
      await connected;
      await raiseAlert(site, projectId, 4);
      await toast().waitFor();
      await last.evaluate((element) => element.scrollIntoView());
      const [at, panelAt, lastAt] = await Promise.all([toast().boundingBox(), panel.boundingBox(), last.boundingBox()]);
      assert.ok(at && panelAt && lastAt);
      if (width > 1280) assert.ok(at.x + at.width <= panelAt.x, JSON.stringify({ at, panelAt }));
      else assert.ok(lastAt.y + lastAt.height <= at.y, JSON.stringify({ at, lastAt }));
    });
});
