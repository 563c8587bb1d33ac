/**
 * Spectra over time: of the waveforms of a span side by side, and of a window that moves through one. Invariant: the file
 * holds the numbers of the picture, by the same functions; what was not calculated is counted.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Waveform, waveforms } from '@plumbline/contract/views/waveforms';
import { spectraLimits } from '@plumbline/contract/views/waveforms.spectra';
import { type Band, type Column, lineCount, resolutionOf } from '@plumbline/science/waveforms/over-time';
import type { Context, Reads } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { type Cell, sheetTypes, writeSheet } from '../../../kernel/sheets.ts';
import { spanOf } from '../../readings/readings/readings.query.api.ts';
import { calculate } from './logic/calculate.ts';
import { densityUnit, refuseCrossed, unitOf } from './logic/shown-waveform.ts';
import { segmentOf } from './logic/spectra-over-time.ts';
import { stepsOf, storedOf, storedWaveform } from './waveforms.service.ts';
import * as table from './waveforms.table.ts';

type Input<K extends keyof typeof waveforms> = OutputOf<(typeof waveforms)[K]['input']>;
type Reply<K extends 'overTime' | 'shortTime'> = OutputOf<(typeof waveforms)[K]['reply']>;

/** Samples of all axes that are read and calculated at a time: others have their turn between. */
const samplesAtOnce = 1_500_000;
const waveformsAtOnce = 50;

export async function overTime({ db }: Pick<Reads, 'db'>, input: Input<'overTime'>): Promise<Reply<'overTime'>> {
  const span = { pointId: input.pointId, ...spanOf(input, limits.viewDays) };
  const steps = stepsOf(input);
  refuseCrossed(steps);
  const total = await table.countWithin(db, span);
  const chosen = await chosenWaveforms(db, span, total);
  const unit = unitOf({ unit: chosen.at(-1)?.unit ?? 'mm/s' }, steps);
  const { fitting, ...leftOut } = fittingOf(chosen, input.axis, (each) => unitOf(each, steps) === unit);
  const band = bandOf(fitting, input);
  const columns: Reply<'overTime'>['columns'] = [];
  for (const few of batchesOf(fitting)) {
    const data = await table.dataOf(
      db,
      few.map(({ id }) => id),
    );
    // One that was deleted meanwhile is none of them any more.
    const found = few.flatMap((each) => {
      const bytes = data.get(each.id);
      return bytes ? [{ each, stored: storedOf(each, bytes) }] : [];
    });
    const calculated = await calculate(
      'overTime',
      {
        many: found.map(({ stored }) => stored),
        question: { axis: input.axis, measure: input.measure, steps },
        windowSeconds: input.windowSeconds ?? null,
        band,
      },
      found.reduce((sum, { each }) => sum + valuesOf(each), 0),
    );
    for (const [i, column] of calculated.entries()) {
      const each = found[i]?.each;
      if (each && column) columns.push(columnReply(each, column));
    }
  }
  return {
    unit: input.measure === 'density' ? densityUnit(unit) : unit,
    fromHz: band.fromHz,
    lineHz: (band.toHz - band.fromHz) / band.count,
    columns,
    total,
    chosen: chosen.length,
    leftOut: { ...leftOut, unfit: fitting.length - columns.length },
  };
}

const columnReply = (
  { id, startAt, samples, rateHz }: Waveform,
  { values, ...peak }: Column,
): Reply<'overTime'>['columns'][number] => ({
  waveformId: id,
  startAt,
  seconds: samples / rateHz,
  ...peak,
  values: [...values],
});

const valuesOf = ({ samples, axes }: Waveform): number => samples * axes.length;

/** As many as the limits of columns and of samples allow. */
async function chosenWaveforms(db: Context['db'], span: Parameters<typeof table.countWithin>[1], total: number) {
  let count = Math.min(total, spectraLimits.columns);
  for (;;) {
    if (count === 0) return [];
    const chosen = await table.strongestWithin(db, span, count);
    const samples = chosen.reduce((sum, each) => sum + each.samples, 0);
    if (samples <= spectraLimits.samples || count === 1) return chosen;
    count = Math.max(1, Math.min(count - 1, Math.floor((count * spectraLimits.samples) / samples)));
  }
}

