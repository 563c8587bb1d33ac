import { z } from 'zod';
import { gatewayLimits } from '../kernel/constants.ts';
import type { FieldDefinition } from '../kernel/forms.ts';
import { host, port, segmentLengths } from '../points/fields.ts';

/**
 * The config fields of specification 3: what each takes, its unit, and how a form asks for it. A model names those that
 * apply to it; a device whose model is none of the catalogue has them all. Where each acts is in devices.parameters.ts.
 */
const number = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum);
const finite = number(-1e12, 1e12);
const text = (max: number) => z.string().trim().max(max);
/** Plus one, or minus one where the sensor was built in the other way round. */
const sign = z.union([z.literal(1), z.literal(-1)]);

export const chartDirections = ['up', 'down', 'left', 'right'] as const;
export const gnssRoles = ['rover', 'base'] as const;

const shape = {
  segmentLengths,
  nodeCount: z.int().min(1).max(gatewayLimits.nodesPerPoint),
  markAngle: number(0, 360),
  chartDirection: z.enum(chartDirections),
  elevation: number(-12_000, 12_000),
  panelAngle: z.number().gt(0).max(90),
  panelElevation: number(-12_000, 12_000),
  firmwareVersion: text(32),
  gnssRole: z.enum(gnssRoles),
  baseStationHost: host,
  baseStationPort: port,
  approxX: number(-1e9, 1e9),
  approxY: number(-1e9, 1e9),
  approxZ: number(-1e9, 1e9),
  cameraSerial: text(32),
  K: finite,
  Kt: finite,
  f0: number(0, 1e6),
  t0: number(-100, 200),
  Kr: finite,
  currentMin: number(0, 100),
  currentMax: number(0, 100),
  voltageMin: number(-1000, 1000),
  voltageMax: number(-1000, 1000),
  fullScale: number(0, 1e9),
  settlementSign: sign,
  convergenceSign: sign,
  archSettlementSign: sign,
};
type Shape = typeof shape;
type Loose = { [K in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[K]>> };
const loose = Object.fromEntries(
  Object.entries(shape).map(([key, schema]) => [key, (schema as z.ZodType).nullable().optional()]),
) as unknown as Loose;

/** Pairs of which the first is below the second. */
const spans = [
  ['currentMin', 'currentMax'],
  ['voltageMin', 'voltageMax'],
] as const;

/** The config as stored. */
export const StoredConfig = z.object(loose).meta({ id: 'KeptConfig' });

/** Settings of a device's config; null takes a field back. Judged as a whole: ranges ascend, nodes agree. */
export const DeviceConfig = z
  .strictObject(loose)
  .check((context) => {
    const { value } = context;
    const fault = (path: string, message: string) =>
      context.issues.push({ code: 'custom', message, input: value, path: [path] });
    for (const [low, high] of spans)
      if (typeof value[low] === 'number' && typeof value[high] === 'number' && value[low] >= value[high])
        fault(high, 'rangeReversed');
    const nodes = value.nodeCount;
    if (typeof nodes === 'number' && value.segmentLengths?.length && value.segmentLengths.length !== nodes)
      fault('segmentLengths', 'segmentCount');
  })
  .meta({ id: 'DeviceConfig' });
export type DeviceConfig = z.output<typeof DeviceConfig>;

/** The verification code of a camera: written, never read back. */
export const cameraCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,32}$/);

/** Every config field; `cameraCode` is kept apart from the others. */
export const configKeys = [...(Object.keys(shape) as (keyof Shape)[]), 'cameraCode'] as const;
export type ConfigKey = (typeof configKeys)[number];
/** Keys that screens ask for: all but the code of a camera, which waits for pictures to be fetched. */
export const configKeysShown: readonly ConfigKey[] = configKeys.filter((key) => key !== 'cameraCode');

const choices = (key: string, values: readonly (string | number)[]) =>
  values.map((value) => ({ value, label: `devices:configOption.${key}.${value}` }));
const measure = (unit: string) => ({ type: 'NUMBER', unit }) as const;
const plainNumber = { type: 'NUMBER' } as const;
const plainText = { type: 'INPUT' } as const;
const signs = (key: string) => ({ type: 'SELECT', inputType: 'buttons', options: choices(key, [1, -1]) }) as const;

const configFields: Readonly<Record<ConfigKey, Omit<FieldDefinition, 'prop' | 'label'>>> = {
  segmentLengths: { type: 'NODE_SEGMENTLEN_INPUT', tips: 'devices:configTip.segmentLengths' },
  nodeCount: plainNumber,
  markAngle: measure('°'),
  chartDirection: { type: 'SELECT', inputType: 'buttons', options: choices('chartDirection', chartDirections) },
  elevation: measure('m'),
  panelAngle: measure('°'),
  panelElevation: measure('m'),
  firmwareVersion: { type: 'INPUT', inputType: 'code' },
  gnssRole: { type: 'SELECT', inputType: 'buttons', options: choices('gnssRole', gnssRoles) },
  baseStationHost: plainText,
  baseStationPort: plainNumber,
  approxX: measure('m'),
  approxY: measure('m'),
  approxZ: measure('m'),
  cameraSerial: { type: 'INPUT', inputType: 'code' },
  cameraCode: { type: 'PASSWORD_INPUT', inputType: 'current', tips: 'devices:configTip.cameraCode' },
  K: plainNumber,
  Kt: plainNumber,
  f0: measure('Hz'),
  t0: measure('°C'),
  Kr: plainNumber,
  currentMin: measure('mA'),
  currentMax: measure('mA'),
  voltageMin: measure('V'),
  voltageMax: measure('V'),
  fullScale: plainNumber,
  settlementSign: signs('sign'),
  convergenceSign: signs('sign'),
  archSettlementSign: signs('sign'),
};

/** The form of a model's config fields, for the input of `devices.setConfig`. */
export const configDefinitions = (keys: readonly ConfigKey[]): readonly FieldDefinition[] =>
  configKeys
    .filter((key) => keys.includes(key))
    .map((key) => ({
      ...configFields[key],
      prop: key === 'cameraCode' ? key : `config.${key}`,
      label: `devices:config.${key}`,
    }));

/** How charts of a device begin, before those of its points say otherwise. */
export const DeviceChart = z
  .object({
    fields: z.array(z.string().max(16)).max(20).nullable(),
    minimum: finite.nullable(),
    maximum: finite.nullable(),
    reversed: z.boolean().nullable(),
  })
  .partial()
  .check(({ value, issues }) => {
    const { minimum, maximum } = value;
    if (typeof minimum === 'number' && typeof maximum === 'number' && minimum >= maximum)
      issues.push({ code: 'custom', message: 'rangeReversed', input: value, path: ['maximum'] });
  })
  .meta({ id: 'DeviceChart' });
export type DeviceChart = z.output<typeof DeviceChart>;
