/** A reader far from the site chooses whose clocks a project's times go by; what is stored goes by the site's whatever is chosen. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  await site.setUp();
  await site.request('POST', '/projects', {
    corporationId: 1,
    name: 'Upper dam',
    address: 'Nowhere',
    timeZone: 'Asia/Shanghai',
  });
});
after(() => site?.close());

describe('the zone of times', { skip: noChromium }, () => {
  test('is that of the project until the reader asks for their own', async () => {
    const { page, server } = site;
    const points = `${server.url}/#/projects/1/batch-init`;
    await page.goto(points);
    await page.getByText('Times in UTC+8').first().waitFor();
    await page.goto(`${server.url}/#/profile`);
    await page.getByRole('combobox', { name: 'Times of a project' }).click();
    await page.getByText('In my time zone: UTC (UTC+0)').click();
    await page.goto(points);
    await page.getByText('Times in UTC+0').first().waitFor();
    await waitFor(() => page.getByText('Times in UTC+8').count(), 0);
  });

  test('changes nothing of the project: its form still holds its own, and values typed by hand go by it', async () => {
    const { page, server } = site;
    await page.goto(`${server.url}/#/projects/1/console`);
    await page.getByText('Asia/Shanghai').first().waitFor();
    await page.goto(`${server.url}/#/projects/1/monitor-new/entry`);
    await page.getByText('Times in UTC+8').first().waitFor();
    assert.deepEqual(site.opened.errors, []);
  });
});
