/** The /command namespace: a person talks with one device, live. Query `device` (its id) or `register` (its network register id). */

import { register as registerId } from '@plumbline/contract/devices/devices.device';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { CommandServerEvents } from '@plumbline/contract/kernel/events';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { id } from '@plumbline/contract/points/fields';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller } from '../../../kernel/context.ts';
import type { Access } from '../../../kernel/serve.ts';
import type { SocketHub } from '../../../kernel/socket-hub.ts';
import { sendCommand } from './commands.service.ts';
import * as table from './commands.table.ts';
import { commandIdOf } from './logic/command-delivery.ts';

type Emits = { [E in keyof CommandServerEvents]: CommandServerEvents[E] };
interface Talk {
  readonly deviceId: number;
  readonly sncode: string;
}

export function openCommandSocket(hub: SocketHub, access: Access) {
  /** Throws notFound where the device is none of the caller's business, notAllowed without the permission. */
  async function admit(caller: Caller, deviceId: number | undefined, needs: Permission): Promise<number> {
    const place = deviceId ? (await access.places.deviceId(access.db, [deviceId])).get(deviceId) : undefined;
    const may = place ? permissionAt(caller, needs, place) : 'foreign';
    if (!deviceId || may === 'foreign') throw new Failure('notFound');
    if (may === 'no') throw new Failure('notAllowed', { needs });
    return deviceId;
  }
  const space = hub.open<'/command', Emits, Talk>('/command', {
    active: true,
    async enter(caller, { device, register }) {
      if (!device && !register) throw new Failure('badInput', [{ path: 'device', message: 'registerOrDevice' }]);
      const known = registerId.safeParse(register).data;
      const found = known ? await table.deviceOfRegister(access.db, known) : null;
      const deviceId = await admit(caller, found?.id ?? id.safeParse(device).data, 'Retrieve:Device');
      return { deviceId, sncode: found?.sncode ?? (await table.sncodeOf(access.db, deviceId)) };
    },
    async settle(page, first) {
      const { deviceId, sncode } = page.data;
      if (!first) return void (await admit(page.caller, deviceId, 'Retrieve:Device'));
      page.join([`device:${sncode}`]);
      const { connection } = await table.reach(access.db, deviceId, access.clock.now());
      page.send('CONNECTION', { sncode, connection });
    },
    // What a device feeds decides who may talk with it.
    concerns: (change, { deviceId }) =>
      change.kind === 'project' || change.kind === 'point' || (change.kind === 'device' && change.id === deviceId),
    handlers: {
      async COMMAND(page, command) {
        const { deviceId } = page.data;
        await admit(page.caller, deviceId, 'Update:Device');
        return { commandId: await sendCommand(access.db, access.clock.now(), deviceId, page.caller, command) };
      },
    },
  });

  return {
    response(sncode: string, text: string) {
      const commandId = commandIdOf(text);
      const at = access.clock.now().toISOString();
      space.to(`device:${sncode}`, 'RESPONSE', { sncode, commandId, text, at });
    },
    /** A device that was connected a moment ago is expected again, as in every other answer (connectionAt). */
    connection(sncode: string, connected: boolean) {
      space.to(`device:${sncode}`, 'CONNECTION', { sncode, connection: connected ? 'connected' : 'connecting' });
    },
  };
}
