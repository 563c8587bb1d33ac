/** The page of the API reference: read without a session, searched by the keyboard, tried as whoever is signed in. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Demo-2026x';
let site: Site;
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
});
after(() => site?.close());
reportPages();

const picture = async (name: string) => {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await site.page.screenshot());
};
const open = (search = '') => site.page.goto(`${site.server.url}/#/api-reference${search}`);
const article = () => site.page.locator('.api-reference > article');

test('the address of the reference opens the page, and it reads without a session', { skip: noChromium }, async () => {
  await site.page.goto(`${site.server.url}/api/reference`);
  await site.page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
  await site.page.getByText('alertRules', { exact: true }).first().waitFor();
  // Nothing of a folded feature is drawn: the page stays quick with seven hundred operations.
  assert.equal(await site.page.locator('.api-entry').count(), 0);
});

test('words and arrow keys find an operation, and it shows all that a caller must know', {
  skip: noChromium,
}, async () => {
  await open();
  const field = site.page.getByRole('searchbox');
  await field.fill('feeds corporation format');
  await site.page.locator('.api-hit').first().waitFor();
  await field.fill('POST alert-rules');
  await field.press('ArrowDown');
  await field.press('ArrowUp');
  await field.press('Enter');
  await article().getByRole('heading', { name: 'Parameters' }).waitFor();
  const words = await article().innerText();
  for (const part of ['Needs', 'Create:AlertRule', 'Body', 'Example', 'curl -X POST', 'Answer', 'Errors', 'badInput'])
    assert.ok(words.includes(part), part);
  await article().getByText('Sign in to try it.').waitFor();
  await picture('api-reference');
  await field.fill('nonsuchthing');
  await site.page.getByText('Nothing found').waitFor();
});

test('what reads is sent at once, and what writes is shown and sent on a second press', {
  skip: noChromium,
}, async () => {
  await site.signIn('demo', password);
  await open('?op=sessions.session');
  await article().getByRole('button', { name: 'Send', exact: true }).click();
  await site.page.locator('.api-answer').getByText('200').first().waitFor();
  assert.match(await site.page.locator('.api-answer pre').innerText(), /"name": "demo"/);

  await open('?op=users.updateProfile');
  const body = article().getByLabel('Body', { exact: true });
  await body.fill('{ "displayName": ');
  await article().getByRole('button', { name: 'Send', exact: true }).click();
  await article().getByText('The body is not JSON.').waitFor();
  const before = await site.request<{ user: { displayName: string } }>('GET', '/session');
  await body.fill('{ "displayName": "Tried Here" }');
  await article().getByRole('button', { name: 'Send', exact: true }).click();
  const question = site.page.locator('.api-ask');
  assert.match(await question.innerText(), /PATCH \/api\/profile[\s\S]*"displayName": "Tried Here"/);
  await question.scrollIntoViewIfNeeded();
  await picture('api-reference-ask');
  const meanwhile = await site.request<{ user: { displayName: string } }>('GET', '/session');
  assert.equal(meanwhile.user.displayName, before.user.displayName);
  await question.getByRole('button', { name: 'Send it' }).click();
  await site.page.locator('.api-answer').getByText('200').first().waitFor();
  const changed = await site.request<{ user: { displayName: string } }>('GET', '/session');
  assert.equal(changed.user.displayName, 'Tried Here');
});

test('on a telephone the list stands alone, then the operation, with a way back', { skip: noChromium }, async () => {
  await site.page.setViewportSize({ width: 390, height: 844 });
  await open();
  await site.page.getByRole('searchbox').fill('silences create');
  await picture('api-reference-phone-list');
  await site.page.locator('.api-entry').first().click();
  await article().getByRole('heading', { name: 'Errors' }).waitFor();
  await picture('api-reference-phone');
  const [inner, outer] = await site.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(inner! <= outer!, `${inner} > ${outer}`);
  await article().getByRole('button', { name: 'All operations' }).click();
  await site.page.getByRole('searchbox').waitFor();
});
