/** What a control system reads of a project: set up by its page, read over Modbus TCP, taken away as a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { TcpFrameReader, tcpFrameOf } from '@plumbline/science/modbus/tcp';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Modbus-2026x';
let site: Site;
let page: Page;

interface Served {
  readonly server: { readonly port: number };
  readonly unit: number;
  readonly map: { readonly rows: readonly { readonly address: number }[]; readonly networks: readonly string[] } | null;
}
const served = () => site.request<Served>('GET', '/projects/1/modbus-server');

/** The state of the first row, as a control system reads it; null = exception. */
function stateOf({ server, unit }: Served): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    const reader = new TcpFrameReader();
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      for (const { pdu } of reader.take(bytes) ?? []) {
        socket.destroy();
        resolve(pdu[0] === 3 ? (pdu[6] ?? 0) * 256 + (pdu[7] ?? 0) : null);
      }
    });
    socket.write(tcpFrameOf({ transaction: 1, unit, pdu: Uint8Array.of(3, 0, 0, 0, 6) }));
  });
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0', MODBUS_PORT: '0' });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('what a control system reads', { skip: noChromium }, () => {
  test('is set up with every point, and read by who is named', async () => {
    await page.goto(`${site.server.url}/#/projects/1/console?tab=modbus`);
    await page.getByRole('button', { name: 'Add fields …' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add \d+ rows?$/ })
      .click();
    await page.getByRole('combobox', { name: 'Allowed networks' }).fill('127.0.0.1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByLabel('Answer control systems').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const found = await served();
    assert.deepEqual(
      [found.map?.rows[0]?.address, found.map?.rows[1]?.address, found.map?.networks],
      [0, 6, ['127.0.0.1']],
    );
    await waitFor(async () => (await stateOf(found)) !== null, true);
    const now = page.getByRole('region', { name: 'As control systems read it now' });
    await now.locator('tr[data-state]').first().waitFor();
    const states = { unknown: 0, good: 1, stale: 2, neverRead: 3, failed: 4 } as Record<string, number>;
    const shown = await now.locator('tr[data-state]').first().getAttribute('data-state');
    assert.equal(await stateOf(found), states[shown ?? '']);
    assert.deepEqual(await violationsOn(page), []);
  });

  test('its tags are taken away as a file', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tags as CSV' }).click();
    const text = readFileSync((await (await download).path()) ?? '', 'utf8');
    const [heading = '', first = '', second = ''] = text.split(/\r?\n/);
    assert.match(heading, /Unit,First register,Holds,Type,Unit of measure/);
    assert.match(first, /^1,0,.+ · .+,float32 ABCD,/);
    assert.match(second, /^1,2,.+ · State,uint16,/);
  });

  test('on a phone nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => document.documentElement.scrollTo(0, 0));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('removed, nobody reads anything', async () => {
    await page.getByRole('button', { name: 'Remove the map' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the map' }).click();
    await page.getByText('Removed', { exact: true }).waitFor();
    assert.equal((await served()).map, null);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () => assert.deepEqual(site.opened.errors, []));
