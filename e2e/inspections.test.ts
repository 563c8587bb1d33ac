/** An inspection from its template to its report: the round is made on a phone, with a photo, and finds something. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { png } from '../server/test/pictures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let projectId = 0;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site.opened);
  await site.signIn('demo', password);
  const { projects } = await site.request<{ projects: { id: number; name: string }[] }>('GET', '/projects');
  projectId = projects.find(({ name }) => name.includes('Slope') || name.includes('Landslide'))?.id ?? 0;
});
after(() => site?.close());

const go = (path: string) => page.goto(`${site.server.url}/#/projects/${projectId}/${path}`);
const card = (name: string) => page.getByRole('region', { name, exact: true });

describe('an inspection', { skip: noChromium }, () => {
  test('its template and its plan are made', async () => {
    await go('inspection?tab=templates');
    await page.getByRole('button', { name: 'Add a template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a template' });
    await dialog.getByLabel('Name', { exact: true }).fill('Toe walk');
    const first = dialog.getByRole('group', { name: 'Question 1' });
    await first.getByRole('textbox', { name: 'Question' }).fill('Drain');
    await first.getByRole('textbox', { name: 'Choice 1' }).fill('Clear');
    await first.getByRole('textbox', { name: 'Choice 2' }).fill('Blocked');
    for (const [number, label, kind] of [
      [2, 'Seepage', 'Number'],
      [3, 'Signed', 'Signature'],
    ] as const) {
      await dialog.getByRole('button', { name: 'Add a question' }).click();
      const group = dialog.getByRole('group', { name: `Question ${number}` });
      await group.getByRole('textbox', { name: 'Question' }).fill(label);
      await group.getByRole('combobox', { name: 'Kind of question' }).click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(kind, { exact: true }).click();
    }
    const seepage = dialog.getByRole('group', { name: 'Question 2' });
    await seepage.getByRole('textbox', { name: 'Unit' }).fill('L/s');
    await seepage.getByRole('spinbutton', { name: 'Upper limit' }).fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3 questions').waitFor();

    await page.getByRole('tab', { name: 'Plans' }).click();
    await page.getByRole('button', { name: 'Add a plan' }).click();
    const plan = page.getByRole('dialog', { name: 'Add a plan' });
    await plan.getByLabel('Name', { exact: true }).fill('Toe of the slope');
    await plan.getByRole('combobox', { name: 'Template' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Toe walk' }).click();
    await plan.getByLabel('Location in words').fill('Below the road');
    // It may begin at midnight: so it is due whenever this runs.
    await plan.getByLabel('Can start from').fill('00:00');
    await plan.getByLabel('Can start from').press('Enter');
    await plan.getByRole('button', { name: 'Save' }).click();
    await plan.waitFor({ state: 'detached' });
  });

  test('its round is made with one hand: out of limits is said at once, what is typed outlives a reload', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go('inspection');
    const row = page.getByRole('listitem').filter({ hasText: 'Toe of the slope' });
    await row.getByText('Due', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/inspection\/rounds\/\d+/);
    await page.getByText('3 questions left').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Finish' }).isDisabled());
    await page.getByRole('button', { name: 'Copy from the last round' }).click();
    await page.getByText('Last result not found').first().waitFor();
    await card('Seepage').getByRole('textbox', { name: 'Seepage', exact: true }).fill('2,5');
    await card('Seepage').getByText('Out of limits').waitFor();
    await card('Drain').getByText('Blocked').click();
    await card('Drain').getByText('Fault').waitFor();
    await page.reload();
    await waitFor(() => card('Seepage').getByRole('textbox', { name: 'Seepage', exact: true }).inputValue(), '2.5');
    const width = await page.evaluate(() => document.querySelector('.in-round')!.scrollWidth);
    assert.ok(width <= 390, `${width} px`);
  });

  test('a photo is taken and drawn on, a defect raised, the round signed and finished', async () => {
    // The telephone has no network: the photo waits, leaving asks, and the round is not whole.
    const photoRoute = /\/inspections\/\d+\/photos/;
    await page.route(photoRoute, (route) => route.abort('internetdisconnected'));
    await card('Drain')
      .locator('input[type=file]')
      .setInputFiles({ name: 'drain.png', mimeType: 'image/png', buffer: Buffer.from(png) });
    await page.getByText('1 photo not sent yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Inspections' }).click();
    const leaving = page.getByRole('dialog').filter({ hasText: 'Unsaved' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await page.unroute(photoRoute);
    await card('Drain').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 photo not sent yet').waitFor({ state: 'detached' });
    await card('Drain').getByRole('button', { name: 'Draw on the photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Draw on the photo' });
    const picture = dialog.locator('.in-photo');
    await picture.locator('img').waitFor();
    const box = (await picture.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 70, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitFor(() => card('Drain').locator('.in-photo svg path').count(), 1);

    await card('Drain').getByRole('button', { name: 'Raise a defect' }).click();
    const raising = page.getByRole('dialog', { name: 'Raise a defect' });
    await raising.getByLabel('Defect', { exact: true }).fill('Grate blocked');
    await raising.getByText('Serious', { exact: true }).click();
    await raising.getByRole('button', { name: 'Raise a defect' }).click();
    await raising.waitFor({ state: 'detached' });

    const pad = card('Signed').locator('.in-pad-field');
    // Into the middle: at the foot lies what finishes the round.
    await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const place = (await pad.boundingBox())!;
    await page.mouse.move(place.x + 30, place.y + 30);
    await page.mouse.down();
    await page.mouse.move(place.x + 200, place.y + 60, { steps: 6 });
    await page.mouse.up();
    await page.getByText('All questions answered').waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('finished by').waitFor();
    await waitFor(() => page.getByRole('button', { name: 'Finish' }).count(), 0);
  });

  test('the defect is followed, and the report of the day has the round', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Report of the day' }).click();
    await page.waitForURL(/inspectionReport\/\d{4}-\d{2}-\d{2}/);
    const paper = page.getByRole('article');
    await paper.getByText('Out of limits').waitFor();
    await paper.getByText('Grate blocked').waitFor();
    await page.getByRole('button', { name: 'Make the report' }).click();
    await page.getByRole('link', { name: /No\. 1, Draft/ }).click();
    // What is concluded is the report's, which keeps it.
    await page.getByText('No conclusions yet').waitFor();
    await page.getByRole('button', { name: 'Comment on page 2' }).waitFor();
    await go('inspection?tab=defects');
    // Of the list: the report that is being left has the same words.
    await page.locator('.in-table').getByText('Grate blocked').click();
    await page.getByRole('button', { name: 'Change state' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change state' });
    await dialog.getByText('Watching', { exact: true }).click();
    await dialog.getByLabel('Note', { exact: true }).fill('Cleared by hand');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Cleared by hand').waitFor();
    await waitFor(() => page.locator('.in-beside .in-photo img').count(), 1);
  });

  test('nothing went wrong on the way', () =>
    assert.deepEqual(
      // The refusal to copy from no round is one that the test asks for.
      site.opened.errors.filter((each) => !/404|ERR_INTERNET_DISCONNECTED/.test(String(each))),
      [],
    ));
});
