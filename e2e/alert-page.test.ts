/** An alert on a phone at night: from the list to its page, noticed, a photo, a comment without connection, settled; and who takes it on. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let alert: { id: number; projectId: number; pointName: string };

interface Answer {
  readonly alert: { status: string; reason: string; assigneeName: string | null; comments: number; files: number };
  readonly history: readonly { kind: string; reason: string }[];
}
const read = () => site.request<Answer>('GET', `/alerts/${alert.id}`);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  await page.setViewportSize({ width: 390, height: 844 });
  const { alerts } = await site.request<{ alerts: (typeof alert & { status: string; steps: object | null })[] }>(
    'GET',
    '/alerts?status=Open',
  );
  alert = alerts.find(({ status, steps }) => status === 'Pending' && steps !== null)!;
});
after(() => site?.close());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

describe('an alert on a phone', { skip: noChromium }, () => {
  test('leads from the list to its page, with the three buttons in reach of a thumb', async () => {
    await page.goto(`${site.server.url}/#/projects/${alert.projectId}/alerts?alert=${alert.id}`);
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.waitForURL(/\/alerts\/\d+$/);
    await page.getByRole('heading', { name: 'Confidence' }).waitFor();
    await page.getByText(/Neighbouring points agree|Isolated|No neighbour of its kind/).waitFor();
    for (const name of ['Acknowledge', 'Confirm', 'False alarm']) {
      const box = (await button(name).boundingBox())!;
      assert.ok(box.height >= 48 && box.width >= 100, `${name}: ${JSON.stringify(box)}`);
      assert.ok(box.y > 844 / 2 && box.y + box.height <= 844, `${name} is in reach: ${JSON.stringify(box)}`);
    }
    // The wheel, and so a thumb, reaches the end of the page; the buttons stay where they are.
    const end = page.getByRole('heading', { name: 'Sent to' });
    await end.waitFor({ state: 'attached' });
    await page.mouse.move(195, 300);
    await waitFor(async () => {
      await page.mouse.wheel(0, 2_000);
      return ((await end.boundingBox())?.y ?? 9_999) < 700;
    }, true);
    assert.ok((await button('Confirm').boundingBox())!.y > 844 / 2, 'the buttons stay');
    await page.mouse.wheel(0, -9_000);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `nothing is cut off at the side: ${wide}`);
  });

  test('is acknowledged by one touch, taken on, and gets a photo', async () => {
    await button('Acknowledge').click();
    await waitFor(async () => (await read()).alert.status, 'Notice');
    await button('Acknowledge').waitFor({ state: 'detached' });
    await button('Assign to me').click();
    await waitFor(async () => (await read()).alert.assigneeName !== null, true);
    await page
      .locator('input[aria-label="Take photo"]')
      .setInputFiles({ name: 'crack.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Open crack.png' }).or(page.getByTitle('Open crack.png')).first().waitFor();
    assert.equal((await read()).alert.files, 1);
  });

  test('has its response plan at hand: a step is ticked off with who and when', async () => {
    const step = page.getByRole('checkbox').first();
    await step.check();
    await page.getByRole('heading', { name: /What to do: 1 of \d/ }).waitFor();
    await page
      .getByText(/Lin Wei, /)
      .first()
      .waitFor();
    const { plan } = await site.request<{ plan: { steps: { byName: string | null }[] } }>('GET', `/alerts/${alert.id}`);
    assert.equal(plan.steps[0]?.byName, 'Lin Wei');
  });

  test('keeps what is written without connection, over a reload, and sends it once', async () => {
    const before = (await read()).alert.comments;
    await page.route('**/api/alerts/*/comments', (route) => route.abort('internetdisconnected'));
    await page.getByRole('textbox', { name: 'Comment' }).fill('On my way to the crest');
    await button('Add').click();
    await page.getByText(/Not sent yet.*On my way to the crest/).waitFor();
    await page.reload();
    await page.getByText(/Not sent yet.*On my way to the crest/).waitFor();
    await page.unroute('**/api/alerts/*/comments');
    // The answer to this one gets lost: the server has it, and the page does not know.
    let isLost = true;
    await page.route('**/api/alerts/*/comments', async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await waitFor(async () => isLost, false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText(/Not sent yet/).waitFor({ state: 'detached' });
    await page.unroute('**/api/alerts/*/comments');
    assert.equal((await read()).alert.comments, before + 1);
  });

  test('is settled as a false alarm only with a reason, by a second touch', async () => {
    await button('False alarm').click();
    const settle = button('False alarm (final)');
    await settle.waitFor();
    assert.ok(await settle.isDisabled());
    await page.getByRole('textbox', { name: 'Reason' }).fill('Gauge was serviced');
    await settle.click();
    await waitFor(async () => (await read()).alert.status, 'FalseAlarm');
    assert.equal((await read()).alert.reason, 'Gauge was serviced');
    await button('Confirm').waitFor({ state: 'detached' });
  });

  test('stands in the list of its assignee', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.server.url}/#/projects/${alert.projectId}/alerts?mine=1`);
    const rows = page.getByRole('grid', { name: 'Alerts' }).locator('tr.row');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    await rows.first().getByText('1 file').waitFor();
  });
});
