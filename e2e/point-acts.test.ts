/**
 * What is done with a point as a whole, as an engineer does it: converted to another kind; snapshot, deprecated, reset,
 * deleted.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
const { api, go, console_, dialog, option, act, save, stored, row, heading, make, point } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('kinds of points', { skip: noChromium }, () => {
  let id: number;
  test('an automated point becomes manual, and says what it loses', async () => {
    id = await make('CV-1', { parameters: { pipeTop: 100 } });
    await console_(id);
    await act('Convert to another kind');
    await dialog().getByRole('radio', { name: 'Manual' }).click();
    await dialog()
      .getByText(/Lost: .*sensor mode/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Convert to another kind' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Water level · Manual').waitFor();
    assert.equal((await point(id)).type, 2);
  });

  test('a manual point becomes composite; its slaves are in order, each once', async () => {
    await act('Convert to another kind');
    await dialog().getByRole('radio', { name: 'Composite' }).click();
    await dialog().getByRole('button', { name: 'Add a point' }).click();
    await dialog().getByRole('combobox', { name: 'Point' }).click();
    await option('PZ-240-1').click();
    await dialog().getByRole('textbox', { name: 'Water level' }).fill('a * 2');
    await dialog().getByRole('button', { name: 'Convert to another kind' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Slaves' }).click();
    await page.getByRole('button', { name: 'Add a point' }).click();
    const chosen = page.getByRole('combobox', { name: 'Point' });
    await chosen.nth(1).click();
    assert.match((await option('PZ-240-1').getAttribute('class'))!, /disabled/);
    await option('PZ-240-2').click();
    await page.getByRole('button', { name: 'Up' }).nth(1).click();
    await page.getByRole('textbox', { name: 'Water level' }).fill('a - c');
    await save();
    await page.getByText('Formula contains illegal input').first().waitFor();
    await page.getByRole('textbox', { name: 'Water level' }).fill('a - b');
    await stored();
    assert.deepEqual(
      ((await point(id)).slaves as { pointId: number; variable: string }[]).map((each) => [
        each.pointId,
        each.variable,
      ]),
      [
        [5, 'b'],
        [4, 'a'],
      ],
    );
  });
});

describe('pauses and ends', { skip: noChromium }, () => {
  test('a snapshot is read and not changed, at every tab, until it is opened', async () => {
    await console_(3);
    await heading('PZ-180-3');
    await act('Take a snapshot (read-only)');
    await page.getByText(/^Snapshot since/).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      const body = page.locator('.pt-console');
      await body
        .getByText(/^Snapshot since/)
        .or(body.locator('.pt-facts'))
        .or(body.locator('.pt-offline h3'))
        .or(body.locator('.pt-tasks table'))
        .first()
        .waitFor();
      // What is left to press only chooses what is looked at.
      const open = body.locator(
        'input:enabled:not([role=combobox]):not([readonly]), textarea:enabled:not([readonly]), [role=switch]:enabled',
      );
      await waitFor(() => open.count(), 0, await tab.innerText());
      await waitFor(() => page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    }
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    for (const name of ['Convert to another kind', 'Reset', 'Delete'])
      assert.match((await page.getByRole('menuitem', { name }).getAttribute('class'))!, /disabled/, name);
    await page.getByRole('menuitem', { name: 'Open the snapshot' }).dispatchEvent('click');
    await page.getByRole('tab', { name: 'Point config' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  });

  test('a deprecated point leaves the list, frees its name, and is taken back', async () => {
    const id = await make('OLD-1');
    await console_(id);
    await heading('OLD-1');
    await act('Mark as deprecated');
    await page.getByText(/^Deprecated since/).waitFor();
    await go('console/points');
    await row('PZ-180-1').waitFor();
    await page.getByPlaceholder('Name or sncode').fill('OLD-1');
    await row('PZ-180-1').waitFor({ state: 'detached' });
    await waitFor(() => row('OLD-1').count(), 0);
    await page.getByText('Include deprecated').click();
    await row('OLD-1').waitFor();
    const again = await make('OLD-1');
    await console_(id);
    await act('Return to service');
    await page
      .getByText(/already/)
      .first()
      .waitFor();
    await api('PATCH', `/measuring-points/${again}`, { name: 'NEW-1' });
    await act('Return to service');
    await page.getByText(/^Deprecated since/).waitFor({ state: 'detached' });
    assert.equal((await point(id)).deprecatedAt, null);
  });

  test('a reset asks for the creator’s password, and keeps the readings or clears them', async () => {
    const readings = async (): Promise<number> =>
      (
        await api<{ total: number }>('POST', '/monitor/pagination', {
          pointId: 13,
          from: new Date(Date.now() - 20 * 86_400_000).toISOString(),
          to: new Date().toISOString(),
        })
      ).total;
    const had = await readings();
    assert.ok(had > 100);
    await console_(13);
    await heading('WE-01');
    for (const clear of [false, true]) {
      await act('Reset');
      if (clear) await dialog().getByRole('radio', { name: 'Clear its data' }).click();
      await dialog().getByRole('button', { name: 'Reset' }).click();
      const field = dialog().getByLabel("Password of the project's creator");
      await field.fill('wrong');
      await dialog().getByRole('button', { name: 'Reset' }).click();
      await dialog().getByText('The password is wrong').waitFor();
      await field.fill(password);
      await dialog().getByRole('button', { name: 'Reset' }).click();
      await dialog().waitFor({ state: 'detached' });
      assert.equal((await point(13)).deviceGroup, null);
      const left = await readings();
      if (clear) assert.equal(left, 0);
      else assert.ok(left >= had);
    }
  });

  test('a deletion keeps the readings under a deprecated point, or takes everything', async () => {
    const name = 'WE-02';
    await console_(14);
    await heading(name);
    await act('Delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().locator('input[type=password]').fill(password);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/console\/points$/);
    assert.notEqual((await point(14)).deprecatedAt, null);
    await console_(12);
    await heading('RG-01 rainfall');
    await act('Delete');
    await dialog().getByRole('radio', { name: 'Clear its data' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().locator('input[type=password]').fill(password);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/console\/points$/);
    await row('PZ-180-1').waitFor();
    await row('RG-01').waitFor({ state: 'detached' });
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of what was typed wrong on purpose.
  assert.deepEqual(
    site.opened.errors.filter((words) => !/status of (400|403|404|409)/.test(words)),
    [],
  ),
);
