/** Zoom and pan of plans, sections and bodies by wheel, drag, keys, buttons and two fingers; the address holds what is in view. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ViewName } from '../contract/src/views/views.ts';
import { savedFile } from './chart-files.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { viewPlaces } from './view-places.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

let site: Site;
let places: Awaited<ReturnType<typeof viewPlaces>>;

reportPages();
before(async () => {
  if (noChromium) return;
  const password = 'Zoom-2026-demo';
  site = await openSite([], { DEMO_DEVICES: '0', DEMO_PASSWORD: password });
  await site.signIn('demo', password);
  places = await viewPlaces((path) => site.request('GET', path));
});
after(() => site?.close());

const open = async (view: ViewName, query = ''): Promise<void> => {
  const place = places.get(view);
  assert.ok(place, view);
  await site.page.goto('about:blank');
  await site.page.goto(
    `${site.server.url}/#/projects/${place.projectId}/monitor-new/home?point=${place.id}&view=${view}${query}`,
  );
  await site.page.getByRole('button', { name: 'Zoom in' }).first().waitFor();
};
const shownWindow = (): readonly number[] | null => {
  const text = new URLSearchParams(site.page.url().split('?')[1]).get('window');
  return text === null ? null : text.split(',').map(Number);
};
const whenWindow = async (judge: (window: readonly number[] | null) => void): Promise<void> =>
  waitUntilSettled(async () => shownWindow(), judge);
const isWhole = (): Promise<void> => waitFor(async () => shownWindow(), null);
const button = (name: string) => site.page.getByRole('button', { name, exact: true }).first();

/** The middle of the first drawing. */
async function middleOf(): Promise<{ x: number; y: number }> {
  const chart = site.page.locator('.sv-shape .pl-chart').first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe('zoom and pan', { skip: noChromium }, () => {
  test('a section: wheel, drag, keys and buttons; a link shows the same, and the files hold what is in view', async () => {
    const { page } = site;
    await open('adm-circular');
    const { x, y } = await middleOf();
    await page.mouse.move(x + 60, y - 30);
    await page.mouse.wheel(0, -300);
    await whenWindow((window) => assert.equal(window?.length, 3));
    const near = shownWindow();
    await page.mouse.down();
    await page.mouse.move(x - 20, y - 30, { steps: 4 });
    await page.mouse.up();
    await whenWindow((window) => assert.ok((window?.[0] ?? 0) !== (near?.[0] ?? 0) && window?.[2] === near?.[2]));
    assert.match((await savedFile(page, 'Chart as lines (SVG)')).toString('utf8'), /part of the drawing/);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.locator('.pl-chart.enlarged').waitFor();
    await page.locator('.sv-shape .pl-chart').first().press('0');
    await isWhole();
    await waitFor(() => button('Show all').isDisabled(), true);
    await page.locator('.sv-shape .pl-chart').first().press('+');
    await whenWindow((window) => assert.ok(window));
    await button('Zoom out').click();
    await isWhole();
    await button('Zoom in').click();
    await whenWindow((window) => assert.ok(window));
    await page.locator('.sv-shape .pl-chart').first().dblclick();
    await isWhole();
  });

  test('a plan and a body: two fingers, and a drag of one; turning and moving do not mix', async () => {
    const { page } = site;
    const fingers = await page.context().newCDPSession(page);
    await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: (readonly [number, number])[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
    await open('tdm-map');
    const { x, y } = await middleOf();
    await touch('touchStart', [x - 40, y]);
    await touch('touchStart', [x - 40, y], [x + 40, y]);
    for (const reach of [60, 90, 120]) await touch('touchMove', [x - reach, y], [x + reach, y]);
    await touch('touchEnd');
    await whenWindow((window) => assert.equal(window?.length, 3));
    const near = shownWindow();
    await page.locator('.pl-chart.enlarged').waitFor();
    await touch('touchStart', [x, y]);
    for (const by of [10, 30, 60]) await touch('touchMove', [x + by, y]);
    await touch('touchEnd');
    await whenWindow((window) => assert.ok((window?.[0] ?? 0) < (near?.[0] ?? 0)));
    await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: false });

    await open('adm-3d', '&window=0,0,6');
    const body = await middleOf();
    await page.mouse.move(body.x, body.y);
    await page.mouse.down();
    await page.mouse.move(body.x + 50, body.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/bearing=/);
    assert.deepEqual(shownWindow(), [0, 0, 6], 'a drag turns it');
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(body.x, body.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await whenWindow((window) => assert.ok((window?.[0] ?? 0) > 0 && window?.[2] === 6));
  });

  test('a line and a profile return to their whole; another point or view begins with all of it', async () => {
    const { page } = site;
    await open('adm-profile', '&window=5,15');
    await button('Show all').click();
    await isWhole();
    await button('Zoom in').click();
    await whenWindow((window) => assert.equal(window?.length, 2));
    await page
      .getByRole('navigation', { name: 'Views of this point' })
      .getByRole('button', { name: 'North-east plan' })
      .first()
      .click();
    await page.waitForURL(/view=adm-northeast/);
    await isWhole();
    assert.deepEqual(site.opened.errors, []);
  });
});
