/** Waveforms: what a vibration point recorded sample by sample when something set it off. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant } from '../points/fields.ts';
import { waveformDetection } from './waveforms.detection.ts';
import {
  oneShown,
  oneWaveform,
  processing,
  stretch,
  waveformAxes,
  waveformLimits,
  waveformPath,
  waveformUnitNames,
} from './waveforms.shapes.ts';
import { waveformSpectra } from './waveforms.spectra.ts';

export { waveformAxes, waveformLimits, waveformUnitNames } from './waveforms.shapes.ts';

/** Waveform as a device sends it. Read by the gateway's own decoder; this shape is for people and the API page. */
export const WaveformFrame = z
  .object({
    channel: z.string().max(16),
    at: z.union([z.string(), z.number()]).describe('Of the first sample: ISO 8601 with zone, or epoch milliseconds'),
    rateHz: z.number(),
    unit: z.enum(waveformUnitNames),
    axes: z
      .object({ x: z.array(z.number()), y: z.array(z.number()), z: z.array(z.number()) })
      .partial()
      .describe('Samples of one to three axes, all of one length'),
    trigger: z
      .string()
      .max(waveformLimits.triggerLength)
      .optional()
      .describe('What set it off, in words of the device'),
  })
  .meta({ id: 'WaveformFrame' });

const AxisFigures = z
  .object({
    axis: z.enum(waveformAxes),
    peak: z.number().describe('Largest absolute value without the mean, in the unit of the waveform'),
    rms: z.number(),
    crest: z.number().nullable().describe('peak / rms; null where the axis does not move'),
    frequencyHz: z.number().nullable().describe('Dominant frequency'),
    velocityMmS: z.number().describe('Peak particle velocity of this component, mm/s'),
    velocityHz: z.number().nullable().describe('Dominant frequency of the velocity'),
  })
  .meta({ id: 'AxisFigures' });
export type AxisFigures = z.output<typeof AxisFigures>;

export const Waveform = z
  .object({
    id: z.int(),
    pointId: z.int(),
    startAt: z.string(),
    rateHz: z.number(),
    unit: z.enum(waveformUnitNames),
    samples: z.int().describe('Of each axis'),
    trigger: z.string().nullable(),
    source: z.enum(['device', 'file']),
    byName: z.string().nullable().describe('Who brought the file'),
    fileName: z.string().nullable(),
    receivedAt: z.string(),
    axes: z.array(AxisFigures),
    peak: z.number().describe('Of the axis that has the largest'),
    vectorSumMmS: z
      .number()
      .describe('Peak vector sum (PVS) of all axes at one time, mm/s; the PPV of standards is `governing`'),
    governing: z
      .object({ axis: z.enum(waveformAxes), velocityMmS: z.number(), velocityHz: z.number().nullable() })
      .describe('The PPV: the component that moves fastest, with its frequency: what DIN 4150-3 and GB 6722 compare'),
  })
  .meta({ id: 'Waveform' });
export type Waveform = z.output<typeof Waveform>;

const WaveformFault = z.object({
  line: z.int(),
  fault: z.string().describe('Name of what is wrong there'),
  found: z.string().describe('As the file has it'),
});

export const spectrumKinds = ['amplitude', 'density', 'thirdOctaves'] as const;

