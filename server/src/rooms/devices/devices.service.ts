/**
 * Devices: what stands outside and sends. A device belongs to a corporation; its channels feed points of any project.
 * Invariant: its secret is kept as a hash and shown once, and a channel that feeds a point is not taken away.
 */
import { randomBytes } from 'node:crypto';
import type { devices } from '@plumbline/contract/devices';
import { Failure } from '@plumbline/contract/errors';
import type { InputOf, OutputOf } from '@plumbline/contract/route';
import type { Addresses } from '../../kernel/addresses.ts';
import type { Context } from '../../kernel/context.ts';
import { refuseTwice } from '../../kernel/taken.ts';
import { hashOf } from '../sessions/sessions.reads.ts';
import { sampleOf } from './devices.sample.ts';
import * as table from './devices.table.ts';

type Input<K extends keyof typeof devices> = OutputOf<(typeof devices)[K]['input']>;
type Connection = InputOf<typeof devices.get.reply>['connection'];

const newSecret = () => `pld_${randomBytes(32).toString('base64url')}`;

/** The handlers; `addresses` is read at each request, for the ports are known only once something listens. */
export const service = (addresses: Addresses) => ({
  async list({ db, caller, now }: Context, { corporationId, page, pageSize, ...filter }: Input<'list'>) {
    return await table.ofCorporation(db, caller, now(), corporationId, filter, { page, pageSize });
  },

  async ofProject({ db, caller, now }: Context, { projectId, page, pageSize, ...filter }: Input<'ofProject'>) {
    return await table.ofProject(db, caller, now(), projectId, filter, { page, pageSize });
  },

  /** Throws sncodeExists where the serial number is in use anywhere in the installation: it is the MQTT username. */
  async create(context: Context, { corporationId, sncode, ...said }: Input<'create'>) {
    const { db, now, changed } = context;
    const secret = newSecret();
    const made = { corporationId, sncode, secretHash: hashOf(secret), createdAt: now() };
    const taken = new Failure('sncodeExists', { sncode });
    const id = await refuseTwice(table.insert(db, said, made), 'device_sncode_key', taken);
    await changed({ kind: 'device', id, sncode });
    return { ...(await found(context, addresses, id)), secret };
  },

  async get(context: Context, { deviceId }: Input<'get'>) {
    const one = await found(context, addresses, deviceId);
    return { ...one, unbound: await table.unboundSamples(context.db, deviceId) };
  },

  /** Throws channelOccupied with the channel that would be taken from under a point. */
  async update(context: Context, { deviceId, ...said }: Input<'update'>) {
    const { db, changed } = context;
    const before = await locked(context, deviceId);
    if (said.channels) {
      const kept = new Set(said.channels.map(({ number }) => number));
      const fed = await table.fedPoints(db, deviceId);
      const lost = fed.find(({ channel }) => !kept.has(channel!));
      if (lost) throw new Failure('channelOccupied', { channelNo: lost.channel, pointName: lost.name });
      const gone = before.channels.map(({ number }) => number).filter((number) => !kept.has(number));
      if (gone.length > 0) await table.dropChannels(db, deviceId, gone);
    }
    await table.update(db, deviceId, said);
    await changed({ kind: 'device', id: deviceId, sncode: before.sncode });
    const { device } = await found(context, addresses, deviceId);
    return { device };
  },

  async newSecret(context: Context, { deviceId }: Input<'newSecret'>) {
    const { sncode } = await locked(context, deviceId);
    const secret = newSecret();
    await table.setSecret(context.db, deviceId, hashOf(secret));
    await context.changed({ kind: 'device', id: deviceId, sncode });
    const { connection } = await found(context, addresses, deviceId);
    return { secret, connection };
  },

  async remove(context: Context, { deviceId }: Input<'remove'>) {
    const { db, changed } = context;
    const { sncode } = await locked(context, deviceId);
    const [fed] = await table.fedPoints(db, deviceId);
    if (fed) throw new Failure('channelOccupied', { channelNo: fed.channel, pointName: fed.name });
    await table.remove(db, deviceId);
    await changed({ kind: 'device', id: deviceId, sncode });
    return {};
  },

  async sncodeExist({ db }: Context, { sncode }: Input<'sncodeExist'>) {
    return { exist: await table.sncodeExists(db, sncode) };
  },
});

async function locked({ db }: Context, deviceId: number) {
  const device = await table.lock(db, deviceId);
  if (!device) throw new Failure('notFound', { deviceId });
  return device;
}

async function found({ db, caller, now }: Context, addresses: Addresses, deviceId: number) {
  const one = await table.one(db, caller, now(), deviceId);
  if (!one) throw new Failure('notFound', { deviceId });
  const { device, fed } = one;
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
