/** How a device reaches the gateway: its secret, whether it is connected, its SIM card. */
import type { connections } from '@plumbline/contract/devices/connections';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { deviceConnection, deviceNamed, lockDevice } from '../devices/devices.require.api.ts';
import { replaceSecret } from '../devices/devices.secrets.api.ts';
import { queryVendor } from './logic/sim-vendors.ts';

type Input<K extends keyof typeof connections> = OutputOf<(typeof connections)[K]['input']>;

export async function newSecret(context: Context, { deviceId }: Input<'newSecret'>) {
  const { sncode } = await lockDevice(context, deviceId);
  const secret = await replaceSecret(context.db, deviceId);
  await context.changed({ kind: 'device', id: deviceId, sncode });
  const { connection } = await deviceConnection(context, deviceId);
  return { secret, connection };
}

export async function connectionStatus(context: Context, { register }: Input<'connectionStatus'>) {
  const device = await deviceNamed(context, 'register', register);
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
  const device = await deviceNamed(context, 'sncode', sncode);
  if (!vendor) throw new Failure('vendorNotConfigured', { setting: 'SIM_QUERY_URL' });
  return { sim: await queryVendor(outbound, vendor, device.sncode, iccid) };
}
