/** One device with how it reaches the gateway: what most answers of this feature hold. */

import type { devices } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import type { InputOf } from '@plumbline/contract/route';
import type { Context } from '../../../kernel/context.ts';
import { one } from '../devices.list.table.ts';
import { lock, type StoredDevice } from '../devices.table.ts';
import { sampleOf } from './latest-samples.ts';

type Connection = InputOf<typeof devices.get.reply>['connection'];

/** The device, locked until the transaction ends. Throws notFound. */
export async function lockDevice({ db }: Context, deviceId: number): Promise<StoredDevice> {
  const device = await lock(db, deviceId);
  if (!device) throw new Failure('notFound', { deviceId });
  return device;
}

/** The device as people see it. Throws notFound. */
export async function deviceReply({ db, caller, now }: Context, deviceId: number) {
  const found = await one(db, caller, now(), deviceId);
  if (!found) throw new Failure('notFound', { deviceId });
  return { device: found.device };
}

/** The same with its connection. `addresses` is read at each request, for the ports are known only once something listens. */
export async function deviceConnection({ db, caller, now, services: { addresses } }: Context, deviceId: number) {
  const found = await one(db, caller, now(), deviceId);
  if (!found) throw new Failure('notFound', { deviceId });
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
