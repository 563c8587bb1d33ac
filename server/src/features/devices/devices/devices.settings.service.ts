/**
 * The config patches of a device. Invariant: what is there after a patch is judged as a whole by the rules of its model,
 * and no patch takes away a channel or a module that feeds a point.
 */
import { isDeepStrictEqual } from 'node:util';
import type { devices } from '@plumbline/contract/devices/devices';
import type { StoredChannel } from '@plumbline/contract/devices/devices.channels';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { modelOf } from '../models/models.api.ts';
import { deviceReply, lockDevice } from './devices.require.api.ts';
import { configFault, judgeProcessor, merged, newChannel, nextFree } from './devices.rules.api.ts';
import { countForeignNumbers } from './devices.secrets.api.ts';
import { judgeChannels } from './devices.service.ts';
import { existingSncode, fedPoints, update } from './devices.table.ts';
import * as warningTable from './devices.warnings.table.ts';
import { initialised } from './logic/device-columns.ts';

type Input<K extends keyof typeof devices> = OutputOf<(typeof devices)[K]['input']>;

/**
 * Throws badInput, also for a value without which a point of the device would not convert, and serialNumberMissing for a
 * verification code of a camera without its serial number.
 */
export async function setConfig(context: Context, { deviceId, config, cameraCode }: Input<'setConfig'>) {
  const { db } = context;
  const before = await lockDevice(context, deviceId);
  const model = await modelOf(db, before.model);
  const next = merged(before.config, config);
  const fault = configFault(next, model);
  if (fault) throw fault;
  if (cameraCode && model && !model.configFields.includes('cameraCode'))
    throw new Failure('badInput', [{ path: 'cameraCode', message: 'fieldNotOfModel' }]);
  const holdsCode = (cameraCode === undefined ? before.cameraCode : cameraCode) !== null;
  if (holdsCode && !next.cameraSerial) throw new Failure('serialNumberMissing', { sncode: before.sncode });
  await update(db, deviceId, {
    config: next,
    cameraCode: cameraCode ? context.services.secrets.encrypt(cameraCode) : cameraCode,
  });
  await context.lifecycle.takeConfig(context, { deviceId });
  return await deviceReply(context, deviceId);
}

/** Throws channelUnknown for one that is to go and is not there, lastChannelUsed, and what channelsFault says. */
export async function setChannels(context: Context, { deviceId, channels, remove }: Input<'setChannels'>) {
  const { db, changed } = context;
  const before = await lockDevice(context, deviceId);
  const model = await modelOf(db, before.model);
  const next = new Map(before.channels.map((channel) => [channel.number, channel]));
  for (const number of remove) if (!next.delete(number)) throw new Failure('channelUnknown', { channelNo: number });
  for (const { number: rawNumber, ...fields } of channels) {
    const number = rawNumber ?? nextFree(new Set(next.keys()), model);
    const channel = next.get(number) ?? newChannel(number, model);
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    next.set(number, { ...channel, ...set });
  }
  const list = [...next.values()];
  if (list.length > 512) throw new Failure('lastChannelUsed', { channels: 512 });
  const judged = await judgeChannels(context, before, inOrder(list), model);
  await update(db, deviceId, { channels: judged });
  await changed({ kind: 'device', id: deviceId, sncode: before.sncode });
  return await deviceReply(context, deviceId);
}

export async function setProcessor(context: Context, { deviceId, processor }: Input<'setProcessor'>) {
  const { db } = context;
  const before = await lockDevice(context, deviceId);
  const next = merged(before.processor, processor);
  judgeProcessor(next, before.channels, await modelOf(db, before.model));
  const serial = before.channels.find(({ configType }) => configType === 'serial');
  if (serial && !next.serial) throw new Failure('serialConfigMissing', { channelNo: serial.number });
  await update(db, deviceId, { processor: next });
  await context.lifecycle.sendProcessor(context, { deviceId, sncode: before.sncode, processor: next });
  return await deviceReply(context, deviceId);
}

export async function setChart(context: Context, { deviceId, chart }: Input<'setChart'>) {
  const before = await lockDevice(context, deviceId);
  const next = merged(before.chart, chart);
  const { minimum, maximum } = next;
  if (typeof minimum === 'number' && typeof maximum === 'number' && minimum >= maximum)
    throw new Failure('badInput', [{ path: 'chart.maximum', message: 'rangeReversed' }]);
  await update(context.db, deviceId, { chart: next });
  return await deviceReply(context, deviceId);
}

