/**
 * A second factor as people meet it: set up in the profile, asked for at sign-in, a recovery code in its place, demanded by
 * the corporation, reset by an administrator.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Plumb-2026';
let site: Site;
let page: Page;
/** How far the server's clock is ahead. */
let aheadMs = 0;
const codes: string[] = [];
let secret = '';
let used = '';

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  page = site.page;
  await site.setUp();
  const { corporation } = await site.request<{ corporation: { id: number } }>('GET', '/session');
  const user = { corporationId: corporation.id, name: 'lin.wei', displayName: 'Lin Wei', type: 'Normal', password };
  await site.request('POST', '/users', user);
});
after(() => site?.close());

const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const dialog = () => page.getByRole('dialog');
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const shownCode = (of: string) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: Date.now() + aheadMs });
const later = async (milliseconds: number) => {
  aheadMs += milliseconds;
  await site.advance(milliseconds);
};
const wrongOf = (code: string) => code.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));

/** From the field of the password to the recovery codes; gives the secret, the code that it was set up with, and the recovery codes. */
async function setUp(): Promise<{ secret: string; used: string; codes: string[] }> {
  await page.getByLabel('Your password').fill('Wrong-2026');
  await press('Next');
  await page.getByText('The password is wrong').first().waitFor();
  await page.getByLabel('Your password').fill(password);
  await press('Next');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const shown = (await page.locator('code.pl-mono').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code shown by the app').fill(wrongOf(shownCode(shown)));
  await press('Switch on');
  await page.getByText('The code is wrong, expired or already used').first().waitFor();
  const used = shownCode(shown);
  await page.getByLabel('Code shown by the app').fill(used);
  await press('Switch on');
  await page.getByRole('region', { name: 'Recovery codes' }).waitFor();
  const listed = await page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  assert.equal(listed.length, 10);
  return { secret: shown, used, codes: listed };
}
async function logOut(): Promise<void> {
  await press('Log out');
  await dialog().getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await waitFor(async () => new URL(page.url()).hash, '#/sign', 'the sign-in page has its address');
}
async function givePassword(username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await press('Sign in');
}

test('it is set up in the profile', { skip: noChromium }, async () => {
  await open('/profile?part=signin');
  await press('Set up');
  await press('Cancel');
  await press('Set up');
  const made = await setUp();
  ({ secret, used } = made);
  codes.push(...made.codes);
  await press('I have stored them');
  await page.getByText('Recovery codes left').waitFor();
});

test('signing in asks for the code, refuses a wrong and a used one, and goes where one wanted', {
  skip: noChromium,
}, async () => {
  await logOut();
  await givePassword('first.admin');
  await page.getByLabel('Code').fill(used);
  await press('Sign in');
  await page.getByText('The code is wrong, expired or already used').waitFor();
  await later(60_000);
  await press('Back to username and password');
  await givePassword('first.admin');
  await page.getByLabel('Code').fill(shownCode(secret));
  await press('Sign in');
  await waitFor(async () => new URL(page.url()).hash, '#/dashboard', 'Home is open');
});

test('a sign-in that took too long begins again with the password', { skip: noChromium }, async () => {
  await open('/profile');
  await logOut();
  await givePassword('first.admin');
  await page.getByLabel('Code').waitFor();
  await later(301_000);
  await page.getByLabel('Code').fill(shownCode(secret));
  await press('Sign in');
  await page.getByText('The sign-in took too long. Please sign in again').waitFor();
  assert.equal(await page.getByLabel('Username').inputValue(), 'first.admin');
  await page.getByLabel('Password').fill(password);
  await press('Sign in');
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await press('Sign in');
  await waitFor(async () => new URL(page.url()).hash, '#/dashboard', 'a recovery code opens Home');
});

test('what the corporation demands is set up before anything else', { skip: noChromium }, async () => {
  await open('/console/corporation');
  await page.getByRole('switch', { name: 'Require a second factor' }).click();
  await press('Save');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await open('/profile?part=signin');
  await page.getByText('Recovery codes left').waitFor();
  await logOut();
  await givePassword('lin.wei');
  const demanded = page.getByRole('heading', { name: 'Set up a second factor' });
  await demanded.waitFor();
  await open('/projects');
  await page.reload();
  await demanded.waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0, 'no menu');
  await logOut();
  await givePassword('lin.wei');
  await demanded.waitFor();
  await open('/projects');
  await setUp();
  await press('I have stored them');
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor();
});

test('an administrator resets it for a colleague, and makes new recovery codes', { skip: noChromium }, async () => {
  await open('/profile');
  await logOut();
  await later(60_000);
  await givePassword('first.admin');
  await page.getByLabel('Code').fill(shownCode(secret));
  await press('Sign in');
  await waitFor(async () => new URL(page.url()).hash, '#/dashboard', 'Home is open');
  await open('/console/users');
  await page.getByRole('row', { name: /Lin Wei/ }).click();
  await press('Reset the second factor');
  await dialog().getByText('Make sure that the request really comes from Lin Wei.').waitFor();
  await dialog().getByRole('button', { name: 'Reset the second factor' }).click();
  await page.getByText('Not set up. Signing in takes only username and password.').waitFor();
  await open('/profile?part=signin');
  await press('New recovery codes');
  await dialog().getByLabel('Your password').fill(password);
  await dialog()
    .getByLabel('Code')
    .fill(codes[1] ?? '');
  await dialog().getByRole('button', { name: 'New recovery codes' }).click();
  const listed = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await waitFor(() => listed.count(), 10, 'ten new codes');
  assert.ok(!(await listed.allInnerTexts()).includes(codes[2] ?? ''));
  await press('I have stored them');
  await page.getByText('Recovery codes left').waitFor();
});

test('whoever is at work when it is demanded meets it in seconds', { skip: noChromium }, async () => {
  const administrator = await page.evaluate(() => sessionStorage.getItem('plumbline.token') ?? '');
  const { corporation } = await site.request<{ corporation: { id: number } }>(
    'GET',
    '/session',
    undefined,
    administrator,
  );
  const demand = (secondFactorDemanded: boolean) =>
    site.request('PUT', `/corporations/${corporation.id}`, { secondFactorDemanded }, administrator);
  await demand(false);
  const context = await page.context().browser()?.newContext();
  assert.ok(context);
  const colleague = await context.newPage();
  await colleague.goto(`${site.server.url}/#/sign`);
  await colleague.getByLabel('Username').fill('lin.wei');
  await colleague.getByLabel('Password').fill(password);
  await colleague.getByRole('button', { name: 'Sign in' }).click();
  await colleague.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  await colleague.getByRole('heading', { name: 'No projects yet' }).waitFor();
  await demand(true);
  await colleague.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await colleague.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await demand(false);
  await colleague.reload();
  await colleague.getByRole('navigation').getByRole('link', { name: 'Projects' }).waitFor();
  await context.close();
});

test('none of these pages complained', { skip: noChromium }, () => {
  // What was refused on purpose is an answer that the browser writes down.
  assert.deepEqual(
    site.opened.errors.filter((each) => !/Failed to load resource.*(?:40[0-9])/.test(each)),
    [],
  );
});
