/**
 * How a device works on what it measures before it sends it (specification 3 and 4): sampling, filter, events, serial line and
 * polling bytes. All of it is sent to the device.
 */
import { z } from 'zod';
import { limits } from '../kernel/constants.ts';
import { hexadecimal } from '../points/fields.ts';

const number = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum);

const seconds = number(0.01, 3600);
/** Serial line of a device, as its registers are read over it. */
export const SerialConfig = z.object({
  baudRate: z.union([
    z.literal(1200),
    z.literal(2400),
    z.literal(4800),
    z.literal(9600),
    z.literal(19_200),
    z.literal(38_400),
    z.literal(57_600),
    z.literal(115_200),
  ]),
  dataBits: z.union([z.literal(7), z.literal(8)]).default(8),
  parity: z.enum(['none', 'even', 'odd']).default('none'),
  stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
});

/** Trigger of a vibration or impact recorder: from which amplitude or STA/LTA ratio on an event is recorded, how long, and which are one. */
export const EventConfig = z.object({
  trigger: z.enum(['level', 'staLta']),
  level: number(0, 1e6).nullable().default(null),
  staSeconds: seconds.default(0.5),
  ltaSeconds: seconds.default(10),
  on: number(1, 100).default(3),
  off: number(0.1, 100).default(1.5),
  preSeconds: number(0, 60).default(1),
  postSeconds: number(0, 600).default(5),
  mergeSeconds: number(0, 600).default(2),
});

/** Frequencies that a band filter lets through, Hz. */
export const BandConfig = z
  .object({ lowHz: number(0, 1000), highHz: number(0, 1000) })
  .refine((band) => band.lowHz < band.highHz, { path: ['highHz'], message: 'rangeReversed' });

const frequency = number(0.001, limits.vibrationTotalHz);
const sampling = {
  detrend: z.enum(['none', 'mean', 'linear']).nullable(),
  pollHex: hexadecimal.max(512).nullable().describe('Bytes that ask the sensor for a reading'),
  timeoutMs: z.int().min(50).max(60_000).nullable(),
};
type Frequencies = Readonly<Record<string, number | null | undefined>>;

/** Adds an issue where the channels together are sampled more often than 64 times a second. */
function checkTotal({
  value,
  issues,
}: {
  readonly value: { readonly frequenciesHz?: Frequencies | null | undefined };
  readonly issues: z.core.$ZodRawIssue[];
}): void {
  const total = Object.values(value.frequenciesHz ?? {}).reduce<number>((sum, each) => sum + (each ?? 0), 0);
  if (total > limits.vibrationTotalHz)
    issues.push({
      code: 'custom',
      message: 'vibrationTotal',
      input: value,
      path: ['frequenciesHz'],
      params: { total, maximum: limits.vibrationTotalHz },
    });
}

/** Returns the schema of a form of the sampling of a device with these channels: a frequency each, empty = as the device has it. */
export const samplingOf = (channels: readonly string[]) =>
  z
    .object({
      frequenciesHz: z.object(
        Object.fromEntries(channels.map((channel) => [channel, frequency.nullable().default(null)])),
      ),
      ...sampling,
    })
    .check(checkTotal);

/** How a device works on what it measures before it sends it. What is absent stays, null takes it back. */
export const ProcessorConfig = z
  .object({
    frequenciesHz: z
      .record(z.string().max(16), frequency)
      .nullable()
      .describe('Sampling frequency by channel; together at most 64 Hz'),
    ...sampling,
    band: BandConfig.nullable(),
    event: EventConfig.nullable(),
    serial: SerialConfig.nullable(),
  })
  .partial()
  .check(checkTotal)
  .meta({ id: 'ProcessorConfig' });
export type ProcessorConfig = z.output<typeof ProcessorConfig>;