/** Throws channelUnknown where the model takes no module, channelInvalid, sncodeExists and channelInUse. */
export async function setHem(context: Context, { deviceId, modules }: Input<'setHem'>) {
  const { db, changed } = context;
  const before = await lockDevice(context, deviceId);
  const model = await modelOf(db, before.model);
  const [first] = modules;
  if (first && model && !model.hem) throw new Failure('channelUnknown', { module: first.number });
  const most = model?.hem?.maxModules;
  const beyond = most === undefined ? undefined : modules.find(({ number }) => number > most);
  if (beyond) throw new Failure('channelInvalid', { channelNo: String(beyond.number) });
  const sncodes = modules.map(({ sncode }) => sncode);
  const repeated = sncodes.find((sncode, i) => sncodes.indexOf(sncode) !== i);
  await countForeignNumbers(context);
  const existing = repeated ?? (await existingSncode(db, deviceId, sncodes));
  if (existing && !repeated) await countForeignNumbers(context, 1);
  if (existing) throw new Failure('sncodeExists', { sncode: existing });
  const left = new Set(modules.map(({ number }) => number));
  const channels = before.channels.filter(
    ({ configType, number }) => configType !== 'module' || left.has(Number(number.split('-')[0])),
  );
  const judged = await judgeChannels(context, before, channels, model, { hem: modules });
  await update(db, deviceId, { hem: modules, channels: judged });
  await changed({ kind: 'device', id: deviceId, sncode: before.sncode });
  return await deviceReply(context, deviceId);
}

export async function setMounted(context: Context, { deviceId, mounted }: Input<'setMounted'>) {
  await lockDevice(context, deviceId);
  await update(context.db, deviceId, { mounted });
  return await deviceReply(context, deviceId);
}

export async function setHidden(context: Context, { deviceId, hidden }: Input<'setHidden'>) {
  await lockDevice(context, deviceId);
  await update(context.db, deviceId, { hidden });
  return await deviceReply(context, deviceId);
}

/**
 * Initialises a device. Channels that feed a point stay, with the module that it is on; the rest is as the model
 * begins. Of an unknown model the channels stay. Throws badInput where a point would not convert without its config.
 */
export async function initialise(context: Context, { deviceId }: Input<'initialise'>) {
  const { db, changed } = context;
  const before = await lockDevice(context, deviceId);
  const model = await modelOf(db, before.model);
  const fed = new Set((await fedPoints(db, deviceId)).map(({ channel }) => channel));
  const remaining = model ? before.channels.filter(({ number }) => fed.has(number)) : before.channels;
  const numbers = new Set(remaining.map(({ number }) => number));
  const begun = (model?.channels ?? []).filter(({ number }) => !numbers.has(number));
  const channels = inOrder([...remaining, ...begun]);
  const modules = new Set(
    remaining.filter(({ configType }) => configType === 'module').map(({ number }) => Number(number.split('-')[0])),
  );
  const serial = remaining.some(({ configType }) => configType === 'serial') ? before.processor.serial : undefined;
  await judgeChannels(context, before, channels, model);
  const hem = before.hem.filter(({ number }) => modules.has(number));
  const processor = serial ? { serial } : {};
  await update(db, deviceId, initialised({ channels, processor, hem }));
  if (!isDeepStrictEqual(processor, before.processor))
    await context.lifecycle.sendProcessor(context, { deviceId, sncode: before.sncode, processor });
  await context.lifecycle.takeConfig(context, { deviceId });
  await changed({ kind: 'device', id: deviceId, sncode: before.sncode });
  return await deviceReply(context, deviceId);
}

export async function healthThreshold({ db }: Context, { deviceId }: Input<'healthThreshold'>) {
  const limits = requireRow(await warningTable.thresholdsOf(db, deviceId), { deviceId });
  const { own, corporation } = limits;
  return { thresholds: own ?? corporation, own: own !== null, corporation };
}

export async function setHealthThreshold(context: Context, { deviceId, thresholds }: Input<'setHealthThreshold'>) {
  await lockDevice(context, deviceId);
  await update(context.db, deviceId, { healthThresholds: thresholds });
  return await deviceReply(context, deviceId);
}

export async function warnings({ db }: Context, { deviceId, page, pageSize }: Input<'warnings'>) {
  return await warningTable.list(db, deviceId, { page, pageSize });
}

/** Throws notFound where one of them is not in the list of this device, and removes none. */
export async function removeWarnings({ db }: Context, { deviceId, ids }: Input<'removeWarnings'>) {
  const uniqueIds = [...new Set(ids)];
  const removed = await warningTable.remove(db, deviceId, uniqueIds);
  if (removed < uniqueIds.length) throw new Failure('notFound', { deviceId, ids });
  return { code: 0 as const, removed };
}

const byNumber = new Intl.Collator('en', { numeric: true });
const inOrder = (channels: readonly StoredChannel[]): StoredChannel[] =>
  [...channels].sort((a, b) => byNumber.compare(a.number, b.number));
