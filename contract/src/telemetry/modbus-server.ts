/**
 * The Modbus TCP server: a control system (SCADA) on site reads the newest values of a project. Each project has a register map
 * of its own, which people edit, and a unit address by which it is asked for. Nothing can be written over it.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';
import { byteOrders } from './dial-in.rows.ts';
import { network } from './dial-in.ts';

export const modbusServerLimits = {
  rows: 500,
  networks: 20,
  /** Unit addresses that there are, in the whole installation. */
  units: 247,
  /** Of them a corporation has so many at most, unless it is the only one of the installation. */
  unitsOfCorporation: 64,
} as const;
/** Registers that a row fills: two of the value, its state, its level, two of the time. */
export const registersOfRow = 6;

export const servedTypes = ['float32', 'int32'] as const;
/**
 * States in the third register of a row. Only `good` is a value to act upon; a register that was never written reads
 * as `unknown`, so that nothing looks safe by being 0.
 */
export const servedStates = ['unknown', 'good', 'stale', 'neverRead', 'failed', 'tooLarge'] as const;
export type ServedState = (typeof servedStates)[number];

export const ServedRow = z
  .object({
    address: z
      .int()
      .min(0)
      .max(0xffff - registersOfRow + 1)
      .describe('Of its first register, from 0'),
    pointId: id,
    field: z
      .string()
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/)
      .describe('A field of the point, such as `level` or `x3`'),
    type: z.enum(servedTypes).default('float32').describe('Of its value'),
    order: z.enum(byteOrders).default('ABCD').describe('Of the bytes of value and time; ABCD = the highest first'),
    scale: z
      .number()
      .min(-1e9)
      .max(1e9)
      .refine((scale) => scale !== 0, 'scaleZero')
      .default(1)
      .describe('The value is multiplied by it, for whole numbers'),
  })
  .meta({ id: 'ServedRow' });
export type ServedRow = z.output<typeof ServedRow>;

export const ModbusMap = z
  .object({
    enabled: z.boolean(),
    networks: z
      .array(network)
      .max(modbusServerLimits.networks)
      .describe('Addresses and networks that may read it; empty = nobody'),
    keepsStale: z
      .boolean()
      .describe(
        'A stale value is given all the same, with its state; false = it is not a number, as where there is none',
      ),
    rows: z.array(ServedRow).max(modbusServerLimits.rows),
  })
  .check(({ value: { rows }, issues }) => {
    const at = overlapOf(rows);
    if (at !== null)
      issues.push({ code: 'custom', path: ['rows', at, 'address'], message: 'registerTaken', input: rows[at] });
  })
  .meta({ id: 'ModbusMap' });
export type ModbusMap = z.output<typeof ModbusMap>;

/** The first row whose registers one above has already; null = none. */
export function overlapOf(rows: readonly Pick<ServedRow, 'address'>[]): number | null {
  const filled = new Set<number>();
  for (const [at, { address }] of rows.entries()) {
    for (let register = address; register < address + registersOfRow; register++) if (filled.has(register)) return at;
    for (let register = address; register < address + registersOfRow; register++) filled.add(register);
  }
  return null;
}

const Served = z.object({
  server: z
    .object({ host: z.string(), port: z.int() })
    .nullable()
    .describe('null = this installation has no port for it'),
  unit: z.int().nullable().describe('The unit address by which the project is asked for; null = it has none yet'),
  map: ModbusMap.nullable().describe('null = nothing is set up'),
});

const place = { path: '/projects/{projectId}/modbus-server', within: 'projectId', needs: 'Update:Project' } as const;

export const modbusServer = {
  get: route({
    ...place,
    method: 'GET',
    summary: 'What a control system reads of a project over Modbus TCP, and what each row says now.',
    shows: ['modbusMap', 'point', 'state'],
    background: true,
    input: z.object({ projectId: id }),
    reply: Served.extend({
      now: z
        .array(
          z.object({
            value: z.number().nullable().describe('As it is served; null = not a number, or the lowest whole one'),
            state: z.enum(servedStates),
            level: z.int().nullable().describe('null = unknown'),
            at: z.string().nullable(),
          }),
        )
        .describe('Row by row'),
    }),
  }),
  set: route({
    ...place,
    method: 'PUT',
    summary:
      'Sets what a control system reads of a project, and who may. The first time the project gets a unit address, which stays.',
    changes: ['modbusMap'],
    secures: 'rights',
    guards: { read: 'get', part: 'map' },
    input: z.object({ projectId: id, map: ModbusMap }),
    reply: Served,
    fails: ['modbusUnitsFull', 'modbusShareFull'],
    example: {
      projectId: 1,
      map: { enabled: true, networks: ['10.20.0.0/16'], keepsStale: false, rows: [] },
    },
  }),
  remove: route({
    ...place,
    method: 'DELETE',
    summary: 'Takes the register map of a project away, and gives its unit address back.',
    changes: ['modbusMap'],
    secures: 'rights',
    input: z.object({ projectId: id }),
    reply: done,
  }),
};
