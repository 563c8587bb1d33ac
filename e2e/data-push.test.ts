/** Data push as somebody meets it who has a sample of the receiver: a format by click, a rule, a test, a period, the log. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Aedes } from 'aedes';
import type { Page } from 'playwright-core';
import { waitUntil } from '../server/test/wait-until.ts';
import { violationsOn } from './axe.ts';
import { noChromium } from './chromium.ts';
import { openSite, type Site } from './site.ts';
import { projectNamed } from './worlds.ts';

const password = 'Push-2026x';
const sample = JSON.stringify({
  station: 'WH-017',
  sign: 'a1b2',
  list: [{ pointName: 'P1', t: '2026-01-01 08:00:00', v: 1.25 }],
});
let site: Site;
let page: Page;
let projectId = 0;
const got: { readonly body: string; readonly sign: string | undefined }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  got.push({ body, sign: new URL(request.url ?? '/', 'http://receiver').searchParams.get('sign') ?? undefined });
  response.end('{"code":0}');
});
const folder = process.env['PICTURE_FOLDER'];
async function picture(name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
const dialog = (name: string) => page.getByRole('dialog', { name });
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
};

before(async () => {
  if (noChromium) return;
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  site = await openSite([], { DEMO_PASSWORD: password, DEMO_DEVICES: '0', OUTBOUND_ALLOW: '127.0.0.1' });
  ({ page } = site);
  await site.signIn('demo', password);
  ({ id: projectId } = await projectNamed(site, 'Luojia Bay Foundation Pit'));
});
after(async () => {
  await site?.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe('data push', { skip: noChromium }, () => {
  test('a sample of the receiver becomes a format: what a name says is mapped, the others are open until they are', async () => {
    await page.goto(`${site.server.url}/#/projects/${projectId}/data-push`);
    await page.getByText('No push rules').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await picture('empty');
    await page.getByRole('button', { name: 'New format' }).click();
    const form = dialog('New format');
    await form.getByLabel('Name', { exact: true }).fill('Owner');
    await form.getByRole('button', { name: 'Paste a sample of the receiver' }).click();
    await form.getByRole('textbox', { name: 'A sample document' }).fill(sample);
    await picture('sample');
    await form.getByRole('button', { name: 'Read its keys' }).click();
    await form.getByText('Choose what each key of the sample holds').waitFor();
    await picture('unmapped');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Some keys of the sample are still open').first().waitFor();
    await choose('What station holds', 'Project');
    await choose('What sign holds', 'Constant');
    for (const [key, option] of [
      ['t', 'Time'],
      ['v', 'Value'],
    ] as const)
      if (await page.getByRole('combobox', { name: `What ${key} holds` }).isVisible())
        await choose(`What ${key} holds`, option);
    await form.getByRole('region', { name: 'The newest reading in this format' }).getByText('"list"').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await picture('mapped');
    await page.keyboard.press('Escape');
    await form.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Formats' }).click();
    await page.getByRole('row', { name: /Owner/ }).waitFor();
    await page.getByRole('tab', { name: 'Rules' }).click();
  });

  test('a rule says what goes where and when; a test shows the request beside the answer', async () => {
    await page.getByRole('button', { name: 'New push rule' }).click();
    const form = dialog('New push rule');
    await form.getByLabel('Name', { exact: true }).first().fill('City platform');
    await choose('Format', 'Owner');
    await form.getByLabel('Address', { exact: true }).fill('no address');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.ant-form-item-explain-error').first().waitFor();
    await form
      .getByLabel('Address', { exact: true })
      .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`);
    assert.deepEqual(await violationsOn(page), []);
    await picture('rule');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /City platform/ });
    await row.getByText(/Nothing sent yet|Up to date|Sending/).waitFor();
    await picture('rules');
    await row.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Send the newest reading now' }).click();
    await dialog('Test of City platform').getByText('{"code":0}').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await picture('test');
    const sent = JSON.parse(got[0]?.body ?? '{}') as { station?: string; list?: { pointName?: string }[] };
    assert.equal(sent.station, 'Luojia Bay Foundation Pit');
    assert.ok((sent.list?.length ?? 0) > 0);
    await page.keyboard.press('Escape');
  });

  test('a period is sent again, and the log says so', async () => {
    const sentBefore = got.length;
    const row = page.getByRole('row', { name: /City platform/ });
    await row.getByRole('button', { name: 'Log' }).click();
    const form = dialog('Log of City platform');
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const [label, time] of [
      ['From', '08:00'],
      ['To', '10:00'],
    ] as const) {
      await form.getByRole('textbox', { name: label, exact: true }).fill(`${day} ${time}`);
      await page.keyboard.press('Enter');
    }
    await form.getByRole('button', { name: 'Send a period again' }).click();
    await form
      .getByRole('cell', { name: /^Taken/ })
      .first()
      .waitFor();
    await picture('log');
    assert.deepEqual(await violationsOn(page), []);
    const rowsOfDay = () =>
      got
        .slice(sentBefore)
        .flatMap(({ body }) => (JSON.parse(body) as { list: { t: string }[] }).list)
        .filter(({ t }) => t.startsWith(day));
    await waitUntil(async () => {
      await site.tick('send-pushes');
      return rowsOfDay().length > 100;
    }, 'the period arrived');
    assert.ok(rowsOfDay().every(({ t }) => t >= `${day} 08:00:00` && t < `${day} 10:00:00`));
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    await row.getByRole('button', { name: 'Edit City platform' }).click();
    const edit = dialog('Edit City platform');
    await edit.getByLabel('Name', { exact: true }).first().fill('City');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /City/ }).getByText('Paused').waitFor();
  });

  test('another way is chosen: the form asks for what it needs, and a broker gets the reading', async () => {
    const broker = await Aedes.createBroker();
    const published: string[] = [];
    broker.on('publish', ({ topic, payload }, client) => {
      if (client) published.push(`${topic} ${payload.toString()}`);
    });
    const sockets = new Set<Socket>();
    const listener = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      broker.handle(socket);
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    await page.getByRole('button', { name: 'New push rule' }).click();
    const form = dialog('New push rule');
    await form.getByLabel('Name', { exact: true }).first().fill('Broker of the owner');
    await choose('Format', 'Owner');
    for (const way of [
      'TCP connection',
      'File by FTP or FTPS',
      'File by SFTP',
      'Table of a PostgreSQL database',
      'MQTT broker',
    ]) {
      await choose('How it is sent', way);
      await picture(`way ${way}`);
    }
    assert.deepEqual(await violationsOn(page), []);
    await form.getByLabel('Address', { exact: true }).fill('https://receiver.example/');
    await form.getByLabel('Topic', { exact: true }).fill('owner/readings');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.ant-form-item-explain-error').getByText('Begins with mqtts:// or mqtt://').waitFor();
    await form
      .getByLabel('Address', { exact: true })
      .fill(`mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    await form.getByLabel('Secret: User name').fill('plumb');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Broker of the owner/ });
    await row.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Send the newest reading now' }).click();
    await dialog('Test of Broker of the owner').getByText('PUBACK').waitFor();
    await picture('mqtt test');
    assert.ok(published.some((each) => each.startsWith('owner/readings {')));
    for (const socket of sockets) socket.destroy();
    listener.close();
    await new Promise<void>((done) => broker.close(() => done()));
  });
});
