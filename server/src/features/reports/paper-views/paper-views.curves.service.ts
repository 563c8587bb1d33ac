/** Values over time on paper: the curve with its limits and a forecast, its readings, this period over the one before. */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import { pictureLimits } from '@plumbline/contract/reports/templates.views';
import type { analysis } from '@plumbline/contract/views/analysis';
import { fieldsOfView, type ViewName } from '@plumbline/contract/views/views';
import { histogramSvg, relationSvg } from '@plumbline/science/display/analysis-svg';
import { type ChartFrame, chartSvg, limitStrokes, type PaperCurve } from '@plumbline/science/display/chart-svg';
import { formatNumber } from '@plumbline/science/display/number';
import { paperCurve } from '@plumbline/science/display/paper-curve';
import { drawnLimits } from '@plumbline/science/limits/drawn-limits';
import type { Reads } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { ofPoint } from '../../points/points/points.rules.api.ts';
import { offsetAt } from '../../readings/corrections/corrections.changes.api.ts';
import {
  goodOnly,
  type IndexedField,
  type ShownPoint,
  shownCurve,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { iso } from '../../readings/readings/readings.query.api.ts';
import { distribution, relation } from '../../views/analysis/analysis.api.ts';
import { predict } from '../../views/predictions/predictions.api.ts';
import { fieldWord, wordsOf } from '../words/words.api.ts';
import { type FigureCell, numeric, tableOf, time, type ViewFigure, type ViewQuestion } from './logic/figure.ts';

const view = { quantity: 'value', quality: 'good' } as const;
/** Readings of one point that are looked at. */
const maxReadings = 1_000_000;

export interface GoodReadings {
  readonly shown: ShownPoint;
  readonly field: IndexedField;
  /** Epoch ms. */
  readonly times: Float64Array;
  /** NaN = no good value. */
  readonly values: Float64Array;
}

/** The good values of a field of the point ('' = the main one) over the period. Throws spanExceeded, badInput. */
export async function goodReadings(
  { db, services: { pool } }: Reads,
  { point, fromMs, toMs }: Pick<ViewQuestion, 'point' | 'fromMs' | 'toMs'>,
  wanted: string,
): Promise<GoodReadings> {
  const pointFacts = elementAt(await shownPoints(db, [point.id], false), 0);
  const field =
    wanted === ''
      ? (pointFacts.fields[point.mainIndex] ?? pointFacts.fields[0])
      : pointFacts.fields.find(({ key }) => key === wanted);
  if (!field) throw new Failure('badInput', [{ path: 'field', message: 'fieldUnknown' }]);
  const { times, columns, cut } = await shownCurve(
    pool,
    { point: pointFacts, fields: [field] },
    view,
    fromMs,
    toMs - 1,
    maxReadings,
  );
  if (cut) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
  const { values, flags } = elementAt(columns, 0);
  return { shown: pointFacts, field, times, values: goodOnly(values, flags, view) };
}

const isThere = ({ values }: GoodReadings): boolean => values.some((value) => !Number.isNaN(value));
const fieldTitle = ({ shown, field }: GoodReadings, { language }: ViewQuestion): string => {
  const name = fieldWord(shown.facts.family, field.key, language);
  return field.unit === '' ? name : `${name}, ${field.unit}`;
};
const curveOf = (
  name: string,
  { shown, times, values }: GoodReadings,
  { fromMs, toMs }: Pick<ViewQuestion, 'fromMs' | 'toMs'>,
): PaperCurve =>
  paperCurve(name, times, values, {
    spanMs: toMs - fromMs,
    silentMs: staleAfterMs(shown.facts.intervalSeconds),
  });

/** Every reading, those without a good value as empty. */
const readingTable = (readings: GoodReadings, question: ViewQuestion) =>
  tableOf(
    [time(question.words.time), numeric(fieldTitle(readings, question), readings.field.precision)],
    Array.from(readings.times, (at, i): FigureCell[] => {
      const value = readings.values[i] ?? Number.NaN;
      return [at, Number.isNaN(value) ? null : value];
    }),
    pictureLimits.rows,
  );

export async function timeValueView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, options, words, fromMs, toMs } = question;
  const readings = await goodReadings(reads, question, options.field);
  if (!isThere(readings)) return [];
  const { shown, field } = readings;
  const rules = (await ofPoint(reads.db, point.id)).map(({ threshold }) => threshold);
  const initial = offsetAt(shown, field.key, toMs - 1);
  const { levels } = wordsOf(question.language);
  const limits = drawnLimits(question.hasLimits ? rules : [], field.key, 'value', initial).map(({ level, value }) => ({
    value,
    name: `${levels[level] ?? ''} ${formatNumber(value, field.precision)}`,
    colour: limitStrokes[level - 1] ?? '#333',
  }));
  const forecast = await forecastOf(reads, question, field.key);
  const frame: ChartFrame = { fromMs, toMs: forecast?.untilMs ?? toMs, timeZone: question.timeZone };
  const curves = [curveOf(point.name, readings, question), ...(forecast?.curves ?? [])];
  return [
    {
      title: `${point.name}: ${fieldTitle(readings, question)}`,
      svg: chartSvg({ curves, field, limits }, frame),
      notes: options.model !== null && forecast === null ? [words.noForecast] : [],
      table: readingTable(readings, question),
    },
  ];
}

