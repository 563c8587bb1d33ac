import { z } from 'zod';
import { familyCodes, sensorModes } from './families.ts';
import { route } from './route.ts';

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
    says: 'The system formula of a family and sensor mode: its parameters and the quantities it reads.',
    needs: 'signed-in',
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
    says: 'Reads a custom formula and works it out for the values given.',
    needs: 'signed-in',
    readOnly: true,
    input: z.object({ source: z.string().min(1).max(2000), values: z.record(z.string().max(32), z.number()) }),
    reply: z.object({ value: z.number(), uses: z.array(z.string()) }),
    fails: ['formulaIllegal', 'formulaCannotCalculate'],
    example: { source: 'K*(f0^2-frequency^2)/1000', values: { K: 0.1, f0: 2900, frequency: 2700 } },
  }),
};
