/**
 * A waveform as separated text. Lines of a name and a value (`rate`, `start`, `unit`, `trigger`, `samples`, `duration` in
 * seconds) may stand before the line that names the columns; that one names the axes x, y, z, and may begin with the time: seconds from the start, or
 * instants with their zone. Where there is no rate, it is counted from the times, which must be even to a hundredth of
 * their distance. An axis may carry its unit: `x (mm/s)`.
 */
import { faultAt, maxFaults, type ReadWaveform, refused, type WaveformFault, waveformAxes } from './faults.ts';
import { type WaveformUnit, waveformUnitOf } from './units.ts';

interface Head {
  rateHz: number | null;
  startMs: number | null;
  unit: WaveformUnit | null;
  trigger: string | null;
  length: StatedLength | null;
}
/** What a file says of its own length, and where. */
interface StatedLength {
  readonly value: number;
  readonly of: 'samples' | 'seconds';
  readonly line: number;
}
type Time = 'none' | 'seconds' | 'instants';

export function readWaveformCsv(text: string, maxSamples: number): ReadWaveform {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const head: Head = { rateHz: null, startMs: null, unit: null, trigger: null, length: null };
  const faults: WaveformFault[] = [];
  const separator = separatorOf(lines);
  let at = 0;
  let columns: readonly string[] | null = null;
  for (; at < lines.length && columns === null; at++) {
    const cells = (lines[at] ?? '').split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (cells.every((cell) => cell === '')) continue;
    const headFacts = readHead(head, cells, at + 1, faults);
    if (!headFacts) columns = cells;
  }
  if (columns === null) return refused([...faults, faultAt(Math.max(1, at), 'axesMissing')]);
  const layout = layoutOf(columns, at, head, faults);
  if (faults.length > 0) return refused(faults);
  return readRows(lines, at, separator, { head, maxSamples, ...layout });
}

/** By a line of samples, which holds nothing but numbers: words of the head may hold anything. */
const separatorOf = (lines: readonly string[]): string => {
  const row = lines.findLast((line) => line.trim() !== '') ?? '';
  return [';', '\t', ','].find((each) => row.includes(each)) ?? (lines.some((line) => line.includes(';')) ? ';' : ',');
};

/** Takes a line of the head; false = it is none. */
function readHead(head: Head, cells: readonly string[], line: number, faults: WaveformFault[]): boolean {
  const [, name = '', inSame = ''] = /^#?\s*([a-z]+)\b[^:=]*(?:[:=]\s*(.*))?$/i.exec(cells[0] ?? '') ?? [];
  const value = inSame || (cells[1] ?? '');
  switch (name.toLowerCase()) {
    case 'rate':
    case 'samplerate':
      head.rateHz = Number.parseFloat(value);
      if (!(head.rateHz > 0)) faults.push(faultAt(line, 'rateInvalid', value));
      return true;
    case 'start':
      head.startMs = instantOf(value);
      if (head.startMs === null) faults.push(faultAt(line, 'startInvalid', value));
      return true;
    case 'unit':
      head.unit = waveformUnitOf(value);
      if (head.unit === null) faults.push(faultAt(line, 'unitUnknown', value));
      return true;
    case 'trigger':
      head.trigger = value.slice(0, 64) || null;
      return true;
    case 'samples':
    case 'duration': {
      const length = Number.parseFloat(value);
      if (length > 0)
        head.length = { value: length, of: name.toLowerCase() === 'samples' ? 'samples' : 'seconds', line };
      else faults.push(faultAt(line, 'lengthInvalid', value));
      return true;
    }
    default:
      return (cells[0] ?? '').startsWith('#');
  }
}

/** Epoch ms; an instant names its zone. */
function instantOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return null;
  const at = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
}

function layoutOf(columns: readonly string[], line: number, head: Head, faults: WaveformFault[]) {
  const time: Time = /^(t|time|seconds?|time \(s\)|t \(s\))$/i.test(columns[0] ?? '')
    ? 'seconds'
    : /^(at|timestamp|instant)$/i.test(columns[0] ?? '')
      ? 'instants'
      : 'none';
  const axes: string[] = [];
  for (const title of columns.slice(time === 'none' ? 0 : 1)) {
    const [, name = '', unitName] = /^([a-z]+)\s*(?:[([]\s*(.*?)\s*[)\]])?$/i.exec(title) ?? [];
    const axis = waveformAxes.find((each) => each === name.toLowerCase());
    if (axis === undefined) faults.push(faultAt(line, 'axisUnknown', title));
    else if (axes.includes(axis)) faults.push(faultAt(line, 'axisTwice', title));
    else axes.push(axis);
    if (unitName === undefined) continue;
    const unit = waveformUnitOf(unitName);
    if (unit === null || (head.unit !== null && head.unit !== unit))
      faults.push(faultAt(line, 'unitUnknown', unitName));
    head.unit = unit;
  }
  if (axes.length === 0 && faults.length === 0) faults.push(faultAt(line, 'axesMissing'));
  if (time === 'none' && head.rateHz === null && faults.length === 0) faults.push(faultAt(line, 'rateMissing'));
  return { time, axes };
}

