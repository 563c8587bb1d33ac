/**
 * Commands that people send to devices, and what came back. Invariant: a command is in the queue before it is sent to
 * be sent; it waits there half an hour at most, for whichever process and protocol reaches the device.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { commands, DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Context, Db } from '../../../kernel/context.ts';
import { places } from '../../devices/devices/devices.api.ts';
import { wakeDevices } from './commands.api.ts';
import * as table from './commands.table.ts';

type Input<K extends keyof typeof commands> = OutputOf<(typeof commands)[K]['input']>;

/** Sends a command to one device and returns the id of the command. Throws deviceNotNetworked. */
export async function sendCommand(
  db: Db,
  now: Date,
  deviceId: number,
  caller: Pick<Caller, 'displayName' | 'name'>,
  content: {
    readonly text: string;
    readonly hex?: string;
    readonly part?: DeviceCommand['part'];
    readonly value?: unknown;
  },
): Promise<string> {
  const { sncode, connection } = await table.reach(db, deviceId, now);
  // unknown: it would look sent and wait for an edge that may not come back.
  if (connection === 'notConnected' || connection === 'unknown') throw new Failure('deviceNotNetworked', { deviceId });
  const commandId = randomUUID();
  const message = {
    commandId,
    text: content.text,
    ...(content.hex ? { hex: content.hex.toUpperCase() } : {}),
    ...(content.part ? { part: content.part, value: content.value ?? null } : {}),
    at: now.toISOString(),
  };
  await table.insertCommand(db, now, [{ sncode, message, byName: caller.displayName || caller.name }]);
  await wakeDevices(db, [sncode]);
  return commandId;
}

/** A device reads bytes from `hex`; `text` is empty then. */
export const debugCommand = async (
  { db, now, caller }: Context,
  { deviceId, command: text, hex }: Input<'debugCommand'>,
) => ({ commandId: await sendCommand(db, now(), deviceId, caller, { text, hex }) });

export const command = async ({ db, now, caller }: Context, { deviceId, command: text }: Input<'command'>) => ({
  commandId: await sendCommand(db, now(), deviceId, caller, { text }),
});

/**
 * Throws pointNotBound, deviceNotNetworked, and notAllowed where the device feeds projects in which the caller may not
 * change devices.
 */
export async function pointCommand(context: Context, { pointId, command: text }: Input<'pointCommand'>) {
  const { db, now, caller } = context;
  const deviceId = await deviceFor(context, pointId, 'Update:Device');
  return { commandId: await sendCommand(db, now(), deviceId, caller, { text }), deviceId };
}

/** The device that feeds a point. Throws pointNotBound, and notAllowed where the caller may not do this to the device. */
export async function deviceFor(
  { db, caller }: Context,
  pointId: number,
  needs: 'Update:Device' | 'Retrieve:Device',
): Promise<number> {
  const { name, deviceId } = await table.deviceOfPoint(db, pointId);
  if (deviceId === null) throw new Failure('pointNotBound', { name });
  const place = (await places(db, [deviceId])).get(deviceId);
  if (!place || permissionAt(caller, needs, place) !== 'yes') throw new Failure('notAllowed', { needs });
  return deviceId;
}

export async function commandStates({ db, now }: Context, { deviceId }: Input<'commandStates'>) {
  const [{ connection }, states] = await Promise.all([
    table.reach(db, deviceId, now()),
    table.states(db, now(), deviceId),
  ]);
  return {
    connection,
    commands: states.map(({ message, requestedAt, sentAt, answeredAt, ...state }) => ({
      ...state,
      text: message.text,
      hex: message.hex ?? '',
      requestedAt: requestedAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
    })),
  };
}
