/** Firmware as an engineer brings it: a file judged by its name, a virtual device upgraded, a refusal tried again. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let secret = '';

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  const device = { name: 'Quay logger', model: 'DCT20S', sncode: 'QUAY-1', channels: [{ number: '1', mode: 4 }] };
  ({ secret } = await site.request<{ secret: string }>('POST', '/corporations/1/devices', device));
});
after(() => site?.close());

/** What the logger, which speaks HTTP, is told; and its answer. */
async function answerWith(answer: object): Promise<void> {
  const readCommandId = async () => {
    const { commands } = await site.request<{ commands: { commandId: string; text: string }[] }>(
      'GET',
      '/devices/QUAY-1/commands',
      undefined,
      secret,
    );
    return commands.find(({ text }) => text === 'firmware-upgrade')?.commandId;
  };
  let commandId: string | undefined;
  // The page may know of the upgrade before its command lies ready.
  await waitUntilSettled(readCommandId, (id) => {
    assert.ok(id, 'a command lies ready for the logger');
    commandId = id;
  });
  await site.request('POST', '/devices/QUAY-1/responses', { commandId, ...answer }, secret);
}

const file = (name: string) => ({ name, mimeType: '', buffer: randomBytes(200_000) });
const row = (device: string) => page.locator('.ant-table-row').filter({ hasText: device });
async function choose(version: string, device: string): Promise<void> {
  await page.getByRole('button', { name: `Upgrade devices to ${version}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: device, exact: true }).check();
  await dialog.getByText('1 device chosen').waitFor();
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('firmware', { skip: noChromium }, () => {
  test('a file is judged by its name before it is sent, then listed with what devices run', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse`);
    await page.getByRole('button', { name: 'Firmware' }).click();
    await page.getByText('No firmware yet').waitFor();
    await page.getByRole('button', { name: 'Upload firmware' }).first().click();
    const dialog = page.getByRole('dialog');
    const field = dialog.locator('input[type=file]');
    await field.setInputFiles(file('DCT-9.1.0.0-my note.hsf'));
    await dialog.getByText('The file name contains a space').waitFor();
    await dialog.getByRole('button', { name: 'Upload firmware' }).click();
    // Under the field or beside the file, whichever speaks last on a busy machine.
    await waitFor(() => dialog.getByText('The file name contains a space').count(), 1, 'said once');
    await field.setInputFiles(file('DCT-9.1.0.0-e2e.hsf'));
    await dialog.getByText('For DCT, version 9.1.0.0 (e2e)').waitFor();
    await dialog.getByText('The file name contains a space').waitFor({ state: 'detached' });
    await dialog.getByLabel('Release notes').fill('Clock corrected');
    await dialog.getByRole('button', { name: 'Upload firmware' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('DCT-9.1.0.0-e2e.hsf').waitFor();
    // The virtual loggers have said what they run.
    await page.getByText('1.0.0.0').first().waitFor();
    await page.getByText('7 devices, 6 not up to date').waitFor();
  });

  test('a slow upload shows how far it is, and can be stopped: nothing of it is kept', async () => {
    const name = 'DCT-9.2.0.0-slow.hsf';
    const line = await page.context().newCDPSession(page);
    const slow = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await line.send('Network.enable');
    await slow(4_000);
    await page.getByRole('button', { name: 'Upload firmware' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(file(name));
    await dialog.getByText('For DCT, version 9.2.0.0 (slow)').waitFor();
    await dialog.getByRole('button', { name: 'Upload firmware' }).click();
    await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor();
    await page.getByRole('button', { name: `Stop the upload of ${name}` }).click();
    await dialog.getByText('You stopped the upload; nothing was kept').first().waitFor();
    await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor({ state: 'detached' });
    await slow(-1);
    await line.detach();
    await page.reload();
    await page.getByText('DCT-9.1.0.0-e2e.hsf').waitFor();
    await waitFor(() => page.getByText(name).count(), 0);
  });

  test('a virtual device fetches it, installs it and says so; the page follows by itself', async () => {
    await choose('9.1.0.0', 'Struts');
    await page.getByRole('radio', { name: /^Upgrades/ }).click();
    await row('Struts').getByText('Downloading').waitFor();
    await row('Struts').getByText('Success').waitFor();
    await row('Struts').getByRole('button', { name: 'Struts' }).click();
    await page.getByText('up to date').waitFor();
    await page.getByText('The device already has this version').waitFor();
  });

  test('a refusal is said with its reason, and tried again', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse/firmware`);
    await choose('9.1.0.0', 'Quay logger');
    await page.getByRole('radio', { name: /^Upgrades/ }).click();
    await row('Quay logger').getByText('Waiting for the device').waitFor();
    await answerWith({ ok: false, text: 'battery too low' });
    await row('Quay logger').getByText('The device refused it: battery too low').waitFor();
    await page.getByRole('button', { name: 'Retry the upgrade of Quay logger' }).click();
    await page.getByText('attempt 2').waitFor();
    await answerWith({ ok: true, version: '9.1.0.0' });
    await row('Quay logger').first().getByText('Success').waitFor();
    await waitFor(() => row('Quay logger').count(), 2, 'the failure stays in the history');
    // One that has not begun is cancelled.
    await page.getByRole('radio', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Upgrade devices to 9.1.0.0' }).click();
    await page.getByRole('checkbox', { name: 'Only devices with another version' }).uncheck();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Quay logger', exact: true }).check();
    await page.getByText('1 device already has this version').waitFor();
    await page.getByText('1 device is not connected').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: /^Upgrades/ }).click();
    await page.getByRole('button', { name: 'Cancel the upgrade of Quay logger' }).click();
    await row('Quay logger').first().getByText('Cancelled').waitFor();
    assert.deepEqual(site.opened.errors, []);
  });
});
