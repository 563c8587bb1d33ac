import { z } from 'zod';
import { Correction, correctionKinds } from './corrections.ts';
import { SeriesChange } from './history.changes.ts';
import { qualities, verdict } from './readings.flags.ts';

const named = z.object({ name: z.string(), value: z.number().nullable() });
/** A step on the way from the sample to what is shown, in order. */
const Step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('raw'),
    variables: z.array(named),
    sample: z.unknown(),
    sources: z
      .array(
        z.object({
          variable: z.string().describe('Empty of a master'),
          pointId: z.int(),
          name: z.string(),
          field: z.string(),
          at: z.string().nullable().describe('Of the reading that is nearest; null = none is there any more'),
          value: z.number().nullable(),
        }),
      )

      .describe('Of a composite the reading that each variable is, of a survey of a master those that it is made of'),
    line: z
      .object({
        fileName: z.string(),
        from: z.int().nullable().describe('Line of the file; null = not known: it was imported before lines were kept'),
        to: z.int().nullable().describe('The last line, where a reading was put together from several'),
        factors: z
          .array(z.object({ name: z.string(), factor: z.number(), offset: z.number(), sine: z.boolean() }))
          .describe('By quantity: value = cell * factor + offset, of a sine asin(cell * factor) + offset'),
      })
      .nullable()
      .describe('Of what the import of a file brought; null = it came another way'),
  }),
  z.object({
    kind: z.literal('system'),
    family: z.string(),
    mode: z.int(),
    parameters: z.array(named),
    value: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('custom'),
    formula: z.string(),
    variables: z.array(named),
    value: z.number().nullable(),
  }),
  z.object({ kind: z.literal('entered'), value: z.number().nullable() }),
  z.object({
    kind: z.literal('stored'),
    value: z.number().nullable(),
    agrees: z.boolean().nullable().describe('Whether the conversion in force gives it; null where there is none'),
  }),
  z.object({
    kind: z.enum(correctionKinds),
    correction: Correction,
    before: z.number().nullable(),
    after: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('temperature'),
    field: z.string().describe('The temperature that was measured with it'),
    temperature: z.number().nullable(),
    coefficient: z.number(),
    reference: z.number(),
    before: z.number().nullable(),
    after: z.number().nullable(),
  }),
  z.object({ kind: z.literal('shown'), value: z.number().nullable() }),
  z.object({
    kind: z.literal('cumulative'),
    initial: z.number().nullable().describe('null = from nothing, or it is computed from its components'),
    value: z.number().nullable(),
    components: z
      .array(z.object({ field: z.string(), value: z.number().nullable(), initial: z.number().nullable() }))
      .describe('Of a magnitude its components; of the largest of a profile the node that it is of'),
  }),
  z.object({ kind: z.literal('rate'), value: z.number().nullable(), unit: z.string() }),
]);

/** Where a shown value comes from. */
export const Trace = z
  .object({
    pointId: z.int(),
    field: z.string(),
    unit: z.string(),
    precision: z.int(),
    at: z.string(),
    receivedAt: z.string(),
    delaySeconds: z.number().describe('From measuring to arrival'),
    device: z.object({ id: z.int(), sncode: z.string().nullable() }).nullable().describe('null = by hand'),
    change: SeriesChange.nullable().describe('The act that brought or last rewrote it; null = the gateway'),
    conversion: z
      .object({
        from: z.string().nullable(),
        to: z.string().nullable(),
        family: z.string(),
        mode: z.int(),
        formulaType: z.string(),
        sncode: z.string().nullable(),
        channel: z.string().nullable(),
        fromDevice: z.array(z.string()).describe('Parameters that the point took from the config of its device'),
      })
      .describe('In force at that time'),
    steps: z.array(Step),
    ...verdict,
    versions: z
      .array(
        z.object({
          how: z.enum(['overwritten', 'replaced', 'removed', 'undone']).describe('overwritten = sent or brought again'),
          replacedAt: z.string(),
          receivedAt: z.string(),
          value: z.number().nullable(),
          raw: z.unknown(),
          quality: z.enum(qualities),
          change: SeriesChange.nullable().describe('The act that replaced it; null = the device sent the time again'),
        }),
      )
      .describe('What stood at this time before, newest first'),
  })
  .meta({ id: 'Trace' });
export type Trace = z.output<typeof Trace>;
