/** What is always in view is true: the marks of all projects, and the curve while another range is on its way. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

let site: Site;
let page: Page;
interface Made {
  readonly projectId: number;
  readonly pointId: number;
}
let here: Made;
let there: Made;

/** A project of one point that reports 12 °C, below its lowest limit. */
async function makeProject(name: string, history: number): Promise<Made> {
  const { project } = await site.request<{ project: { id: number } }>('POST', '/projects', {
    corporationId: 1,
    name,
    address: name,
  });
  await site.request('POST', `/projects/${project.id}/measuring-points/batch`, {
    createStructures: true,
    rows: [
      { name: 'T-1', family: 'temperature', mode: 4, type: 2, intervalSeconds: 3_600, structurePath: ['Main dam'] },
    ],
  });
  const { rows } = await site.request<{ rows: { id: number }[] }>(
    'GET',
    `/projects/${project.id}/measuring-points/rows`,
  );
  const made = { projectId: project.id, pointId: rows[0]!.id };
  await site.request('PUT', `/measuring-points/${made.pointId}/thresholds`, {
    thresholds: [{ field: 'temperature', kind: 'value', method: 'upper', levels: [20, 30, 40, 50] }],
  });
  await enter(
    made,
    Array.from({ length: history }, (_, i) => [12 + Math.sin(i / 9), (history - i) * 6 * hourMs]),
  );
  return made;
}
const enter = ({ projectId, pointId }: Made, rows: readonly (readonly [value: number, msAgo: number])[]) =>
  site.request('POST', `/projects/${projectId}/artificial-data`, {
    rows: rows.map(([temperature, msAgo]) => ({
      pointId,
      at: new Date(Date.now() - msAgo).toISOString(),
      values: { temperature },
    })),
  });

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  // The projects stand in the sidebar where it is open.
  await site.request('PATCH', '/profile/preferences', { preferenceKey: 'isCollapseOnData', value: false });
  here = await makeProject('Hengtang Dam', 300);
  there = await makeProject('Qinghe Bridge', 1);
  await page.goto(`${site.server.url}/#/projects/${here.projectId}/monitor-new/home?point=${here.pointId}`);
  await page.reload();
  await page.getByRole('img', { name: 'Curve of T-1' }).waitFor();
});
after(() => site?.close());