/** A view that draws fields of its own: the curve and the readings of each of them, in their order. */
export const curvesOf =
  (view: ViewName) =>
  async (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> => {
    const figures: ViewFigure[] = [];
    for (const field of fieldsOfView(view))
      figures.push(...(await timeValueView(reads, { ...question, options: { ...question.options, field } })));
    return figures;
  };

/** What the model says of the half of the period that follows; null = it is not question for, or cannot be fitted. */
async function forecastOf(reads: Reads, question: ViewQuestion, field: string) {
  const { point, options, words, fromMs, toMs } = question;
  if (options.model === null) return null;
  const horizonSeconds = Math.min(366 * 86_400, Math.max(60, Math.round((toMs - fromMs) / 2000)));
  try {
    const { prediction } = await predict(reads, {
      pointId: point.id,
      field,
      quantity: 'value',
      from: iso(fromMs),
      to: iso(toMs - 1),
      model: options.model,
      horizonSeconds,
      raw: false,
      quality: 'good',
    });
    const { times, values, lower, upper } = prediction;
    const hasBand = [...lower, ...upper].some((value) => value !== null);
    const curves: PaperCurve[] = [
      { name: words.forecast, times, values },
      ...(hasBand
        ? [{ name: words.bounds, times: [...times, Number.NaN, ...times], values: [...lower, null, ...upper] }]
        : []),
    ];
    return { curves, untilMs: Math.max(toMs, times.at(-1) ?? toMs) };
  } catch (error) {
    if (error instanceof Failure && error.name === 'predictionFailed') return null;
    throw error;
  }
}

export async function readingsTable(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const readings = await goodReadings(reads, question, question.options.field);
  if (readings.times.length === 0) return [];
  const title = `${question.point.name}: ${fieldTitle(readings, question)}`;
  return [{ title, svg: null, notes: [], table: readingTable(readings, question) }];
}

/** The curve, and its readings below it. */
export async function readingsReport(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const drawn = await timeValueView(reads, { ...question, options: { ...question.options, model: null } });
  return drawn.flatMap((figure) => [
    { ...figure, table: null },
    { ...figure, svg: null, notes: [] },
  ]);
}

export const analysisView = (reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> =>
  ({ distribution: distributionView, relation: relationView, periods: periodsView })[question.options.analysis](
    reads,
    question,
  );

const spanOf = ({ fromMs, toMs }: ViewQuestion) => ({ from: iso(fromMs), to: iso(toMs - 1) });

async function distributionView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, options, words } = question;
  const { field, precision } = await fieldOf(reads, question, point.id, options.field);
  const { histogram, unit } = await distribution(reads, {
    pointId: point.id,
    field,
    quantity: 'value',
    ...spanOf(question),
    raw: false,
    quality: 'good',
  } as OutputOf<typeof analysis.distribution.input>);
  if (histogram === null) return [];
  const value = titled(fieldWord(point.family, field, question.language), unit);
  const { edges, counts, n, mean, deviation, median } = histogram;
  const sized = (number: number) => formatNumber(number, precision);
  const about = words.histogram(n, sized(mean), sized(deviation), sized(median));
  return [
    {
      title: `${point.name}: ${value}`,
      svg: histogramSvg(histogram, { value, count: words.count, mean: words.mean, about }),
      notes: [],
      table: tableOf(
        [numeric(words.from, precision), numeric(words.to, precision), numeric(words.count, 0)],
        counts.map((count, i) => [edges[i] ?? null, edges[i + 1] ?? null, count]),
        pictureLimits.rows,
      ),
    },
  ];
}

