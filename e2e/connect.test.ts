/**
 * From nothing to the first reading, as the first administrator of an empty installation: set up, open a project, add a
 * structure and a device, run the very command that the page shows, see it arrive, bind it, see it on a chart.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { noChromium, type Opened } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const run = promisify(execFile);

let site: Site;
let server: Site['server'];
let opened: Opened;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ server, opened } = site);
  page = opened.page;
});
after(() => site?.close());

/** The command under a heading of the connect page, as a person would copy it. */
const commandOf = (title: RegExp) => page.getByRole('figure', { name: title }).locator('pre, code').first().innerText();
const option = (text: string) => page.locator('.ant-select-item-option').filter({ hasText: text }).first();

test('set-up takes the printed address once', { skip: noChromium }, async () => {
  await site.setUp();
});

test('a project and a structure', { skip: noChromium }, async () => {
  await page.goto(`${server.url}/#/projects`);
  // The head's button goes once the page is known to be empty.
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor();
  await page
    .getByRole('button', { name: /new project|create/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('River Dike');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('North bank, km 12');
  await dialog.getByRole('button', { name: /create|save/i }).click();
  // The new project opens by itself.
  await page.waitForURL(/#\/dashboard\/project\/1/);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('River Dike').first().waitFor();
  // Nothing to draw on a map yet: the page says what comes next.
  await page.getByRole('main').getByRole('link', { name: 'Guided path' }).waitFor();
  await page.goto(`${server.url}/#/dashboard/project/1`);
  await page
    .getByRole('button', { name: /structure/i })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('North reach');
  await dialog.getByRole('button', { name: /create|save|add/i }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('North reach').first().waitFor();
});

test('a device; the command that its page shows; it arrives; it is bound and drawn', { skip: noChromium }, async () => {
  await page.goto(`${server.url}/#/device-warehouse`);
  await page.getByRole('button', { name: 'New device' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Well logger');
  await dialog.getByRole('combobox', { name: 'Model' }).fill('VW-8');
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill('VW8-9001');
  await dialog.getByRole('button', { name: 'Create and connect' }).click();
  await page.getByText('Waiting for the first message').waitFor();

  if (spawnSync('mosquitto_pub', ['--help']).error) {
    await page.getByRole('tab', { name: 'HTTP' }).click();
    await page
      .getByRole('figure', { name: /a reading/i })
      .getByText('curl')
      .first()
      .waitFor();
  }
  const command = await commandOf(/a reading/i);
  assert.match(command, /mosquitto_pub|curl/);
  await run('sh', ['-c', command]);
  await page.getByText('frequency 2712.4').first().waitFor();

  await page.getByRole('button', { name: 'Bind' }).click();
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await option('River Dike').click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('PZ-1');
  await dialog.getByRole('spinbutton', { name: 'K' }).fill('0.1');
  await dialog.getByRole('spinbutton', { name: 'f0' }).fill('2900');
  await dialog.getByRole('button', { name: 'Create and bind' }).click();
  await page.getByRole('link', { name: /PZ-1/ }).first().waitFor();
  // The page lies in no project; the thresholds of the point do.
  await page.getByRole('button', { name: 'Thresholds' }).click();
  await page.getByText('Settings of PZ-1').waitFor();
  await page.getByRole('button', { name: 'Add threshold' }).waitFor();
  await waitFor(() => indentOf('.pt-tabs'), 20, 'tabs begin where the words below them do');
  await page.keyboard.press('Escape');

  await page.goto(`${server.url}/#/projects/1/devices?device=1`);
  await page.locator('.dv-tabs').waitFor();
  await waitFor(() => indentOf('.dv-tabs'), 20, 'the same of the panel of a device');

  await run('sh', ['-c', command]);
  await page.goto(`${server.url}/#/projects/1/monitor-new/home`);
  await page.getByRole('treeitem', { name: /PZ-1/ }).click();
  await page.getByRole('heading', { name: 'PZ-1' }).waitFor();
  // (2900^2 - 2712.4^2) / 1000 * 0.1 kPa = 105.29 kPa = 10.737 m of water.
  await page.getByRole('cell', { name: '105.289' }).first().waitFor();
  assert.deepEqual(
    opened.errors.filter((error) => !error.includes('status of 401')),
    [],
  );
});

/** How far the first tab stands from the edge of its panel, in px. */
const indentOf = (tabs: string) =>
  page
    .locator(tabs)
    .evaluate((bar) =>
      Math.round(
        (bar.querySelector('.ant-tabs-tab')?.getBoundingClientRect().left ?? 0) - bar.getBoundingClientRect().left,
      ),
    );

test('a free point is found by its name, however many points a project has', { skip: noChromium }, async () => {
  const row = (name: string) => ({ name, family: 'temperature', structurePath: ['North reach'], mode: 4 });
  const names = Array.from({ length: 2_000 }, (_, i) => `A-${String(i).padStart(4, '0')}`);
  for (const part of [names.slice(0, 1_000), names.slice(1_000), ['Z-last']])
    await site.request('POST', '/projects/1/measuring-points/batch', { rows: part.map(row) });
  const { device } = await site.request<{ device: { id: number } }>('POST', '/corporations/1/devices', {
    sncode: 'TH1-9002',
    model: 'DIY',
    name: 'Thermometer',
    channels: [{ number: '1', mode: 4 }],
  });
  await page.goto(`${server.url}/#/device-warehouse/${device.id}/connect`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Bind' }).first().click();
  await dialog.getByText('Existing point').click();
  const choice = dialog.getByRole('combobox', { name: 'Point without a device' });
  await choice.fill('Z-last');
  await option('Z-last').waitFor();
});
