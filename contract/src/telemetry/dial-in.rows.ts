/** A row of a register map: where a number lies in an instrument, how it is read, and which channel and quantity it is. */
import { z } from 'zod';
import { boundFields, isRange } from '../kernel/bounds.ts';

/** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
const functions = [1, 2, 3, 4] as const;
export const registerTypes = [
  'bit',
  'uint16',
  'int16',
  'uint32',
  'int32',
  'float32',
  'float64',
  'bcd16',
  'bcd32',
] as const;
export type RegisterType = (typeof registerTypes)[number];
/** Orders of the bytes of 32 bits, A the highest. */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;

/** Registers of a number; a bit has none of its own. */
const lengths: Readonly<Record<RegisterType, number>> = {
  bit: 1,
  uint16: 1,
  int16: 1,
  uint32: 2,
  int32: 2,
  float32: 2,
  float64: 4,
  bcd16: 1,
  bcd32: 2,
};

/** One bit (`7`) or several (`8-11`), counted from the lowest, 0. */
const bits = z
  .string()
  .trim()
  .regex(/^\d{1,2}(?:-\d{1,2})?$/, 'bits');
const finite = z.number().min(-1e12).max(1e12);

const maxUnit = 247;
export const unitAddress = z.int().min(1).max(maxUnit);

export const RegisterRow = z
  .object({
    unit: unitAddress.describe('Address of the instrument on the bus'),
    function: z.literal([...functions]).describe('1 coils, 2 discrete inputs, 3 holding registers, 4 input registers'),
    address: z.int().min(0).max(65_535).describe('As it is sent, from 0: 40001 of a manual is address 0 of function 3'),
    type: z.enum(registerTypes),
    order: z
      .enum(byteOrders)
      .default('ABCD')
      .describe('Order of the bytes of 32 bits, A the highest; ABCD = as the specification has it'),
    bits: bits
      .nullable()
      .default(null)
      .describe('Of a whole number these bits alone, counted from the lowest, 0: `7`, or `8-11`'),
    scale: finite
      .default(1)
      .refine((scale) => scale !== 0, 'scaleZero')
      .describe('The number is multiplied by it'),
    offset: finite.default(0).describe('Added after that'),
    nothing: finite
      .nullable()
      .default(null)
      .describe('What the instrument sends when it has no value, before scale and offset'),
    ...boundFields,
    channel: z.string().trim().min(1).max(32).describe('A channel of the device'),
    quantity: z
      .string()
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/, 'quantity')
      .describe('What its conversion reads: frequency, temperature, current, value, ...'),
  })
  .check(({ value: row, issues }) => {
    const wrong = wrongPart(row);
    if (wrong) issues.push({ code: 'custom', path: [wrong[0]], message: wrong[1], input: row });
  })
  .meta({ id: 'RegisterRow' });
export type RegisterRow = z.output<typeof RegisterRow>;

/** Quantities of a position in NMEA 0183 that can be bounded. */
export const positionQuantities = [
  'east',
  'north',
  'height',
  'latitude',
  'longitude',
  'altitude',
  'solution',
  'satellites',
  'hdop',
  'ageSeconds',
  'sigmaLatitude',
  'sigmaLongitude',
  'sigmaHeight',
  'heading',
] as const;

/** Bounds of a quantity of a position; as with the rows of a register map. */
export const PositionBound = z
  .object({ quantity: z.enum(positionQuantities), ...boundFields })
  .refine(isRange, { path: ['maximum'], message: 'rangeReversed' });
export type PositionBound = z.output<typeof PositionBound>;

/** Rows of one register map. */
export const maxRegisterRows = 500;

/** The first row whose quantity of its channel a row above has already; null = none. */
export function repeatedRegisterRow(rows: readonly Pick<RegisterRow, 'channel' | 'quantity'>[]): number | null {
  const names = rows.map(({ channel, quantity }) => `${channel} ${quantity}`);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  return twice < 0 ? null : twice;
}

/**
 * The rows of a map of a model for an instrument at another unit address: the lowest unit of the map becomes this one, and the
 * others keep their distance to it; null = as the map says. A row that would lie beyond the last unit is left out.
 */
export function rowsAtUnit(rows: readonly RegisterRow[], unit: number | null): RegisterRow[] {
  const lowest = Math.min(...rows.map((row) => row.unit));
  return rows
    .map((row) => ({ ...row, unit: unit === null ? row.unit : row.unit - lowest + unit }))
    .filter((row) => row.unit <= maxUnit);
}

/** The bits of a row as numbers; null = all of them. */
export function bitsOf({ bits: text }: Pick<RegisterRow, 'bits'>): { from: number; count: number } | null {
  if (text === null) return null;
  const [from = 0, last = from] = text.split('-').map(Number);
  return { from, count: last - from + 1 };
}

function wrongPart(row: {
  readonly function: (typeof functions)[number];
  readonly address: number;
  readonly type: RegisterType;
  readonly bits: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}): readonly ['type' | 'address' | 'bits' | 'maximum', string] | null {
  if (row.function <= 2 && row.type !== 'bit') return ['type', 'typeOfBits'];
  if (row.function > 2 && row.type === 'bit') return ['type', 'typeOfRegisters'];
  if (row.address + lengths[row.type] > 0x10000) return ['address', 'addressPastEnd'];
  if (!isRange(row)) return ['maximum', 'rangeReversed'];
  const part = bitsOf(row);
  if (!part) return null;
  const isWhole = row.type.includes('int');
  const fits = part.count > 0 && part.from + part.count <= lengths[row.type] * 16;
  return isWhole && fits ? null : ['bits', 'bitsTooHigh'];
}
