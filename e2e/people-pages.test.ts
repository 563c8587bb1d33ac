/**
 * The pages about people, walked by an administrator of an empty installation: roles and their matrix, members of a project,
 * access tokens, profile, the corporation's form. On each something is made, changed, refused and taken back.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
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
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();

test('a custom role is made, its boxes are changed, taken back and saved', { skip: noChromium }, async () => {
  await open('/console/roles');
  await press('New role');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByText('Required').waitFor();
  await dialog().getByLabel('Name').fill('Surveyor');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Surveyor' }).waitFor();
  const box = page.getByRole('checkbox', { name: 'Update: Data' });
  assert.equal(await box.isChecked(), false);
  await box.check();
  await page.getByText('1 unsaved change', { exact: true }).waitFor();
  await press('Undo changes');
  await waitFor(() => box.isChecked(), false, 'the box is as it was');
  await box.check();
  await press('Save');
  await page.getByText('The permissions of Surveyor are saved').waitFor();
  await page.reload();
  await waitFor(() => box.isChecked(), true, 'the box is ticked after the page was loaded again');
  // A fixed role is read and not changed.
  await page.getByRole('button', { name: /^Guest/ }).click();
  await page.getByRole('heading', { name: 'Guest' }).waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
});

test('a colleague is taken into a project, given another role, and leaves it again', { skip: noChromium }, async () => {
  await open(`/projects/${projectId}/members`);
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add member' }).first().click();
  await dialog().getByRole('button', { name: 'Add member' }).click();
  await dialog().getByText('Required').first().waitFor();
  await dialog().getByLabel('User').fill('Lin');
  await page.locator('.ant-select-item-option', { hasText: 'Lin Wei (lin.wei)' }).click();
  // The words that went move the button.
  await dialog().getByText('Required').waitFor({ state: 'detached' });
  await dialog().getByRole('button', { name: 'Add member' }).click();
  const row = page.getByRole('row', { name: /Lin Wei/ });
  await row.waitFor();
  await row.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: 'Surveyor' }).click();
  const roleOf = async () => {
    const { members } = await site.request<{ members: { name: string; roleId: number; roleType: string }[] }>(
      'GET',
      `/projects/${projectId}/members`,
    );
    return members.find(({ name }) => name === 'lin.wei')?.roleType;
  };
  await waitFor(roleOf, 'Custom', 'the role is the custom one');
  // Somebody has it: it cannot be removed.
  await open('/console/roles');
  await page.getByRole('button', { name: /^Surveyor/ }).click();
  await press('Remove');
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await page.getByText('1 person still has this role').waitFor();
  await page.keyboard.press('Escape');
});

test('an access token is made, opens the API, and no longer once it is revoked', { skip: noChromium }, async () => {
  await open('/profile?part=programs');
  await press('New token');
  // What is said of the field that is left must not move the button away under the click.
  await dialog().getByLabel('Name').click();
  await dialog().getByRole('button', { name: 'Cancel' }).click({ delay: 300 });
  await dialog().waitFor({ state: 'hidden' });
  await press('New token');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByText('Required').first().waitFor();
  await dialog().getByLabel('Name').fill('Script');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByText('Copy the token now').waitFor();
  const text = await page.locator('code.pl-mono').filter({ hasNotText: '/api' }).innerText();
  const requestProjects = () =>
    fetch(`${site.server.url}/api/projects`, { headers: { authorization: `Bearer ${text}` } });
  assert.equal((await requestProjects()).status, 200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog().getByText('Programs that use this token stop working at once.').waitFor();
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No access tokens').waitFor();
  assert.equal((await requestProjects()).status, 401);
});

test('a token reads alone in the projects that were chosen', { skip: noChromium }, async () => {
  const { corporation } = await site.request<{ corporation: { id: number } }>('GET', '/session');
  await site.request('POST', '/projects', { corporationId: corporation.id, name: 'Tunnel', address: 'Wuhan' });
  await open('/profile?part=programs');
  await page.reload();
  await press('New token');
  await dialog().getByLabel('Name').fill('Reader');
  await dialog().getByRole('combobox', { name: 'Projects' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Bridge' }).click();
  await page.keyboard.press('Escape');
  if (!(await dialog().isVisible())) assert.fail('Escape closed the list of projects alone');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByText('Copy the token now').waitFor();
  await page.getByText('Read only, 1 project').waitFor();
  const text = await page.locator('code.pl-mono').filter({ hasNotText: '/api' }).innerText();
  const { projects } = await site.request<{ projects: { name: string }[] }>('GET', '/projects', undefined, text);
  assert.deepEqual(
    projects.map(({ name }) => name),
    ['Bridge'],
  );
  const refused = await fetch(`${site.server.url}/api/projects/${projectId}/structures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Pier' }),
  });
  assert.equal(refused.status, 403);
  await press('Revoke');
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No access tokens').waitFor();
});

/** Signs in as another device would. */
async function signInElsewhere(username: string, password: string): Promise<string> {
  const answer = await fetch(`${site.server.url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
    body: JSON.stringify({ username, password }),
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { token: string }).token;
}
const statusWith = async (token: string) =>
  (await fetch(`${site.server.url}/api/session`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a person sees where they are signed in and ends one session, then all others', { skip: noChromium }, async () => {
  const tokens = [
    await signInElsewhere('first.admin', 'Plumb-2026'),
    await signInElsewhere('first.admin', 'Plumb-2026'),
  ];
  await open('/profile?part=signin');
  await page.reload();
  await page.getByText('This session', { exact: true }).waitFor();
  const ends = page.getByRole('button', { name: 'End: curl 8' });
  await waitFor(() => ends.count(), 2, 'both others are listed');
  await ends.first().click();
  await dialog().getByText('That device is sent to the sign-in page at once.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await ends.first().click();
  await dialog().getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The session has ended').waitFor();
  await waitFor(() => ends.count(), 1, 'one is left');
  const statuses = async () => (await Promise.all(tokens.map(statusWith))).sort();
  assert.deepEqual(await statuses(), [200, 401]);
  await press('End all others');
  await dialog().getByRole('button', { name: 'End all others' }).click();
  await waitFor(() => ends.count(), 0, 'none is left');
  assert.deepEqual(await statuses(), [401, 401]);
  await waitFor(() => page.getByRole('button', { name: 'End all others' }).count(), 0, 'nothing is left to end');
});

test('an administrator ends all sessions of a colleague', { skip: noChromium }, async () => {
  const token = await signInElsewhere('lin.wei', 'Plumb-2026');
  await open('/console/users');
  await page.getByRole('row', { name: /Lin Wei/ }).click();
  await press('End all sessions');
  await dialog().getByText('Lin Wei is sent to the sign-in page on every device at once.').waitFor();
  await dialog().getByRole('button', { name: 'End all sessions' }).click();
  await page.getByText('1 session of Lin Wei has ended').waitFor();
  assert.equal(await statusWith(token), 401);
});

test('the profile refuses an empty name and keeps a new one', { skip: noChromium }, async () => {
  await open('/profile');
  const name = page.getByLabel('Display name');
  const person = page.locator('form', { has: name });
  await name.fill('');
  await person.getByRole('button', { name: 'Save' }).click();
  await person.getByText(/Required|At least/).waitFor();
  await name.fill('First of All');
  await person.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.reload();
  await waitFor(() => name.inputValue(), 'First of All', 'the name is kept');
});

/** A picture as somebody chooses it: its left half red, its right half blue. */
const pictureOf = async (width: number, height: number, name: string) => {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d')!;
      for (const [i, colour] of ['#f00', '#00f'].entries()) {
        context.fillStyle = colour;
        context.fillRect((i * width) / 2, 0, width / 2, height);
      }
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(elementAt(address.split(','), 1), 'base64') };
};
/** Width, height and colour in the middle of a drawn picture. */
const drawn = (label: string) =>
  page.getByRole('img', { name: label }).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const [red = 0, , blue = 0] = context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return { width: canvas.width, height: canvas.height, colour: red > blue ? 'red' : 'blue' };
  });

test('an avatar is cropped to the square that is kept, by keys; one that is no picture says so', {
  skip: noChromium,
}, async () => {
  await open('/profile');
  const field = page.getByLabel('Change picture').and(page.locator('input'));
  await field.setInputFiles(await pictureOf(800, 200, 'wide.png'));
  const stage = dialog().getByRole('application', { name: 'Part that is kept' });
  await stage.locator('canvas').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'hidden' });
  assert.equal(
    await page.getByRole('img', { name: 'Your picture' }).count(),
    0,
    'nothing is kept of what was called off',
  );

  await field.setInputFiles(await pictureOf(800, 200, 'wide.png'));
  await stage.locator('canvas').waitFor();
  // To the right edge and beyond: what is kept stays within the picture.
  for (let i = 0; i < 40; i++) await stage.press('ArrowRight');
  await dialog().getByRole('slider', { name: 'Zoom' }).press('End');
  await dialog().getByRole('slider', { name: 'Zoom' }).press('Home');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
  assert.deepEqual(await drawn('Your picture'), { width: 200, height: 200, colour: 'blue' });

  await field.setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('Cropping failed: the picture cannot be read').waitFor();
  await dialog().waitFor({ state: 'hidden' });
});

test('a logo that is tall is shown whole, and takes the shape that is chosen', { skip: noChromium }, async () => {
  await open('/console/corporation');
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await pictureOf(100, 2000, 'tall.png'));
  const canvas = dialog().locator('canvas');
  await canvas.waitFor();
  const { height } = (await canvas.boundingBox())!;
  assert.ok(height <= 320, `the stage is ${height} px high`);
  await dialog().getByText('Square', { exact: true }).click();
  await waitFor(async () => (await canvas.boundingBox())?.width, 320, 'the stage is square');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'hidden' });
  const logo = page.locator('.corp-pictures').getByRole('img', { name: 'Logo' });
  await logo.waitFor();
  await waitFor(
    () => logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    [100, 100],
    'the logo is the square',
  );
});

test("the corporation's form refuses a limit that cannot be meant, takes changes back, and saves", {
  skip: noChromium,
}, async () => {
  await open('/console/corporation');
  const lost = page.getByLabel('Data lost after');
  const before = await lost.inputValue();
  await lost.fill('0');
  await press('Save');
  await page.getByText('At least 1', { exact: true }).waitFor();
  await press('Undo changes');
  await waitFor(() => lost.inputValue(), before, 'the limit is as it was');
  await lost.fill('4');
  await press('Save');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.reload();
  await waitFor(() => lost.inputValue(), '4', 'the limit is kept');
});

test('the head of a page offers nothing before it is known whether the page is empty', {
  skip: noChromium,
}, async () => {
  const release = Promise.withResolvers<void>();
  await open(`/projects/${projectId}/members`);
  await page.getByRole('button', { name: 'Add member' }).first().waitFor();
  await page.route(/\/members$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.reload();
  await page.locator('.pl-sk-rows').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add member' }).filter({ visible: true }).count(), 0);
  release.resolve();
  await page.getByRole('button', { name: 'Add member' }).first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the project stays entered on other pages until Home, and a page is read again by itself', {
  skip: noChromium,
}, async () => {
  const leave = page.getByRole('link', { name: 'Leave the project' });
  await open(`/dashboard/project/${projectId}`);
  await leave.waitFor();
  await open('/alerts');
  await page.getByRole('navigation').getByRole('link', { name: 'Data view' }).waitFor();
  await leave.waitFor();
  await page.getByRole('button', { name: 'Automatic refresh' }).waitFor({ state: 'detached' });
  await leave.click();
  await leave.waitFor({ state: 'detached' });
  await press('Automatic refresh');
  await press('1 second');
  const again = () => page.waitForRequest(/\/api\/stats\/corporation|\/api\/projects$/);
  await again();
  await again();
  await press(/^Automatic refresh/);
  await press('Only when something changes');
});

test('none of these pages complained', { skip: noChromium }, () => {
  // What was refused on purpose is an answer that the browser writes down.
  assert.deepEqual(
    site.opened.errors.filter((each) => !/Failed to load resource.*(?:40[0-9])/.test(each)),
    [],
  );
});
