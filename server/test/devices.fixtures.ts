/** What tests of devices stand on: devices of any model, and the patches that are made most. */
import assert from 'node:assert/strict';
import { devices } from '@plumbline/contract/devices/devices';
import type { DeviceConfig } from '@plumbline/contract/devices/devices.config';
import type { InputOf } from '@plumbline/contract/kernel/route';
import type { TestServer, World } from './harness.ts';

type Patch = Omit<InputOf<typeof devices.setChannels.input>, 'deviceId'>;

export function makeDevicesFixture(server: TestServer, world: World) {
  const { token } = world.admin;
  let made = 0;
  return {
    /** A new device, named by its model. */
    async aDevice(model: string, overrides: Partial<InputOf<typeof devices.create.input>> = {}) {
      const input = { corporationId: world.corporationId, name: model, model, sncode: `D-${++made}`, ...overrides };
      const { status, body } = await server.call(devices.create, input, token);
      assert.equal(status, 200, JSON.stringify(body));
      return body.device;
    },
    config: (deviceId: number, given: DeviceConfig, cameraCode?: string | null) =>
      server.call(
        devices.setConfig,
        { deviceId, config: given, ...(cameraCode !== undefined && { cameraCode }) },
        token,
      ),
    channels: (deviceId: number, patch: Patch) => server.call(devices.setChannels, { deviceId, ...patch }, token),
  };
}

/** The error of an answer, with the path and message of its first issue. */
export const issue = ({ body }: { body: { error?: string; detail?: unknown } }) => {
  const [first] = body.detail as { path: string; message: string }[];
  return [body.error, first?.path, first?.message];
};
