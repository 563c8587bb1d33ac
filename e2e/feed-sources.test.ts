/** A service that is asked over HTTP: set up, looked at, made devices and points, and its rounds; what an instrument keeps. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type CheckingServer, openCheckingServer } from '../server/test/checking-server.ts';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';

const password = 'Feeds-2026x';
let site: Site;
let page: Page;
let vendor: CheckingServer;
const { dialog } = pointPages(() => site);

/** With PICTURES=<folder>, what a person sees at this moment, to be looked at: also on a telephone. */
async function photograph(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  const size = page.viewportSize();
  for (const [width, height] of [
    [1440, 1000],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await untilDrawn(page);
    writeFileSync(join(folder, `${name}-${width}.png`), await page.screenshot());
  }
  if (size) await page.setViewportSize(size);
}
const option = (text: string) =>
  page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: text });

reportPages();
before(async () => {
  if (noChromium) return;
  vendor = await openCheckingServer();
  vendor.answer = () => ({
    status: 200,
    body: JSON.stringify({
      items: ['weir-1', 'weir-2'].map((station, nth) => ({
        station,
        temperature: 11.5 + nth,
        flow: '0.25',
        time: new Date(Date.now() - 600_000).toISOString(),
      })),
    }),
  });
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0', OUTBOUND_ALLOW: '127.0.0.1' });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(async () => {
  vendor?.close();
  await site?.close();
});

describe('a service that is asked', { skip: noChromium }, () => {
  test('is set up switched off, and says in its preview what it has', async () => {
    await page.goto(`${site.server.url}/#/console/feeds`);
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Weirs of the river');
    await dialog().getByRole('combobox', { name: 'Kind' }).click();
    await option('Service over HTTP').click();
    await dialog()
      .getByRole('combobox', { name: 'How messages are wrapped' })
      .or(dialog().getByRole('combobox').nth(1))
      .first()
      .click();
    await option('None: the message itself').click();
    await dialog().getByLabel('JSON path', { exact: true }).fill('station');
    await dialog().getByLabel('Request address').fill(`${vendor.url}/readings?from={from}&to={to}`);
    await dialog().getByLabel('List of readings').fill('items');
    await photograph('feed-http');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Weirs of the river').click();
    await page.getByRole('button', { name: 'Fetch now' }).click();
    await page.getByText('2 messages').or(page.getByText('1 message')).first().waitFor();
    await page.locator('.fd-source').filter({ hasText: 'weir-2' }).first().waitFor();
    await photograph('feed-preview');
  });

  test('what it has becomes devices and points, whose readings come with the next round', async () => {
    await page.getByRole('button', { name: 'Create devices and points' }).click();
    await dialog().getByRole('combobox', { name: 'Project' }).click();
    await option('Hengtang Earth Dam').first().click();
    await dialog().getByLabel('Structure').fill('Weirs');
    await photograph('feed-quick');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByText('2 devices and 4 points were created').waitFor();
    await page.getByText('temperature = 11.5').waitFor();
    await page.locator('.fd-rounds li[data-state="whole"]').first().waitFor();
    await photograph('feed-rounds');
    await page.getByRole('button', { name: 'Fetch earlier readings' }).click();
    await dialog().getByRole('button', { name: 'Fetch', exact: true }).click();
    await page.getByText('repeated').first().waitFor();
    assert.ok(vendor.arrived.length > 2);
  });

  test('a device says nothing of itself that it has not said', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse?q=WEIR-1`);
    await page.getByRole('cell', { name: 'WEIR-1', exact: true }).last().click();
    await page.getByText('2 of 2 in use').waitFor();
    await page.goto(`${page.url()}&tab=instrument`);
    await page.getByText('Not reported yet.').first().waitFor();
    await photograph('instrument');
  });
});
