/** One device as a request needs it: locked, as people see it, with how it reaches the gateway, by a name. */

import type { devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { places } from './devices.api.ts';
import { one } from './devices.read.api.ts';
import { byName, lock, type StoredDevice } from './devices.table.ts';
import { sampleOf } from './logic/latest-samples.ts';

type Connection = InputOf<typeof devices.get.reply>['connection'];

/** The device, locked until the transaction ends. Throws notFound. */
export async function lockDevice({ db }: Context, deviceId: number): Promise<StoredDevice> {
  const device = requireRow(await lock(db, deviceId), { deviceId });
  return device;
}

/** The device as people see it. Throws notFound. */
export async function deviceReply({ db, caller, now }: Context, deviceId: number) {
  const device = requireRow(await one(db, caller, now(), deviceId), { deviceId });
  return { device: device.device };
}

/** The same with its connection. `addresses` is read at each request, for the ports are known only once something listens. */
export async function deviceConnection({ db, caller, now, services: { addresses } }: Context, deviceId: number) {
  const found = requireRow(await one(db, caller, now(), deviceId), { deviceId });
  const { device, fed } = found;
  const { sncode } = device;
  const topics = {
    readings: `devices/${sncode}/readings`,
    commands: `devices/${sncode}/commands`,
    responses: `devices/${sncode}/responses`,
    errors: `devices/${sncode}/errors`,
  };
  const connection: Connection = {
    sncode,
    mqtt: addresses.mqtt && { ...addresses.mqtt, ...topics },
    http: { url: `${addresses.http}/api/devices/${sncode}/readings` },
    sample: sampleOf(device, fed, now()),
  };
  return { device, connection };
}

/** Returns the ids that the caller may see. */
export async function visibleIds({ db, caller }: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const placeOf = await places(db, ids);
  return new Set(
    [...placeOf].filter(([, place]) => permissionAt(caller, 'Retrieve:Device', place) === 'yes').map(([id]) => id),
  );
}

/**
 * A device by a name that the caller gives; what is another's is not there. One without a register id of its own
 * announces itself with its serial number. Throws notFound.
 */
export async function deviceNamed(context: Context, by: 'sncode' | 'register', value: string) {
  const { db, now } = context;
  const at = now();
  const device =
    (await byName(db, at, by, value)) ?? (by === 'register' ? await byName(db, at, 'sncode', value) : undefined);
  if (!device || !(await visibleIds(context, [device.id])).has(device.id))
    throw new Failure('notFound', { [by]: value });
  return device;
}
