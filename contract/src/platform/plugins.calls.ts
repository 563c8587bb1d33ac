/** What plug-ins are given and what is taken from them. What does not have these shapes is refused, whatever it is. */
import { z } from 'zod';

/** A codec: `codecs['name'](message)` gives an object, of which the rows of a format pick their numbers. */
export const CodecMessage = z.object({
  bytes: z.string().nullable().describe('Hexadecimal; null = the message was no bytes'),
  text: z.string().nullable(),
  port: z.int().nullable().describe('FPort of LoRaWAN'),
});
export type CodecMessage = z.output<typeof CodecMessage>;
const reading = z.union([z.number(), z.string().max(200), z.boolean(), z.null()]);
const key = z.string().max(64);
export const CodecResult = z
  .strictObject({
    records: z
      .array(
        z.strictObject({
          at: z.union([z.int().min(0).max(8_640_000_000_000), z.null()]).optional(),
          values: z.record(key, z.union([reading, z.array(z.number().nullable()).max(1_000)])),
        }),
      )
      .max(10_000),
  })
  .meta({ id: 'PluginCodecResult' });
export type CodecResult = z.output<typeof CodecResult>;

/** A function of reports: `reports['name'](input)`. */
export interface ReportInput {
  readonly language: string;
  readonly timeZone: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** The readings of the main field of each point, as they count; null = there was no good value. */
  readonly points: readonly {
    readonly name: string;
    readonly structure: string;
    readonly family: string;
    readonly field: string;
    readonly unit: string;
    readonly decimals: number;
    readonly limits: readonly { readonly level: number; readonly value: number }[];
    readonly times: readonly number[];
    readonly values: readonly (number | null)[];
  }[];
}
const cell = z.union([z.string().max(200), z.number(), z.null()]);
export const ReportResult = z
  .strictObject({
    paragraphs: z.array(z.string().max(2_000)).max(20).default([]),
    table: z
      .strictObject({
        columns: z
          .array(
            z.strictObject({
              title: z.string().max(80),
              decimals: z.int().min(0).max(9).optional(),
              width: z.number().min(0.3).max(10).optional(),
            }),
          )
          .min(1)
          .max(12),
        rows: z.array(z.array(cell).max(12)).max(1_000),
      })
      .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length))
      .nullable()
      .default(null),
  })
  .meta({ id: 'PluginReportResult' });
export type ReportResult = z.output<typeof ReportResult>;

/** A push type: `pushes['name'].request(input)` and `.outcome(answer)`. The server itself makes the call between them. */
export interface PushInput {
  readonly channel: { readonly url: string; readonly secret: string };
  readonly message: {
    readonly key: string;
    readonly title: string;
    readonly facts: readonly (readonly [string, string])[];
    readonly link: string;
    readonly foot: string;
    readonly language: string;
    readonly level: number | null;
    readonly data: Readonly<Record<string, unknown>>;
  };
}
const headerName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/);
const headerText = z
  .string()
  .max(2_000)
  .regex(/^[\t\x20-\x7E]*$/);
/** Those belong to whoever makes the call. */
const reservedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i;
export const PushRequest = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  method: z.enum(['POST', 'PUT']).default('POST'),
  headers: z
    .record(headerName, headerText)
    .refine((headers) => Object.keys(headers).every((name) => !reservedHeaders.test(name)))
    .default({}),
  body: z.string().max(262_144).default(''),
});
export type PushRequest = z.output<typeof PushRequest>;
export interface PushAnswer {
  readonly status: number;
  readonly body: string;
}
export const PushOutcome = z.strictObject({
  accepted: z.boolean(),
  final: z.boolean().default(false).describe('It would be refused again, however often it is tried'),
  answer: z.string().max(2_000).default(''),
});
export type PushOutcome = z.output<typeof PushOutcome>;
