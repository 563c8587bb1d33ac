/**
 * The ways in beside a password as people meet them: a registration code that the operator gives out opens a corporation, a
 * forgotten password is replaced by a code, and people sign in at the identity provider of their corporation.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { client, openIdentityProvider } from '../server/test/identity-provider.ts';
import { type MailServer, openMailServer, wordsOf } from '../server/test/mail-server.ts';
import { openWeixin } from '../server/test/weixin.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Plumb-2026';
const newPassword = 'Other-2027';
let site: Site;
let page: Page;
let mail: MailServer;
let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
let weixin: Awaited<ReturnType<typeof openWeixin>>;
let registrationCode = '';

reportPages();
before(async () => {
  if (noChromium) return;
  mail = await openMailServer();
  weixin = await openWeixin();
  const settings = {
    OUTBOUND_ALLOW: '127.0.0.1',
    VERIFICATION_CORPORATION: '1',
    SYSTEM_PASSWORD: password,
    WECHAT_APP_ID: 'wx-app',
    WECHAT_APP_SECRET: 'wx-secret',
    WECHAT_OPEN_URL: weixin.url,
    WECHAT_API_URL: weixin.url,
  };
  site = await openSite(['--no-demo'], settings);
  page = site.page;
  provider = await openIdentityProvider(() => site.server.url);
  await site.setUp();
  const channel = { kind: 'email', name: 'Mail', host: '127.0.0.1', port: mail.port, security: 'none' };
  await site.request('POST', '/corporations/1/channels', { ...channel, from: 'codes@example.com' });
});
after(async () => {
  provider?.close();
  mail?.close();
  weixin?.close();
  await site?.close();
});

const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const hash = async () => new URL(page.url()).hash.replace(/\?.*/, '');
/** The code that was sent last, once there are so many messages. */
async function sentCode(count: number): Promise<string> {
  await waitFor(async () => mail.mails.length >= count, true, `${count} mails`);
  const [, code = ''] = /(?:Code: |code is )(\d{6})/.exec(wordsOf(mail.mails[count - 1] ?? { text: '' })) ?? [];
  assert.match(code, /^\d{6}$/, wordsOf(mail.mails[count - 1] ?? { text: '' }));
  return code;
}
async function logOut(): Promise<void> {
  await open('/profile');
  await press('Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
async function signIn(username: string, with_ = password): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(with_);
  await press('Sign in');
}

test('whoever runs the installation gives a registration code out', { skip: noChromium }, async () => {
  await logOut();
  assert.equal(await page.getByRole('link', { name: 'Register' }).count(), 0, 'nothing is offered without a code');
  await signIn('system');
  await page.waitForURL(/#\/(dashboard|console)/);
  await open('/console/corporation');
  await press('New registration code');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Intended for').fill('Echo Survey');
  // One that opens a corporation which is there asks for the kind of account; a new one for its limits.
  await dialog.getByRole('combobox', { name: 'Creates' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByText('Account type').waitFor();
  await dialog.locator('.ant-select').first().hover();
  await dialog.locator('.ant-select-clear').first().click();
  await dialog.getByText('Account type').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('region', { name: 'Registration codes' }).locator('code');
  registrationCode = (await shown.innerText()).replaceAll(' ', '');
  assert.match(registrationCode, /^\d{44}$/);
  await page.getByText('Not used yet').waitFor();
});

test('with it one registers in three steps, and signs in', { skip: noChromium }, async () => {
  await logOut();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Registration code').fill('123');
  await press('Next');
  await page.getByText('44 digits', { exact: true }).first().waitFor();
  await page.getByLabel('Registration code').fill(registrationCode.replace(/(\d{4})/g, '$1 '));
  await page.getByLabel('Username').fill('wang');
  await page.getByLabel('Display name').fill('Wang Fang');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel(/again/i).fill('Differs-2026');
  await page.getByLabel('Mobile number or email').fill('wang@example.com');
  await press('Send a code');
  await page.getByRole('button', { name: /Send again in/ }).waitFor();
  await page.getByLabel('Verification code').fill(await sentCode(1));
  await press('Next');
  await page.getByText('The passwords do not match').first().waitFor();
  await page.getByLabel(/again/i).fill(password);
  await press('Next');
  await page.getByLabel('Name of the corporation').fill('Echo Survey');
  await page.getByLabel('Prefix of usernames').fill('echo');
  await press('Next');
  await page.getByText('echo.wang').waitFor();
  await press('Register');
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  assert.equal(await page.getByLabel('Username').inputValue(), 'echo.wang');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press('Sign in');
  await waitFor(hash, '#/dashboard', 'Home is open');
});

test('a forgotten password is replaced by a code', { skip: noChromium }, async () => {
  await logOut();
  await page.getByRole('link', { name: 'Forgotten password?' }).click();
  await page.getByLabel('Username').fill('echo.wang');
  await page.getByLabel('Mobile number or email').fill('wang@example.com');
  await press('Send a code');
  await page.getByText('If both belong to the same account').waitFor();
  const code = await sentCode(2);
  await page.getByLabel('Verification code').fill(code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
  for (const field of ['New password', /again/i]) await page.getByLabel(field, { exact: true }).fill(newPassword);
  await press('Set the new password');
  await page.getByText('The verification code is wrong').first().waitFor();
  await page.getByLabel('Verification code').fill(code);
  await press('Set the new password');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn('echo.wang', newPassword);
  await waitFor(hash, '#/dashboard', 'Home is open');
  await open('/profile?part=signin');
  await page.getByText('wang@example.com').waitFor();
});

test('an identity provider is set up in the console, and its people sign in there and out again', {
  skip: noChromium,
}, async () => {
  await open('/console/corporation');
  await press('Set up');
  const section = page.getByRole('region', { name: 'Single sign-on' });
  await section.getByLabel('Domain').fill('echo.example');
  await section.getByLabel('Issuer').fill(provider.issuer);
  await section.getByLabel('Client id').fill(client.id);
  await section.getByLabel('Client secret').fill(client.secret);
  await section.getByLabel('At the first sign-in').click();
  await page.getByTitle('Open an account').click();
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await section.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByText('The identity provider is responding').waitFor();
  await logOut();
  provider.people.set('s-1', { preferred_username: 'zhao', name: 'Zhao Lei' });
  provider.signsIn = 's-1';
  await open('/sign?redirect=%2Fprofile');
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.getByLabel('Domain').fill('nobody.example');
  await press('Continue');
  await page.getByText('No corporation uses single sign-on for this domain').first().waitFor();
  await page.getByLabel('Domain').fill('zhao@echo.example');
  await press('Continue');
  await waitFor(hash, '#/profile', 'where one wanted to be');
  await page.getByText('echo.zhao').first().waitFor();
  assert.ok(!page.url().includes('code='), 'what the provider gave is not in the address');
  await press('Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  // The provider asks whether its own session ends too, and sends the browser back.
  await page.getByRole('button', { name: /sign me out/i }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.ok(provider.loggedOut > 0);
});

test('a redirect that was stolen opens nothing', { skip: noChromium }, async () => {
  await open('/sign/sso?code=stolen&state=stolen');
  await page.getByText('was started in another browser').waitFor();
  await waitFor(hash, '#/sign/sso', 'it is not kept in the address');
});

test('somebody of WeChat binds an account, signs in by it, and unbinds', { skip: noChromium }, async () => {
  await open('/sign?redirect=%2Fprofile');
  await page.getByRole('link', { name: 'Sign in with WeChat' }).click();
  await page.getByText('Wechat account not bound to a system user').waitFor();
  await page.getByText('Xiao Lin').waitFor();
  await page.getByLabel('Username').fill('echo.wang');
  await page.getByRole('textbox', { name: 'Password' }).fill('Wrong-2026');
  await press('Bind and sign in');
  await page.getByRole('alert').getByText('Authorization incorrect').first().waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword);
  await press('Bind and sign in');
  await waitFor(hash, '#/profile', 'where one wanted to be');
  await open('/profile?part=signin');
  await page.getByText('Xiao Lin').waitFor();
  await logOut();
  await page.getByRole('link', { name: 'Sign in with WeChat' }).click();
  await waitFor(hash, '#/dashboard', 'Home is open without a password');
  await open('/profile?part=signin');
  await press('Unbind');
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click();
  await page.getByText('WeChat is unbound').waitFor();
  await logOut();
});

test('a passkey is added in the profile, signs in without a password, and is removed', {
  skip: noChromium,
}, async () => {
  // An address that is a name: an IP address has no passkeys.
  const home = site.server.url.replace('127.0.0.1', 'localhost');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${home}/#/sign`);
  assert.equal(await page.getByRole('link', { name: 'Sign in with a passkey' }).count(), 0, 'nobody has one yet');
  await signIn('first.admin');
  await waitFor(hash, '#/dashboard', 'Home is open');
  await page.goto(`${home}/#/profile?part=signin`);
  await press('Add a passkey');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('This computer');
  await dialog.getByLabel('Your password').fill('Wrong-2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('The password is wrong').first().waitFor();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('This computer').waitFor();
  await press('Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
  await waitFor(hash, '#/dashboard', 'Home is open without a password');
  await page.goto(`${home}/#/profile?part=signin`);
  await press('Remove: This computer');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('This computer', { exact: true }).waitFor({ state: 'detached' });
});
