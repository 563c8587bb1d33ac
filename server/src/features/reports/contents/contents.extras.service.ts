/** What single blocks show of the readings of points: the appendix, the weather, the surveys of casings. Bounded, each. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import { spread } from '@plumbline/science/display/spread';
import { zoneOf } from '@plumbline/science/series/zone';
import type { NamedPoint } from '../../points/points/points.api.ts';
import { goodOnly, type ShownCurve } from '../../readings/readings/readings.effective.api.ts';
import { shapesOver } from '../../views/profiles/profiles.api.ts';
import type { PointReadings, PointWeather, Surveys } from '../blocks/blocks.api.ts';
import type { Measuring } from './logic/measuring.ts';

export interface MeasuredExtras {
  readonly readings: PointReadings[];
  readingsLeft: number;
  readonly series: PointReadings[];
  seriesLeft: number;
  /** For functions of plug-ins. */
  readonly given: { readonly readings: PointReadings[]; left: number };
  readonly weather: PointWeather[];
  readonly surveys: Surveys[];
  readonly surveysCount: { read: number; total: number };
}
export const openExtras = (): MeasuredExtras => ({
  readings: [],
  readingsLeft: 0,
  series: [],
  seriesLeft: 0,
  given: { readings: [], left: 0 },
  weather: [],
  surveys: [],
  surveysCount: { read: 0, total: 0 },
});

/** Fields that the weather is computed from, by family. */
export const weatherFields: Readonly<
  Partial<Record<FamilyCode, { readonly key: string; readonly measures: PointWeather['measures'] }>>
> = {
  rainfall: { key: 'interval', measures: 'rain' },
  temperature: { key: 'temperature', measures: 'temperature' },
  environment: { key: 'temp', measures: 'temperature' },
};

const good = { quality: 'good' } as const;
const maxWeather = 20;
const maxCasings = 300;

/** Adds what is wanted of a portion of points. */
export async function collectExtras(
  portion: readonly { readonly point: NamedPoint; readonly curve: ShownCurve }[],
  extras: MeasuredExtras,
  measuring: Measuring,
): Promise<void> {
  const { wants, subject } = measuring;
  for (const { point, curve } of portion) {
    if (wants.readings(point)) extras.readingsLeft += addReadings(point, curve, extras.readings, wants.maxReadings);
    if (wants.series) extras.seriesLeft += addReadings(point, curve, extras.series, wants.maxReadings);
    const { given } = extras;
    if (wants.plugins(point)) given.left += addReadings(point, curve, given.readings, wants.maxReadings);
    const about = weatherFields[point.family];
    if (about && wants.weather(point) && extras.weather.length < maxWeather) {
      const days = daysOf(curve, about.key, subject.timeZone);
      if (days.size > 0) extras.weather.push({ point, measures: about.measures, days });
    }
  }
  await addSurveys(portion, extras, measuring);
}

/** Gives how many are left out beyond the bound. */
function addReadings(point: NamedPoint, { times, columns }: ShownCurve, all: PointReadings[], max: number): number {
  const [main] = columns;
  if (!main || times.length === 0) return 0;
  const present = all.reduce((sum, each) => sum + each.times.length, 0);
  const count = Math.max(0, Math.min(times.length, max - present));
  const values = goodOnly(main.values, main.flags, good);
  if (count > 0) all.push({ point, field: main.field, times: times.slice(0, count), values: values.slice(0, count) });
  return times.length - count;
}

/** By local days: of rain the sum, of temperature the range. Days without a good value are absent. */
function daysOf({ times, columns }: ShownCurve, key: string, timeZone: string): PointWeather['days'] {
  const column = columns.find(({ field }) => field.key === key);
  const days = new Map<string, { sum: number; min: number; max: number }>();
  if (!column) return days;
  const zone = zoneOf(timeZone);
  const values = goodOnly(column.values, column.flags, good);
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const day = new Date(zone.localOf(times[i] ?? 0)).toISOString().slice(0, 10);
    const dayValues = days.get(day);
    if (dayValues) {
      dayValues.sum += value;
      dayValues.min = Math.min(dayValues.min, value);
      dayValues.max = Math.max(dayValues.max, value);
    } else days.set(day, { sum: value, min: value, max: value });
  }
  return days;
}

async function addSurveys(
  portion: readonly { readonly point: NamedPoint; readonly curve: ShownCurve }[],
  extras: MeasuredExtras,
  { db, pool, wants }: Measuring,
): Promise<void> {
  const casings = portion.filter(
    ({ point, curve }) => point.family === 'deepDisplacement' && curve.times.length > 0 && wants.profiles(point),
  );
  extras.surveysCount.total += casings.length;
  // One after the other: a casing has the columns of all its nodes.
  for (const { point, curve } of casings.slice(0, Math.max(0, maxCasings - extras.surveysCount.read))) {
    extras.surveysCount.read++;
    const query = { point: curve.point, axis: 'x', measure: 'displacement' } as const;
    const surveys: Surveys['surveys'][number][] = [];
    for (const atMs of spread(surveyTimes(curve), wants.surveys)) {
      const [rows = []] = await shapesOver(db, pool, [query], { fromMs: atMs, toMs: atMs, limit: 1 });
      surveys.push(...rows);
    }
    if (surveys.length > 0) extras.surveys.push({ point, surveys });
  }
}

/** When a casing was measured: where its main value is good, else whenever it was read. */
function surveyTimes({ times, columns: [main] }: ShownCurve): number[] {
  const values = main ? goodOnly(main.values, main.flags, good) : null;
  const completeTimes = [...times].filter((_, i) => values !== null && !Number.isNaN(values[i]));
  return completeTimes.length > 0 ? completeTimes : [...times];
}
