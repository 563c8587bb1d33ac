import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { Format, modelLinks } from '../kernel/formats.ts';
import { route } from '../kernel/route.ts';
import { familyCodes, sensorModes } from '../points/families.ts';
import { done, id, name } from '../points/fields.ts';
import { maxRegisterRows, RegisterRow, repeatedRegisterRow } from '../telemetry/dial-in.rows.ts';
import { StoredChannel } from './devices.channels.ts';
import { configKeys } from './devices.config.ts';
import {
  channelConfigTypes,
  channelProtocols,
  collectorTypes,
  connectionStates,
  deviceCategories,
  deviceTypes,
  healthStatuses,
  modelFeatures,
  warningKinds,
} from './devices.words.ts';

const family = z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]);
const mode = z.int().refine((each) => each in sensorModes, 'sensorMode');
/** Code as printed on the instrument: `DCT20S`. */
export const modelCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/);

const modelFields = {
  label: name(50),
  labels: z
    .partialRecord(z.enum(languages), z.string().trim().max(50))
    .describe('In other languages; `label` where one is missing'),
  series: name(32).describe('The group that it is listed under'),
  type: z.enum(deviceTypes),
  category: z.enum(deviceCategories),
  manufacturer: z.string().trim().max(32),
  measurements: z.array(family).max(20).describe('Families that it can measure'),
  collectorTypeOptions: z.array(z.enum(collectorTypes)).min(1).max(6),
  channelProtocol: z.enum(channelProtocols).describe('How its channels are read unless they say otherwise'),
  protocols: z.array(z.enum(channelProtocols)).max(11).describe('What a channel may say'),
  registerIsSame: z.boolean().describe('Its network register id is its serial number'),
  sensorModes: z.array(mode).max(9).describe('Of its channels; empty = any'),
  channels: z.array(StoredChannel).max(512).describe('The channels that a new device of it has'),
  maxChannels: z.int().min(0).max(512).describe('On the device itself, numbered 1 to this'),
  hem: z
    .object({ maxModules: z.int().min(1).max(99), channels: z.int().min(1).max(64) })
    .nullable()
    .describe('Extension modules that it takes, and the channels of each'),
  nodes: z.object({ minimum: z.int().min(1).max(150), maximum: z.int().min(1).max(150) }).nullable(),
  configFields: z.array(z.enum(configKeys)).max(60),
  features: z.array(z.enum(modelFeatures)).max(modelFeatures.length),
  link: z
    .enum(modelLinks)
    .describe(
      'own = our own messages over MQTT and HTTP; feed = messages of a network or logger; dialIn = read over Modbus RTU or TCP',
    ),
  format: Format.nullable().describe(
    'Of what arrives by a feed: how its content becomes samples; null = there is none',
  ),
  registers: z
    .array(RegisterRow)
    .max(maxRegisterRows)
    .describe('Its register map, of what is read over Modbus RTU or TCP; empty = there is none'),
  source: z.string().trim().max(300).describe('Where its format or register map is documented'),
};

/** A predefined device model: what devices of one make share. */
export const Model = z
  .object({
    id: z.int(),
    code: z.string(),
    builtIn: z.boolean().describe('It came with Plumbline'),
    ...modelFields,
    updatedAt: z.string(),
  })
  .meta({ id: 'Model' });
export type Model = z.output<typeof Model>;

const sound = <S extends { channels?: unknown; nodes?: unknown; registers?: unknown }>(model: S) => {
  const {
    channels = [],
    nodes,
    registers = [],
  } = model as {
    registers?: RegisterRow[];
    channels?: { number: string }[];
    nodes?: { minimum: number; maximum: number } | null;
  };
  const repeated = new Set(channels.map((channel) => channel.number)).size !== channels.length;
  if (repeated) return { path: ['channels'], message: 'channelsRepeat' };
  if (nodes && nodes.minimum > nodes.maximum) return { path: ['nodes'], message: 'rangeReversed' };
  const twice = repeatedRegisterRow(registers);
  if (twice !== null) return { path: ['registers', twice, 'quantity'], message: 'rowTwice' };
  return null;
};

const anExample = {
  code: 'VW-16',
  label: 'Vibrating wire logger, 16 channels',
  series: 'VW',
  type: 'collector' as const,
  category: 'collector' as const,
  collectorTypeOptions: ['direct' as const],
  channelProtocol: 'vibratingWire' as const,
};

const judged = <S extends z.ZodObject>(schema: S) =>
  schema.check((context) => {
    const wrong = sound(context.value as object);
    if (wrong) context.issues.push({ code: 'custom', message: wrong.message, input: context.value, path: wrong.path });
  });

const ModelOption = z
  .object({
    code: z.string(),
    label: z.string(),
    labels: modelFields.labels,
    type: z.enum(deviceTypes),
    category: z.enum(deviceCategories),
    measurements: z.array(family),
    sensorModes: z.array(z.int()),
  })
  .meta({ id: 'ModelOption' });
export type ModelOption = z.output<typeof ModelOption>;

