/** The console of an installation: its health, settings that act at once, a fourth language, notes of versions, seeing as somebody else. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { tokenKey } from '../web/src/kernel/stored-token.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Operator-2026';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo'], { SYSTEM_PASSWORD: password, LICENCE_KEY: key });
  ({ page } = site);
});
after(() => site?.close());

const folder = process.env['PICTURES'];
/** With PICTURES=<folder>, what a person sees at this moment in both widths, to be looked at. */
async function picture(name: string): Promise<void> {
  if (!folder) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const dialog = () => page.getByRole('dialog');

test('the operator sees whether the installation is well, and what to try', { skip: noChromium }, async () => {
  await site.setUp();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await site.signIn('system', password);
  await open('/console/health');
  await page.getByText('Web and API · Gateway · Worker').waitFor();
  await page.getByText('No problems are known.').waitFor();
  // The database of page tests is not the embedded one.
  await page.getByText('Unknown: this database is backed up by other programs').waitFor();
  await picture('health');
});

test('a setting is changed, says by whom, and goes back to the environment', { skip: noChromium }, async () => {
  await open('/console/private-conf');
  await page.getByLabel('Disk alarm').fill('9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Set by System').waitFor();
  await picture('settings');
  const { values } = await site.request<{ values: { diskAlarmGb: number } }>('GET', '/private-conf');
  assert.equal(values.diskAlarmGb, 9);
  await page.getByRole('button', { name: "Use the environment's value" }).click();
  await page.getByText('Set by System').waitFor({ state: 'detached' });
  await waitFor(
    async () => (await site.request<{ values: { diskAlarmGb: number } }>('GET', '/private-conf')).values.diskAlarmGb,
    2,
    'the environment counts again',
  );
});

test('a pack with a wrong word is refused by name; a right one is imported, chosen, and lies over English', {
  skip: noChromium,
}, async () => {
  const file = (words: object) => ({
    name: 'plumbline-vi.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ lang: 'vi', name: 'Tiếng Việt', base: 'en', words })),
  });
  await open('/console/languages');
  await page.getByText('No language packs').waitFor();
  await page.getByRole('button', { name: 'Import a pack' }).click();
  const input = dialog().locator('input[type=file]');
  await input.setInputFiles(file({ 'common:save': { to: '<b>Lưu</b>' }, 'no:such': { to: 'x' } }));
  await dialog().getByText('The product has no such text').waitFor();
  await dialog().getByText('Contains markup that the original does not have').waitFor();
  await picture('pack-refused');
  await input.setInputFiles(
    file({ 'users:profile.title': { to: 'Hồ sơ' }, 'users:profile.language': { to: 'Ngôn ngữ' } }),
  );
  await dialog().getByText('2 translated').waitFor();
  await dialog().getByRole('button', { name: 'Import a pack' }).click();
  await page.getByRole('row', { name: /Tiếng Việt/ }).click();
  await page.getByText('Missing in Tiếng Việt').waitFor();
  await picture('pack-missing');
  await open('/profile');
  await page.getByLabel('Language', { exact: true }).click();
  await page.getByTitle('Tiếng Việt').click();
  await page.locator('#content').getByText('Ngôn ngữ').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'vi');
  // What the pack does not say is said in English.
  await page.getByText('Theme', { exact: true }).waitFor();
  await picture('pack-profile');
  await page.getByLabel('Ngôn ngữ', { exact: true }).click();
  await page.getByTitle('English').click();
  await page.locator('#content').getByText('Language', { exact: true }).waitFor();
});

test('the notes of the version that runs are read in the language of the reader', { skip: noChromium }, async () => {
  await open('/releases');
  await page.getByText('The first version: from the measuring device').waitFor();
  await picture('releases');
});

const seeAsLinWei = async () => {
  await page.getByRole('button', { name: 'See as' }).click();
  await dialog().getByRole('button', { name: 'See as' }).click();
  await page.getByText('You are seeing as Lin Wei. You cannot change anything.').waitFor();
};
const backToOneself = async () => {
  await page.getByText('You are seeing as Lin Wei').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'System management' }).first().waitFor();
  await page.getByRole('button', { name: 'See as' }).waitFor();
};
const localToken = () => page.evaluate((key) => localStorage.getItem(key), tokenKey);
/** Resolves when a socket that the page opens from now on brings the event. */
const socketEvent = (event: string) =>
  new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (String(payload).includes(event) ? resolve() : undefined)),
    ),
  );