const titled = (name: string, unit: string): string => (unit === '' ? name : `${name}, ${unit}`);
const temperatures = ['temp', 'temperature'];

/** A field of a point by its key, '' = the main one. */
async function fieldOf({ db }: Reads, { point }: ViewQuestion, pointId: number, wanted: string) {
  const pointFacts = elementAt(await shownPoints(db, [pointId], false), 0);
  const main = pointId === point.id ? pointFacts.fields[point.mainIndex] : pointFacts.fields[0];
  const field = wanted === '' ? main : pointFacts.fields.find(({ key }) => key === wanted);
  if (!field) throw new Failure('badInput', [{ path: 'field', message: 'fieldUnknown' }]);
  return { field: field.key, precision: field.precision, all: pointFacts.fields };
}

/** The point across, of this project: the same one unless told. */
async function otherOf({ db }: Reads, { point, options }: ViewQuestion) {
  if (options.withPointId === null) return point;
  return (await namedPoints(db, point.projectId, [options.withPointId]))[0] ?? null;
}

async function relationView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { point, options, words, language } = question;
  const other = requireRow(await otherOf(reads, question), { pointId: options.withPointId });
  const own = await fieldOf(reads, question, point.id, options.field);
  const isSame = other.id === point.id;
  // A temperature is what a field is first held against, as on the screens.
  const others = own.all.map(({ key }) => key).filter((key) => key !== own.field);
  const usual = isSame ? (others.find((key) => temperatures.includes(key)) ?? others[0]) : '';
  const otherKey = options.against || usual;
  if (otherKey === undefined) throw new Failure('badInput', [{ path: 'against', message: 'fieldUnknown' }]);
  const across = await fieldOf(reads, { ...question, point: other }, other.id, otherKey);
  const { x, y, n, fit, pairs } = await relation(reads, {
    pointIds: isSame ? [point.id] : [other.id, point.id],
    fields: [across.field, own.field],
    quantity: 'value',
    ...spanOf(question),
    raw: false,
    quality: 'good',
  } as OutputOf<typeof analysis.relation.input>);
  if (n === 0) return [];
  const nameOf = (of: typeof point, field: string, unit: string) =>
    titled(`${isSame ? '' : `${of.name}: `}${fieldWord(of.family, field, language)}`, unit);
  const [xName, yName] = [nameOf(other, across.field, x.unit), nameOf(point, own.field, y.unit)];
  const brief = (value: number) => String(Number(value.toPrecision(4)));
  return [
    {
      title: `${point.name}: ${yName} / ${xName}`,
      svg: relationSvg(
        { ...pairs, fit },
        { x: xName, y: yName, fit: fit ? words.fit(brief(fit.slope), brief(fit.intercept), brief(fit.r2)) : '' },
      ),
      notes: pairs.times.length < n ? [words.more(pairs.times.length, n)] : [],
      table: tableOf(
        [time(words.time), numeric(xName, across.precision), numeric(yName, own.precision)],
        pairs.times.map((at, i) => [at, pairs.x[i] ?? null, pairs.y[i] ?? null]),
        pictureLimits.rows,
      ),
    },
  ];
}

/** This period over the one before, which is moved to lie under it. */
async function periodsView(reads: Reads, question: ViewQuestion): Promise<ViewFigure[]> {
  const { options, words, fromMs, toMs, point } = question;
  const spanMs = toMs - fromMs;
  const now = await goodReadings(reads, question, options.field);
  if (!isThere(now)) return [];
  const then = await goodReadings(reads, { ...question, fromMs: fromMs - spanMs, toMs: fromMs }, options.field);
  const moved = { ...then, times: then.times.map((at) => at + spanMs) };
  const curves = [
    curveOf(words.thisPeriod, now, question),
    ...(isThere(then) ? [curveOf(words.before, moved, question)] : []),
  ];
  const title = `${point.name}: ${fieldTitle(now, question)}`;
  const svg = chartSvg({ curves, field: now.field }, { fromMs, toMs, timeZone: question.timeZone });
  return [
    {
      title,
      svg,
      notes: isThere(then) ? [] : [`${words.before}: ${words.states.noData}`],
      table: readingTable(now, question),
    },
  ];
}
