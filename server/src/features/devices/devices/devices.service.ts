/**
 * Devices: what stands outside and sends. A device belongs to a corporation; its channels feed points of any project.
 * Invariant: its secret is kept as a hash and shown once, and a channel that feeds a point is not taken away.
 */
import type { devices } from '@plumbline/contract/devices/devices';
import type { StoredChannel } from '@plumbline/contract/devices/devices.channels';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { hashOf } from '../../people/sessions/sessions.api.ts';
import { modelOf } from '../models/models.api.ts';
import { dependents } from './devices.chain.table.ts';
import { deviceConnection, deviceReply, lockDevice } from './devices.require.api.ts';
import { type ChannelInput, channelsFault, collectorFault, newChannel, wholeChannel } from './devices.rules.api.ts';
import { countForeignNumbers, countRegisters, makeSecret, refusingDuplicates } from './devices.secrets.api.ts';
import * as table from './devices.table.ts';

type Input<K extends keyof typeof devices> = OutputOf<(typeof devices)[K]['input']>;

/** Throws sncodeExists where the serial number is in use anywhere in the installation: it is the MQTT username. */
export async function create(context: Context, { corporationId, sncode, ...fields }: Input<'create'>) {
  const { db, now, changed } = context;
  const model = await modelOf(db, fields.model);
  const channels =
    fields.channels?.map((channel) => wholeChannel(channel)) ?? (model ? model.channels : [newChannel('1', undefined)]);
  const fault =
    channelsFault([], channels, { model, hem: [], processor: {} }) ??
    (fields.collectorType ? collectorFault(fields.collectorType, model) : null);
  if (fault) throw fault;
  const register = fields.register ?? (model?.registerIsSame ? sncode : null);
  await countForeignNumbers(context);
  if (await table.isElsewhere(db, corporationId, sncode)) {
    await countForeignNumbers(context, 1);
    throw new Failure('sncodeExists', { sncode });
  }
  const secret = makeSecret();
  const inserted = table.insert(
    db,
    { manufacturer: model?.manufacturer, type: model?.type, ...defined(fields), register, channels },
    { corporationId, sncode, secretHash: hashOf(secret), createdAt: now() },
  );
  const id = await countRegisters(context, refusingDuplicates(inserted, { sncode, register }));
  await changed({ kind: 'device', id, sncode });
  return { ...(await deviceConnection(context, id)), secret };
}

export async function get(context: Context, { deviceId }: Input<'get'>) {
  const one = await deviceConnection(context, deviceId);
  return { ...one, unbound: await table.unboundSamples(context.db, deviceId) };
}

/** Throws channelInUse with the channel that would be taken from under a point. */
export async function update(context: Context, { deviceId, channels, ...changes }: Input<'update'>) {
  const { db, changed } = context;
  const before = await lockDevice(context, deviceId);
  const model = await modelOf(db, changes.model ?? before.model);
  const fault = changes.collectorType ? collectorFault(changes.collectorType, model) : null;
  if (fault) throw fault;
  if (changes.type && changes.type !== before.type) await judgeType(context, before);
  const next = channels && (await judgeChannels(context, before, rewired(before.channels, channels), model));
  const updated = table.update(db, deviceId, { ...changes, channels: next });
  await countRegisters(context, refusingDuplicates(updated, { register: changes.register ?? null }));
  await changed({ kind: 'device', id: deviceId, sncode: before.sncode });
  return await deviceReply(context, deviceId);
}

/** Throws channelInUse where it feeds a point, notEmpty where other devices send through it. */
export async function remove(context: Context, { deviceId }: Input<'remove'>) {
  const { db, changed } = context;
  const { sncode } = await lockDevice(context, deviceId);
  const [fed] = await table.fedPoints(db, deviceId);
  if (fed) throw new Failure('channelInUse', { channelNo: fed.channel, pointName: fed.name });
  const devices = await dependents(db, deviceId);
  if (devices > 0) throw new Failure('notEmpty', { devices });
  await table.remove(db, deviceId);
  await changed({ kind: 'device', id: deviceId, sncode });
  return {};
}

export async function sncodeExist({ db }: Context, { corporationId, sncode }: Input<'sncodeExist'>) {
  return { exist: await table.sncodeExists(db, corporationId, sncode) };
}

export async function registerExist({ db }: Context, { corporationId, register }: Input<'registerExist'>) {
  return { exist: await table.registerExists(db, corporationId, register) };
}

/** Without what is undefined, so that it does not hide what the model says. */
const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** The whole list as somebody says it: how a channel is wired stays where that is not said. */
function rewired(before: readonly StoredChannel[], inputs: readonly ChannelInput[]): StoredChannel[] {
  const byNumber = new Map(before.map((channel) => [channel.number, channel]));
  return inputs.map((channel) => ({ ...wholeChannel({ ...byNumber.get(channel.number), ...defined(channel) }) }));
}

/**
 * Channels that may take the place of those that a device has; the samples of those that go are forgotten.
 * Throws channelInUse, and what channelsFault says.
 */
export async function judgeChannels(
  { db }: Context,
  before: table.StoredDevice,
  next: StoredChannel[],
  model: Awaited<ReturnType<typeof modelOf>>,
  around: { hem?: table.StoredDevice['hem'] } = {},
): Promise<StoredChannel[]> {
  const remaining = new Set(next.map(({ number }) => number));
  const fed = await table.fedPoints(db, before.id);
  const lost = fed.find(({ channel }) => channel !== null && !remaining.has(channel));
  if (lost) throw new Failure('channelInUse', { channelNo: lost.channel, pointName: lost.name });
  const { processor } = before;
  const fault = channelsFault(before.channels, next, { model, hem: around.hem ?? before.hem, processor });
  if (fault) throw fault;
  const gone = before.channels.map(({ number }) => number).filter((number) => !remaining.has(number));
  if (gone.length > 0) await table.dropChannels(db, before.id, gone);
  return next;
}

/** A device that others send through, or that sends through others, stays what it is. */
async function judgeType({ db }: Context, { id, collectorId, dtuId }: table.StoredDevice): Promise<void> {
  if (collectorId !== null || dtuId !== null || (await dependents(db, id)) > 0)
    throw new Failure('associationInvalid', { deviceId: id });
}
