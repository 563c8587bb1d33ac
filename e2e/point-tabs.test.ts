/**
 * What is set at the tabs of a point, as an engineer sets it: where it stands on map and picture, its limits handed on.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor, waitUntilSettled } from './wait-for.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
const { api, go, console_, dialog, option, act, stored, heading, make, point } = pointPages(() => site);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

/** A PNG, one grey, of 8 x 6 pixels. */
function grey(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(8, 0);
  head.writeUInt32BE(6, 4);
  head[8] = 8;
  const rows = Buffer.concat(Array.from({ length: 6 }, () => Buffer.from([0, ...Array<number>(8).fill(120)])));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const png = grey();
const picture = { name: 'dam.png', mimeType: 'image/png', buffer: png };

describe('the address of a point', { skip: noChromium }, () => {
  test('leads from any structure to its own, and back over each step', async () => {
    await go('console/structures/6/mps/1?tab=chart');
    await page.waitForURL(/console\/structures\/1\/items\/2\/mps\/1\?tab=chart$/);
    await heading('PZ-180-1');
    const head = page.locator('.pl-page-head');
    // The names of the steps come after the point.
    await waitUntilSettled(
      async () => (await head.innerText()).replace(/\s+/g, ' '),
      (words) => assert.match(words, /Points \/ Main dam \/ Section 0\+180 \/ PZ-180-1/),
    );
    await head.getByRole('link', { name: 'Section 0+180' }).click();
    await page.waitForURL(/console\/structures\/1\/items\/2$/);
    await go('console/structures/1/mps/999999');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});

describe('where a point stands', { skip: noChromium }, () => {
  test('it is marked on the picture of its structure and on the map, until its location is locked', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'dam.png');
    await api('PUT', '/structures/1/picture', form);
    await console_(2);
    // The picture came behind the page's back.
    await page.reload();
    const mark = page.getByRole('slider', { name: 'Location on the picture' });
    await mark.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByLabel('Lng').fill('114.93');
    await page.getByRole('switch', { name: 'Lock location' }).click();
    await stored();
    const storedPoint = await point(2);
    assert.deepEqual(
      [
        storedPoint.imageLocation,
        (storedPoint.coordinates as { longitude: number }).longitude,
        storedPoint.lockLocation,
      ],
      [{ x: 0.505, y: 0.45 }, 114.93, true],
    );
    await page.getByText('The location is locked').waitFor();
    await waitFor(() => mark.isDisabled(), true);
    await page.getByRole('switch', { name: 'Lock location' }).click();
    await page.getByText('The location is locked').waitFor({ state: 'detached' });
    await mark.focus();
    await page.keyboard.press('ArrowLeft');
    await stored();
    assert.deepEqual((await point(2)).imageLocation, { x: 0.5, y: 0.45 });
  });

  test('it has a picture of its own', async () => {
    await act('Picture');
    await dialog().locator('input[type=file]').setInputFiles(picture);
    await dialog().locator('img').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.notEqual((await point(2)).image, null);
    await act('Picture');
    await dialog().getByRole('button', { name: 'Remove the picture' }).click();
    await dialog().locator('img').waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.equal((await point(2)).image, null);
  });
});

describe('limits handed on', { skip: noChromium }, () => {
  test('a threshold becomes a template, and those of a point are copied to others', async () => {
    const plain = await make('TH-1');
    await make('TH-2');
    await console_(4, 'thresholds');
    // The two points came behind the page's back.
    await page.reload();
    await page.getByRole('button', { name: 'Save as template' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Piezometer of the core');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy to other points' }).click();
    await dialog().getByRole('searchbox').fill('TH-2');
    await dialog().getByRole('checkbox', { name: /TH-2/ }).click();
    await dialog().getByRole('button', { name: 'Copy to 1 point' }).press('Enter');
    await page.getByText('1 point changed').waitFor();
    await console_(plain, 'thresholds');
    await page.getByRole('button', { name: 'From a template' }).click();
    await dialog().getByRole('combobox', { name: 'Template' }).click();
    await option('Piezometer of the core').click();
    await dialog().getByRole('button', { name: 'Use', disabled: false }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await stored();
    const { points } = await api<{ points: { pointId: number; thresholds: { levels: unknown }[] }[] }>(
      'GET',
      '/projects/1/thresholds',
    );
    const of = (id: number) => points.find(({ pointId }) => pointId === id)?.thresholds[0]?.levels;
    assert.deepEqual(of(plain), of(4));
    assert.deepEqual(of(plain + 1), of(4));
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () =>
  // The browser tells of refused requests too: of what was typed wrong on purpose.
  assert.deepEqual(
    site.opened.errors.filter((words) => !/status of (400|403|404|409)/.test(words)),
    [],
  ),
);
