/** A device that dials in: set up by its page from rows of a spreadsheet, read, and what is wrong in words. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Dtu } from '../server/test/dtu.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'DialIn-2026x';
let site: Site;
let page: Page;
let deviceId = 0;
const modems: Dtu[] = [];

interface DialIn {
  readonly address: { readonly port: number };
  readonly udpAddress: { readonly port: number };
  readonly setup: {
    readonly rows: readonly { readonly quantity: string; readonly address: number }[];
    readonly tcp: unknown;
    readonly udp: boolean;
    readonly nmea: unknown;
  } | null;
}
const stored = () => site.request<DialIn>('GET', `/devices/${deviceId}/dial-in`);
async function dial(behaviour: ConstructorParameters<typeof Dtu>[2]): Promise<Dtu> {
  const modem = new Dtu((await stored()).address.port, 'DTU-0117', behaviour);
  modems.push(modem);
  return modem;
}
const grid = (): Locator => page.locator('.pl-grid');
const cell = (row: number, column: number): Locator =>
  grid().locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]`);
const finding = (name: string): Locator => page.locator(`[data-finding="${name}"]`);

/** A sentence of a receiver in Manchester, at this time. */
function sentenceOf(at: Date): string {
  const clock = `${at.toISOString().slice(11, 19).replaceAll(':', '')}.${String(at.getUTCMilliseconds()).padStart(3, '0').slice(0, 2)}`;
  const body = `GNGGA,${clock},5327.03942,N,00214.42462,W,4,16,0.88,56.0,M,48.5,M,1.0,0000`;
  const sum = [...body].reduce((all, letter) => all ^ letter.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}

/** With PICTURES=<folder>, what a person sees at this moment, to be looked at. */
async function photograph(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], {
    DEMO_PASSWORD: password,
    DEMO_DEVICES: '0',
    DIAL_IN_PORT: '0',
    DIAL_IN_UDP_PORT: '0',
    SYSTEM_PASSWORD: password,
  });
  ({ page } = site);
  await site.signIn('demo', password);
  const { user } = await site.request<{ user: { corporationId: number } }>('GET', '/profile');
  const made = await site.request<{ device: { id: number } }>('POST', `/corporations/${user.corporationId}/devices`, {
    name: 'Collector at the crest',
    model: 'VW-8',
    sncode: 'VW8-0117',
    register: 'DTU-0117',
    channels: [1, 2, 3].map((number) => ({ number: String(number), mode: 1, label: '' })),
  });
  deviceId = made.device.id;
});
after(async () => {
  for (const modem of modems) modem.end();
  await site?.close();
});

