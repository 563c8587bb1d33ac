/** A device is given a certificate by its page, comes in by it, and is put out when it is revoked. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import type { Page } from 'playwright-core';
import { openCertificates } from '../server/test/openssl.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Cert-2026xy';
const made = openCertificates();
let site: Site;
let page: Page;
let device: { id: number; corporationId: number };
let secret = '';

interface Found {
  readonly address: { readonly port: number } | null;
  readonly rule: { readonly isRequired: boolean };
  readonly certificates: readonly { readonly lastUsedAt: string | null; readonly revokedAt: string | null }[];
}
const found = () => site.request<Found>('GET', `/devices/${device.id}/certificates`);
const clients: MqttClient[] = [];
async function connect(given: object): Promise<MqttClient> {
  const { address } = await found();
  const url = `mqtts://127.0.0.1:${address?.port}`;
  const options = {
    rejectUnauthorized: false,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
  } as const;
  const client = await mqtt.connectAsync(url, { ...options, ...given }, false);
  clients.push(client);
  return client;
}

/** With PICTURES=<folder>, what a person sees at this moment, to be looked at. */
async function photograph(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}
const pane = () => page.getByRole('region', { name: 'Client certificates' });

reportPages();
before(async () => {
  if (noChromium) return;
  const own = made.selfSigned('/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1');
  site = await openSite([], {
    DEMO_PASSWORD: password,
    DEMO_DEVICES: '0',
    SYSTEM_PASSWORD: password,
    MQTT_TLS_PORT: '0',
    MQTT_TLS_CERT: own.cert,
    MQTT_TLS_KEY: own.key,
  });
  ({ page } = site);
  await site.signIn('demo', password);
  const { user } = await site.request<{ user: { corporationId: number } }>('GET', '/profile');
  ({ device, secret } = await site.request<{ device: typeof device; secret: string }>(
    'POST',
    `/corporations/${user.corporationId}/devices`,
    { name: 'Logger at the crest', model: 'DIY', sncode: 'CE-0001', channels: [{ number: '1', mode: 4, label: '' }] },
  ));
});
after(async () => {
  for (const client of clients) client.end(true);
  await site?.close();
});

describe('client certificates', { skip: noChromium }, () => {
  test('one is issued on the page of the device, its key given out once, and the device comes in by it', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse?device=${device.id}`);
    await pane().getByText('No certificate yet.').waitFor();
    assert.ok(await pane().getByRole('switch').isDisabled(), 'it would have no way in');
    await pane().getByRole('button', { name: 'Make a certificate' }).click();
    await photograph('issue');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Certificate for Logger at the crest', exact: true });
    assert.ok(await dialog.getByRole('button', { name: 'Close' }).last().isDisabled(), 'before its key is saved');
    const saved = async (part: string) => {
      const waiting = page.waitForEvent('download');
      await dialog.getByRole('button', { name: part, exact: true }).click();
      const download = await waiting;
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
    };
    const [key, certificate] = [await saved('Private key'), await saved('Certificate')];
    await photograph('issued');
    assert.deepEqual([key.name, certificate.name], ['CE-0001.key', 'CE-0001.crt']);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await pane().locator('[data-state=valid]').waitFor();
    const client = await connect({ cert: certificate.text, key: key.text });
    await waitFor(async () => (await found()).certificates[0]?.lastUsedAt !== null, true);
    await page.reload();
    await pane()
      .getByText(/Last used/)
      .waitFor();
    await pane().scrollIntoViewIfNeeded();
    await photograph('device');
    // By a certificate alone, from now on.
    await pane().getByRole('switch').click();
    await waitFor(async () => (await found()).rule.isRequired, true);
    await assert.rejects(connect({ username: 'CE-0001', password: secret }));
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await pane().getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await ended;
    await pane().locator('[data-state=revoked]').waitFor();
    await pane().getByText('it cannot deliver anything').waitFor();
    await photograph('revoked');
    await page.setViewportSize({ width: 390, height: 844 });
    await pane().scrollIntoViewIfNeeded();
    await photograph('revoked-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await assert.rejects(connect({ cert: certificate.text, key: key.text }));
    await page.getByText('Certificate: it was revoked').waitFor();
  });

  test('the console takes an authority of theirs, and says why another file is none', async () => {
    const delta = made.authority('Delta loggers');
    await page.goto(`${site.server.url}/#/console/corporation`);
    const section = page.getByRole('region', { name: 'Certificate authorities of devices' });
    await section.getByText('made here').waitFor();
    await section.getByRole('button', { name: 'Add an authority' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authority', exact: true });
    await dialog.getByLabel('Name').fill('Loggers of Delta');
    await dialog.getByLabel('Certificate of the authority').fill('no certificate');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not readable PEM.').waitFor();
    await dialog.getByLabel('Certificate of the authority').fill(made.text(delta.cert));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Loggers of Delta').waitFor();

    await section.getByRole('button', { name: 'Revoke a certificate' }).click();
    const revoke = page.getByRole('dialog', { name: 'Revoke a certificate of Loggers of Delta' });
    await revoke.getByLabel('Serial number').fill('4a:3f:00:11');
    await revoke.getByRole('button', { name: 'Revoke' }).click();
    await section.getByRole('button', { name: '1 certificate revoked here' }).click();
    await section.getByText('4a3f0011').waitFor();
    await section.getByRole('button', { name: 'Upload a revocation list' }).click();
    const list = page.getByRole('dialog', { name: 'Revocation list of Loggers of Delta' });
    await list.getByLabel('Revocation list (CRL)').fill('no list');
    await list.getByRole('button', { name: 'Save' }).click();
    await list.getByText('This is not a readable revocation list.').waitFor();
    const der = Buffer.from(made.revocationList(delta, [made.issued(delta, '/CN=CE-0002')], { der: true }), 'base64');
    await list
      .locator('input[type=file]')
      .setInputFiles({ name: 'delta.crl', mimeType: 'application/pkix-crl', buffer: der });
    await list.getByText('delta.crl').waitFor();
    await list.getByRole('button', { name: 'Save' }).click();
    await section.getByText(/Revocation list of .*: 1 certificate/).waitFor();
    await section.scrollIntoViewIfNeeded();
    await photograph('console');
    await page.setViewportSize({ width: 390, height: 844 });
    await section.scrollIntoViewIfNeeded();
    await photograph('console-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
