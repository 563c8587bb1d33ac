/** Events within a waveform: where a recorder that runs on, or a long file, holds several. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { oneShown, oneWaveform, processing, waveformAxes, waveformPath } from './waveforms.shapes.ts';

/** Events that one answer holds. */
export const detectedLimit = 200;

export const waveformDetection = {
  detected: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/detected`,
    summary:
      'The events within a waveform by STA/LTA: where the short-term average of the size of the samples is so many times the long-term one.',
    shows: ['waveform'],
    ...oneShown,
    background: true,
    input: z.object({
      ...oneWaveform,
      axis: z.enum(waveformAxes).default('x'),
      ratio: z.coerce
        .number<number>()
        .min(1.5)
        .max(20)
        .default(3)
        .describe('STA/LTA at which an event begins; below half of it, it ends'),
      shortSeconds: z.coerce.number<number>().min(0.02).max(2).default(0.5),
      longSeconds: z.coerce.number<number>().min(3).max(60).default(10),
      ...processing,
    }),
    reply: z.object({
      unit: z.string().describe('Of `peak`'),
      events: z
        .array(
          z.object({
            fromSeconds: z.number().describe('A second before the trigger, from the first sample'),
            toSeconds: z.number().describe('Five seconds after it ended'),
            triggeredSeconds: z.number(),
            peak: z.number().describe('Largest absolute value within, without the mean of the waveform'),
          }),
        )
        .describe(`In order of time, the first ${detectedLimit}; those less than two seconds apart are one`),
      total: z.int(),
      isLongEnough: z.boolean().describe('false = shorter than the long window: nothing can be told'),
    }),
    fails: ['waveformFilter'],
  }),
};
