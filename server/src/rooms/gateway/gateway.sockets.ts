/** The /command namespace: a person talks with one device, live. Query `device` (its id) or `register` (its sncode). */
import { Failure } from '@plumbline/contract/errors';
import type { CommandServerEvents } from '@plumbline/contract/events';
import { id, sncode as serialNumber } from '@plumbline/contract/fields';
import type { Permission } from '@plumbline/contract/permissions';
import type { Caller } from '../../kernel/context.ts';
import { holds } from '../../kernel/door.ts';
import type { Door } from '../../kernel/serve.ts';
import type { SocketHub } from '../../kernel/socket-hub.ts';
import { sendCommand } from './gateway.commands.service.ts';
import { reach } from './gateway.commands.table.ts';
import { commandIdOf } from './gateway.commands.ts';
import * as table from './gateway.table.ts';

type Emits = { [E in keyof CommandServerEvents]: CommandServerEvents[E] };
interface Talk {
  readonly deviceId: number;
  readonly sncode: string;
}

export function openCommandSocket(hub: SocketHub, door: Door) {
  /** Throws notFound where the device is none of the caller's business, notAllowed without the permission. */
  async function admit(caller: Caller, deviceId: number | undefined, needs: Permission): Promise<number> {
    const place = deviceId ? (await door.places.deviceId(door.db, [deviceId])).get(deviceId) : undefined;
    const may = place ? holds(caller, needs, place) : 'foreign';
    if (!deviceId || may === 'foreign') throw new Failure('notFound');
    if (may === 'no') throw new Failure('notAllowed', { needs });
    return deviceId;
  }
  const space = hub.open<'/command', Emits, Talk>('/command', {
    active: true,
    async enter(caller, { device, register }) {
      if (!device && !register) throw new Failure('badInput', [{ path: 'device', message: 'registerOrDevice' }]);
      const known = serialNumber.safeParse(register).data;
      const found = known ? await table.deviceOfSncode(door.db, known) : null;
      const deviceId = await admit(caller, found?.id ?? id.safeParse(device).data, 'Retrieve:Device');
      return { deviceId, sncode: found?.sncode ?? (await table.sncodeOf(door.db, deviceId)) };
    },
    async settle(page, first) {
      const { deviceId, sncode } = page.data;
      if (!first) return void (await admit(page.caller, deviceId, 'Retrieve:Device'));
      page.join([`device:${sncode}`]);
      const { connection } = await reach(door.db, deviceId, door.clock.now());
      page.send('CONNECTION', { sncode, connection });
    },
    // What a device feeds decides who may talk with it.
    concerns: (change, { deviceId }) =>
      change.kind === 'project' || change.kind === 'point' || (change.kind === 'device' && change.id === deviceId),
    handlers: {
      async COMMAND(page, command) {
        const { deviceId } = page.data;
        await admit(page.caller, deviceId, 'Update:Device');
        return { commandId: await sendCommand(door.db, door.clock.now(), deviceId, page.caller, command) };
      },
    },
  });

  return {
    response(sncode: string, text: string) {
      const commandId = commandIdOf(text);
      const at = door.clock.now().toISOString();
      space.to(`device:${sncode}`, 'RESPONSE', { sncode, commandId, text, at });
    },
    connection(sncode: string, connected: boolean) {
      space.to(`device:${sncode}`, 'CONNECTION', { sncode, connection: connected ? 'connected' : 'notConnected' });
    },
  };
}
