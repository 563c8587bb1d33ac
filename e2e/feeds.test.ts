/** A feed: set up, its sender unknown, made a device of a model, its message stored; a format tried on a pasted message. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { pointPages } from './point-pages.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { untilDrawn } from './until-drawn.ts';
import { waitFor } from './wait-for.ts';

const password = 'Feeds-2026x';
let site: Site;
let page: Page;
let key = '';
let secret = '';
const { dialog } = pointPages(() => site);

/** Battery 92 %, level 2 cm, as the maker publishes it. */
const uplink = (devEui: string) => ({
  end_device_ids: { device_id: 'level-1', dev_eui: devEui },
  uplink_message: { f_port: 85, frm_payload: 'AXVcA3cCAA==', received_at: new Date().toISOString(), rx_metadata: [] },
});
async function send(devEui: string): Promise<Record<string, number>> {
  const answer = await fetch(`${site.server.url}/api/feeds/${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(uplink(devEui)),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Record<string, number>;
}

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
  site = await openSite([], {
    DEMO_PASSWORD: password,
    DEMO_DEVICES: '0',
    SYSTEM_PASSWORD: password,
    SFTP_PORT: '0',
    FTP_PORT: '0',
    FTP_PASSIVE_PORTS: '',
  });
  ({ page } = site);
  await site.signIn('demo', password);
});
after(() => site?.close());

describe('a feed', { skip: noChromium }, () => {
  test('is set up, and shows its secret once', async () => {
    await page.goto(`${site.server.url}/#/console/feeds`);
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('LoRaWAN of the dam');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is shown only now').waitFor();
    secret = (await page.locator('.ant-modal code').innerText()).trim();
    assert.match(secret, /^plf_/);
    await page.locator('.ant-modal').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('LoRaWAN of the dam').click();
    const address = await page.locator('.fd-body code').first().innerText();
    key = address.split('/').at(-1) ?? '';
    assert.match(key, /^feed-/);
  });

  test('lists who is unknown, and makes it a device of a model in two clicks', async () => {
    assert.deepEqual(await send('24E124126A148401'), { stored: 0, unchanged: 0, refused: 0, unknown: 1 });
    await page.getByText('24e124126a148401', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add as device' }).click();
    await dialog().getByRole('combobox').nth(1).fill('EM500-SWL');
    await page.locator('.ant-select-item-option').filter({ hasText: 'EM500-SWL' }).first().click();
    await dialog().getByRole('button', { name: 'Add as device' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Every message belongs to a device.').waitFor();
    assert.equal((await send('24E124126A148401'))['stored'], 1);
  });

  test('its live view shows a message, and which device it is of', async () => {
    await page.getByRole('button', { name: 'Live view' }).click();
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('menuitem', { name: 'for an hour' }).click();
    await page.getByText('Recording. No traffic yet').waitFor();
    await send('24E124126A148401');
    const frame = page.locator('.fr-frame').first();
    await frame.getByRole('button').click();
    await frame.getByText('frm_payload').first().waitFor();
    await photograph('feed-live');
    await page.keyboard.press('Escape');
  });

  test('a folder says how files are uploaded, once it has a secret', async () => {
    await page.goto(`${site.server.url}/#/console/feeds`);
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Files of the office');
    await dialog().getByRole('combobox', { name: 'Kind' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Folder' }).click();
    await dialog().getByLabel('Public keys for SFTP').fill('no key');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('A line of authorized_keys').last().waitFor();
    await dialog().getByLabel('Public keys for SFTP').fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Files of the office').click();
    await page.getByText('Not possible yet: make a secret').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog().getByRole('button', { name: 'New secret' }).click();
    await page.getByText('It is shown only now').waitFor();
    await page.locator('.ant-modal').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('the secret of the feed as password').waitFor();
    assert.match(await page.locator('.fd-body').innerText(), /sftp -P \d+ feed-[0-9a-f]{20}@127\.0\.0\.1/);
    await photograph('feed-folder');
  });

  test('FTP without TLS is off, and says in words what it would lay open', async () => {
    await page.getByText('Refused: this installation has no certificate for TLS').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('switch', { name: 'FTP without TLS' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('None: the secret and the files can be read on the way').waitFor();
    assert.match(await page.locator('.fd-body').innerText(), /ftp:\/\/feed-[0-9a-f]{20}@127\.0\.0\.1:\d+\//);
    await photograph('feed-folder-ftp');
  });

  test('an edge is made for a project, says its settings, and how it is', async () => {
    await page.goto(`${site.server.url}/#/console/feeds`);
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway at the dam');
    await dialog().getByRole('combobox', { name: 'Kind' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Edge at a site' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Required').first().waitFor();
    await dialog().getByRole('combobox', { name: 'Project' }).click();
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
    await dialog().getByRole('combobox', { name: 'Siren' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'From orange on' }).click();
    await photograph('feed-edge-dialog');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is shown only now').waitFor();
    const edgeSecret = (await page.locator('.ant-modal code').innerText()).trim();
    await page.locator('.ant-modal').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Gateway at the dam').click();
    await page.getByText('It has never connected to this installation.').waitFor();
    const settings = await page.locator('.fd-settings').innerText();
    const edgeKey = /EDGE_KEY=(feed-[0-9a-f]{20})/.exec(settings)?.[1];
    assert.match(settings, /ROLES=gateway\nEDGE_CENTRE=http:/);
    const sign = {
      version: '0.1.0',
      waiting: 1204,
      waitingSince: new Date().toISOString(),
      bytes: 3e6,
      maxBytes: 1e9,
      dropped: 12,
      refusedFull: 0,
      damaged: 0,
      connected: 8,
      siren: 'on',
      sirenSince: new Date().toISOString(),
    };
    const answer = await fetch(`${site.server.url}/api/feeds/${edgeKey}/edge/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${edgeSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sign, plan: '', listening: [] }),
    });
    assert.equal(answer.status, 200);
    await page.locator('.fd-section[data-state=connected]').waitFor();
    assert.match(
      await page.locator('.fd-section[data-state=connected]').innerText(),
      /1,204[\s\S]*Dropped, disk full\s+12/,
    );
    await photograph('feed-edge');
  });

  test('a format shows what it makes of a pasted message, at each key', async () => {
    const { models } = await site.request<{ models: { id: number; code: string }[] }>('GET', '/device-models');
    const model = models.find(({ code }) => code === 'EM500-SWL');
    await page.goto(`${site.server.url}/#/console/models/${model?.id}/format`);
    await page.getByRole('textbox', { name: 'Message' }).fill('01 75 5C 03 77 02 00');
    await waitFor(() => page.locator('.fm-table tbody tr').allInnerTexts(), ['1\tlevel\t0.020']);
    await page.getByRole('textbox', { name: 'Message' }).fill('01 75 5C 03 77 02');
    await page.getByText('A tag is unknown').waitFor();
    await waitFor(() => page.locator('.fm-table tbody tr').allInnerTexts(), ['1\tlevel\tNot in the message']);
  });
});

test('nothing went wrong on the way', { skip: noChromium }, () => assert.deepEqual(site.opened.errors, []));
