/**
 * Instruments read and set by command: serial ports, server, calibrations, clock, and what they have kept. Invariant: what is
 * shown is what the device said; what was asked of it is beside that until it says so.
 */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { instrumentRoutes } from '@plumbline/contract/telemetry/commands.settings';
import type { Context } from '../../../kernel/context.ts';
import { type Asking, noteRequest, partsOf } from './commands.instruments.table.ts';
import { deviceFor, sendCommand } from './commands.service.ts';

type Input<K extends keyof typeof instrumentRoutes> = OutputOf<(typeof instrumentRoutes)[K]['input']>;

export const instrument = async ({ db, now }: Context, { deviceId }: Input<'instrument'>) => ({
  instrument: await partsOf(db, now(), deviceId),
});

export const pointInstrument = async (context: Context, { pointId }: Input<'pointInstrument'>) =>
  instrument(context, { deviceId: await deviceFor(context, pointId, 'Retrieve:Device') });

/** Sends a command and notes that it was asked, in one transaction. Throws deviceNotNetworked. */
async function order(
  context: Context,
  deviceId: number,
  request: Pick<Asking, 'part' | 'act' | 'wanted'> & { readonly text: string },
) {
  const { db, now, caller } = context;
  const { part, act, wanted, text } = request;
  const commandId = await sendCommand(db, now(), deviceId, caller, { text, part, value: wanted });
  const byName = caller.displayName || caller.name;
  await noteRequest(db, now(), { deviceId, part, act, wanted, byName, commandId });
  return instrument(context, { deviceId });
}
const write = (context: Context, deviceId: number, part: Asking['part'], value: object) =>
  order(context, deviceId, { part, act: 'write', wanted: value, text: 'instrument-write' });

export const readInstrument = (context: Context, { deviceId, part }: Input<'readInstrument'>) =>
  order(context, deviceId, { part, act: 'read', wanted: null, text: 'instrument-read' });

export const setPort = (context: Context, { deviceId, ...port }: Input<'setPort'>) =>
  write(context, deviceId, 'ports', port);

export const setServer = (context: Context, { deviceId, ...server }: Input<'setServer'>) =>
  write(context, deviceId, 'server', server);

export const setClock = (context: Context, { deviceId }: Input<'setClock'>) =>
  write(context, deviceId, 'clock', { at: context.now().toISOString() });

export const deleteCalibration = (context: Context, { deviceId, name }: Input<'deleteCalibration'>) =>
  order(context, deviceId, { part: 'calibrations', act: 'delete', wanted: { name }, text: 'instrument-delete' });

export const fetchHistory = (context: Context, { deviceId, from, to }: Input<'fetchHistory'>) =>
  order(context, deviceId, {
    part: 'history',
    act: 'history',
    text: 'history',
    wanted: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  });

export const setPointPort = async (context: Context, { pointId, ...port }: Input<'setPointPort'>) =>
  write(context, await deviceFor(context, pointId, 'Update:Device'), 'ports', port);

export const setPointServer = async (context: Context, { pointId, ...server }: Input<'setPointServer'>) =>
  write(context, await deviceFor(context, pointId, 'Update:Device'), 'server', server);

export const readPointInstrument = async (context: Context, { pointId, part }: Input<'readPointInstrument'>) =>
  readInstrument(context, { deviceId: await deviceFor(context, pointId, 'Update:Device'), part });

export const deletePointCalibration = async (context: Context, { pointId, name }: Input<'deletePointCalibration'>) =>
  deleteCalibration(context, { deviceId: await deviceFor(context, pointId, 'Update:Device'), name });
