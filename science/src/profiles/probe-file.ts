/**
 * A run of an inclinometer probe as its readout writes it: a table of depths with the counts of both directions, and above it
 * lines of names (`Headings`) with the values of the installation and of the survey. Invariant: a run is read whole or not at
 * all, and what is wrong is named by its line.
 */
import { detectCsv } from '../files/csv-layout.ts';

export interface ProbeRun {
  /** Name of the casing in the file; null = it does not say. */
  readonly installation: string | null;
  /** Local time as written, day first: what the clock on site showed; null = it does not say. */
  readonly measuredAt: { year: number; month: number; day: number; time: string } | null;
  /** Counts for a tilt of 90 degrees; null = it does not say. */
  readonly constant: number | null;
  /** How many depths the file says that it has, which may be another number; null = it does not say. */
  readonly declaredDepths: number | null;
  /** From the top down, m. */
  readonly depthsM: readonly number[];
  readonly a0: readonly number[];
  readonly a180: readonly number[];
  /** null = the second axis was not read. */
  readonly b0: readonly number[] | null;
  readonly b180: readonly number[] | null;
}

export type ProbeFaultName =
  | 'headingMissing'
  | 'directionMissing'
  | 'unitUnknown'
  | 'cellCount'
  | 'notNumber'
  | 'depthTwice'
  | 'depthsMissing';
export interface ProbeFault {
  /** From 1. */
  readonly line: number;
  readonly fault: ProbeFaultName;
  /** As the file has it. */
  readonly found: string;
}
export type ReadProbe =
  | { readonly run: ProbeRun; readonly faults: readonly [] }
  | { readonly run: null; readonly faults: readonly ProbeFault[] };

/** A casing has no more intervals. */
const maxLines = 2_000;
const maxFaults = 20;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export function readProbeRun(text: string): ReadProbe {
  const { separator } = detectCsv(text);
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/, maxLines)
    .map((line, i): Row => ({ line: i + 1, cells: line.split(separator).map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const at = rows.findIndex(({ cells }) => cells[0]?.toLowerCase() === 'depth');
  const heading = rows[at];
  if (!heading)
    return refused([{ line: rows[0]?.line ?? 1, fault: 'headingMissing', found: rows[0]?.cells.join(' ') ?? '' }]);
  const facts = factsAbove(rows.slice(0, at));
  const unit = facts.get('depthunits') ?? 'meters';
  if (!/^(m|met(er|re)s?)$/i.test(unit)) return refused([{ line: 1, fault: 'unitUnknown', found: unit }]);
  const columns = new Map(heading.cells.map((cell, i) => [cell.toLowerCase(), i]));
  if (!columns.has('a0') || !columns.has('a180') || columns.has('b0') !== columns.has('b180'))
    return refused([{ line: heading.line, fault: 'directionMissing', found: heading.cells.join(' ') }]);
  return tableOf(rows.slice(at + 1), columns, facts, heading);
}

const refused = (faults: readonly ProbeFault[]): ReadProbe => ({
  run: null,
  faults: faults.slice(0, maxFaults).map((each) => ({ ...each, found: each.found.slice(0, 80) })),
});

/** Lines of names, each with a line of values below it. Of two names the later one counts. */
function factsAbove(rows: readonly Row[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const [i, { cells }] of rows.entries()) {
    if (cells[0]?.toLowerCase() !== 'headings') continue;
    for (const [place, name] of cells.entries()) {
      const value = rows[i + 1]?.cells[place];
      if (place > 0 && value) facts.set(name.toLowerCase(), value);
    }
  }
  return facts;
}

function tableOf(
  rows: readonly Row[],
  columns: ReadonlyMap<string, number>,
  facts: ReadonlyMap<string, string>,
  heading: Row,
): ReadProbe {
  const names = ['depth', 'a0', 'a180', ...(columns.has('b0') ? ['b0', 'b180'] : [])];
  const faults: ProbeFault[] = [];
  const read = rows.map(({ line, cells }) => {
    if (cells.length < heading.cells.length) faults.push({ line, fault: 'cellCount', found: cells.join(' ') });
    return names.map((name) => {
      const cell = cells[columns.get(name) ?? -1] ?? '';
      const value = cell === '' ? Number.NaN : Number(cell.replace(',', '.'));
      if (!Number.isFinite(value) && cells.length >= heading.cells.length)
        faults.push({ line, fault: 'notNumber', found: cell });
      return value;
    });
  });
  const depths = new Set<number>();
  for (const [i, [depth = Number.NaN]] of read.entries()) {
    if (depths.has(depth)) faults.push({ line: rows[i]?.line ?? 0, fault: 'depthTwice', found: String(depth) });
    depths.add(depth);
  }
  const declared = Number(facts.get('num depths') ?? Number.NaN);
  if (read.length === 0) faults.push({ line: heading.line, fault: 'depthsMissing', found: '' });
  if (faults.length > 0) return refused(faults);
  const sorted = read.sort((a, b) => (a[0] as number) - (b[0] as number));
  const column = (place: number) => sorted.map((cells) => cells[place] as number);
  const hasB = columns.has('b0');
  return {
    run: {
      installation: facts.get('installation') ?? null,
      measuredAt: timeIn(facts.get('survey datetime') ?? ''),
      constant: constantIn(facts),
      declaredDepths: Number.isFinite(declared) ? declared : null,
      depthsM: column(0),
      a0: column(1),
      a180: column(2),
      b0: hasB ? column(3) : null,
      b180: hasB ? column(4) : null,
    },
    faults: [],
  };
}

/** That of the probe before that of the installation. */
function constantIn(facts: ReadonlyMap<string, string>): number | null {
  for (const name of ['actl cnst', 'instrument constant']) {
    const value = Number(facts.get(name) ?? Number.NaN);
    if (Number.isFinite(value) && value > 0) return value;
  }
  return null;
}

/** `DD/MM/YYYY HH:mm:ss` or `YYYY-MM-DD HH:mm:ss`. */
function timeIn(text: string): ProbeRun['measuredAt'] {
  const [, day, month, year, time] = /^(\d{1,2})[./](\d{1,2})[./](\d{4}) (\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text) ?? [];
  if (time) return { year: Number(year), month: Number(month), day: Number(day), time };
  const [, y, m, d, clock] = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)/.exec(text) ?? [];
  return clock ? { year: Number(y), month: Number(m), day: Number(d), time: clock } : null;
}
