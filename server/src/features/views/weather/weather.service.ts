/** Every reading of a weather station over a span, counted by where the wind came from and how strong it was. */
import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { maxRoseReadings, type weather } from '@plumbline/contract/views/weather';
import { usualSpeedClasses, windCounter } from '@plumbline/science/sensors/wind';
import type { Reads } from '../../../kernel/context.ts';
import { shownChunks } from '../../readings/readings/readings.chunks.api.ts';
import { goodOnly, shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { chosenFields, countedSpan, spanOf } from '../../readings/readings/readings.query.api.ts';
import { rainGaugeBeside } from './weather.table.ts';

export async function windRose({ db, services: { pool } }: Reads, input: OutputOf<typeof weather.windRose.input>) {
  const { fromMs, toMs } = countedSpan(spanOf(input, limits.viewDays));
  const point = elementAt(await shownPoints(db, [input.pointId], input.raw), 0);
  if (point.facts.family !== 'environment')
    throw new Failure('badInput', [{ path: 'pointId', message: 'pointWithoutWind' }]);
  const query = elementAt(chosenFields([point], ['windSpeed', 'windDirection'], 'all'), 0);
  const counter = windCounter(input.directions, usualSpeedClasses);
  let readings = 0;
  // Streamed: a year of readings every minute is half a million.
  for await (const { times, columns } of shownChunks(
    pool,
    query,
    { quantity: 'value', quality: 'all' },
    fromMs,
    toMs,
  )) {
    readings += times.length;
    if (readings > maxRoseReadings) throw new Failure('spanExceeded', { fault: 'readings', readings: maxRoseReadings });
    const good = new Map(columns.map(({ field, values, flags }) => [field.key, goodOnly(values, flags, input)]));
    counter.add(good.get('windDirection') ?? [], good.get('windSpeed') ?? []);
  }
  const { counts, ...tally } = counter.tally();
  return {
    rose: { ...tally, classes: [...usualSpeedClasses], counts: counts.map((sector) => [...sector]) },
    rainfall: await rainGaugeBeside(db, input.pointId),
  };
}
