/**
 * The look, modules and limits of a corporation, and user groups, walked by an administrator: what is set shows at once, a
 * group opens a project to its people, and the console says why somebody sees it.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { makeTeam } from './worlds.ts';

let site: Site;
let page: Page;
let projectId: number;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  page = site.page;
  await site.setUp();
  projectId = await makeTeam(site);
});
after(() => site?.close());

const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const dialog = () => page.getByRole('dialog');
const choose = async (label: string, option: string) => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-item-option', { hasText: option }).click();
};
/** With PICTURES=<folder>, what a person sees at this moment, to be looked at. */
const picture = async (name: string) => {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await page.screenshot());
};

test('name and logo of the corporation show at once, and on the sign-in page of nobody else', {
  skip: noChromium,
}, async () => {
  await open('/console/corporation');
  await page.getByLabel('Product name').fill('Dam Watch');
  await page.locator('.corp-form').getByRole('button', { name: 'Save' }).first().click();
  await page.locator('.hd .brand', { hasText: 'Dam Watch' }).waitFor();
  await waitFor(async () => (await page.title()).endsWith('Dam Watch'), true, 'the title of the tab');
  await page
    .locator('input[type=file][aria-label="Logo"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await dialog().locator('canvas').waitFor();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page.locator('.hd img.pl-logo').waitFor();
  await picture('corporation');
  // A module is switched by itself.
  await page.getByRole('switch', { name: 'Alert grading' }).click();
  await waitFor(
    async () => {
      const { corporation } = await site.request<{ corporation: { flags: Record<string, boolean> } }>(
        'GET',
        '/session',
      );
      return corporation.flags['activeAlertGrading'];
    },
    true,
    'the flag is set',
  );
  await page.getByText('Points', { exact: true }).scrollIntoViewIfNeeded();
  await picture('corporation-below');
  const { brand } = await site.request<{ brand: object | null }>('GET', '/login-info');
  assert.equal(brand, null, 'no host name is set');
});

test('a user group opens a project to its people, until a day, and the console says why', {
  skip: noChromium,
}, async () => {
  await open('/console/user-groups');
  await page.getByText('No user groups yet').waitFor();
  await page.getByRole('button', { name: 'New user group' }).first().click();
  await dialog().getByLabel('Name').fill('Surveyors');
  await choose('Roles', 'Member');
  await page.keyboard.press('Escape');
  await choose('People', 'Lin Wei (lin.wei)');
  await page.keyboard.press('Escape');
  await picture('group-dialog');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row', { name: /Surveyors.*Member/ }).waitFor();
  await picture('groups');
  await open(`/projects/${projectId}/members`);
  await page.getByRole('button', { name: 'Add user group' }).click();
  await choose('User group', 'Surveyors');
  await dialog().getByLabel('Last day').fill('2099-12-31');
  await page.keyboard.press('Tab');
  await picture('add-group');
  await dialog().getByRole('button', { name: 'Add user group' }).click();
  await page.locator('.pgroups li', { hasText: 'Surveyors' }).getByText('until 2099-12-31').waitFor();
  await picture('members');
  const own = await site.request<{ token: string }>(
    'POST',
    '/signin',
    { username: 'lin.wei', password: 'Plumb-2026' },
    '',
  );
  const { projects } = await site.request<{ projects: { name: string }[] }>('GET', '/projects', undefined, own.token);
  assert.deepEqual(
    projects.map(({ name }) => name),
    ['Bridge'],
  );
  await open('/console/users');
  await page.getByRole('row', { name: /lin\.wei/ }).click();
  await page.getByText('Member through the user group Surveyors, until 2099-12-31').waitFor();
  await picture('why');
  await open('/console/user-groups');
  await page.getByRole('button', { name: 'Remove Surveyors' }).click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No user groups yet').waitFor();
  const after = await site.request<{ projects: object[] }>('GET', '/projects', undefined, own.token);
  assert.deepEqual(after.projects, []);
});

test('users are taken in by a sheet: checked first, all or none, passwords shown once', {
  skip: noChromium,
}, async () => {
  await open('/console/users');
  await page.getByRole('button', { name: 'Import' }).click();
  const choose = (lines: readonly string[]) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await choose(['Username,Display name', 'lin.wei,Lin Wei', 'wang.fang,Wang Fang']);
  await dialog().getByText('All lines are added, or none.').waitFor();
  await picture('import-refused');
  await choose(['Username,Display name', 'wang.fang,Wang Fang', 'li.na,Li Na']);
  await dialog().getByRole('button', { name: 'Add 2 users' }).click();
  await dialog().getByText('2 passwords were generated.').waitFor();
  await picture('import-passwords');
  const [first = ''] = await dialog().locator('code').allInnerTexts();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().getByText('The passwords have not been saved').waitFor();
  await dialog().getByRole('button', { name: 'Close anyway' }).click();
  await page.getByRole('row', { name: /li\.na/ }).waitFor();
  await site.request('POST', '/signin', { username: 'wang.fang', password: first }, '');
});
