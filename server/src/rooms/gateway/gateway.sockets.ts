/** The /command namespace: a person talks with one device, live. Query `device` (its id) or `register` (its sncode). */
import { randomUUID } from 'node:crypto';
import { errors, Failure } from '@plumbline/contract/errors';
import type { CommandClientEvents, CommandServerEvents } from '@plumbline/contract/events';
import type { Namespace, Server } from 'socket.io';
import { z } from 'zod';
import type { Caller, Logger } from '../../kernel/context.ts';
import { holds } from '../../kernel/door.ts';
import type { Door } from '../../kernel/serve.ts';
import { sendCommand } from './gateway.commands.service.ts';
import { reach } from './gateway.commands.table.ts';
import { commandIdOf } from './gateway.commands.ts';
import * as table from './gateway.table.ts';

interface Talk {
  caller: Caller;
  deviceId: number;
  sncode: string;
}

export function openCommandSocket(io: Server, door: Door, log: Logger) {
  const space = io.of('/command') as unknown as Namespace<CommandClientEvents, CommandServerEvents, object, Talk>;

  space.use(async (socket, next) => {
    try {
      const caller = await door.identify(z.string().max(200).safeParse(socket.handshake.auth['token']).data, false);
      const { device, register } = socket.handshake.query as { device?: string; register?: string };
      if (!device && !register) throw new Failure('badInput', [{ path: 'device', message: 'registerOrDevice' }]);
      const found = register ? await table.deviceOfSncode(door.db, register) : null;
      const deviceId = found?.id ?? (z.coerce.number().int().positive().safeParse(device).data as number | undefined);
      const place = deviceId ? (await door.places.deviceId(door.db, [deviceId])).get(deviceId) : undefined;
      const may = place ? holds(caller, 'Retrieve:Device', place) : 'foreign';
      if (!deviceId || may === 'foreign') throw new Failure('notFound');
      if (may === 'no') throw new Failure('notAllowed', { needs: 'Retrieve:Device' });
      const sncode = found?.sncode ?? (await table.sncodeOf(door.db, deviceId));
      socket.data = { caller, deviceId, sncode };
      next();
    } catch (error) {
      if (!(error instanceof Failure)) log.warn({ err: error }, 'command socket refused');
      const failure = error instanceof Failure ? error : new Failure('unknown', { requestId: randomUUID() });
      next(Object.assign(new Error(failure.name), { data: { error: failure.name, code: errors[failure.name].code } }));
    }
  });
  space.on('connection', (socket) => {
    const { sncode, deviceId, caller } = socket.data;
    socket.join(`device:${sncode}`);
    socket.on('COMMAND', async (command, answer) => {
      const refuse = (failure: Failure) => answer({ error: failure.name, code: errors[failure.name].code });
      try {
        const text = z.string().trim().min(1).max(2000).safeParse(command?.text);
        if (!text.success) return refuse(new Failure('badInput'));
        const place = (await door.places.deviceId(door.db, [deviceId])).get(deviceId);
        if (!place || holds(caller, 'Update:Device', place) !== 'yes') return refuse(new Failure('notAllowed'));
        const said = { text: text.data };
        answer({ commandId: await sendCommand(door.db, door.clock.now(), deviceId, caller, said) });
      } catch (error) {
        if (error instanceof Failure) return refuse(error);
        log.warn({ err: error }, 'command failed');
        refuse(new Failure('unavailable'));
      }
    });
    // After the handlers: a command that is sent at once must not be lost while the database answers.
    reach(door.db, deviceId, door.clock.now()).then(
      ({ connection }) => socket.emit('CONNECTION', { sncode, connection }),
      (error) => log.warn({ err: error }, 'connection of a device not read'),
    );
  });

  return {
    response(sncode: string, text: string) {
      const commandId = commandIdOf(text);
      space.to(`device:${sncode}`).emit('RESPONSE', { sncode, commandId, text, at: door.clock.now().toISOString() });
    },
    connection(sncode: string, connected: boolean) {
      space.to(`device:${sncode}`).emit('CONNECTION', { sncode, connection: connected ? 'connected' : 'notConnected' });
    },
  };
}
