/** The warehouse as a whole, the chain that a device stands in, and what is asked of a device by its names. */
import { type devices, deviceTypes, healthStatuses } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import type { OutputOf } from '@plumbline/contract/route';
import { permissionAt } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { places } from './devices.api.ts';
import * as chain from './devices.chain.table.ts';
import * as map from './devices.map.table.ts';
import { byName, update } from './devices.table.ts';
import { deviceReply, lockDevice } from './logic/require-device.ts';
import { queryVendor } from './logic/sim-vendors.ts';

type Input<K extends keyof typeof devices> = OutputOf<(typeof devices)[K]['input']>;

/** Which ids the caller may see. */
async function visibleIds({ db, caller }: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = ids.length === 0 ? new Map() : await places(db, ids);
  return new Set(
    ids.filter((id) => found.has(id) && permissionAt(caller, 'Retrieve:Device', found.get(id)!) === 'yes'),
  );
}

/**
 * A device by a name that the caller gives; what is another's is not there. One without a register id of its own
 * announces itself with its serial number. Throws notFound.
 */
async function named(context: Context, by: 'sncode' | 'register', value: string) {
  const { db, now } = context;
  const at = now();
  const device =
    (await byName(db, at, by, value)) ?? (by === 'register' ? await byName(db, at, 'sncode', value) : undefined);
  if (!device || !(await visibleIds(context, [device.id])).has(device.id))
    throw new Failure('notFound', { [by]: value });
  return device;
}

const sum = (groups: readonly map.Group[], of: (group: map.Group) => boolean) =>
  groups.reduce((total, group) => (of(group) ? total + group.count : total), 0);

function tally<K>(groups: readonly map.Group[], keyOf: (group: map.Group) => K): [K, number][] {
  const counted = new Map<K, number>();
  for (const group of groups) counted.set(keyOf(group), (counted.get(keyOf(group)) ?? 0) + group.count);
  return [...counted].sort((a, b) => b[1] - a[1] || String(a[0]).localeCompare(String(b[0])));
}

export async function summary({ db, now }: Context, { corporationId }: Input<'summary'>) {
  const all = await map.groups(db, now(), corporationId);
  const shownOnes = all.filter((group) => !group.hidden);
  const by = <K extends string>(keys: readonly K[], of: (group: map.Group) => K) =>
    Object.fromEntries(keys.map((key) => [key, sum(shownOnes, (group) => of(group) === key)])) as Record<K, number>;
  return {
    total: sum(shownOnes, () => true),
    connected: sum(shownOnes, (group) => group.connected),
    mounted: sum(shownOnes, (group) => group.mounted),
    hidden: sum(all, (group) => group.hidden),
    warned: sum(shownOnes, (group) => group.warned),
    unbound: sum(shownOnes, (group) => group.unbound),
    health: by(healthStatuses, (group) => group.health),
    types: by(deviceTypes, (group) => group.type),
    series: tally(shownOnes, (group) => group.series).map(([series, count]) => ({ series, count })),
    models: tally(shownOnes, (group) => group.model).map(([model, count]) => ({ model, count })),
  };
}

export async function positions({ db, caller, now }: Context, { corporationId }: Input<'positions'>) {
  return await map.positions(db, caller, now(), corporationId);
}

export async function positionsOfProject({ db, caller, now }: Context, { projectId }: Input<'positionsOfProject'>) {
  return await map.positionsOfProject(db, caller, now(), projectId);
}

export async function baseStationOptions({ db }: Context, { corporationId }: Input<'baseStationOptions'>) {
  const rows = await map.baseStations(db, corporationId);
  return {
    options: rows.map(({ config, ...device }) => ({
      ...device,
      host: config.baseStationHost ?? null,
      port: config.baseStationPort ?? null,
      approxX: config.approxX ?? null,
      approxY: config.approxY ?? null,
      approxZ: config.approxZ ?? null,
    })),
  };
}

/** Devices of projects that the caller may not see are left out. */
export async function associated(context: Context, { deviceId }: Input<'associated'>) {
  const { db, now } = context;
  const [self] = await chain.briefs(db, now(), [deviceId]);
  if (!self) throw new Failure('notFound', { deviceId });
  const through = self.type === 'measuring' ? [] : await chain.through(db, now(), deviceId);
  const [collector] = self.collectorId === null ? [] : await chain.briefs(db, now(), [self.collectorId]);
  const dtuId = self.dtuId ?? collector?.dtuId ?? null;
  const [dtu] = dtuId === null ? [] : await chain.briefs(db, now(), [dtuId]);
  const all = [...through, ...(collector ? [collector] : []), ...(dtu ? [dtu] : [])];
  const mine = await visibleIds(context, [...new Set(all.map(({ id }) => id))]);
  const one = (brief: chain.Brief | undefined) => (brief && mine.has(brief.id) ? brief : null);
  const visible = through.filter(({ id }) => mine.has(id));
  return {
    collector: one(collector),
    dtu: one(dtu),
    collectors: visible.filter(({ type }) => type === 'collector'),
    measuring: visible.filter(({ type }) => type === 'measuring'),
  };
}

/** Throws notFound for what the caller may not see, associationInvalid for what a device cannot send through. */
export async function associate(context: Context, { deviceId, collectorId, dtuId }: Input<'associate'>) {
  const { db } = context;
  const device = await lockDevice(context, deviceId);
  const wanted = { collectorId, dtuId };
  const ids = [...new Set([collectorId, dtuId].filter((id) => typeof id === 'number'))];
  const mine = await visibleIds(context, ids);
  const found = new Map(ids.length === 0 ? [] : (await chain.typesOf(db, ids)).map((each) => [each.id, each]));
  for (const [field, type] of [
    ['collectorId', 'collector'],
    ['dtuId', 'DTU'],
  ] as const) {
    const id = wanted[field];
    if (typeof id !== 'number') continue;
    const other = found.get(id);
    if (!other || !mine.has(id) || other.corporation_id !== device.corporationId)
      throw new Failure('notFound', { [field]: id });
    const fits = other.type === type && id !== deviceId && device.type !== 'DTU';
    if (!fits || (type === 'collector' && device.type === 'collector'))
      throw new Failure('associationInvalid', { [field]: id });
  }
  await update(db, deviceId, wanted);
  return await deviceReply(context, deviceId);
}

export async function connectionStatus(context: Context, { register }: Input<'connectionStatus'>) {
  const device = await named(context, 'register', register);
  return {
    register,
    sncode: device.sncode,
    connection: device.connection,
    lastSeenAt: device.last_seen_at?.toISOString() ?? null,
  };
}

/** Throws vendorNotConfigured and vendorFailed. */
export async function simInfoQuery(context: Context, { sncode, iccid }: Input<'simInfoQuery'>) {
  const { outbound, config } = context.services;
  const vendor = config.simQuery;
  const device = await named(context, 'sncode', sncode);
  if (!vendor) throw new Failure('vendorNotConfigured', { setting: 'SIM_QUERY_URL' });
  return { sim: await queryVendor(outbound, vendor, device.sncode, iccid) };
}
