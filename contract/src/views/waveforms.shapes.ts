/** What the routes of waveforms have in common: limits, axes, what is done to samples, which waveform. */
import { z } from 'zod';
import { id } from '../points/fields.ts';

export const waveformLimits = {
  /** Of an axis: half an hour at 200 Hz. */
  samples: 360_000,
  seconds: 30 * 60,
  maxRateHz: 10_000,
  /** Of a message over HTTP; over MQTT the longest message of all counts (gatewayLimits.messageBytes). */
  messageBytes: 12 * 1024 * 1024,
  fileBytes: 24 * 1024 * 1024,
  triggerLength: 64,
} as const;
export const waveformAxes = ['x', 'y', 'z'] as const;
export const waveformUnitNames = ['mm/s', 'cm/s', 'mm/s2', 'm/s2', 'gal', 'g'] as const;

const corner = z.coerce
  .number<number>()
  .min(0.01)
  .max(waveformLimits.maxRateHz / 2)
  .optional();
/** Processing of the samples before they are answered. */
export const processing = {
  quantity: z
    .enum(['recorded', 'velocity'])
    .default('recorded')
    .describe('velocity = mm/s, an acceleration is integrated'),
  highPassHz: corner.describe('Corner of a Butterworth high-pass of the fourth order, run both ways'),
  lowPassHz: corner.describe('Corner of the low-pass'),
};
const seconds = z.coerce.number<number>().min(0).max(waveformLimits.seconds);
/** A part of a waveform. */
export const stretch = {
  from: seconds.default(0).describe('Seconds from the first sample'),
  to: seconds.optional().describe('The end unless told'),
};
export const oneWaveform = { pointId: id, waveformId: id };
export const oneShown = { needs: 'Retrieve:Data', within: 'pointId' } as const;
export const waveformPath = '/measuring-points/{pointId}/waveforms';
