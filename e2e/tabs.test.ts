/** Comparing two points in two tabs is a daily act: a tab of the same browser needs no second sign-in, and none outlives the last. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

let site: Site;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  await site.setUp();
});
after(() => site?.close());

describe('tabs', { skip: noChromium }, () => {
  test('a link in a new tab opens without signing in again', async () => {
    const second = await site.opened.context.newPage();
    await second.goto(`${site.server.url}/#/profile`);
    await second.getByRole('heading', { name: 'Profile' }).waitFor();
    assert.match(second.url(), /#\/profile/);
    assert.equal(await second.evaluate(() => localStorage.getItem('plumbline.token')), null);
  });

  test('who signs out in one tab is signed out in all, and a tab opened then is asked', async () => {
    const [first, second] = site.opened.context.pages();
    assert.ok(first && second);
    await second.getByRole('button', { name: 'Account' }).click();
    // The page below has a button of the same name.
    await second.locator('.drop-panel').getByText('Log out', { exact: true }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await second.waitForURL(/#\/sign/);
    await first.waitForURL(/#\/sign$/);
    const third = await site.opened.context.newPage();
    await third.goto(`${site.server.url}/#/profile`);
    await third.waitForURL(/#\/sign\?redirect/);
    await third.close();
  });

  test('with the last signed-in tab the session is gone', async () => {
    await site.signIn('first.admin', 'Plumb-2026');
    await site.page.goto('about:blank');
    const later = await site.opened.context.newPage();
    await later.goto(`${site.server.url}/#/profile`);
    await later.waitForURL(/#\/sign\?redirect/);
  });

  test('nothing went wrong on the way', () => {
    assert.deepEqual(site.opened.errors, []);
  });
});
