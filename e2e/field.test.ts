/**
 * What stands in the field, as an engineer meets it: a plan set in the browser and brought to a real MQTT client, confirmed
 * and refused; a command sent and answered; devices on the map; and a device that falls silent, seen as data lost.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { openSite, reportPages, type Site } from './site.ts';
import { waitFor } from './wait-for.ts';

const password = 'Demo-2026x';
const sncode = 'FIELD-01';
let site: Site;
let page: Page;
let device: MqttClient | null = null;
let secret = '';
let [deviceId, pointId, structureId, mqttPort] = [0, 0, 0, 0];
interface Command {
  readonly commandId: string;
  readonly text: string;
  readonly hex?: string;
  readonly plan?: { readonly intervalSeconds: number | null };
}
const receivedCommands: Command[] = [];
let answer: (command: Command) => object | null = () => null;

const request: Site['request'] = (...args) => site.request(...args);

reportPages();
before(async () => {
  if (noChromium) return;
  site = await openSite([], { DEMO_PASSWORD: password });
  ({ page } = site);
  await site.signIn('demo', password);
  const made = await request<{
    device: { id: number };
    secret: string;
    connection: { mqtt: { port: number } | null };
  }>('POST', '/corporations/1/devices', {
    name: 'Field logger',
    model: 'DIY',
    sncode,
    coordinates: { longitude: 114.9, latitude: 31.02 },
    channels: [
      { number: '1', mode: 4 },
      { number: '2', mode: 4 },
    ],
  });
  deviceId = made.device.id;
  ({ secret } = made);
  mqttPort = made.connection.mqtt?.port ?? 0;
  const { structures } = await request<{ structures: { id: number; parentId: number | null }[] }>(
    'GET',
    '/projects/1/structures',
  );
  structureId = structures[0]!.id;
  const point = { structureId, family: 'temperature', mode: 4, intervalSeconds: 60 };
  const add = async (name: string) =>
    (await request<{ measuringPoint: { id: number } }>('POST', '/projects/1/measuring-points', { ...point, name }))
      .measuringPoint.id;
  pointId = await add('FIELD-T');
  await add('FIELD-LOOSE');
  await request('PUT', `/measuring-points/${pointId}/device-group`, { measuringDeviceId: deviceId, channel: '1' });
  const thresholds = { voltageThreshold: 10.5, lostTolerance: 1, alertTolerance: 50 };
  await request('PUT', `/devices/${deviceId}/health-threshold`, { thresholds });
});
after(async () => {
  device?.end(true);
  await site?.close();
});

async function connect(): Promise<void> {
  device = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${mqttPort}`,
    { username: sncode, password: secret, protocolVersion: 4, reconnectPeriod: 0 },
    false,
  );
  device.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command;
    receivedCommands.push(command);
    const reply = answer(command);
    if (reply) device?.publish(`devices/${sncode}/responses`, JSON.stringify(reply), { qos: 1 });
  });
  await device.subscribeAsync(`devices/${sncode}/commands`, { qos: 1 });
}
const inForce = async (seconds: number): Promise<boolean> => {
  const { collectConfig } = await request<{ collectConfig: { inForceInterval: number | null } }>(
    'GET',
    `/measuring-points/${pointId}/collect-config`,
  );
  return collectConfig.inForceInterval === seconds;
};
const go = (path: string) => page.goto(`${site.server.url}/#${path}`);
const panel = (tab: string) => go(`/device-warehouse?device=${deviceId}&tab=${tab}`);

describe('a collect plan', { skip: noChromium }, () => {
  const state = () => page.getByRole('region', { name: 'State' });
  const inState = (word: string) => state().locator('.gw-state').filter({ hasText: word }).waitFor();
  const save = () => page.getByRole('button', { name: 'Save' }).click();

  test('is set in the browser, waits for its device, is delivered, and confirmed', async () => {
    await go(`/projects/1/console/structures/${structureId}/mps/${pointId}?tab=plan`);
    await inState('No plan set');
    await page.getByRole('spinbutton', { name: 'Interval' }).or(page.getByLabel('Interval').first()).first().fill('5');
    await page.getByText('Halve', { exact: true }).click();
    await save();
    await inState('Pending');
    await connect();
    await inState('Delivered');
    await waitFor(async () => receivedCommands[0]?.plan?.intervalSeconds, 300);
    await device?.publishAsync(
      `devices/${sncode}/responses`,
      JSON.stringify({ commandId: receivedCommands[0]!.commandId, ok: true }),
      { qos: 1 },
    );
    await inState('Confirmed');
    await state().getByText('5 min').waitFor();
  });

  test('is sped up at once where it may be, and a refusal is shown with what the device said', async () => {
    answer = ({ commandId }) => ({ commandId, ok: true });
    await page.getByRole('button', { name: 'Read every minute now' }).click();
    await state().getByText('Sped up to').waitFor();
    await inState('Confirmed');
    await waitFor(async () => receivedCommands.at(-1)?.plan?.intervalSeconds, 60);
    answer = ({ commandId }) => ({ commandId, ok: false, text: 'memory full' });
    await page.getByRole('button', { name: 'Back to the interval' }).click();
    await page.getByText('The device refused: memory full').waitFor();
    await inState('Refused');
  });

  test('that does not go together is refused in the specification’s words', async () => {
    await page.getByRole('spinbutton', { name: 'Interval' }).or(page.getByLabel('Interval').first()).first().fill('1');
    await save();
    await page.getByText('Collect interval of 1 minute or less cannot use auto-increase').first().waitFor();
    await page.getByText('Unchanged', { exact: true }).click();
    answer = ({ commandId }) => ({ commandId, ok: true });
    await save();
    await inState('Confirmed');
    await state().getByText('1 min').waitFor();
  });

  test('of many points at once names those that cannot take it, and sets the others', async () => {
    await go('/projects/1/console/points');
    const rows = page.locator('.pl-long .line');
    await rows.filter({ hasText: 'PZ-240-1' }).waitFor();
    await page.getByPlaceholder('Name or sncode').fill('FIELD-');
    await rows.filter({ hasText: 'PZ-240-1' }).waitFor({ state: 'detached' });
    for (const name of ['FIELD-T', 'FIELD-LOOSE']) await rows.filter({ hasText: name }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Collect plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Interval').first().fill('1');
    await dialog.getByText('Unchanged', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Set the plan' }).click();
    await page.getByText('Point FIELD-LOOSE not bound to a device').waitFor();
    await page.getByRole('button', { name: 'Set it for the other 1' }).click();
    await page.getByText('Plan of 1 point set').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await panel('plans');
    await page.getByText('FIELD-T').first().waitFor();
    await page.getByText('Confirmed').waitFor();
  });
});

describe('a device', { skip: noChromium }, () => {
  test('is asked by text and by bytes, and its answers are there when one comes back', async () => {
    await panel('test');
    answer = ({ commandId, text, hex }) => ({ commandId, text: `heard ${text || hex}` });
    const field = page.getByRole('textbox', { name: 'Command text' });
    await field.fill('status');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('heard status').waitFor();
    await page.getByText('Hexadecimal', { exact: true }).click();
    await field.fill('01 0');
    await waitFor(
      () => page.getByRole('button', { name: 'Send' }).isDisabled(),
      true,
      'an odd length is no string of bytes',
    );
    await field.fill('01 03');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('heard 0103').waitFor();
    await panel('device');
    await page.getByRole('heading', { name: /Field logger/ }).waitFor();
    await panel('test');
    await page.getByText('heard status').waitFor();
    await page.getByText(/Kept for 30 minutes/).waitFor();
  });

  test('that goes away may connect again: the page says that commands wait for it', async () => {
    answer = ({ commandId }) => ({ commandId, ok: true });
    await request('PATCH', `/measuring-points/${pointId}/collect-config`, { interval: 60 });
    await waitFor(() => inForce(60), true);
    await device?.publishAsync(
      `devices/${sncode}/readings`,
      JSON.stringify({ at: Date.now(), channels: { 1: { temperature: 18.5 } } }),
      { qos: 1 },
    );
    await device?.endAsync();
    device = null;
    await page.getByText('Commands wait for it for up to half an hour.').waitFor();
    await page.getByRole('textbox', { name: 'Command text' }).fill('status');
    await waitFor(() => page.getByRole('button', { name: 'Send' }).isDisabled(), false);
  });

  test('is on the map', async () => {
    await go('/device-warehouse?view=map&q=FIELD-01');
    await page.getByText('1 device', { exact: true }).first().waitFor();
    await page.getByText('Field logger').first().waitFor();
  });

  test('that falls silent is shown as data lost, with the channel at fault', async () => {
    await go('/device-warehouse/health');
    const row = page.getByRole('row').filter({ hasText: 'Field logger' });
    // A minute's interval, a minute's grace.
    const silentMs = 5 * 60_000;
    await site.advance(silentMs);
    await site.tick('watch-health');
    await row.getByText('Data lost').waitFor();
    await row.click();
    await page.getByRole('tab', { name: 'Health', selected: true }).waitFor();
    await page.getByText(/collections? missing/).waitFor();
    await page.getByText('channels 1').waitFor();
    await connect();
    await device?.publishAsync(
      `devices/${sncode}/readings`,
      JSON.stringify({ at: Date.now() + silentMs, channels: { 1: { temperature: 18.7 } } }),
      { qos: 1 },
    );
    await site.tick('watch-health');
    await page.reload();
    await page.getByText('Data lost → Normal').waitFor();
    // What was refused on purpose is told by the browser too.
    assert.deepEqual(
      site.opened.errors.filter((each) => !each.includes('status of 400')),
      [],
    );
  });
});
