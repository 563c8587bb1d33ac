/**
 * What a field does next, by a model. Invariant: it is fitted to what curves show, corrected and without failed values;
 * nothing of it is stored, and no rule ever sees it.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { predictions } from '@plumbline/contract/views/predictions';
import { type Forecast, forecastOf, stepOf } from '@plumbline/science/prediction/forecast';
import { type Past, stepMeans } from '@plumbline/science/prediction/steps';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { shownChunks } from '../../readings/readings/readings.chunks.api.ts';
import { goodOnly, type SeriesQuery, shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { chosenFields, iso, refuseDirections, spanOf, unitOf } from '../../readings/readings/readings.query.api.ts';

type Input = OutputOf<typeof predictions.predict.input>;

/** Readings that one model is fitted to. */
const maxReadings = 3_000_000;

export async function predict({ db, services: { pool } }: Reads, input: Input) {
  const { fromMs, toMs } = spanOf(input, limits.viewDays);
  const points = await shownPoints(db, [input.pointId], input.raw);
  const query = elementAt(chosenFields(points, input.field ? [input.field] : undefined, 'first'), 0);
  const [field] = query.fields;
  if (!field) throw new Failure('badInput', [{ path: 'field', message: 'fieldUnknown' }]);
  refuseDirections([query]);
  const past = await pastOf(pool, query, input, fromMs, toMs);
  const forecast = forecastOf(input.model, past, input.horizonSeconds * 1000);
  if (forecast === null) throw new Failure('predictionFailed', { model: input.model });
  return { field: field.key, unit: unitOf(field, input.quantity), prediction: answerOf(forecast) };
}

/** The means of the steps that the model takes, read chunk by chunk. */
async function pastOf(pool: Pool, query: SeriesQuery, input: Input, fromMs: number, toMs: number): Promise<Past> {
  const steps = stepMeans(fromMs, toMs, stepOf(input.model, toMs - fromMs));
  let readings = 0;
  for await (const { times, columns } of shownChunks(pool, query, input, fromMs, toMs)) {
    readings += times.length;
    if (readings > maxReadings) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
    const { values, flags } = elementAt(columns, 0);
    steps.add(times, goodOnly(values, flags, input));
  }
  return steps.past();
}

const answerOf = ({ times, values, lower, upper, fitted, r2, sigma, end, failure }: Forecast) => ({
  times: [...times],
  values: [...values],
  lower: [...lower],
  upper: [...upper],
  fitted: { times: [...fitted.times], values: [...fitted.values] },
  r2,
  sigma,
  end,
  failure: failure && { at: iso(failure.atMs), from: iso(failure.fromMs), to: iso(failure.toMs) },
});
