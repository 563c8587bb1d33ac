/** Many alerts at once, by mouse and by keys, and what people say of one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { notificationsConnected } from './raise-alert.ts';
import { makeSilentProject } from './silent-project.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

let site: Site;
let page: Page;
let projectId = 0;
const statuses = async () => {
  const { counts } = await site.request<{ counts: Record<string, number> }>('GET', `/projects/${projectId}/alerts`);
  return counts;
};

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
  ({ projectId } = await makeSilentProject(site));
});
after(() => site?.close());

describe('many alerts', { skip: noChromium }, () => {
  test('chosen by check box and space bar, settled by one verdict that must be confirmed; one settled meanwhile is reported', async () => {
    const before = await statuses();
    assert.ok(before['Pending']! >= 7, JSON.stringify(before));
    await page.goto(`${site.server.url}/#/projects/${projectId}/alerts`);
    const rows = page.getByRole('grid', { name: 'Alerts' }).locator('tr.row');
    await rows.nth(1).getByRole('checkbox').click();
    await page.getByText('1 alert selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('3 alerts selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 alerts selected').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'choosing opens nothing');
    // Somebody else settles one of the two meanwhile, and this page has not heard of it.
    const id = Number((await rows.nth(2).getAttribute('id'))!.replace('alert-', ''));
    await page.route('**/api/projects/*/alerts*', (route) => route.abort());
    await site.request('PATCH', `/alerts/${id}/status`, { status: 'Confirm' });
    await page.getByLabel('Reason', { exact: true }).fill('gauge was serviced');
    await page.getByRole('button', { name: 'Restored', exact: true }).click();
    assert.equal((await statuses())['Restore'], before['Restore'], 'a final verdict is asked for twice');
    await page.getByRole('button', { name: 'Restored', exact: true }).click();
    await page.unroute('**/api/projects/*/alerts*');
    await page.getByText('1 alert: Restored. 1 was already settled and is unchanged.').waitFor();
    const after = await statuses();
    assert.deepEqual([after['Restore'], after['Confirm']], [before['Restore']! + 1, before['Confirm']! + 1]);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all open alerts' }).click();
    await page.getByText(`${after['Pending']} alerts selected`).waitFor();
    await rows.first().focus();
    await page.keyboard.press('n');
    await waitFor(async () => (await statuses())['Notice'], after['Pending']);
  });

  test('a comment appears at once on another page, and is exported with the list', async () => {
    const { alerts } = await site.request<{ alerts: { id: number }[] }>('GET', `/projects/${projectId}/alerts`);
    const { id } = alerts[0]!;
    await page.goto(`${site.server.url}/#/projects/${projectId}/alerts?alert=${id}`);
    // What is said before a page listens is in its first answer; this is about what comes after.
    const listening = notificationsConnected(page);
    await page.reload();
    await listening;
    const drawer = page.getByRole('complementary', { name: 'Alert' }).or(page.getByLabel('Alert', { exact: true }));
    await drawer.getByRole('textbox', { name: 'Comment' }).fill('The gate was opened at noon');
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByText('The gate was opened at noon').and(page.locator('.said')).waitFor();
    assert.equal(await drawer.getByRole('textbox', { name: 'Comment' }).inputValue(), '');
    await site.request('POST', `/alerts/${id}/comments`, { text: 'Closed again' });
    await drawer.locator('.said').getByText('Closed again').waitFor();
    await page.getByText('2 comments').first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    assert.match(text, /: The gate was opened at noon\n.*: Closed again"/);
  });

  test('the tab says how many alerts are unsettled, and Back closes an alert and not the page', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/alerts`);
    await page.reload();
    const { Pending = 0, Notice = 0 } = await statuses();
    await waitUntilSettled(
      () => page.title(),
      (title) => assert.match(title, /^\(\d+\) Alerts/),
    );
    assert.ok(Pending + Notice > 0);
    const rows = page.getByRole('grid', { name: 'Alerts' }).locator('tr.row');
    await rows.first().focus();
    await page.keyboard.press('Enter');
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.waitFor();
    await page.goBack();
    await comment.waitFor({ state: 'detached' });
    assert.match(page.url(), /\/alerts$/);
    await rows.first().waitFor();
  });

  test('a span that is refused offers no other try of the same', async () => {
    const { measuringPoints } = await site.request<{ measuringPoints: { id: number }[] }>(
      'GET',
      `/projects/${projectId}/measuring-points`,
    );
    const span = 'from=1980-01-01T00:00:00Z&to=2026-06-01T00:00:00Z';
    const { id } = elementAt(measuringPoints, 0);
    await page.goto(`${site.server.url}/#/projects/${projectId}/monitor-new/home?point=${id}&${span}`);
    await page
      .getByText(/Time span exceeded/)
      .first()
      .waitFor();
    assert.equal(await page.getByRole('main').getByRole('button', { name: 'Try again' }).count(), 0);
  });

  test('half a comment is not lost by Escape, nor by Back: leaving asks first', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/alerts`);
    // An address typed by hand has no place in the router's history, and Back to it is not held up.
    await page.reload();
    const rows = page.getByRole('grid', { name: 'Alerts' }).locator('tr.row');
    await rows.first().focus();
    await page.keyboard.press('Enter');
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Half a');
    // A key pressed before the question has gone is an answer to it.
    const stay = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', { name: 'Stay' }).waitFor({ state: 'hidden' });
      assert.equal(await comment.inputValue(), 'Half a');
    };
    await page.keyboard.press('Escape');
    await stay();
    await page.goBack();
    await stay();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await comment.waitFor({ state: 'detached' });
  });

  test('a storm of points that rose together is shown over the list, and commented and settled at once', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/alerts`);
    await page.reload();
    const strip = page.getByRole('list', { name: 'Alert storms' });
    await strip.getByText(/Main dam: 6 points rose within/).waitFor();
    const { storms } = await site.request<{ storms: { open: number; alerts: number; id: number }[] }>(
      'GET',
      `/projects/${projectId}/alert-storms`,
    );
    const [storm] = storms;
    assert.ok(storm && storm.open > 0, JSON.stringify(storms));
    const before = await statuses();
    await strip.getByRole('button', { name: 'Show the storm' }).click();
    const pane = page.getByRole('complementary', { name: 'Alert storm' });
    await pane.getByRole('listitem').nth(5).waitFor();
    assert.equal(await pane.getByRole('listitem').count(), storm.alerts);
    await pane.getByRole('textbox', { name: 'Comment on all' }).fill('Blasting at noon');
    await pane.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`Done for ${storm.alerts} alerts`).waitFor();
    const { history } = await site.request<{ history: { reason: string }[] }>('GET', `/alerts/${storm.id}`);
    assert.ok(history.some(({ reason }) => reason === 'Blasting at noon'));
    // Acknowledge comes first while nobody has; of those that were settled meanwhile it may be gone.
    const isPending =
      storm.open > 0 && (await pane.getByRole('button', { name: 'Acknowledge', exact: true }).count()) > 0;
    const leading = pane.locator('footer').getByRole('button').first();
    assert.equal(await leading.innerText(), isPending ? 'Acknowledge' : 'Confirm');
    assert.match((await leading.getAttribute('class')) ?? '', /ant-btn-primary/);
    await pane.getByRole('button', { name: 'Restored', exact: true }).click();
    assert.equal((await statuses())['Restore'], before['Restore'], 'a final verdict is asked for twice');
    await pane.getByRole('button', { name: 'Restored', exact: true }).click();
    await strip.waitFor({ state: 'detached' });
    const after = await statuses();
    assert.equal(after['Restore'], before['Restore']! + storm.open);
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);
    assert.equal(sum(after), sum(before), 'no alert is hidden by its storm');
  });
});
