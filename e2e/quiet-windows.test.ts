/** A quiet window is set in the browser, is shown where it acts, and is ended early. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  page = site.opened.page;
  await site.signIn('demo', password);
});
after(() => site?.close());

test('a window needs its reasons, is shown on the screens it acts on, and goes when it is ended', {
  skip: noChromium,
}, async () => {
  const { id: projectId } = await projectNamed(site, 'Bridge');
  const to = (path: string) => page.goto(`${site.server.url}/#${path}`);
  await to(`/projects/${projectId}/console/alert-rules?tab=quiet`);
  await page.getByText('No quiet windows').waitFor();
  await page.getByRole('button', { name: 'Add quiet window' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add quiet window' });
  // From now on, by the clocks of the project; until the same time of a day that is chosen as tomorrow.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Until').fill(`${tomorrow} 23:59:00`);
  await dialog.getByLabel('Until').press('Enter');
  await dialog.getByRole('checkbox', { name: 'Red' }).check();
  await dialog.getByLabel('Reason', { exact: true }).fill('Painting of the cables');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const why = dialog.getByLabel('Why red alerts are withheld too');
  await dialog.getByText('Required', { exact: true }).waitFor();
  await why.fill('Sensors are moved');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Blue, Yellow, Orange, Red').waitFor();

  const note = page.getByRole('list', { name: 'Quiet windows' }).getByText('Painting of the cables; Sensors are moved');
  for (const path of [`/dashboard/project/${projectId}`, `/projects/${projectId}/alerts`]) {
    await to(path);
    await note.waitFor();
  }
  await to(`/projects/${projectId}/console/alert-rules?tab=quiet`);
  await page.getByRole('button', { name: 'End now' }).click();
  await page.getByText('ended by', { exact: false }).waitFor();
  await to(`/projects/${projectId}/alerts`);
  await page.getByRole('heading', { name: 'Alerts' }).first().waitFor();
  await note.waitFor({ state: 'detached' });
  assert.deepEqual(site.opened.errors, []);
});
