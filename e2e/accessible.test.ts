/**
 * The main pages and what opens over them, looked over by axe-core as assistive technology meets them: nothing
 * that is moderate, serious or critical. The views of points are looked over where each is opened: e2e/views-catalogue.test.ts.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Access-2026x';
let site: Site;
let page: Page;

/** The page has what it shows: nothing is a skeleton any more. */
const isLoaded = () => waitFor(() => page.locator('main [aria-busy=true], main .pl-skeleton').count(), 0);

async function checkPage(path: string): Promise<void> {
  // Of the page before nothing is left that could be taken for this one.
  await page.goto('about:blank');
  await page.goto(`${site.server.url}/#${path}`);
  await page.locator('h1').first().waitFor();
  await isLoaded();
  assert.deepEqual(await violationsOn(page), [], path);
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

const pages = [
  '/dashboard',
  '/projects',
  '/alerts',
  '/device-warehouse',
  '/device-warehouse/health',
  '/console/users',
  '/console/roles',
  '/profile',
  '/profile?part=signin',
  '/profile?part=alerts',
  '/profile?part=programs',
  '/dashboard/project/1',
  '/projects/1/monitor-new/home',
  '/projects/1/monitor-new/entry',
  '/projects/1/monitor-new/import',
  '/projects/1/devices',
  '/projects/1/console',
  '/projects/1/console/points',
  '/projects/1/console/points/edit',
  '/projects/1/console/points/thresholds',
  '/projects/1/console/topo',
  '/projects/1/documents',
  '/projects/1/members',
];

describe('axe finds nothing', { skip: noChromium }, () => {
  for (const path of pages) test(`on ${path}`, () => checkPage(path));

  test('in an alert', async () => {
    const { alerts } = await site.request<{ alerts: { id: number; projectId: number }[] }>('GET', '/alerts');
    await checkPage(`/projects/${alerts[0]?.projectId}/alerts?alert=${alerts[0]?.id}`);
  });

  test('in a device and in a point', async () => {
    await checkPage('/device-warehouse?device=1');
    await checkPage('/projects/1/monitor-new/home?point=1');
  });

  test('in the search and in a form', async () => {
    await page.goto(`${site.server.url}/#/projects`);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Go to/ }).fill('a');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await violationsOn(page), [], 'search');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violationsOn(page), [], 'form');
  });
});
