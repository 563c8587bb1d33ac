/** A drawing that is drawn here: a sheet in metres, areas, a line, an elevation mark and a label; undone, saved, and drawn on again. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Editor-2026x';
let site: Site;
let page: Page;
let structureId = 0;

interface Drawing {
  readonly id: number;
  readonly scale: { readonly first: { readonly across: number; readonly up: number } } | null;
  readonly versions: readonly { readonly id: number }[];
}
const only = async (): Promise<Drawing | undefined> =>
  (await site.request<{ drawings: Drawing[] }>('GET', `/structures/${structureId}/drawings`)).drawings[0];
async function click(across: number, up: number): Promise<void> {
  const box = await page.locator('.dw-window .stage').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + ((across + 60) / 150) * box.width, box.y + ((110 - up) / 70) * box.height);
}
const tool = (name: string) => page.locator('.dw-bar .ant-segmented-item').getByText(name, { exact: true }).click();
const draws = (role: string) => page.locator('.ant-select-item-option').getByText(role, { exact: true }).click();

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  const { id: projectId } = await projectNamed(site, 'Hengtang Earth Dam');
  const { structures } = await site.request<{ structures: { id: number; name: string }[] }>(
    'GET',
    `/projects/${projectId}/structures`,
  );
  structureId = structures.find(({ name }) => name === 'Main dam')?.id ?? 0;
  await page.goto(`${site.server.url}/#/dashboard/project/${projectId}/structures/${structureId}?mode=drawing`);
});
after(() => site?.close());

describe('drawing editor', { skip: noChromium }, () => {
  test('a sheet in metres is begun, and has its scale', async () => {
    await page.getByRole('button', { name: 'Draw a drawing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Draw a drawing' });
    await dialog.getByLabel('Name').fill('Section 0+300');
    for (const [edge, metres] of [
      ['Left', '-60'],
      ['Right', '90'],
      ['Lower', '40'],
      ['Upper', '110'],
    ] as const)
      await dialog.getByLabel(`${edge} edge, m`).fill(metres);
    await dialog.getByRole('button', { name: 'Start drawing' }).click();
    await page.locator('.dw-editor').waitFor();
    const scale = (await only())?.scale;
    assert.deepEqual([scale?.first.across, scale?.first.up], [-60, 40]);
  });

  test('areas, a line, an elevation mark and a label are drawn; what was too much is undone', async () => {
    await tool('Area');
    await page.getByRole('combobox', { name: 'Style' }).click();
    await draws('Concrete');
    for (const at of [
      [-50, 55],
      [-5, 100],
      [5, 100],
      [60, 55],
    ] as const)
      await click(at[0], at[1]);
    await page.getByRole('button', { name: 'Finish' }).click();
    await tool('Line');
    await click(-60, 88);
    await click(-30, 88);
    await page.getByRole('spinbutton', { name: 'Offset' }).fill('0');
    await page.getByRole('spinbutton', { name: 'Elevation' }).fill('80.25');
    await page.getByRole('button', { name: 'Add vertex' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await tool('Elevation mark');
    await click(-45, 88);
    await tool('Label');
    await click(0, 70);
    await page.getByLabel('Text').fill('Dam & toe');
    await tool('Label');
    await click(40, 100);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await waitFor(async () => (await only())?.versions.length, 2);
  });

  test('it is there once it is closed, and is drawn on again as it was', async () => {
    await page.locator('.dw-bar').getByRole('button', { name: 'Close' }).click();
    await page.locator('.dr-window .stage img').waitFor();
    await page.getByRole('button', { name: 'Change Section 0+300' }).click();
    await page.getByRole('menuitem', { name: 'Draw', exact: true }).click();
    await page.locator('.dw-editor').waitFor();
    await click(0, 90);
    const panel = page.getByRole('complementary', { name: 'Parts of the drawing' });
    await panel.getByRole('heading', { name: 'Area' }).waitFor();
    assert.equal(await panel.getByRole('spinbutton', { name: 'Elevation 2' }).inputValue(), '100');
    await click(0, 80.25);
    await panel.getByRole('heading', { name: 'Line' }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitFor(async () => (await only())?.versions.length, 3);
  });

  test('nothing went wrong on the way', () => assert.deepEqual(site.opened.errors, []));
});
