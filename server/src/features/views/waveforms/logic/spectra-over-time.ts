/** Spectra side by side: of several waveforms, and of a window that moves through one. On lines that all share. Pure. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { waveforms } from '@plumbline/contract/views/waveforms';
import { spectraLimits } from '@plumbline/contract/views/waveforms.spectra';
import {
  averagedSpectrum,
  type Band,
  type Column,
  columnOf,
  lineCount,
  type Measure,
  shortTimeSpectra,
} from '@plumbline/science/waveforms/over-time';
import { type Processing, processed } from '@plumbline/science/waveforms/processing';
import { type AxisName, unpack } from './recorded.ts';
import {
  densityUnit,
  isTooHigh,
  placesOf,
  processedAxes,
  type StoredWaveform,
  type Stretch,
  unitOf,
} from './shown-waveform.ts';

type ShortTime = OutputOf<typeof waveforms.shortTime.reply>;

/** Properties that all columns share. */
export interface ColumnQuestion {
  readonly axis: AxisName;
  readonly measure: Measure;
  readonly steps: Processing;
}

/** Shorter windows resolve nothing. */
const fewestSamples = 16;
export const segmentOf = (windowSeconds: number, rateHz: number): number =>
  Math.max(fewestSamples, Math.round(windowSeconds * rateHz));

/** As many digits as an instrument has, and no more than an answer needs. */
const digits = (value: number): number => Number(value.toPrecision(6));
const short = ({ values, peakHz, peak }: Column): Column => ({
  values: values.map((value) => (value === null ? null : digits(value))),
  peakHz: peakHz === null ? null : digits(peakHz),
  peak: peak === null ? null : digits(peak),
});

/**
 * A column of each waveform; null where the filter does not fit it or it is too short for it. All have the axis.
 * `windowSeconds` null = as the spectrum of one waveform.
 */
export function overTimeOf({
  many,
  question: { axis, measure, steps },
  windowSeconds,
  band,
}: {
  many: readonly StoredWaveform[];
  question: ColumnQuestion;
  windowSeconds: number | null;
  band: Band;
}): (Column | null)[] {
  return many.map((stored) => {
    const { rateHz } = stored;
    if (isTooHigh(rateHz, steps)) return null;
    const samples = processed(elementAt(unpack(stored.data), stored.axes.indexOf(axis)), stored, steps);
    const segment = windowSeconds === null ? null : segmentOf(windowSeconds, rateHz);
    const spectrum = samples && averagedSpectrum(samples, rateHz, { measure, window: 'hann', segment });
    return spectrum ? short(columnOf(spectrum, band)) : null;
  });
}

/** Throws notFound where there is no such axis, waveformFilter. */
export function shortTimeOf({
  stored,
  question: { axis, measure, steps },
  stretch,
  windowSeconds,
  fromHz,
  toHz,
}: {
  stored: StoredWaveform;
  question: ColumnQuestion;
  stretch: Stretch;
  windowSeconds: number;
  fromHz: number;
  toHz: number;
}): ShortTime {
  const { rateHz } = stored;
  const [one] = processedAxes({ stored, steps, only: axis });
  if (!one) throw new Failure('notFound', { axis });
  const [first, end] = placesOf(stored, stretch);
  const spectra = shortTimeSpectra(one.samples.subarray(first, end), rateHz, {
    measure,
    window: 'hann',
    size: segmentOf(windowSeconds, rateHz),
    most: spectraLimits.columns,
  });
  const unit = unitOf(stored, steps);
  const count = lineCount(fromHz, toHz, spectra?.resolutionHz ?? toHz, spectraLimits.lines);
  const start = first / rateHz;
  return {
    unit: measure === 'density' ? densityUnit(unit) : unit,
    fromHz,
    lineHz: (toHz - fromHz) / count,
    columns: (spectra?.spectra ?? []).map((spectrum, i) => {
      const middle = start + (spectra?.fromSeconds ?? 0) + i * (spectra?.stepSeconds ?? 0);
      const half = (spectra?.stepSeconds ?? 0) / 2;
      const { values, peakHz, peak } = short(columnOf(spectrum, { fromHz, toHz, count }));
      return {
        fromSeconds: digits(middle - half),
        toSeconds: digits(Math.min(middle + half, end / rateHz)),
        values: [...values],
        peakHz,
        peak,
      };
    }),
    windows: spectra?.windows ?? 0,
    windowsEach: spectra?.windowsEach ?? 1,
    windowSeconds: spectra?.windowSeconds ?? windowSeconds,
  };
}
