/** A silent logger: the doctor says what is wrong, a recording shows what passes, and hands it out as a file. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Dtu } from '../server/test/dtu.ts';
import { readRecording } from '../server/test/replay.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';

const password = 'LiveView-2026x';
let site: Site;
let page: Page;
let deviceId = 0;
let secret = '';
let modem: Dtu | null = null;

const send = (channel: string, bearer = secret) =>
  fetch(`${site.server.url}/api/devices/LOG-0042/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: Date.now() - 5_000, channels: { [channel]: { temperature: 21.5 } } }),
  });
const finding = (name: string): Locator => page.locator(`[data-finding="${name}"]`).first();
const frames = (): Locator => page.locator('.fr-frame');

/** With PICTURES=<folder>, what a person sees at this moment, to be looked at. */
async function photograph(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  await untilDrawn(page);
  writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0', DIAL_IN_PORT: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
  const { user } = await site.request<{ user: { corporationId: number } }>('GET', '/profile');
  const made = await site.request<{ device: { id: number }; secret: string }>(
    'POST',
    `/corporations/${user.corporationId}/devices`,
    { name: 'Logger at the weir', model: 'DIY', sncode: 'LOG-0042', channels: [{ number: '1', mode: 4, label: '' }] },
  );
  deviceId = made.device.id;
  secret = made.secret;
});
after(async () => {
  modem?.end();
  await site?.close();
});

describe('the live view of a link', { skip: noChromium }, () => {
  test('the doctor says that nothing came, then that the secret is wrong', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse/${deviceId}/connect`);
    await finding('neverSeen').waitFor();
    await send('1', 'plk_wrong');
    await finding('badCredentials').waitFor({ timeout: 30_000 });
  });

  test('a recording shows each message with what became of it and what was read out of it', async () => {
    await page.getByRole('button', { name: 'Live view' }).click();
    await page.getByText('Nothing was recorded').waitFor();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('menuitem', { name: 'for an hour' }).click();
    await page.getByText('Recording. No traffic yet').waitFor();
    await send('1');
    await send('17');
    await send('1', 'plk_wrong');
    await frames().nth(2).waitFor();
    assert.deepEqual(await frames().evaluateAll((list) => list.map((each) => each.getAttribute('data-kind'))), [
      'refused',
      'readings',
      'readings',
    ]);
    await frames().nth(1).getByText('1 refused').waitFor();
    await frames().nth(2).getByRole('button').click();
    await frames().nth(2).locator('.fr-records').getByText('21.5').waitFor();
    await frames().nth(2).getByText('"temperature": 21.5').waitFor();
    await photograph('live-readings');
  });

  test('it is filtered and paused, and lasts as a file', async () => {
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByTitle('Faults only').click();
    await page.getByText('2 frames').waitFor();
    await page.getByLabel('Find in topics, texts and bytes').fill('"17"');
    await page.getByText('1 frame', { exact: true }).waitFor();
    await page.getByLabel('Find in topics, texts and bytes').fill('');
    await page.getByRole('button', { name: 'Pause' }).click();
    await send('99');
    await page.getByText('1 new frame').waitFor();
    await page.getByText('2 frames').waitFor();
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = readRecording(await readFile(await (await arriving).path(), 'utf8'));
    assert.deepEqual([file.of['sncode'], file.frames.length], ['LOG-0042', 4]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('3 frames').waitFor();
  });

  test('a modem: what was asked and answered, in registers', async () => {
    const setup = {
      enabled: true,
      heartbeat: '',
      silentSeconds: 900,
      intervalSeconds: 600,
      answerWithinMs: 300,
      retries: 0,
      readLength: 125,
      networks: [],
      rows: [
        { unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' },
        { unit: 2, function: 3, address: 0, type: 'int16', channel: '1', quantity: 'other' },
      ],
    };
    await site.request('PUT', `/devices/${deviceId}/dial-in`, { setup });
    const { address } = await site.request<{ address: { port: number } }>('GET', `/devices/${deviceId}/dial-in`);
    modem = new Dtu(address.port, 'LOG-0042\r\n', { registers: { 1: { 0: 0x4194, 1: 0 } } });
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByTitle('Everything').click();
    const answers = page.locator('.fr-frame[data-kind="answer"]');
    await answers.nth(1).waitFor();
    await answers.nth(1).getByRole('button').click();
    await answers.nth(1).getByText('0: 16788').waitFor();
    await answers.nth(0).getByText('no such address').waitFor();
    await photograph('live-modbus');
    // What is there is not the present any more, and says so.
    const path = `**/api/devices/${deviceId}/frames?*`;
    await page.route(path, (route) =>
      route.fulfill({ status: 503, json: { error: 'busy', code: 5031, detail: null } }),
    );
    await page.getByText('The frames could not be read').waitFor();
    assert.ok((await frames().count()) > 0, 'what was read stays');
    await photograph('live-failed');
    await page.unroute(path);
    await page.getByText('The frames could not be read').waitFor({ state: 'detached', timeout: 30_000 });
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph('live-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await finding('exception').waitFor({ timeout: 30_000 });
    await photograph('doctor');
  });
});
