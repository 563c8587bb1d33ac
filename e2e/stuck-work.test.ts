/** Work that is stuck, as the operator of the installation finds it on its page: what, why, tried again, discarded. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Operator-2026';
let site: Site;
let page: Page;
let database: pg.Client;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo'], { SYSTEM_PASSWORD: password });
  ({ page } = site);
  database = new pg.Client({ connectionString: site.databaseUrl });
  await database.connect();
});
after(async () => {
  await database?.end();
  await site?.close();
});

/** An event that has failed ten times and is tried again in an hour: no page can make one. */
const getStuck = (name: string, error: string) =>
  database.query(
    `INSERT INTO work (lane, name, input, created_at, due_at, attempts, error)
     VALUES ('event', $1, '{"alertId": 1, "projectId": 1}', now(), now() + interval '1 hour', 10, $2)`,
    [name, error],
  );
const count = async () =>
  Number((await database.query('SELECT count(*) FROM work WHERE attempts >= 10')).rows[0].count);
const panel = () => page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Discard' }) });

test('stuck work is listed with its error, tried again, and discarded after a question', {
  skip: noChromium,
}, async () => {
  await site.setUp();
  await getStuck('alertsRevised', 'Error: the printer is on fire');
  await getStuck('pointReset', 'Error: out of paper');
  // What the page still asks for without its session would be refused.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await site.signIn('system', password);
  const refused = site.opened.errors.length;
  await page.goto(`${site.server.url}/#/console/installation`);
  const row = (words: string) => page.getByRole('row').filter({ hasText: words });
  await row('Refresh pages after alerts were re-evaluated').getByText('the printer is on fire').waitFor();
  await row('Follow up on a reset point').click();
  await panel().getByText('out of paper').waitFor();
  await panel().getByText('{"alertId": 1, "projectId": 1}').waitFor();
  await panel().getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The effects of this event are skipped', { exact: false }).waitFor();
  assert.equal(await count(), 2, 'nothing goes before it is confirmed');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await row('Follow up on a reset point').waitFor({ state: 'detached' });
  assert.equal(await count(), 1);
  await row('Refresh pages after alerts were re-evaluated').click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitFor(count, 0, 'it was due an hour later, and is done at once');
  await page.getByText('Nothing is stuck').waitFor();
  assert.deepEqual(site.opened.errors.slice(refused), []);
});
