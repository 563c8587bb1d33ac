/**
 * A format: how the content of an instrument's messages becomes samples of its channels. It is kept with the device model,
 * or with one device of a feed, and edited against a pasted sample. What it does is in science/src/formats.
 */
import { z } from 'zod';
import { pluginPart } from '../platform/plugins.package.ts';
import { timeZone } from '../points/fields.ts';
import { boundFields, isRange } from './bounds.ts';

export const formatLimits = { rows: 300, tags: 60 } as const;

export const contents = ['json', 'csv', 'binary'] as const;
export const separators = [',', ';', '\t', '|'] as const;
export const encodings = ['bytes', 'hex', 'base64'] as const;
export const timeForms = ['ymd', 'dmy', 'mdy', 'unixSeconds', 'unixMs', 'yearDay'] as const;
export const binaryTypes = [
  'uint8',
  'int8',
  'uint16',
  'int16',
  'uint24',
  'int24',
  'uint32',
  'int32',
  'float32',
  'float64',
  'bcd8',
  'bcd16',
  'bcd32',
] as const;
type BinaryType = (typeof binaryTypes)[number];
export const binaryOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;

/** How the messages of a network are taken apart before the format is applied. */
export const wrappings = [
  'plain',
  'theThingsStack',
  'chirpStack',
  'senML',
  'sparkplugB',
  'sensorThings',
  'campbell',
  'toa5',
  'tob',
  'nmea',
  'rtcm3',
  'lwm2m',
  'admChain',
  'worldsensing',
] as const;
export type Wrapping = (typeof wrappings)[number];

/** By what link devices of a model deliver. */
export const modelLinks = ['own', 'feed', 'dialIn'] as const;

const finite = z.number().min(-1e12).max(1e12);
const from = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u)
  .describe(
    'JSON: a path such as `data.temp` or `nodes[*].x`. CSV: the name of a column, or its number, `#3`; of a time in several columns `Date + Time`. Binary: the byte from 0, negative from the end; of a tagged payload after its tag: `0367+0`',
  );
const bits = z
  .string()
  .trim()
  .regex(/^\d{1,2}(?:-\d{1,2})?$/, 'bits');

export const FormatRow = z
  .object({
    from,
    type: z.enum(binaryTypes).default('uint16').describe('Of binary content'),
    order: z
      .enum(binaryOrders)
      .default('ABCD')
      .describe('Of binary content: ABCD = the highest byte first, DCBA = last'),
    bits: bits
      .nullable()
      .default(null)
      .describe('Of binary content: of a whole number these bits alone, counted from the lowest, 0: `7`, or `8-11`'),
    scale: finite
      .default(1)
      .refine((scale) => scale !== 0, 'scaleZero')
      .describe('The number is multiplied by it'),
    offset: finite.default(0).describe('Added after that'),
    nothing: finite.nullable().default(null).describe('What is sent where there is no value, before scale and offset'),
    ...boundFields,
    channel: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._-]{1,16}$/, 'channel')
      .describe('A channel of the device; `device` = the device itself, with the quantities voltage and signal'),
    quantity: z
      .string()
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/, 'quantity')
      .describe('What its conversion reads: frequency, temperature, current, value, ...'),
  })
  .refine(isRange, { path: ['maximum'], message: 'rangeReversed' })
  .check(({ value: row, issues }) => {
    if (row.bits === null) return;
    const [first = 0, last = first] = row.bits.split('-').map(Number);
    const bytes = wholeBytes[row.type];
    if (bytes === undefined || first > last || last >= bytes * 8)
      issues.push({ code: 'custom', path: ['bits'], message: 'bitsTooHigh', input: row.bits });
  })
  .meta({ id: 'FormatRow' });
export type FormatRow = z.output<typeof FormatRow>;

const wholeBytes: Readonly<Partial<Record<BinaryType, number>>> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint24: 3,
  int24: 3,
  uint32: 4,
  int32: 4,
};

const Tag = z.object({
  tag: z
    .string()
    .trim()
    .regex(/^(?:[\dA-Fa-f]{2}|\.\.){1,8}$/, 'hexadecimal')
    .describe(
      'The bytes before the data, in hexadecimal: channel and type of many LoRaWAN instruments, `0367`. `..` is any byte: `02....0003`',
    ),
  length: z.int().min(0).max(64).describe('Bytes of data after it'),
});

export const Format = z
  .object({
    content: z.enum(contents),
    codec: pluginPart
      .nullable()
      .default(null)
      .describe('A codec of a plug-in, `plug-in/codec`, that makes JSON of the message before; null = none'),
    port: z
      .int()
      .min(0)
      .max(255)
      .nullable()
      .default(null)
      .describe('Of LoRaWAN: only messages of this port; null = of every port'),
    records: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('JSON: path of a list of records; empty = the message is one'),
    separator: z.enum(separators).default(',').describe('CSV'),
    decimal: z.enum(['.', ',']).default('.').describe('CSV'),
    headerLine: z
      .int()
      .min(0)
      .max(100)
      .default(1)
      .describe('CSV: the line with the names of the columns, from 1; 0 = none. Data begin after it'),
    dataLine: z
      .int()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe('CSV: the first line of data, where units or remarks lie between; null = the one after the names'),
    encoding: z.enum(encodings).default('bytes').describe('Binary content that arrives as text'),
    tags: z.array(Tag).max(formatLimits.tags).default([]).describe('Binary: of a tagged payload; empty = fixed places'),
    time: z
      .object({ from, form: z.enum(timeForms), timeZone: timeZone.default('UTC') })
      .nullable()
      .default(null)
      .describe('null = the time that the network or the arrival gives'),
    rows: z.array(FormatRow).min(1).max(formatLimits.rows),
  })
  .check(({ value: { codec, content, records, time }, issues }) => {
    // The codec says how many records there are, and when each was measured.
    if (codec !== null && (content !== 'json' || records !== '' || time !== null))
      issues.push({ code: 'custom', path: ['codec'], message: 'codecJson', input: codec });
  })
  .check(({ value: { rows }, issues }) => {
    const names = rows.map(({ channel, quantity }) => `${channel} ${quantity}`);
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice >= 0)
      issues.push({ code: 'custom', path: ['rows', twice, 'quantity'], message: 'rowTwice', input: names[twice] });
  })
  .meta({ id: 'Format' });
export type Format = z.output<typeof Format>;