test('an administrator sees as one of their people, changes nothing, and comes back', {
  skip: noChromium,
}, async () => {
  const corporations = await site.request<{ corporations: { id: number }[] }>('GET', '/corporations');
  const corporationId = corporations.corporations[0]?.id ?? 0;
  await site.request('POST', '/users', {
    corporationId,
    name: 'lin.wei',
    displayName: 'Lin Wei',
    type: 'Normal',
    password: 'Lin-Wei-2026',
  });
  await open(`/console/users?corporation=${corporationId}`);
  // Signed in to stay: in every tab of the browser.
  await page.evaluate((key) => {
    const token = sessionStorage.getItem(key);
    sessionStorage.clear();
    localStorage.setItem(key, token ?? '');
  }, tokenKey);
  await page.getByRole('row', { name: /Lin Wei/ }).click();
  const over = socketEvent('TOKEN_EXPIRED');
  await seeAsLinWei();
  await picture('see-as');
  assert.equal(await page.getByRole('link', { name: 'System management' }).count(), 0, 'no more than Lin Wei sees');
  // The answer comes after the socket has said that the session is over.
  await page.route('**/api/see-as', async (route) => {
    const answer = await route.fetch();
    await over;
    // The page that asked may have gone back meanwhile.
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await backToOneself();
  await page.unroute('**/api/see-as');
  assert.notEqual(await localToken(), null, 'who stays signed in does so in the other tabs');
});

test('a view of somebody else that ends by itself leads back to oneself', { skip: noChromium }, async () => {
  await seeAsLinWei();
  const token = await page.evaluate((key) => sessionStorage.getItem(key), tokenKey);
  await site.request('DELETE', '/see-as', undefined, token ?? '');
  await backToOneself();
  assert.notEqual(await localToken(), null);
});

test('who logs out of a view of somebody else leaves their own session too', { skip: noChromium }, async () => {
  const originalToken = await page.evaluate((key) => sessionStorage.getItem(key), tokenKey);
  await seeAsLinWei();
  await page.locator('button.me').click();
  await page.locator('.drop-panel').getByText('Log out', { exact: true }).click();
  await dialog().getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/#\/sign/);
  const statusOfOwn = async () =>
    (await fetch(`${site.server.url}/api/session`, { headers: { authorization: `Bearer ${originalToken}` } })).status;
  await waitFor(statusOfOwn, 401);
  await site.signIn('system', password);
});

test('kinds of notification are chosen by project', { skip: noChromium }, async () => {
  await open('/notifications');
  await page.getByRole('button', { name: 'Choose kinds' }).click();
  await page.getByText('Notification kinds').waitFor();
  await picture('kinds');
});

test('a forged licence is refused in words, a signed one is in force', { skip: noChromium }, async () => {
  await open('/console/license');
  await page.getByText('No licence is installed').waitFor();
  const { fingerprint } = await site.request<{ fingerprint: string }>('GET', '/license/fingerprint');
  await page.getByText(fingerprint).waitFor();
  const terms = { format: 1, id: 'L-7', holder: 'Delta Survey', fingerprint, features: ['activeAlertGrading'] };
  const dates = { issuedAt: new Date(Date.now() - 1_000).toISOString(), endsAt: '2099-01-01T00:00:00Z' };
  const payload = Buffer.from(JSON.stringify({ ...terms, ...dates }));
  const file = (by: typeof privateKey) => ({
    name: 'delta.lic',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        payload: payload.toString('base64url'),
        signature: sign(null, payload, by).toString('base64url'),
      }),
    ),
  });
  await page.getByRole('button', { name: 'Import licence' }).click();
  const input = dialog().locator('input[type=file]');
  await input.setInputFiles(file(generateKeyPairSync('ed25519').privateKey));
  await dialog().getByText('Licence import failed').waitFor();
  await dialog().getByText('It was not signed with this installation').waitFor();
  await picture('licence-refused');
  await input.setInputFiles(file(privateKey));
  await page.getByText('A licence is in force.').waitFor();
  await page.getByText('Alert grading').waitFor();
  await picture('licence');
});

test('a corporation is deleted with everything of it, once its title and a password are typed', {
  skip: noChromium,
}, async () => {
  const { corporations } = await site.request<{ corporations: { id: number }[] }>('GET', '/corporations');
  const corporationId = corporations[0]?.id ?? 0;
  await open(`/console/corporation?corporation=${corporationId}`);
  await page.getByRole('button', { name: 'Delete with all data' }).click();
  await dialog().getByLabel('Type the title: Delta Survey').fill('Delta');
  await dialog().getByLabel('Your password').fill(password);
  await dialog().getByRole('button', { name: 'Delete with all data' }).click();
  await dialog().getByText('This is not the title of the corporation.').first().waitFor();
  await picture('removal');
  await dialog().getByLabel('Type the title: Delta Survey').fill('Delta Survey');
  await dialog().getByRole('button', { name: 'Delete with all data' }).click();
  await waitFor(
    async () => (await site.request<{ corporations: object[] }>('GET', '/corporations')).corporations.length,
    0,
    'the corporation is gone',
  );
});