function fittingOf(
  chosen: readonly Waveform[],
  axis: Input<'overTime'>['axis'],
  isOfUnit: (each: Waveform) => boolean,
) {
  const ofUnit = chosen.filter(isOfUnit);
  const fitting = ofUnit.filter(({ axes }) => axes.some((each) => each.axis === axis));
  return { fitting, otherUnit: chosen.length - ofUnit.length, withoutAxis: ofUnit.length - fitting.length };
}

/** The frequencies that are asked for, in as many lines as the finest of the spectra has. */
function bandOf(fitting: readonly Waveform[], input: Input<'overTime'>): Band {
  const halfHz = Math.max(1, ...fitting.map(({ rateHz }) => rateHz / 2));
  const { fromHz, toHz } = frequenciesOf(input, halfHz);
  const finest = Math.min(
    toHz - fromHz,
    ...fitting.map(({ samples, rateHz }) =>
      resolutionOf(samples, rateHz, {
        measure: input.measure,
        window: 'hann',
        segment: input.windowSeconds === undefined ? null : segmentOf(input.windowSeconds, rateHz),
      }),
    ),
  );
  return { fromHz, toHz, count: lineCount(fromHz, toHz, finest, spectraLimits.lines) };
}

/** Throws waveformFilter for a band without a width, or beyond half the rate. */
function frequenciesOf({ fromHz, toHz }: { fromHz: number; toHz?: number | undefined }, halfHz: number) {
  const end = Math.min(toHz ?? halfHz, halfHz);
  if (!(fromHz < end)) throw new Failure('waveformFilter', { fault: 'band', maxHz: halfHz });
  return { fromHz, toHz: end };
}

function* batchesOf(all: readonly Waveform[]): Generator<Waveform[]> {
  let [batch, samples]: [Waveform[], number] = [[], 0];
  for (const each of all) {
    if (batch.length > 0 && (batch.length === waveformsAtOnce || samples + valuesOf(each) > samplesAtOnce)) {
      yield batch;
      [batch, samples] = [[], 0];
    }
    batch.push(each);
    samples += valuesOf(each);
  }
  if (batch.length > 0) yield batch;
}

export async function shortTime({ db }: Context, input: Input<'shortTime'>): Promise<Reply<'shortTime'>> {
  const { stored, values } = await storedWaveform(db, input);
  const { axis, measure, windowSeconds, from, to } = input;
  return calculate(
    'shortTime',
    {
      stored,
      question: { axis, measure, steps: stepsOf(input) },
      stretch: { from, to },
      windowSeconds,
      ...frequenciesOf(input, stored.rateHz / 2),
    },
    values,
  );
}

export async function overTimeFile(context: Context, input: Input<'overTimeFile'>): Promise<Download> {
  const picture = await overTime(context, input);
  const rows = picture.columns.map(({ startAt, seconds, ...column }) => ({ head: [startAt, seconds], ...column }));
  return fileOf(picture, rows, { head: ['start', 'duration (s)'], name: `spectra over time ${input.axis}`, ...input });
}

export async function shortTimeFile(context: Context, input: Input<'shortTimeFile'>): Promise<Download> {
  const picture = await shortTime(context, input);
  const rows = picture.columns.map(({ fromSeconds, toSeconds, ...column }) => ({
    head: [fromSeconds, toSeconds],
    ...column,
  }));
  return fileOf(picture, rows, { head: ['from (s)', 'to (s)'], name: `short-time spectra ${input.axis}`, ...input });
}

/** A line for each column of the picture: its time, its peak, and every line of it by its middle frequency. */
function fileOf(
  {
    unit,
    fromHz,
    lineHz,
    columns,
  }: Pick<Reply<'overTime'>, 'unit' | 'fromHz' | 'lineHz'> & {
    columns: readonly { readonly values: readonly (number | null)[] }[];
  },
  rows: readonly (Column & { readonly head: readonly Cell[] })[],
  { head, name, format }: { head: readonly string[]; name: string; format: Input<'overTimeFile'>['format'] },
): Download {
  const lines = columns[0]?.values.length ?? 0;
  const frequencies = Array.from({ length: lines }, (_, i) => Number((fromHz + (i + 0.5) * lineHz).toPrecision(6)));
  const headers = [...head, 'peak (Hz)', `peak (${unit})`, ...frequencies.map((hz) => `${hz} Hz (${unit})`)];
  const stream = writeSheet(
    rows.map((row): Cell[] => [...row.head, row.peakHz, row.peak, ...row.values]),
    { format, name, columns: headers.map((header) => ({ header })) },
  );
  return { type: sheetTypes[format], fileName: `${name}.${format}`, stream };
}
