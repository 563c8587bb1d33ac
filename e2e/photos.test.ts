/** The photos of a point: brought, put in order of time, compared, changed and deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';
import { projectNamed } from './worlds.ts';

const password = 'Demo-2026x';
let site: Site;
let page: Page;
let pointId = 0;

/** A PNG of one colour. */
function pictureOf(red: number, green: number, blue: number): Buffer {
  const part = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const [width, height] = [64, 48];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    part('IEND', Buffer.alloc(0)),
  ]);
}

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  page = site.opened.page;
  await site.signIn('demo', password);
});
after(() => site?.close());

const stage = () => page.locator('.ph-stage');
const loaded = () =>
  stage()
    .locator('img')
    .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length);

describe('photos of a point', { skip: noChromium }, () => {
  test('are added several at once, with their times and a note', async () => {
    const project = await projectNamed(site, 'Dam');
    const { measuringPoints } = await site.request<{ measuringPoints: { id: number; structureId: number }[] }>(
      'GET',
      `/projects/${project.id}/measuring-points?keyword=PZ-240-1`,
    );
    const { id, structureId } = measuringPoints[0] ?? { id: 0, structureId: 0 };
    pointId = id;
    await page.goto(
      `${site.server.url}/#/projects/${project.id}/monitor-new/structures/${structureId}/mps/${id}/artificial-images`,
    );
    await page.getByText('No photos').waitFor();
    await page.getByRole('button', { name: 'Add photos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add photos' });
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'spring.png', mimeType: 'image/png', buffer: pictureOf(120, 160, 120) },
      { name: 'summer.png', mimeType: 'image/png', buffer: pictureOf(160, 150, 110) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ]);
    await dialog.getByRole('alert').getByText('JPEG').waitFor();
    await dialog.getByLabel('Note').fill('North abutment');
    await dialog.getByRole('button', { name: 'Add 2 photos' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2 photos', { exact: true }).waitFor();
    await waitFor(loaded, 1);
    await stage().getByText('North abutment').waitFor();
  });

  test('are put in order again when a time is corrected, and stand beside each other', async () => {
    await stage().getByRole('button', { name: 'Change time or note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change time or note' });
    await dialog.getByLabel('Note').fill('Before the repair');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await stage().getByText('Before the repair').waitFor();
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.locator('.ant-select-item-option').first().click();
    await waitFor(loaded, 2);
    assert.match(page.url(), /beside=\d+/);
    await page.reload();
    await waitFor(loaded, 2, 'the address holds both');
    await stage().getByRole('button', { name: 'End comparison' }).click();
    await waitFor(loaded, 1);
  });

  test('are stepped through by the keyboard, and one is deleted after it was asked for', async () => {
    await stage().getByText('2 of 2').waitFor();
    await stage().getByRole('button', { name: 'Download the photo' }).focus();
    await page.keyboard.press('ArrowLeft');
    await stage().getByText('1 of 2').waitFor();
    await stage().getByRole('button', { name: 'Delete the photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this photo?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 photo', { exact: true }).waitFor();
    await waitFor(loaded, 1);
  });

  test('one that somebody else brings or deletes is followed without a reload', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pictureOf(90, 90, 160))], { type: 'image/png' }), 'autumn.png');
    const photographedAt = encodeURIComponent('2026-01-01T00:00:00Z');
    const photos = `/measuring-points/${pointId}/photos`;
    const { photo } = await site.request<{ photo: { id: number } }>(
      'POST',
      `${photos}?photographedAt=${photographedAt}`,
      form,
    );
    await page.getByText('2 photos', { exact: true }).waitFor();
    await site.request('DELETE', `${photos}/${photo.id}`);
    await page.getByText('1 photo', { exact: true }).waitFor();
  });

  test('nothing went wrong on the way', () => assert.deepEqual(site.opened.errors, []));
});
