/**
 * What tests of upgrades stand on: a server with a firmware file, and the device of a world at the other end of MQTT that
 * hears what it is told and says what a test lets it say.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, beforeEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import type { Upgrade } from '@plumbline/contract/telemetry/firmware.upgrades';
import type { MqttClient } from 'mqtt';
import { connectDevice } from './device-client.ts';
import { sendFile } from './pictures.ts';
import { openWorlds } from './worlds.ts';

export interface Command {
  commandId: string;
  text: string;
  firmware: { version: string; size: number; sha256: string; url: string; path: string };
}

/** Opened at the top of a test file; every test begins without upgrades and without a connection. */
export async function makeUpgradeFixture() {
  let device: MqttClient | null = null;
  // Before the server is closed.
  after(() => device?.end(true));
  const [server, world, other] = await openWorlds(['North', 'South'], { MQTT_PORT: '0' });
  const bytes = randomBytes(100_000);
  const sent = await sendFile(server, firmware.upload, { corporationId: world.corporationId }, world.admin.token, {
    bytes,
    name: 'VW-8-2.0.0.0-x.hsf',
    type: 'application/octet-stream',
  });
  const firmwareId = sent.body.firmware.id;
  const ears = {
    /** Upgrades that the device was told of. */
    receivedCommands: [] as Command[],
    /** What it says to one at once; null = nothing. */
    answer: ((_command, _raw) => null) as (command: Command, raw: string) => object | null,
  };
  beforeEach(async () => {
    await device?.endAsync(true);
    device = null;
    ears.receivedCommands = [];
    ears.answer = () => null;
    await server.db.deleteFrom('firmware_upgrade').execute();
    await server.db.updateTable('device').set({ config: '{}' }).execute();
  });

  const token = () => server.tokenFor(world.admin.id);
  /** Said with QoS 1: when it resolves, the gateway has acknowledged it. */
  const respond = (response: object) =>
    device!.publishAsync(`devices/${world.device.sncode}/responses`, JSON.stringify(response), { qos: 1 });
  const ofDevice = async () =>
    (await server.call(firmware.ofDevice, { deviceId: world.device.id }, await token())).body;
  const last = async () => (await ofDevice()).upgrades[0]!;

  return {
    server,
    world,
    other,
    bytes,
    firmwareId,
    ears,
    token,
    respond,
    ofDevice,
    last,
    async connect({ sncode, secret } = world.device) {
      device = await connectDevice(server, { sncode, secret });
      device.on('message', (_topic, payload) => {
        const command = JSON.parse(payload.toString()) as Command;
        if (command.text !== 'firmware-upgrade') return;
        ears.receivedCommands.push(command);
        const response = ears.answer(command, payload.toString());
        if (response) void respond(response);
      });
      await device.subscribeAsync(`devices/${sncode}/commands`, { qos: 1 });
      return device;
    },
    disconnect: () => device!.endAsync(),
    async begin(): Promise<Upgrade> {
      const { body } = await server.call(
        firmware.upgradeDevice,
        { deviceId: world.device.id, firmwareId },
        await token(),
      );
      assert.ok(body.upgrade, JSON.stringify(body));
      return body.upgrade;
    },
    async until(is: (upgrade: Upgrade) => boolean): Promise<Upgrade> {
      let now = await last();
      for (let tries = 0; tries < 200 && !is(now); tries++) {
        await wait(25);
        now = await last();
      }
      assert.ok(is(now), JSON.stringify(now));
      return now;
    },
    async hears(count: number) {
      for (let tries = 0; tries < 200 && ears.receivedCommands.length < count; tries++) await wait(25);
      assert.equal(ears.receivedCommands.length, count);
      return ears.receivedCommands.at(-1)!;
    },
  };
}
