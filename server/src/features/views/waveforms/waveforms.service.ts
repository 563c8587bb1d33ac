/**
 * Waveforms of vibration points: blocks of samples beside the records. Invariants: what is stored is what was recorded,
 * sample by sample; filters and integration act when it is read; what a page is sent is bounded by its width, and no peak
 * is lost on the way.
 */
import { Readable } from 'node:stream';
import { limits } from '@plumbline/contract/kernel/constants';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Waveform, waveforms } from '@plumbline/contract/views/waveforms';
import { magnitudeLimit } from '@plumbline/contract/views/waveforms.spectra';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Processing } from '@plumbline/science/waveforms/processing';
import type { Context, Reads } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { ownerOf } from '../../points/points/points.api.ts';
import { spanOf } from '../../readings/readings/readings.query.api.ts';
import { calculate } from './logic/calculate.ts';
import { type ProcessedAxis, type StoredWaveform, unitOf } from './logic/shown-waveform.ts';
import * as table from './waveforms.table.ts';

type Input<K extends keyof typeof waveforms> = OutputOf<(typeof waveforms)[K]['input']>;

export async function list({ db }: Context, { pageSize, ...filter }: Input<'list'>) {
  const [rows, total] = await Promise.all([table.list(db, filter, pageSize + 1), table.count(db, filter)]);
  return { waveforms: rows.slice(0, pageSize), more: rows.length > pageSize, total };
}

/** The strongest of each few that follow each other, where there are more than a chart draws: no peak is lost. */
export async function magnitudes(
  { db }: Pick<Reads, 'db'>,
  { pointId, minVectorSumMmS, ...span }: Input<'magnitudes'>,
) {
  const within = { pointId, minVectorSumMmS, ...spanOf(span, limits.viewDays) };
  const [rows, total] = await Promise.all([
    table.strongestWithin(db, within, magnitudeLimit),
    table.countWithin(db, within),
  ]);
  const events = rows.map(({ id, startAt, vectorSumMmS, governing, trigger }) => ({
    waveformId: id,
    startAt,
    vectorSumMmS,
    axis: governing.axis,
    velocityMmS: governing.velocityMmS,
    frequencyHz: governing.velocityHz,
    trigger,
  }));
  return { events, total };
}

export async function get({ db }: Context, { pointId, waveformId }: Input<'get'>) {
  return { waveform: await table.one(db, pointId, waveformId) };
}

export async function samples({ db }: Pick<Reads, 'db'>, input: Input<'samples'>) {
  const { stored, values } = await storedWaveform(db, input);
  const { width } = input;
  return calculate('samples', { stored, steps: stepsOf(input), stretch: stretchOf(input), width }, values);
}

export async function spectrum({ db }: Pick<Reads, 'db'>, input: Input<'spectrum'>) {
  const { stored, values } = await storedWaveform(db, input);
  const { kind, window } = input;
  return calculate('spectrum', { stored, steps: stepsOf(input), stretch: stretchOf(input), kind, window }, values);
}

export async function detected({ db }: Context, input: Input<'detected'>) {
  const { stored, values } = await storedWaveform(db, input);
  const { axis, ratio, shortSeconds, longSeconds } = input;
  return calculate('detected', { stored, steps: stepsOf(input), axis, ratio, shortSeconds, longSeconds }, values);
}

export async function download({ db }: Context, input: Input<'download'>): Promise<Download> {
  const { waveform, stored, values } = await storedWaveform(db, input);
  const steps = stepsOf(input);
  const axes = await calculate('processed', { stored, steps }, values);
  const stamp = waveform.startAt.replace(/[:.]/g, '-');
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `waveform ${stamp}.csv`,
    stream: Readable.from(csvText(waveform, unitOf(waveform, steps), axes), { objectMode: false }),
  };
}

const rowsAtOnce = 4_000;

function* csvText({ startAt, rateHz, trigger, samples: n }: Waveform, unit: string, axes: readonly ProcessedAxis[]) {
  yield csvLine(['start', startAt]) + csvLine(['rate', rateHz]) + csvLine(['unit', unit]) + csvLine(['samples', n]);
  if (trigger !== null) yield csvLine(['trigger', trigger]);
  yield csvLine(['time', ...axes.map(({ axis }) => axis)]);
  for (let start = 0; start < n; start += rowsAtOnce) {
    let text = '';
    for (let i = start; i < Math.min(n, start + rowsAtOnce); i++)
      text += csvLine([Number((i / rateHz).toFixed(9)), ...axes.map(({ samples }) => samples[i] ?? null)]);
    yield text;
  }
}

export async function remove(context: Context, { pointId, waveformId }: Input<'remove'>) {
  const { projectId } = await ownerOf(context.db, pointId);
  const startedAt = requireRow(await table.remove(context.db, pointId, waveformId), { waveformId });
  await context.emit('waveformsChanged', { pointId, projectId, startMs: startedAt.getTime() });
  return {};
}

/** A waveform and what a calculation needs of it; `values` = samples of all axes. Throws notFound. */
export async function storedWaveform(
  db: Context['db'],
  { pointId, waveformId }: { pointId: number; waveformId: number },
): Promise<{ waveform: Waveform; stored: StoredWaveform; values: number }> {
  const { waveform, data } = await table.oneWithData(db, pointId, waveformId);
  return { waveform, stored: storedOf(waveform, data), values: waveform.samples * waveform.axes.length };
}

export const storedOf = ({ rateHz, unit, samples, axes }: Waveform, data: Uint8Array): StoredWaveform => ({
  rateHz,
  unit,
  samples,
  axes: axes.map(({ axis }) => axis),
  data,
});

export const stepsOf = (input: Pick<Input<'samples'>, 'quantity' | 'highPassHz' | 'lowPassHz'>): Processing => ({
  quantity: input.quantity,
  highPassHz: input.highPassHz ?? null,
  lowPassHz: input.lowPassHz ?? null,
});

const stretchOf = ({ from, to }: { from: number; to?: number | undefined }) => ({ from, to });
