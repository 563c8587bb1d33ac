/**
 * K-NET ASCII of NIED: 17 lines of head, then counts that the scale factor makes gal. One file holds one direction; files
 * of one record may follow each other in one text and become its axes: E-W x, N-S y, U-D z.
 *
 * Times are of Japan (UTC+9), and `Record Time` is 15 s after the first sample (NIED, Format of K-NET ASCII).
 */
import { faultAt, type ReadWaveform, refused, type WaveformFault } from './faults.ts';

const headLines = 17;
const delayMs = 15_000;
const axisOf: Readonly<Record<string, string>> = {
  EW: 'x',
  NS: 'y',
  UD: 'z',
  1: 'y',
  2: 'x',
  3: 'z',
  4: 'y',
  5: 'x',
  6: 'z',
};

export const isKnet = (text: string): boolean => /^\uFEFF?\s*Origin Time\s/.test(text);

interface Direction {
  readonly line: number;
  readonly axis: string;
  readonly startMs: number;
  readonly rateHz: number;
  readonly samples: Float64Array;
  readonly isLengthStated: boolean;
}

export function readKnet(text: string, maxSamples: number): ReadWaveform {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const starts = lines.flatMap((line, i) => (line.startsWith('Origin Time') ? [i] : []));
  const faults: WaveformFault[] = [];
  const directions = starts.flatMap((start, i): Direction[] => {
    const part = lines.slice(start, starts[i + 1] ?? lines.length);
    const direction = readDirection(part, start + 1, maxSamples, faults);
    return direction ? [direction] : [];
  });
  const [first] = directions;
  for (const each of directions) {
    if (!first || each === first) continue;
    const isSame = (['startMs', 'rateHz'] as const).every((key) => each[key] === first[key]);
    if (!isSame || each.samples.length !== first.samples.length) faults.push(faultAt(each.line, 'recordsDiffer'));
    if (directions.some((other) => other !== each && other.axis === each.axis))
      faults.push(faultAt(each.line, 'axisTwice', each.axis));
  }
  if (!first || faults.length > 0) return refused(faults);
  const axes = directions.map(({ axis, samples }) => ({ axis, samples })).sort((a, b) => a.axis.localeCompare(b.axis));
  const isLengthStated = directions.every((each) => each.isLengthStated);
  const { startMs, rateHz } = first;
  return { file: { startMs, rateHz, unit: 'gal', axes, trigger: null, isLengthStated }, faults: [] };
}

/** One file; `line` is its first one. What is wrong is added to `faults`. */
function readDirection(
  lines: readonly string[],
  line: number,
  maxSamples: number,
  faults: WaveformFault[],
): Direction | null {
  const before = faults.length;
  const place = (label: string): number => lines.slice(0, headLines).findIndex((each) => each.startsWith(label));
  const textOf = (label: string): string => lines[place(label)]?.slice(label.length).trim() ?? '';
  const wrong = (label: string, fault: WaveformFault['fault'], detail = textOf(label)): void => {
    faults.push(faultAt(line + Math.max(0, place(label)), place(label) < 0 ? 'headerMissing' : fault, detail));
  };
  const startMs = timeOf(textOf('Record Time'));
  if (startMs === null) wrong('Record Time', 'startInvalid');
  const rateHz = Number.parseFloat(textOf('Sampling Freq(Hz)'));
  if (!(rateHz > 0)) wrong('Sampling Freq(Hz)', 'rateInvalid');
  const axis =
    axisOf[
      textOf('Dir.')
        .toUpperCase()
        .replace(/[^A-Z\d]/g, '')
    ];
  if (axis === undefined) wrong('Dir.', 'axisUnknown');
  const [, gal, counts] = /^([\d.]+)\s*\(gal\)\s*\/\s*([\d.]+)/.exec(textOf('Scale Factor')) ?? [];
  const scale = Number(gal) / Number(counts);
  if (!(scale > 0 && Number.isFinite(scale))) wrong('Scale Factor', 'scaleInvalid');
  const samples = countsOf(lines, line, maxSamples, faults);
  const duration = Number.parseFloat(textOf('Duration Time(s)'));
  // Written in whole seconds.
  if (samples && samples.length > 1 && rateHz > 0 && samples.length <= (duration - 1) * rateHz)
    wrong('Duration Time(s)', 'cut', `${samples.length} / ${duration * rateHz}`);
  if (faults.length > before || startMs === null || axis === undefined || !samples) return null;
  return { line, axis, startMs, rateHz, samples: samples.map((count) => count * scale), isLengthStated: duration > 0 };
}

function countsOf(lines: readonly string[], line: number, maxSamples: number, faults: WaveformFault[]) {
  const samples: number[] = [];
  for (let i = headLines; i < lines.length; i++) {
    for (const text of (lines[i] ?? '').split(/\s+/)) {
      if (text === '') continue;
      if (!/^[+-]?\d{1,15}$/.test(text)) {
        faults.push(faultAt(line + i, 'notNumber', text));
        return null;
      }
      samples.push(Number(text));
    }
    if (samples.length > maxSamples) {
      faults.push(faultAt(line + i, 'tooLong', String(maxSamples)));
      return null;
    }
  }
  if (samples.length < 2) faults.push(faultAt(line + headLines - 1, 'samplesMissing'));
  return Float64Array.from(samples);
}

/** `1996/08/11 03:12:39` in Japan, less the delay. */
function timeOf(text: string): number | null {
  const [, date, clock] = /^(\d{4}\/\d\d\/\d\d)\s+(\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  if (date === undefined || clock === undefined) return null;
  const at = Date.parse(`${date.replaceAll('/', '-')}T${clock}+09:00`);
  return Number.isNaN(at) ? null : at - delayMs;
}