describe('always in view', { skip: noChromium }, () => {
  const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: /Qinghe/ });
  const tally = () => page.locator('header .tally');
  /** Well below the minute after which everything is asked again anyway. */
  const soon = { timeout: 8_000 };
  const drawn = async () => ({
    sidebar: (await sidebar().locator('[aria-label], [title]').first().getAttribute('aria-label')) ?? '',
    tally: (await tally().count()) === 0 ? '' : await tally().innerText(),
  });

  test('an alert in another project, its rise and its end by a person are marked in header, switcher and sidebar', async () => {
    const quiet = await drawn();
    assert.equal(quiet.tally, '');
    await page.locator('header .sw').click();
    const choice = page.locator('header .pick').filter({ hasText: 'Qinghe' });
    await choice.waitFor();
    const isMarked = (level: string) =>
      Promise.all([
        tally()
          .filter({ hasText: new RegExp(`${level} 1`) })
          .waitFor(soon),
        sidebar().getByLabel(new RegExp(level)).first().waitFor(soon),
        choice.getByLabel(new RegExp(level)).first().waitFor(soon),
      ]);
    await Promise.all([isMarked('Yellow'), enter(there, [[35, 2 * hourMs]])]);
    await Promise.all([isMarked('Red'), enter(there, [[55, hourMs]])]);
    assert.match(await page.title(), /^\(\d\) Data view · Hengtang Dam · Plumbline$/);
    const { alerts } = await site.request<{ alerts: { id: number }[] }>('GET', '/alerts?status=Open');
    assert.ok(alerts.length > 0);
    for (const { id } of alerts)
      await site.request('PATCH', `/alerts/${id}/status`, { status: 'Confirm', reason: 'seen' });
    await tally().waitFor({ state: 'detached', ...soon });
  });

  test('a point that is no longer above a limit is marked so without an alert to settle', async () => {
    // Two readings below end a level.
    await enter(there, [
      [12, 60_000],
      [12, 0],
    ]);
    await waitFor(async () => (await sidebar().getByLabel(/Red/).count()) === 0, true);
  });

  test('the chart stays while another range is on its way, and a drag with pauses is one drag', async () => {
    await page.keyboard.press('Escape');
    const waitingAnswers: (() => void)[] = [];
    const release = () => {
      for (const go of waitingAnswers.splice(0)) go();
    };
    await page.route('**/monitor/query', async (route) => {
      await new Promise<void>((go) => waitingAnswers.push(go));
      await route.continue().catch(() => undefined);
    });
    const chart = (await page.locator('.dv-chart .pl-chart').elementHandle())!;
    const isInPage = () => chart.evaluate((element) => element.isConnected);
    const answered = () => page.waitForResponse((response) => response.url().includes('/monitor/query'));
    for (const preset of ['7 d', '6 mo']) {
      const answer = answered();
      await page.getByRole('radio', { name: preset, exact: true }).click();
      await page.locator('.dv-chart[aria-busy=true]').waitFor();
      assert.equal(await isInPage(), true, `${preset}: the old curve while the new one is on its way`);
      await waitFor(async () => waitingAnswers.length > 0, true);
      release();
      await answer;
      await page.locator('.dv-chart[aria-busy=false]').waitFor();
      assert.equal(await isInPage(), true, preset);
    }
    const shown = () => {
      const search = new URLSearchParams(page.url().split('?')[1]);
      return { from: Date.parse(search.get('from') ?? ''), to: Date.parse(search.get('to') ?? '') };
    };
    const box = (await chart.boundingBox())!;
    const y = box.y + box.height / 2;
    const steps = 4;
    await page.mouse.move(box.x + 200, y);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) {
      await page.mouse.move(box.x + 200 + i * 60, y, { steps: 4 });
      // So long a pause that the page asks for what is to be shown now; the answers come in the middle of the drag.
      await waitFor(async () => waitingAnswers.length > 0, true);
      release();
    }
    await page.mouse.up();
    await waitUntilSettled(
      async () => shown(),
      ({ from, to }) => {
        const movedMs = Date.now() - to;
        const wholeMs = (steps * 60 * (to - from)) / box.width;
        assert.ok(movedMs > wholeMs * 0.95, `moved ${movedMs / hourMs} h of at least ${wholeMs / hourMs} h`);
      },
    );
    await untilDrawn(page);
    assert.equal(await isInPage(), true);
    assert.equal(await page.getByRole('dialog').count(), 0, 'letting go of a drag picks nothing');
    await page.unroute('**/monitor/query');
    release();
  });

  test('the warning of a red alert stays until it is seen; titles lose the count with the alerts', async () => {
    const warning = page.locator('.pl-toast-alert');
    // Warnings of lower levels leave after twelve seconds of the page's own timer. A sleep: the page was opened with its own
    // clock, which a clock put in later would not move on.
    await page.waitForTimeout(13_000);
    assert.ok((await warning.count()) > 0, 'nobody has seen it');
    const here = page.url();
    await page.evaluate(() => {
      location.hash = '#/alerts';
    });
    await warning.first().waitFor({ state: 'detached' });
    await page.goto(here);
    await waitFor(() => page.title(), 'Data view · Hengtang Dam · Plumbline');
  });

  test('a press that began elsewhere and ends over the chart opens nothing', async () => {
    const box = (await page.locator('.dv-chart .pl-chart').boundingBox())!;
    await page.mouse.move(box.x + 300, box.y - 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 150, { steps: 3 });
    await page.mouse.up();
    await untilDrawn(page);
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('a tap reads the value at the crosshair; what a click opens is a button beside it', async () => {
    await page.locator('.dv-chart .pl-chart').evaluate((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      const at = { bubbles: true, pointerId: 7, pointerType: 'touch', clientX: left + width / 2, clientY: top + 150 };
      for (const type of ['pointerdown', 'pointerup', 'pointerout', 'pointerleave'])
        element.dispatchEvent(new PointerEvent(type, at));
    });
    await page.locator('.dv-chart .pl-chart .when').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    // A finger leaves no pointer behind; a moved mouse would read another place.
    await page.getByRole('button', { name: 'Trace this value' }).dispatchEvent('click');
    await page.getByText('Origin of this value').waitFor();
    await page.keyboard.press('Escape');
  });

  test('without a connection the page says so at once, a point says why it is not there, a page opens when it is back', async () => {
    await page.context().setOffline(true);
    await page.getByText('No network. Values on this page may be out of date').waitFor({ timeout: 5_000 });
    await page.goto(`${site.server.url}/#/projects/${here.projectId}/monitor-new/home?point=${there.pointId}`);
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.goto(`${site.server.url}/#/profile`);
    await page
      .getByText('No connection to the server')
      .or(page.getByRole('heading', { name: 'Profile' }))
      .first()
      .waitFor();
    assert.equal(await page.getByText('was updated while').count(), 0);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });
});