function readRows(
  lines: readonly string[],
  from: number,
  separator: string,
  {
    head,
    time,
    axes,
    maxSamples,
  }: { readonly head: Head; readonly time: Time; readonly axes: readonly string[]; readonly maxSamples: number },
): ReadWaveform {
  const offset = time === 'none' ? 0 : 1;
  const columns = axes.map((): number[] => []);
  const times: { readonly seconds: number; readonly line: number }[] = [];
  const faults: WaveformFault[] = [];
  for (let i = from; i < lines.length && faults.length < maxFaults; i++) {
    const line = lines[i] ?? '';
    if (line.trim() === '') continue;
    const cells = line.split(separator).map((cell) => cell.trim());
    if (cells.length !== axes.length + offset) faults.push(faultAt(i + 1, 'cellCount', String(cells.length)));
    if (offset === 1) times.push({ seconds: secondsOf(cells[0] ?? '', time), line: i + 1 });
    for (const [k, column] of columns.entries()) {
      const cell = cells[k + offset] ?? '';
      if (!isNumber(cell)) faults.push(faultAt(i + 1, 'notNumber', cell));
      column.push(Number(cell));
    }
    if (columns[0] && columns[0].length > maxSamples) return refused([faultAt(i + 1, 'tooLong', String(maxSamples))]);
  }
  if ((columns[0]?.length ?? 0) < 2) faults.push(faultAt(lines.length, 'samplesMissing'));
  const rateHz = head.rateHz ?? rateOf(times);
  if (faults.length === 0) faults.push(...unevenTimes(times, rateHz));
  if (faults.length === 0) faults.push(...cutAt(head.length, columns[0]?.length ?? 0, rateHz));
  if (faults.length > 0 || rateHz === null) return refused(faults.length > 0 ? faults : [faultAt(from, 'rateMissing')]);
  const [first] = times;
  const startMs = time === 'instants' && first ? Math.round(first.seconds * 1000) : head.startMs;
  return {
    file: {
      startMs,
      rateHz,
      unit: head.unit,
      trigger: head.trigger,
      isLengthStated: head.length !== null,
      axes: axes.map((axis, k) => ({ axis, samples: Float64Array.from(columns[k] ?? []) })),
    },
    faults: [],
  };
}

/**
 * A duration may be counted to the last sample or to the end of its interval, and is rounded to a tenth of a second; a
 * number of samples is exact.
 */
function cutAt(stated: StatedLength | null, count: number, rateHz: number | null): WaveformFault[] {
  if (stated === null || rateHz === null) return [];
  const isSeconds = stated.of === 'seconds';
  const expected = isSeconds ? Math.round(stated.value * rateHz) : stated.value;
  const tolerance = isSeconds ? 1 + 0.05 * rateHz : 0;
  return Math.abs(count - expected) > tolerance ? [faultAt(stated.line, 'cut', `${count} / ${expected}`)] : [];
}

const isNumber = (text: string): boolean => text !== '' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

function secondsOf(text: string, time: Time): number {
  if (time === 'instants') return (instantOf(text) ?? Number.NaN) / 1000;
  return isNumber(text) ? Number(text) : Number.NaN;
}

/** From first to last; from the middle step where that is another, as with a gap in between. */
function rateOf(times: readonly { readonly seconds: number }[]): number | null {
  const steps = times.slice(1).map(({ seconds }, i) => seconds - (times[i]?.seconds ?? Number.NaN));
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)];
  if (middle === undefined || !(middle > 0)) return null;
  const overall = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const rate = 1 / (Math.abs(overall - middle) < middle * 0.01 ? overall : middle);
  // Written with few decimals, times give 199.9998 for 200.
  const samples = Math.round(rate);
  return samples > 0 && Math.abs(rate - samples) < samples * 1e-3 ? samples : Number(rate.toPrecision(6));
}

/** Lines whose time is not where the rate puts it: a sample is missing there, or twice. */
function unevenTimes(
  times: readonly { readonly seconds: number; readonly line: number }[],
  rateHz: number | null,
): WaveformFault[] {
  const faults: WaveformFault[] = [];
  for (let i = 0; i < times.length && faults.length < maxFaults; i++) {
    const { seconds, line } = times[i] as { seconds: number; line: number };
    const before = times[i - 1]?.seconds;
    if (Number.isNaN(seconds)) faults.push(faultAt(line, 'timeUneven'));
    else if (before !== undefined && rateHz !== null && Math.abs((seconds - before) * rateHz - 1) > 0.1)
      faults.push(faultAt(line, 'timeUneven', String(seconds)));
  }
  return faults;
}