describe('a device that dials in', { skip: noChromium }, () => {
  test('is set up by pasted rows; what is wrong in a row stays and is not saved', async () => {
    await page.goto(`${site.server.url}/#/device-warehouse/${deviceId}/connect`);
    await page.getByRole('link', { name: 'Modbus (DTU, TCP)' }).click();
    await page.getByText('DTU-0117').first().waitFor();
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByLabel('Heartbeat of the modem, hexadecimal').fill('FE');
    await page.getByLabel('Response timeout').fill('400');
    const rows = [
      [
        'Unit',
        'Function',
        'Address',
        'Type',
        'Byte order',
        'Bits',
        'Factor',
        'Offset',
        'No value',
        'Channel',
        'Quantity',
      ],
      ['1', '3 Holding registers', '0', 'float32', 'ABCD', '', '1', '0', '', '1', 'frequency'],
      ['1', '3 Holding registers', '2', 'int16', 'ABCD', '', '0.1', '0', '32767', '1', 'temperature'],
      ['2', '4 Input registers', '70000', 'uint16', 'ABCD', '', '1', '0', '', '2', 'frequency'],
    ];
    const text = rows.map((row) => row.join('\t')).join('\r\n');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await grid().getByRole('button', { name: /Add/ }).first().click();
    await cell(0, 0).click();
    await page.keyboard.press('Control+v');
    await waitFor(() => cell(2, 2).innerText(), '70000');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.equal((await stored()).setup, null);
    await cell(2, 2).click();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitFor(
      async () => (await stored()).setup?.rows.map(({ quantity, address }) => [quantity, address]),
      [
        ['frequency', 0],
        ['temperature', 2],
        ['frequency', 0],
      ],
    );
    await finding('neverCame').waitFor();
  });

  test('its modem dials in: the page shows each read, and which instrument does not answer', async () => {
    const modem = await dial({
      registers: { 1: { 0: 0x4528, 1: 0x8000, 2: 213 } },
      deaf: [2],
      isChopped: true,
      heartbeat: 'fe',
    });
    await finding('someTimeout').waitFor();
    await page.locator('[data-outcome=answer]').getByText('2696.000').waitFor();
    await page.locator('[data-outcome=timeout]').waitFor();
    modem.behaviour.deaf = [];
    modem.behaviour.registers = { 1: { 0: 0x4528, 1: 0x8000, 2: 32767 }, 2: { 0: 2801 } };
    await page.getByRole('button', { name: 'Collect now' }).click();
    await finding('numbersMissing').waitFor();
    await page.getByText('no value', { exact: true }).waitFor();
    modem.behaviour.registers = { 1: { 0: 0x4528, 1: 0x8000, 2: 213 } };
    await page.getByRole('button', { name: 'Collect now' }).click();
    await finding('exception').waitFor();
    await page.getByText('no such address').waitFor();
    modem.end();
    await finding('away').waitFor();
  });

  test('instead, a logger is connected to over Modbus TCP; an address inside is refused in words', async () => {
    await page.getByRole('radio', { name: 'Connect to it (TCP)' }).check();
    await page.getByRole('textbox', { name: 'Address of the logger' }).fill('10.20.1.7');
    await page.getByRole('button', { name: 'Save' }).click();
    await finding('addressRefused').waitFor();
    assert.deepEqual((await stored()).setup?.tcp, { host: '10.20.1.7', port: 502, edge: null });
    await photograph('modbus-tcp');
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph('modbus-tcp-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('or a receiver sends NMEA 0183 over UDP: its newest position is on the page', async () => {
    await page.getByRole('radio', { name: 'Its modem dials in (RTU)' }).check();
    await page.getByRole('radio', { name: 'A receiver sends NMEA 0183' }).check();
    await page.getByRole('switch', { name: 'Allow UDP' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await waitFor(async () => {
      const { setup } = await stored();
      return [setup?.udp, setup?.nmea, setup?.tcp];
    }, [true, { channel: '1', bounds: [] }, null]);
    const receiver = createSocket('udp4');
    const { port } = (await stored()).udpAddress;
    const timer = setInterval(() => receiver.send(`DTU-0117${sentenceOf(new Date())}`, port, '127.0.0.1'), 500);
    try {
      await page.getByText('The receiver sends its position.').waitFor();
      await page.getByText('satellites', { exact: true }).waitFor();
      await page.getByText('53.45065700', { exact: true }).waitFor();
      await page.locator('dd', { hasText: /^16$/ }).waitFor();
      await photograph('nmea');
      await page.setViewportSize({ width: 390, height: 844 });
      await photograph('nmea-phone');
      await page.evaluate(() => scrollTo(0, 1e6));
      await page.setViewportSize({ width: 1440, height: 900 });
    } finally {
      clearInterval(timer);
      receiver.close();
    }
  });

  test('it is removed after a question, and who is unknown is found by a System account', async () => {
    await page.getByRole('button', { name: 'Remove set-up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove set-up' }).click();
    await page.getByText('This device is not read over Modbus').waitFor();
    const unknown = new Dtu((await stored()).address.port, 'IMEI:867959030000001\r\n');
    modems.push(unknown);
    await unknown.closed;
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    // Whoever signs in goes on where the last one was: a System account shall begin at its own home.
    await page.goto('about:blank');
    await site.signIn('system', password);
    await page.goto(`${site.server.url}/#/console/dial-in`);
    await page.getByText('867959030000001', { exact: true }).waitFor();
    await photograph('unknown');
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph('unknown-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    // Two clicks: the only corporation and a model are chosen already.
    await page.getByRole('button', { name: 'Add as device' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 867959030000001 as a device' });
    await dialog.getByLabel('Serial number').waitFor();
    await photograph('adopt');
    await dialog.getByRole('button', { name: 'Add as device' }).click();
    await page.waitForURL(/device-warehouse\/\d+\/dial-in/);
    await page.getByText('867959030000001').first().waitFor();
    await photograph('adopted');
  });
});
