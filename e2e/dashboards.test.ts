/** Dashboards: made by a template, panels added, moved by key and by hand, saved, told of somebody else's change, saved as a picture. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

interface Panel {
  readonly id: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Board {
  readonly id: number;
  readonly name: string;
  readonly roles: string[];
  readonly panels: Panel[];
}
const password = 'Boards-2026x';
let site: Site;
let page: Page;
let projectId = 0;

const boards = async () =>
  (await site.request<{ dashboards: Board[] }>('GET', `/projects/${projectId}/dashboards`)).dashboards;
const saved = async (): Promise<Board> => {
  const [{ id } = { id: 0 }] = (await boards()).filter(({ name }) => name === 'Watch');
  return (await site.request<{ dashboard: Board }>('GET', `/projects/${projectId}/dashboards/${id}`)).dashboard;
};
async function choose(name: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name, exact: true }).click();
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click();
}
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
const panel = (id: string) => page.locator(`[data-panel="${id}"]`);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Hengtang Earth Dam'));
});
after(() => site?.close());

describe('dashboards', { skip: noChromium }, () => {
  test('a new one begins with panels for the dam, and shows its points with their levels', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/dashboards`);
    await page.getByRole('button', { name: 'New dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByLabel('Name', { exact: true }).fill('Watch');
    await choose('Panels for', 'Main dam');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('article', { name: 'Open alerts' }).waitFor();
    const value = page.locator('.db-value').first();
    await value.waitFor();
    assert.match((await value.getAttribute('data-state')) ?? '', /reporting|stale/);
    await page.locator('.db-chart canvas, .db-chart svg').first().waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  test('a panel is added, moved by the arrow keys, and saved; what was changed is undone step by step', async () => {
    await edit();
    const before = await saved();
    await page.getByRole('button', { name: 'Add a panel' }).click();
    await choose('Panel', 'Text');
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('Crest survey each Monday');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    const id = `p${before.panels.length + 1}`;
    await panel(id).getByText('Crest survey each Monday').waitFor();
    await panel(id).getByRole('button', { name: /^Move/ }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
    assert.deepEqual(await violationsOn(page), []);
    await save();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const after = (await saved()).panels.find((each) => each.id === id);
    assert.deepEqual([after?.kind, after?.x, after?.w], ['text', 2, 5]);
    await edit();
    await panel(id)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await panel(id).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel(id).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  test('a panel is dragged by its handle, and what is in its way goes down', async () => {
    await edit();
    const [first] = (await saved()).panels;
    assert.ok(first);
    const handle = panel(first.id).getByRole('button', { name: /^Move/ });
    await handle.hover();
    const box = await handle.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + 60, { steps: 5 });
    await page.mouse.move(box.x + 5, box.y + 145, { steps: 5 });
    await page.mouse.up();
    await save();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const { panels } = await saved();
    assert.ok((panels.find(({ id }) => id === first.id)?.y ?? 0) > first.y);
    const cells = panels.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    assert.equal(new Set(cells).size, cells.length);
  });

  test('somebody else saved it meanwhile: one is told, and keeps what one changed', async () => {
    await edit();
    await page.getByLabel('Name', { exact: true }).fill('Watch');
    await page.getByRole('button', { name: 'Add a panel' }).click();
    await choose('Panel', 'Structures');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    const { id, panels, name } = await saved();
    await site.request('PUT', `/projects/${projectId}/dashboards/${id}`, { name, roles: ['Guest'], panels });
    await save();
    await page.getByText(/while you were working here/).waitFor();
    await page.locator('.db-panel.of-structures').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.ok((await saved()).panels.some(({ kind }) => kind === 'structures'));
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  test('it is saved as a picture, and printed as one on a sheet of its shape', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PNG' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'Watch.png');
    assert.ok(statSync(await file.path()).size > 20_000);
    await page.evaluate(() => {
      window.print = () => {
        const image = document.querySelector<HTMLImageElement>('.db-print img');
        document.title = `printed ${image?.naturalWidth ?? 0}`;
      };
    });
    await page.getByRole('button', { name: 'Print or save as PDF' }).click();
    await page.waitForFunction(() => /^printed [1-9]\d{3}/.test(document.title));
  });

  test('on a phone the panels lie under each other, and none is cut off', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.db-cell').first().waitFor();
    const widths = await page
      .locator('.db-cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    assert.ok(widths.every((width) => width > 300 && width <= 390));
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
