/**
 * What a device may say of itself, judged by its model: pure, so that one row and a thousand are judged alike. A device
 * whose model is none of the catalogue may say everything that has the right form.
 */
import { isAddress, type StoredChannel } from '@plumbline/contract/devices/devices.channels';
import { DeviceConfig } from '@plumbline/contract/devices/devices.config';
import type { Device } from '@plumbline/contract/devices/devices.device';
import type { ProcessorConfig } from '@plumbline/contract/devices/devices.processor';
import type { CollectorType } from '@plumbline/contract/devices/devices.words';
import type { Model } from '@plumbline/contract/devices/models';
import { Failure } from '@plumbline/contract/kernel/errors';

export interface Surroundings {
  readonly model: Model | undefined;
  readonly hem: Device['hem'];
  readonly processor: Device['processor'];
}

const unwell = (path: string, message: string) => new Failure('badInput', [{ path, message }]);
const moduleChannel = /^(\d{1,2})-(\d{1,3})$/;

/** Of the device itself when no model says: as many as a message may name. */
const maxChannels = 512;
export const channelsOf = (model: Model | undefined): number => model?.maxChannels ?? maxChannels;

/** A channel with optional fields. */
export type ChannelInput = { readonly [K in keyof StoredChannel]?: StoredChannel[K] | undefined } & Pick<
  StoredChannel,
  'number' | 'mode'
>;
/** Returns a channel with every field. */
export const wholeChannel = (channel: ChannelInput): StoredChannel => ({
  number: channel.number,
  mode: channel.mode,
  label: channel.label ?? '',
  configType: channel.configType ?? 'direct',
  protocol: channel.protocol ?? null,
  sensor: channel.sensor ?? '',
  address: channel.address ?? '',
});

/** Returns the defaults of a channel of which only the number is given. */
export const newChannel = (number: string, model: Model | undefined): StoredChannel => ({
  ...wholeChannel({ number, mode: model?.channels[0]?.mode ?? model?.sensorModes[0] ?? 4 }),
  configType: moduleChannel.test(number) && model?.hem ? 'module' : 'direct',
});

/** The lowest number on the device itself that is free. Throws lastChannelUsed. */
export function nextFree(used: ReadonlySet<string>, model: Model | undefined): string {
  for (let number = 1; number <= channelsOf(model); number++) if (!used.has(String(number))) return String(number);
  throw new Failure('lastChannelUsed', { channels: channelsOf(model) });
}

/**
 * Why a channel cannot be as it says, or null: channelInvalid (not a number of the model), channelUnknown (no such
 * module), addressInvalid, serialConfigMissing, badInput (a mode or protocol that the model does not have).
 */
export function channelFault(channel: StoredChannel, { model, hem, processor }: Surroundings): Failure | null {
  const { number, configType, protocol, address } = channel;
  const outOfRange = new Failure('channelInvalid', { channelNo: number });
  if (configType === 'module') {
    const [, module, place] = moduleChannel.exec(number) ?? [];
    if (module === undefined) return outOfRange;
    if (!hem.some((each) => each.number === Number(module)))
      return new Failure('channelUnknown', { channelNo: number, module: Number(module) });
    if (Number(place) < 1 || (model?.hem && Number(place) > model.hem.channels)) return outOfRange;
  } else if (model && !(/^[1-9]\d*$/.test(number) && Number(number) <= model.maxChannels)) return outOfRange;
  const path = `channels.${number}`;
  if (model && model.sensorModes.length > 0 && !model.sensorModes.includes(channel.mode))
    return unwell(`${path}.mode`, 'sensorMode');
  if (protocol !== null && model && model.protocols.length > 0 && !model.protocols.includes(protocol))
    return unwell(`${path}.protocol`, 'choose');
  const spoken = protocol ?? model?.channelProtocol ?? null;
  if (!isAddress(spoken, address))
    return new Failure('addressInvalid', { channelNo: number, address, protocol: spoken });
  if (configType === 'serial') {
    if (model && !model.features.includes('serial')) return unwell(`${path}.configType`, 'choose');
    if (!processor.serial) return new Failure('serialConfigMissing', { channelNo: number });
  }
  return null;
}

/** The first fault of what is new or changed; what stays as it was is not judged again. Addresses of an array are its own. */
export function channelsFault(
  before: readonly StoredChannel[],
  after: readonly StoredChannel[],
  around: Surroundings,
): Failure | null {
  const known = new Map(before.map((channel) => [channel.number, JSON.stringify(channel)]));
  const addresses = new Map<string, string>();
  for (const channel of after) {
    if (known.get(channel.number) !== JSON.stringify(channel)) {
      const fault = channelFault(channel, around);
      if (fault) return fault;
    }
    if ((channel.protocol ?? around.model?.channelProtocol) !== 'adm' || channel.address === '') continue;
    const address = channel.address.toUpperCase();
    if (addresses.has(address))
      return new Failure('addressInvalid', {
        channelNo: channel.number,
        address: channel.address,
        usedBy: addresses.get(address),
      });
    addresses.set(address, channel.number);
  }
  return null;
}

/** Why a config cannot be what it would be, as badInput: fields of another model, ranges, nodes. Null = it can. */
export function configFault(config: object, model: Model | undefined): Failure | null {
  const judged = DeviceConfig.safeParse(config);
  if (!judged.success)
    return new Failure(
      'badInput',
      judged.error.issues.map(({ path, message, code }) => ({ path: ['config', ...path].join('.'), message, code })),
    );
  if (!model) return null;
  const foreign = Object.entries(judged.data).find(
    ([key, value]) => value !== null && !(model.configFields as readonly string[]).includes(key),
  );
  if (foreign) return unwell(`config.${foreign[0]}`, 'fieldNotOfModel');
  const nodes = judged.data.nodeCount ?? judged.data.segmentLengths?.length;
  if (model.nodes && nodes !== undefined && (nodes < model.nodes.minimum || nodes > model.nodes.maximum))
    return unwell(judged.data.nodeCount === undefined ? 'config.segmentLengths' : 'config.nodeCount', 'nodesOfModel');
  return null;
}

/** Throws eventUnsupported, and channelUnknown for a frequency of a channel that is not there. */
export function judgeProcessor(
  processor: ProcessorConfig,
  channels: readonly StoredChannel[],
  model: Model | undefined,
): void {
  if (processor.event && model && !model.features.includes('events'))
    throw new Failure('eventUnsupported', { model: model.code });
  const numbers = new Set(channels.map((channel) => channel.number));
  const strange = Object.keys(processor.frequenciesHz ?? {}).find((number) => !numbers.has(number));
  if (strange !== undefined) throw new Failure('channelUnknown', { channelNo: strange });
}

/** A way of collecting that the model does not have, as badInput; null = it has it. */
export const collectorFault = (way: CollectorType, model: Model | undefined): Failure | null =>
  model && !model.collectorTypeOptions.includes(way) ? unwell('collectorType', 'choose') : null;

/** Returns the given fields laid over the former ones: null takes a field away, what is absent stays. */
export function merged<T extends object>(before: T, changes: object): T {
  const combined = { ...before, ...changes };
  return Object.fromEntries(Object.entries(combined).filter(([, value]) => value !== null && value !== undefined)) as T;
}