export const waveforms = {
  list: route({
    method: 'GET',
    path: waveformPath,
    summary: 'The waveforms of a vibration point, newest first, with what is known of each at a glance.',
    shows: ['waveform', 'reading'],
    ...oneShown,
    background: true,
    input: z.object({
      pointId: id,
      before: instant.optional().describe('Only those that started before: `startAt` of the last one that is known'),
      minVectorSumMmS: z.coerce.number<number>().min(0).max(1e6).optional().describe('Peak vector sum at least, mm/s'),
      pageSize: z.coerce.number<number>().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      waveforms: z.array(Waveform),
      more: z.boolean().describe('Whether there are older ones'),
      total: z.int().describe('All that fit the filter'),
    }),
  }),
  get: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}`,
    summary: 'Returns what is known of one waveform.',
    shows: ['waveform', 'reading'],
    ...oneShown,
    background: true,
    input: z.object(oneWaveform),
    reply: z.object({ waveform: Waveform }),
  }),
  samples: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/samples`,
    summary:
      'The samples of a part of a waveform: the lowest and highest of each pixel, or the samples themselves where they are few.',
    shows: ['waveform'],
    ...oneShown,
    background: true,
    input: z.object({
      ...oneWaveform,
      ...stretch,
      width: z.coerce.number<number>().int().min(1).max(4000).default(800).describe('Pixels'),
      ...processing,
    }),
    reply: z.object({
      unit: z.enum(waveformUnitNames),
      seconds: z.number().describe('How long the whole waveform is'),
      fromSeconds: z.number().describe('Of the first value, from the first sample of the waveform'),
      stepSeconds: z.number(),
      isExact: z.boolean().describe('Whether `low` are the samples themselves'),
      axes: z.array(
        z.object({
          axis: z.enum(waveformAxes),
          low: z.array(z.number()),
          high: z.array(z.number()).describe('Empty where `isExact`'),
        }),
      ),
    }),
    fails: ['waveformFilter'],
  }),
  spectrum: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/spectrum`,
    summary: 'The amplitudes, the power density after Welch, or the third octaves of a part of a waveform.',
    shows: ['waveform'],
    ...oneShown,
    background: true,
    input: z.object({
      ...oneWaveform,
      ...stretch,
      kind: z.enum(spectrumKinds).default('amplitude'),
      window: z.enum(['hann', 'rectangle']).default('hann'),
      ...processing,
    }),
    reply: z.object({
      unit: z.string(),
      resolutionHz: z.number().nullable().describe('Distance of the lines; null for third octaves'),
      axes: z.array(
        z.object({
          axis: z.enum(waveformAxes),
          hz: z.array(z.number()).describe('Without 0 Hz. Of many lines the highest of each stretch are here'),
          values: z.array(z.number().nullable()),
          dominantHz: z.number().nullable(),
        }),
      ),
    }),
    fails: ['waveformFilter'],
  }),
  download: route({
    method: 'GET',
    path: `${waveformPath}/{waveformId}/csv`,
    summary: 'A waveform as CSV, as recorded or processed. What it writes as recorded can be uploaded again.',
    shows: ['waveform'],
    ...oneShown,
    kind: 'download',
    logged: true,
    input: z.object({ ...oneWaveform, ...processing }),
    reply: z.unknown(),
    fails: ['waveformFilter'],
  }),
  ...waveformSpectra,
  ...waveformDetection,
  upload: route({
    method: 'POST',
    path: waveformPath,
    summary:
      'Reads a file of a waveform (K-NET ASCII, CSV) and stores it beside the records of the point; a dry run shows what it holds, or what is wrong with which line.',
    changes: ['waveform'],
    needs: 'Create:Data',
    within: 'pointId',
    kind: 'upload',
    upload: {
      types: ['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
      formats: ['csv', 'txt', 'knt'],
      maxBytes: waveformLimits.fileBytes,
    },
    ownTransaction: true,
    input: z.object({
      pointId: id,
      dryRun: z.stringbool().default(false).describe('Only read it'),
      startAt: instant.optional().describe('Of the first sample, where the file does not say'),
      unit: z.enum(waveformUnitNames).optional().describe('Where the file does not say'),
    }),
    reply: z.object({
      faults: z.array(WaveformFault).describe('What is wrong; nothing is stored then'),
      missing: z.array(z.enum(['startAt', 'unit'])).describe('What the file does not say and was not given'),
      preview: z
        .object({
          startAt: z.string().nullable(),
          rateHz: z.number(),
          unit: z.enum(waveformUnitNames).nullable(),
          samples: z.int(),
          axes: z.array(z.enum(waveformAxes)),
          isLengthStated: z
            .boolean()
            .describe('false = the file does not say how long it is: a part that is missing at its end cannot be told'),
          vectorSumMmS: z.number().nullable().describe('null = not known without a unit'),
        })
        .nullable(),
      waveform: Waveform.nullable().describe(
        'What was stored; null for a dry run, faults, and where something is missing',
      ),
      isUnchanged: z.boolean().describe('The same was stored already'),
    }),
    fails: ['waveformExists', 'waveformUnsuitable', 'waveformInvalid', 'encodingWrong', 'timeInFuture'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${waveformPath}/{waveformId}`,
    summary: 'Deletes a waveform for good. The records of its point stay.',
    changes: ['waveform'],
    needs: 'Delete:Data',
    within: 'pointId',
    input: z.object(oneWaveform),
    reply: done,
  }),
};
