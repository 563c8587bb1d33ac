/** Many devices by a sheet, as a person brings them: what is wrong line by line, then all at once, and the secrets kept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

let site: Site;
let page: Page;

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite(['--no-demo']);
  ({ page } = site);
  await site.setUp();
});
after(() => site?.close());

const sheet = (...lines: string[]) => ({
  name: 'devices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${['Serial number,Name,Model,Channels', ...lines].join('\r\n')}\r\n`),
});

test('a sheet is checked, refused line by line, corrected, imported; its secrets are kept', {
  skip: noChromium,
}, async () => {
  await page.goto(`${site.server.url}/#/device-warehouse`);
  await page.getByRole('button', { name: 'Import', exact: false }).first().click();
  const dialog = page.getByRole('dialog');
  const file = dialog.locator('input[type=file]');
  const apply = dialog.getByRole('button', { name: /^Import/ });

  await file.setInputFiles(sheet('SN-0001,Logger 1,VW-8,2', 'SN-0001,Logger 2,VW-8,2', ',Logger 3,VW-8,2'));
  await dialog.getByText('Refused 2').waitFor();
  await dialog
    .locator('.in-reasons')
    .filter({ hasText: /Serial number/ })
    .first()
    .waitFor();
  await waitFor(() => apply.isDisabled(), true, 'nothing can be imported while a line is refused');

  await file.setInputFiles(sheet('SN-0001,Logger 1,VW-8,2', 'SN-0002,Logger 2,VW-8,2'));
  await dialog.getByText('Will be added 2').waitFor();
  await apply.click();
  await dialog.getByText('2 secrets, shown only once').waitFor();

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.getByText('The secrets were not downloaded. Close without them?').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download secrets' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['SN-0001', 'SN-0002'],
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Logger 2' }).or(page.getByText('Logger 2')).first().waitFor();

  // The secret of the file is the device's: it delivers with it.
  const secret = lines[1]!.split(',')[1]!;
  const sent = await fetch(`${site.server.url}/api/devices/SN-0001/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: new Date().toISOString(), channels: { '1': { frequency: 2700 } } }),
  });
  assert.ok(sent.ok, `${sent.status} ${await sent.text()}`);
  assert.deepEqual(site.opened.errors, []);
});
