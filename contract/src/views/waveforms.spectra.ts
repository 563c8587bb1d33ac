/** Spectra over time: of the waveforms of a point side by side, and of a window that moves through one of them. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import {
  oneShown,
  oneWaveform,
  processing,
  stretch,
  waveformAxes,
  waveformLimits,
  waveformPath,
} from './waveforms.shapes.ts';

/** Waveforms that are told as bars over time. */
export const magnitudeLimit = 1000;
export const spectraLimits = {
  /** Waveforms side by side, and columns of one waveform. */
  columns: 400,
  /** Lines of a column. */
  lines: 256,
  /** Of one axis of all waveforms side by side: as many as 33 of the longest hold. */
  samples: 12_000_000,
} as const;
export const spectraMeasures = ['amplitude', 'density'] as const;

const hz = z.coerce
  .number<number>()
  .min(0)
  .max(waveformLimits.maxRateHz / 2);
const window = z.coerce.number<number>().min(0.01).max(600);
/** Which spectrum of which axis, and of which frequencies. */
const question = {
  axis: z.enum(waveformAxes).default('x'),
  measure: z
    .enum(spectraMeasures)
    .default('amplitude')
    .describe('amplitude = in the unit of the samples; density = that unit squared per Hz, after Welch'),
  fromHz: hz.default(0),
  toHz: hz.optional().describe('Half the highest rate unless told'),
  ...processing,
};
const overTime = {
  pointId: id,
  from: instant,
  to: instant,
  ...question,
  windowSeconds: window
    .optional()
    .describe('Of the segments that are averaged; as the spectrum of one waveform has them unless told'),
};
const shortTime = {
  ...oneWaveform,
  ...stretch,
  ...question,
  windowSeconds: window.default(2).describe('Of the window that moves, overlapping by half'),
};
const file = { format: z.enum(['csv', 'xlsx']).default('csv') };

const column = {
  values: z
    .array(z.number().nullable())
    .describe('Of each line, from the lowest; null = beyond half the rate, or finer than this spectrum resolves'),
  peakHz: z.number().nullable().describe('Dominant frequency between the two frequencies; null = nothing moves'),
  peak: z.number().nullable().describe('The value of that line'),
};
const picture = {
  unit: z.string().describe('Of the values'),
  fromHz: z.number().describe('Lower end of the first line'),
  lineHz: z.number().describe('How wide a line is'),
};

export const waveformSpectra = {
  magnitudes: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/waveform-magnitudes',
    summary: 'How strong the waveforms of a span were, by time.',
    shows: ['waveform', 'reading'],
    ...oneShown,
    background: true,
    input: z.object({
      pointId: id,
      from: instant,
      to: instant,
      minVectorSumMmS: z.coerce.number<number>().min(0).max(1e6).optional().describe('Peak vector sum at least, mm/s'),
    }),
    reply: z.object({
      events: z
        .array(
          z.object({
            waveformId: z.int(),
            startAt: z.string(),
            vectorSumMmS: z.number().describe('Peak vector sum (PVS) of all axes at one time, mm/s'),
            axis: z.enum(waveformAxes).describe('The component that moves fastest'),
            velocityMmS: z.number().describe('Its peak particle velocity, mm/s: the PPV'),
            frequencyHz: z.number().nullable().describe('Dominant frequency of that component'),
            trigger: z.string().nullable(),
          }),
        )
        .describe('By time; where there are too many, the strongest of each few that follow each other'),
      total: z.int().describe('Waveforms of the span that fit the filter'),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
  overTime: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/spectra',
    summary: 'The spectra of all waveforms of a span side by side, with the dominant frequency of each.',
    shows: ['waveform'],
    ...oneShown,
    background: true,
    input: z.object(overTime),
    reply: z.object({
      ...picture,
      columns: z
        .array(
          z.object({
            waveformId: z.int(),
            startAt: z.string(),
            seconds: z.number().describe('How long the waveform is'),
            ...column,
          }),
        )
        .describe('By time'),
      total: z.int().describe('Waveforms that started within the span'),
      chosen: z
        .int()
        .describe('How many of them are here or left out: where there are too many, the strongest of each few'),
      leftOut: z.object({
        otherUnit: z.int().describe('Recorded in another unit than the newest'),
        withoutAxis: z.int(),
        unfit: z.int().describe('Too short for the filter, or recorded too slowly for it'),
      }),
    }),
    fails: ['startAfterEnd', 'spanExceeded', 'waveformFilter'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
  overTimeFile: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/spectra/file',
    summary: 'The same as a table: a line for each waveform, a column for each frequency.',
    shows: ['waveform'],
    ...oneShown,
    kind: 'download',
    logged: true,
    input: z.object({ ...overTime, ...file }),
    reply: z.unknown(),
    fails: ['startAfterEnd', 'spanExceeded', 'waveformFilter'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
  shortTime: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/short-time`,
    summary: 'The spectra of a window that moves through a part of a waveform (short-time Fourier transform).',
    shows: ['waveform'],
    ...oneShown,
    background: true,
    input: z.object(shortTime),
    reply: z.object({
      ...picture,
      columns: z.array(z.object({ fromSeconds: z.number(), toSeconds: z.number(), ...column })),
      windows: z.int().describe('How many the part holds'),
      windowsEach: z.int().describe('Of a column: of each line the highest of them'),
      windowSeconds: z.number().describe('Shorter than asked for where the part is'),
    }),
    fails: ['waveformFilter'],
  }),
  shortTimeFile: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/short-time/file`,
    summary: 'The same as a table: a line for each time, a column for each frequency.',
    shows: ['waveform'],
    ...oneShown,
    kind: 'download',
    logged: true,
    input: z.object({ ...shortTime, ...file }),
    reply: z.unknown(),
    fails: ['waveformFilter'],
  }),
};
