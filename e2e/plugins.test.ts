/** The page of plug-ins: from an empty folder to one that is on, refused ones in words, and what is used is counted before it goes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ownPublisher, packageOf, put, putExample } from '../server/test/plugins.fixtures.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';

const password = 'Operator-2026';
const folder = mkdtempSync(join(tmpdir(), 'plumbline-plugins-'));
let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo'], {
    SYSTEM_PASSWORD: password,
    PLUGIN_DIR: folder,
    PLUGIN_KEYS: ownPublisher,
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  ({ page } = site);
});
after(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pictures = process.env['PICTURES'];
async function picture(name: string): Promise<void> {
  if (!pictures) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${pictures}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
const open = (path: string) => page.goto(`${site.server.url}/#${path}`);
const dialog = () => page.locator('.ant-modal').last();
const state = (name: string) => page.locator(`.plug-state[data-state="${name}"]`);

test('an empty folder says what to do; a package is listed, refused ones with their reason', {
  skip: noChromium,
}, async () => {
  await site.setUp();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await site.signIn('system', password);
  await open('/console/plugins');
  await page.getByText('No plug-ins').waitFor();
  await picture('plugins-empty');
  for (const name of ['cayenne-lpp', 'exceedance', 'ntfy']) putExample(folder, name);
  put(folder, 'forged', packageOf('forged', 'x').replace(/"signature":"..../, '"signature":"AAAA'));
  await page.reload();
  await page.getByText('Cayenne LPP').waitFor();
  await state('refused').getByText('wrong signature').waitFor();
  await picture('plugins');
});

test('one is switched on, used by a channel, and says so before it is switched off', { skip: noChromium }, async () => {
  await page.getByText('ntfy', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Switch on', exact: true }).click();
  await state('on').first().waitFor();
  const { corporations } = await site.request<{ corporations: { id: number }[] }>('GET', '/corporations');
  const corporationId = corporations[0]?.id ?? 0;
  await open(`/console/channels?corporation=${corporationId}`);
  await page.getByRole('button', { name: 'Add notification channel' }).first().click();
  await page.getByLabel('Kind').click();
  // The last of a list that is longer than what is drawn of it.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('On call');
  await page.getByLabel('Push type of the plug-in').click();
  await page.getByTitle('ntfy: A topic of ntfy').click();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/site-7');
  await picture('plugins-channel');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page.getByText('On call').waitFor();
  await open('/console/plugins?plugin=ntfy');
  await page.getByText('Used in 1 place').waitFor();
  await picture('plugins-panel');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await dialog().getByText('It is used in 1 place').waitFor();
  await picture('plugins-off');
  await dialog().getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('Features that use it report that it is switched off.').waitFor();
});

test('a codec is chosen in a format, and shows what it makes of a pasted message', { skip: noChromium }, async () => {
  await site.request('PUT', '/plugins/cayenne-lpp/switch', { enabled: true });
  const { models } = await site.request<{ models: { id: number }[] }>('GET', '/device-models');
  await open(`/console/models/${models[0]?.id ?? 0}/format`);
  await page.getByLabel('Codec of a plug-in').click();
  await page.getByTitle('Cayenne LPP: Cayenne Low Power Payload').click();
  await page.getByLabel('Message', { exact: true }).fill('03670110056700FF');
  await page.getByText('temperature_3 = 27.2').waitFor();
  await picture('plugins-codec');
});

test('messages whose codec is off wait in sight of the feed, and are tried again', { skip: noChromium }, async () => {
  const corporationId = 1;
  const of = `/corporations/${corporationId}`;
  const device = { name: 'Piezometer', model: 'DIY', sncode: 'WAIT-1', channels: [{ number: '1', mode: 4 }] };
  const made = await site.request<{ device: { id: number } }>('POST', `${of}/devices`, device);
  const { feed, secret } = await site.request<{ feed: { id: number; key: string }; secret: string }>(
    'POST',
    `${of}/feeds`,
    {
      kind: 'webhook',
      name: 'LoRaWAN',
      wrapping: 'chirpStack',
    },
  );
  const source = 'aa0000000000000a';
  await site.request('POST', `${of}/feeds/${feed.id}/devices`, { source, deviceId: made.device.id });
  const rows = [{ from: 'temperature_3', channel: '1', quantity: 'temperature' }];
  const format = { content: 'json', codec: 'cayenne-lpp/lpp', rows };
  await site.request('PUT', `${of}/feeds/${feed.id}/format`, { source, format });
  await site.request('PUT', '/plugins/cayenne-lpp/switch', { enabled: false, evenUsed: true });
  for (const data of ['A2cBEA==', 'A2cBEQ==']) {
    const message = { time: new Date().toISOString(), deviceInfo: { devEui: source }, fPort: 1, data };
    const { status } = await fetch(`${site.server.url}/api/feeds/${feed.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(message),
    });
    assert.equal(status, 200);
  }
  await open(`/console/feeds?corporation=${corporationId}&feed=${feed.id}`);
  await page.getByText('2 messages wait for their codec').waitFor();
  await page.getByText('The plug-in is switched off').first().waitFor();
  await picture('plugins-waiting');
  await site.request('PUT', '/plugins/cayenne-lpp/switch', { enabled: true });
  await page.locator('[data-state="waiting-for-codec"]').waitFor({ state: 'detached' });
});
