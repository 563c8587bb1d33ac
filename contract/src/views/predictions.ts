/** What a field does next, by a model fitted to what was measured. Nothing of it is stored or judged. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';

/** As in science/src/prediction/forecast.ts; the service does not compile where they differ. */
export const predictionModels = [
  'linear',
  'polynomial',
  'hyperbolic',
  'exponential',
  'grey',
  'holtWinters',
  'inverseVelocity',
] as const;
export type PredictionModel = (typeof predictionModels)[number];

const moments = z.array(z.number()).describe('Epoch ms');
export const Prediction = z
  .object({
    times: moments,
    values: z.array(z.number()).describe('From the last value that was measured on'),
    lower: z.array(z.number().nullable()).describe('Band of 95 per cent; null = the model has none'),
    upper: z.array(z.number().nullable()),
    fitted: z.object({ times: moments, values: z.array(z.number()) }).describe('The model over what was measured'),
    r2: z.number().nullable().describe('Share of the variation that the model explains'),
    sigma: z.number().nullable().describe('Deviation of what was measured from the model'),
    end: z.number().nullable().describe('Where a movement that slows down comes to rest'),
    failure: z
      .object({ at: z.string(), from: z.string(), to: z.string() })
      .nullable()
      .describe('Inverse velocity: when a movement that speeds up would fail, and the window of one deviation'),
  })
  .meta({ id: 'Prediction' });
export type Prediction = z.output<typeof Prediction>;

export const predictions = {
  predict: route({
    method: 'POST',
    path: '/monitor/predict',
    summary: 'Continues a field of a point by a model that is fitted to a span. Nothing is stored.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      field: z.string().max(16).optional().describe('The main field unless told'),
      quantity: z.enum(['value', 'cumulative']).default('value'),
      from: instant,
      to: instant,
      model: z.enum(predictionModels).default('linear'),
      horizonSeconds: z
        .int()
        .min(60)
        .max(366 * 86_400)
        .describe('How far ahead of the last reading of the span'),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({ field: z.string(), unit: z.string(), prediction: Prediction }),
    fails: [
      'badInput',
      'directionUnsuitable',
      'startAfterEnd',
      'spanExceeded',
      'predictionFailed',
      'shiftParseFailed',
      'shiftFetchFailed',
    ],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', horizonSeconds: 86_400 },
  }),
};