/** The catalogue of predefined models. Everybody signed in reads it; a System account keeps it. */
export const models = {
  list: route({
    method: 'GET',
    path: '/device-models',
    aliases: [{ path: '/predefined-models' }],
    summary: 'The predefined device models, by series and code.',
    shows: ['model'],
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({
      series: z.string().trim().max(32).optional(),
      type: z.enum(deviceTypes).optional(),
      category: z.enum(deviceCategories).optional(),
      measurement: family.optional(),
      keyword: z.string().trim().max(50).optional(),
    }),
    reply: z.object({ models: z.array(Model) }),
  }),
  series: route({
    method: 'GET',
    path: '/device-models/series',
    summary: 'The predefined device models grouped by series, as a chooser shows them.',
    shows: ['model'],
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({ type: z.enum(deviceTypes).optional() }),
    reply: z.object({ series: z.array(z.object({ series: z.string(), models: z.array(ModelOption) })) }),
  }),
  options: route({
    method: 'GET',
    path: '/device-models/options',
    aliases: [{ path: '/collector-type-options' }, { path: '/protocol-options' }, { path: '/sensor-options' }],
    summary:
      'Returns the options of a model: collector types, channel protocols, sensor modes, sensors, config fields. For an unknown model, all options.',
    shows: ['model'],
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({ model: z.string().trim().max(32) }),
    reply: z.object({
      known: z.boolean(),
      collectorTypes: z.array(z.enum(collectorTypes)),
      protocols: z.array(z.enum(channelProtocols)),
      configTypes: z.array(z.enum(channelConfigTypes)),
      sensorModes: z.array(z.int()),
      sensors: z.array(ModelOption),
      configFields: z.array(z.enum(configKeys)),
      features: z.array(z.enum(modelFeatures)),
      maxChannels: z.int(),
      hem: modelFields.hem,
      nodes: modelFields.nodes,
    }),
    example: { model: 'DCT20S' },
  }),
  constants: route({
    method: 'GET',
    path: '/constants/options',
    summary: 'The values that device fields may have.',
    shows: { nothing: 'Choices of this version' },
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({}),
    reply: z.object({
      deviceTypes: z.array(z.enum(deviceTypes)),
      categories: z.array(z.enum(deviceCategories)),
      collectorTypes: z.array(z.enum(collectorTypes)),
      channelProtocols: z.array(z.enum(channelProtocols)),
      channelConfigTypes: z.array(z.enum(channelConfigTypes)),
      sensorModes: z.array(z.object({ mode: z.int(), name: z.string() })),
      healthStatuses: z.array(z.enum(healthStatuses)),
      connections: z.array(z.enum(connectionStates)),
      warningKinds: z.array(z.enum(warningKinds)),
      measurements: z.array(family),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/device-models/{modelId}',
    summary: 'One predefined model.',
    shows: ['model'],
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({ modelId: id }),
    reply: z.object({ model: Model }),
  }),
  create: route({
    method: 'POST',
    path: '/device-models',
    summary: 'Adds a predefined model. Only a System account may.',
    changes: ['model'],
    needs: 'Create:Corporation',
    input: judged(
      z.object({
        code: modelCode,
        label: modelFields.label,
        labels: modelFields.labels.default({}),
        series: modelFields.series,
        type: modelFields.type,
        category: modelFields.category.default('other'),
        manufacturer: modelFields.manufacturer.default(''),
        measurements: modelFields.measurements.default([]),
        collectorTypeOptions: modelFields.collectorTypeOptions.default(['direct']),
        channelProtocol: modelFields.channelProtocol.default('plumbline'),
        protocols: modelFields.protocols.default([]),
        registerIsSame: modelFields.registerIsSame.default(false),
        sensorModes: modelFields.sensorModes.default([]),
        channels: modelFields.channels.default([]),
        maxChannels: modelFields.maxChannels.default(0),
        hem: modelFields.hem.default(null),
        nodes: modelFields.nodes.default(null),
        configFields: modelFields.configFields.default([]),
        features: modelFields.features.default([]),
        link: modelFields.link.default('own'),
        format: modelFields.format.default(null),
        registers: modelFields.registers.default([]),
        source: modelFields.source.default(''),
      }),
    ),
    reply: z.object({ model: Model }),
    fails: ['nameTaken', 'notAllowed'],
    example: anExample,
  }),
  update: route({
    method: 'PATCH',
    path: '/device-models/{modelId}',
    summary: 'Changes the given fields of a model; existing devices are not affected. System accounts only.',
    changes: ['model'],
    needs: 'Create:Corporation',
    guards: { read: 'get', part: 'model' },
    input: judged(z.object({ modelId: id, ...z.object(modelFields).partial().shape })),
    reply: z.object({ model: Model }),
    fails: ['notAllowed'],
    example: { modelId: 1, label: 'Vibrating wire logger' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/device-models/{modelId}',
    summary: 'Removes a model that no device is of. Only a System account may.',
    changes: ['model'],
    needs: 'Delete:Corporation',
    input: z.object({ modelId: id }),
    reply: done,
    fails: ['notEmpty', 'notAllowed'],
  }),
};
