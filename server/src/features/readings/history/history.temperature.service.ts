/**
 * How a field of a point follows the temperature of its own records: a proposal for its compensation, from good values
 * with every correction but the temperature. Nothing is written.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { history } from '@plumbline/contract/readings/history';
import { compensated, minimumCorrelation, regress } from '@plumbline/science/filters/regression';
import { deviationOf } from '@plumbline/science/filters/windows';
import type { Context } from '../../../kernel/context.ts';
import { goodOnly, shownCurve, shownPoints } from '../readings/readings.effective.api.ts';
import { iso, orNull } from '../readings/readings.query.api.ts';

/** A fit wants the shape of a year, not every reading of it. */
const recordsLimit = 200_000;
const good = { quantity: 'value', quality: 'good' } as const;

/** Throws badInput for a field that is not there, momentAbnormal where there is too little to see. */
export async function estimateTc(context: Context, input: OutputOf<typeof history.estimateTc.input>) {
  const { pool } = context.services;
  const { pointId } = input;
  const shown = elementAt(await shownPoints(context.db, [pointId], false), 0);
  const point = { ...shown, corrections: shown.corrections.filter(({ kind }) => kind !== 'temperature') };
  const [field, temperature] = [input.field, input.temperatureField].map((key) =>
    point.fields.find((each) => each.key === key),
  );
  if (!field) throw new Failure('badInput', [{ path: 'field', message: 'fieldUnknown' }]);
  if (temperature?.unit !== '°C' || temperature.key === field.key)
    throw new Failure('badInput', [{ path: 'temperatureField', message: 'notTemperature' }]);
  const toMs = input.to === undefined ? context.now().getTime() : Date.parse(input.to);
  const fromMs = input.from === undefined ? toMs - limits.historyDays * dayMs : Date.parse(input.from);
  const { times, columns } = await shownCurve(
    pool,
    { point, fields: [field, temperature] },
    good,
    fromMs,
    toMs,
    recordsLimit,
  );
  const [values = new Float64Array(), temperatures = new Float64Array()] = columns.map((column) =>
    goodOnly(column.values, column.flags, good),
  );
  const days = times.map((at) => (at - (times[0] ?? 0)) / dayMs);
  // Beside a trend: what settles through a summer must not be taken for warmth.
  const fit = regress(temperatures, values, days);
  if (fit === null || fit.correlation === null) throw new Failure('momentAbnormal');
  const coefficient = Number(fit.slope.toPrecision(6));
  const reference = Number((temperatures.find((each) => !Number.isNaN(each)) ?? 0).toFixed(2));
  const after = values.map((value, i) => compensated(value, elementAt(temperatures, i), coefficient, reference));
  return {
    coefficient,
    reference,
    correlation: fit.correlation,
    isWeak: Math.abs(fit.correlation) < minimumCorrelation,
    count: fit.count,
    from: iso(elementAt(times, 0)),
    to: iso(elementAt(times, -1)),
    deviationBefore: orNull(deviationOf(values)),
    deviationAfter: orNull(deviationOf(after)),
  };
}
