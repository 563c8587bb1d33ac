/**
 * Devices that dial in, as people set them up: a register map, and how often it is read. The gateway holds their connections
 * (features/telemetry/gateway). Invariant: a register map names channels that its device has when it is written.
 */
import { devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { DialInSetup, type dialIn, isModemLink, setupByModel } from '@plumbline/contract/telemetry/dial-in';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { places } from '../../devices/devices/devices.api.ts';
import { createDevice } from '../../devices/devices/devices.create.api.ts';
import { deviceReply, lockDevice } from '../../devices/devices/devices.require.api.ts';
import { modelOf } from '../../devices/models/models.api.ts';
import * as table from './dial-in.table.ts';
import { findingsOf } from './logic/doctor.ts';

type Input<K extends keyof typeof dialIn> = OutputOf<(typeof dialIn)[K]['input']>;

export async function get(context: Context, { deviceId }: Input<'get'>) {
  const { db, now, services } = context;
  const { device } = await deviceReply(context, deviceId);
  const [setup, state] = [await table.setupOf(db, deviceId), await table.stateOf(db, now(), deviceId)];
  const model = await mapOf(context, device.model);
  const { dialIn: address, dialInUdp: udpAddress } = services.addresses;
  const inForce = setup && setupByModel(setup, model?.rows ?? null);
  return {
    address,
    udpAddress,
    register: device.register ?? device.sncode,
    setup,
    model,
    state,
    edges: await edgesFor(context, deviceId),
    findings: findingsOf({ port: address?.port ?? null, udpPort: udpAddress?.port ?? null, setup: inForce, state }),
  };
}

/** Edges have names of their own, which whoever only reads the device need not know. */
async function edgesFor({ db, caller }: Context, deviceId: number) {
  const place = (await places(db, [deviceId])).get(deviceId);
  const mayChange = place !== undefined && permissionAt(caller, 'Update:Device', place) === 'yes';
  return mayChange ? table.edgesOf(db, deviceId) : [];
}

/** The register map of a model; null = it has none. */
async function mapOf({ db }: Context, code: string) {
  const model = await modelOf(db, code);
  return model && model.registers.length > 0 ? { code: model.code, rows: model.registers } : null;
}

/** Throws channelUnknown for a row of a channel that the device does not have. */
export async function set(context: Context, { deviceId, setup }: Input<'set'>) {
  const { db, now, caller, services } = context;
  const { channels, sncode, register, model: code } = await lockDevice(context, deviceId);
  const model = await mapOf(context, code);
  if (setup.map === 'model' && !model) throw new Failure('badInput', [{ path: 'setup.map', message: 'wrong' }]);
  const edges = await table.edgesOf(db, deviceId);
  const edgeId = setup.tcp?.edge ?? null;
  if (edgeId !== null && !edges.some(({ id }) => id === edgeId))
    throw new Failure('badInput', [{ path: 'setup.tcp.edge', message: 'wrong' }]);
  const channelNumbers = new Set(channels.map(({ number }) => number));
  const stray = setupByModel(setup, model?.rows ?? null).rows.find(({ channel }) => !channelNumbers.has(channel));
  if (setup.nmea && !channelNumbers.has(setup.nmea.channel))
    throw new Failure('channelUnknown', { channelNo: setup.nmea.channel });
  if (stray) throw new Failure('channelUnknown', { channelNo: stray.channel });
  await table.saveSetup(db, now(), { deviceId, setup, byName: caller.displayName || caller.name });
  await context.changed({ kind: 'device', id: deviceId, sncode });
  const { dialIn: address, dialInUdp: udpAddress } = services.addresses;
  return { address, udpAddress, register: register ?? sncode, setup, model, edges };
}

/** Throws notFound where there is none. */
export async function remove(context: Context, { deviceId }: Input<'remove'>) {
  const { sncode } = await lockDevice(context, deviceId);
  if (!(await table.removeSetup(context.db, deviceId))) throw new Failure('notFound', { deviceId });
  await context.changed({ kind: 'device', id: deviceId, sncode });
  return { code: 0 as const };
}

export async function unknown({ db, services }: Context, { link }: Input<'unknown'>) {
  const { dialIn: tcp, dialInUdp: udp } = services.addresses;
  return { port: tcp?.port ?? null, udpPort: udp?.port ?? null, unknown: await table.unknownRegistrations(db, link) };
}

/** A modem is read every ten minutes, until somebody sets it otherwise. */
const usual = { enabled: true, silentSeconds: 900, intervalSeconds: 600 };

/** Throws notFound where somebody else was quicker, or what was said has no form of a register id. */
export async function adopt(
  context: Context,
  { corporationId, link, bytes, model, name, sncode, isFenced }: Input<'adopt'>,
) {
  const { db, now, caller } = context;
  const found = await table.takeUnknown(db, link, bytes);
  if (!found?.register) throw new Failure('notFound', { bytes });
  const isModem = isModemLink(link);
  const register = isModem && found.register !== sncode ? { register: found.register } : {};
  const { device, secret } = await createDevice(
    context,
    devices.create.input.parse({ corporationId, model, name, sncode, ...register }),
  );
  if (isModem) {
    const map = (await mapOf(context, model)) ? 'model' : 'own';
    const networks = isFenced ? [found.address] : [];
    const setup = DialInSetup.parse({ ...usual, map, udp: link === 'udp', networks });
    await table.saveSetup(db, now(), { deviceId: device.id, setup, byName: caller.displayName || caller.name });
    await context.changed({ kind: 'device', id: device.id, sncode });
  }
  return { deviceId: device.id, secret };
}
