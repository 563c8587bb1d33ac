import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes, sensorModes } from '../points/families.ts';
import { id, instant } from '../points/fields.ts';
import { formulaTypes } from '../points/points.point.ts';

const value = z.number().nullable();
/** More than any point has: parameters, quantities and slaves together. */
const maxNames = 500;
const fewNames = (values: object) => Object.keys(values).length <= maxNames;
const amounts = z.record(z.string().max(32), z.number().min(-1e15).max(1e15));
/** What a field would become, worked out on the latest raw reading. */
const PreviewField = z.object({
  key: z.string(),
  unit: z.string(),
  formula: z.string().nullable().describe('null = the system formula'),
  before: value.describe('As stored'),
  after: value,
  cumulativeBefore: value,
  cumulativeAfter: value,
  error: z
    .object({
      error: z.enum(['formulaIllegal', 'formulaCannotCalculate']),
      at: z.int().nullable(),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('Why there is no value, with the character of the formula'),
});

const Parameter = z.object({
  key: z.string(),
  unit: z.string(),
  default: z.number().nullable(),
  required: z.boolean(),
});

export const formulas = {
  system: route({
    method: 'GET',
    path: '/formulas/system',
    summary: 'The system formula of a family and sensor mode: its parameters and the quantities it reads.',
    shows: { nothing: 'The formulas of this version' },
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({
      family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
      mode: z.coerce.number<number>().refine((mode) => mode in sensorModes, 'sensorMode'),
    }),
    reply: z.object({ parameters: z.array(Parameter), quantities: z.array(z.string()) }),
    fails: ['badInput'],
    example: { family: 'waterLevel', mode: 1 },
  }),
  check: route({
    method: 'POST',
    path: '/formulas/check',
    summary: 'Parses a custom formula and evaluates it for the given values.',
    shows: { nothing: 'An answer about the text sent' },
    needs: 'signed-in',
    tokens: 'any',
    readOnly: true,
    input: z.object({
      source: z.string().min(1).max(2000),
      values: z.record(z.string().max(32), z.number()).refine(fewNames, 'tooMany'),
    }),
    reply: z.object({ value: z.number(), uses: z.array(z.string()) }),
    fails: ['formulaIllegal', 'formulaCannotCalculate'],
    example: { source: 'K*(f0^2-frequency^2)/1000', values: { K: 0.1, f0: 2900, frequency: 2700 } },
  }),
  preview: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/conversion-preview',
    summary:
      'Returns the values that another conversion would give the raw readings of a point: the latest step by step, and old and new values compared. Writes nothing.',
    shows: ['point', 'reading'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    readOnly: true,
    input: z.object({
      pointId: id,
      mode: z.int().min(0).max(9).optional(),
      formulaType: z.enum(formulaTypes).optional(),
      parameters: amounts.optional(),
      customFormula: z.record(z.string().max(16), z.string().max(2000)).optional(),
      initialValues: amounts.optional(),
      field: z.string().max(16).optional().describe('Drawn; the main field unless told'),
      days: z.int().min(1).max(31).default(7).describe('Before the latest reading'),
      validFrom: instant
        .optional()
        .describe('Readings since then alone; since the conversion in force began unless told'),
      groupId: id.optional().describe('Readings of an earlier device group, whose conversion it is'),
    }),
    reply: z.object({
      latest: z
        .object({
          at: z.string(),
          sample: z.unknown().describe('As it came'),
          variables: z.record(z.string(), z.number().nullable()).describe('What formulas may read'),
          fields: z.array(PreviewField),
        })
        .nullable()
        .describe('null = no reading yet'),
      plot: z.object({
        field: z.string(),
        times: z.array(z.number()).describe('Epoch ms'),
        before: z.array(value),
        after: z.array(value),
        records: z.int().describe('In the span'),
        sampled: z.int().describe('Converted, spread evenly'),
      }),
      largest: z
        .object({ at: z.string(), before: z.number(), after: z.number(), difference: z.number() })
        .nullable()
        .describe('The largest difference found'),
      changed: z.int().describe('Of those converted: how many would differ'),
    }),
    fails: ['kindUnsuitable', 'badInput', 'formulaIllegal'],
    example: { pointId: 1, formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature * 2' } },
  }),
};
