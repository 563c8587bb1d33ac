/**
 * Lines of a file as records of points, by a mapping. Invariant: a value that cannot be read is refused with its reason
 * and takes nothing beside it along; an empty cell says nothing, and never 0.
 */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import type { Mapping, Target } from '@plumbline/contract/readings/imports.mapping';
import type { MondRow } from '@plumbline/science/files/ags4';
import type { CellNumbers } from '@plumbline/science/files/cell-numbers';
import { unguardFormula } from '@plumbline/science/files/csv-writer';
import { type FileAmbiguity, fileTimes } from '@plumbline/science/files/file-times';
import { stepped, type UnitStep, unitStep } from '@plumbline/science/files/units';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { TimePattern } from '@plumbline/science/series/local-time';
import { type FileLine, isClosing, timeText } from '../../import-files/import-files.api.ts';

/** Sink for the results of lines. */
export interface Sink {
  record(line: number, pointId: number, at: number, sample: Sample): void;
  refuse(line: number, error: ErrorName, detail: unknown, pointId?: number, at?: number): void;
  /** A name that the mapping does not know. */
  unknown(line: number, point: string, field: string): void;
  /** A line of which nothing comes: it holds no value, or a name that the mapping passes over. */
  passed(result: 'empty' | 'skipped'): void;
  /** A cell that holds a mark of no value. */
  noValue(): void;
}
export interface Reading {
  /** What cells are no numbers, and why (`cell-numbers.ts`). */
  readonly cells: CellNumbers;
  readonly nowMs: number;
  /** Nodes of each point: what a sample of a chain has. */
  readonly nodes: ReadonlyMap<number, number>;
  /** Fields or raw quantities of each point. */
  readonly slots: ReadonlyMap<number, ReadonlySet<string>>;
}

const longestQuote = 60;
const quoted = (text: string) => text.slice(0, longestQuote);

type Wide = Extract<Mapping['values'], { layout: 'wide' }>;
type Rows = Extract<Mapping['values'], { layout: 'rows' }>;
type Long = Extract<Mapping['values'], { layout: 'long' }>;
type Ags = Extract<Mapping['values'], { layout: 'ags4' }>;

/** Reads lines of cells: columns of points, or lines that name their point. */
export function lineReader(values: Wide | Rows | Long, reading: Reading, sink: Sink): (line: FileLine) => void {
  const timeAt = timeReader(values.time.pattern, values.time, reading, sink);
  const { columns } = values.time;
  const body =
    values.layout === 'wide'
      ? wideBody(values, reading, sink)
      : values.layout === 'rows'
        ? rowsBody(values, reading, sink)
        : longBody(values, reading, sink);
  // What a clock shows twice is told apart by the order of the lines of one name.
  const names = namesOf(values);
  return ({ line, cells, fault }) => {
    if (cells.every((cell) => cell.trim() === '') && !fault) return sink.passed('empty');
    if (fault) return sink.refuse(line, 'lineBroken', { fault });
    if (isClosing(cells)) return sink.passed('empty');
    const at = timeAt(line, timeText(columns, cells), names(cells));
    if (at !== null) body(line, cells, at);
  };
}

function namesOf(values: Wide | Rows | Long): (cells: readonly string[]) => string {
  if (values.layout === 'wide') return () => '';
  const field = values.layout === 'long' ? values.fieldColumn : null;
  return (cells) => `${cells[values.pointColumn] ?? ''}\n${field === null ? '' : (cells[field] ?? '')}`;
}

/** Readings of AGS4: of one installation, distance and type. Units are of the row: each is converted from its own. */
export function agsReader(values: Ags, reading: Reading, sink: Sink): (row: MondRow) => void {
  const targets = new Map(values.names.map((each) => [agsKey(each), { ...each }]));
  const times = new Map<string, ReturnType<typeof timeReader>>();
  const timeAtOf = (pattern: TimePattern, ambiguous: FileAmbiguity) => {
    const key = `${pattern} ${ambiguous}`;
    const timeAt = times.get(key) ?? timeReader(pattern, { ...values.time, ambiguous }, reading, sink);
    times.set(key, timeAt);
    return timeAt;
  };
  return (row) => {
    const { line, readingText, unit } = row;
    const target = targets.get(agsKey(row));
    if (!target) {
      if (values.otherNames === 'skip') return sink.passed('skipped');
      return sink.unknown(line, agsName(row), row.type);
    }
    const pattern = values.time.pattern ?? row.timePattern;
    if (pattern === null) return sink.refuse(line, 'timeUnreadable', { text: quoted(row.timeText) }, target.pointId);
    // Of an hour that the clock shows twice the second showing has reference 2, as keys must differ.
    const { ambiguous } = values.time;
    const again = row.reference === '2' && ambiguous !== 'refuse';
    const at = timeAtOf(pattern, again ? 'later' : ambiguous)(line, row.timeText, agsKey(row));
    if (at === null) return;
    target.unit ??= unit;
    const step = unit === target.unit ? asWritten : unitStep(unit, target.unit);
    if (!step) return sink.refuse(line, 'unitDiffers', { unit, expected: target.unit }, target.pointId, at);
    const sample = new Map<number, Sample>();
    const empty = cellInto(sample, line, readingText, 'MOND_RDNG', target, at, { ...reading, before: step }, sink);
    if (empty) sink.passed('empty');
    for (const [pointId, each] of sample) sink.record(line, pointId, at, each);
  };
}

const asWritten: UnitStep = { factor: 1, offset: 0 };
const isAsWritten = ({ factor, offset, sine }: UnitStep) => factor === 1 && offset === 0 && !sine;
/** By which a row finds its target: the keys of MONG and the type of the reading. */
const agsKey = ({ location, point, distance, type }: Pick<MondRow, 'location' | 'point' | 'distance' | 'type'>) =>
  [nameIn(location), nameIn(point), distance ?? '', type].join('\n');

/** An installation as the dry run names it. */
const agsName = ({ location, point, distance }: MondRow) =>
  [location, point, distance === null ? '' : `${distance} m`].filter(Boolean).join(' ');

function wideBody({ columns }: Wide, reading: Reading, sink: Sink) {
  return (line: number, cells: readonly string[], at: number) => {
    const samples = new Map<number, Sample>();
    let empty = true;
    for (const target of columns)
      if (!cellInto(samples, line, cells[target.column] ?? '', target.column + 1, target, at, reading, sink))
        empty = false;
    if (empty) sink.passed('empty');
    for (const [pointId, sample] of samples) sink.record(line, pointId, at, sample);
  };
}

/** Our own files put an apostrophe before a name that a spreadsheet would run. */
const nameIn = (cell: string | undefined) => unguardFormula((cell ?? '').trim());

function rowsBody({ pointColumn, columns, names, otherNames }: Rows, reading: Reading, sink: Sink) {
  const points = new Map(names.map(({ point, pointId }) => [point.trim().toLowerCase(), pointId]));
  return (line: number, cells: readonly string[], at: number) => {
    const point = nameIn(cells[pointColumn]);
    const pointId = points.get(point.toLowerCase());
    if (pointId === undefined) {
      if (otherNames === 'skip') return sink.passed('skipped');
      return sink.unknown(line, point.slice(0, 200), '');
    }
    const samples = new Map<number, Sample>();
    const has = reading.slots.get(pointId);
    let empty = true;
    for (const target of columns) {
      const cell = cells[target.column] ?? '';
      // Points of several families share a table: what is none of a point's is empty there.
      if (reading.cells.isEmpty(cell)) continue;
      empty = false;
      if (has?.has(target.name))
        cellInto(samples, line, cell, target.column + 1, { ...target, pointId }, at, reading, sink);
      else sink.unknown(line, point.slice(0, 200), target.name);
    }
    if (empty) sink.passed('empty');
    for (const [id, sample] of samples) sink.record(line, id, at, sample);
  };
}

function longBody(values: Long, reading: Reading, sink: Sink) {
  const { pointColumn, fieldColumn, valueColumn } = values;
  const keyOf = (point: string, field: string | null) => `${point.toLowerCase()}\n${(field ?? '').toLowerCase()}`;
  const targets = new Map(
    values.names.map((each) => [keyOf(each.point, fieldColumn === null ? null : each.field), each]),
  );
  return (line: number, cells: readonly string[], at: number) => {
    const point = nameIn(cells[pointColumn]);
    const field = fieldColumn === null ? null : nameIn(cells[fieldColumn]);
    const target = targets.get(keyOf(point, field));
    if (!target) {
      if (values.otherNames === 'skip') return sink.passed('skipped');
      return sink.unknown(line, point.slice(0, 200), (field ?? '').slice(0, 200));
    }
    const samples = new Map<number, Sample>();
    const empty = cellInto(samples, line, cells[valueColumn] ?? '', valueColumn + 1, target, at, reading, sink);
    if (empty) sink.passed('empty');
    for (const [pointId, sample] of samples) sink.record(line, pointId, at, sample);
  };
}

/** Adds the value of a cell to the sample of its point; true where the cell says nothing. */
function cellInto(
  samples: Map<number, Sample>,
  line: number,
  cell: string,
  column: number | string,
  { pointId, name, node, ...step }: Target,
  at: number,
  { cells, nodes, before = asWritten }: Reading & { readonly before?: UnitStep },
  sink: Sink,
): boolean {
  const read = cells.read(cell, `${pointId}/${name}/${node}`);
  if (read === null) return true;
  if (read === 'noValue') {
    sink.noValue();
    return true;
  }
  if (typeof read !== 'number') {
    const detail = { column, text: quoted(cell.trim()), ...(read.fault !== null && { fault: read.fault }) };
    sink.refuse(line, 'cellNotNumber', detail, pointId, at);
    return false;
  }
  const scaled =
    isAsWritten(before) && isAsWritten(step) ? read : Number(stepped(step, stepped(before, read)).toPrecision(15));
  // Of what is no sine there is no angle.
  if (Number.isNaN(scaled)) {
    sink.refuse(line, 'cellNotNumber', { column, text: quoted(cell.trim()) }, pointId, at);
    return false;
  }
  let sample = samples.get(pointId) as Record<string, number | (number | null)[]> | undefined;
  if (!sample) {
    sample = {};
    samples.set(pointId, sample);
  }
  if (node === null) sample[name] = scaled;
  else {
    const all = (sample[name] as (number | null)[] | undefined) ?? new Array(nodes.get(pointId) ?? node).fill(null);
    all[node - 1] = scaled;
    sample[name] = all;
  }
  return false;
}

const faults = { notATime: 'timeUnreadable', ambiguousTime: 'timeAmbiguous', nonexistentTime: 'timeSkipped' } as const;

/** Epoch ms of a written time of a name; null where it was refused. */
function timeReader(
  pattern: TimePattern,
  time: { timeZone: string; ambiguous: FileAmbiguity },
  { nowMs }: Reading,
  sink: Sink,
): (line: number, text: string, name: string) => number | null {
  const latest = nowMs + gatewayLimits.futureToleranceSeconds * 1000;
  const timeOf = fileTimes(pattern, time);
  return (line, text, name) => {
    const read = timeOf(text, name);
    if ('fault' in read) return refuse(line, faults[read.fault], { text: quoted(text), timeZone: time.timeZone });
    if (read.at < 0) return refuse(line, 'timeTooOld', { at: new Date(read.at).toISOString() });
    if (read.at > latest) return refuse(line, 'timeInFuture', { at: new Date(read.at).toISOString() });
    return read.at;
  };

  function refuse(line: number, error: ErrorName, detail: unknown): null {
    sink.refuse(line, error, detail);
    return null;
  }
}

/** Returns two lines of one point and time as one: the later one counts; `again` = they speak of the same quantity. */
export function joined(first: Sample, second: Sample): { sample: Sample; again: boolean } {
  const sample: Record<string, Sample[string]> = { ...first };
  let again = false;
  for (const [key, value] of Object.entries(second)) {
    const known = sample[key];
    if (Array.isArray(value) && Array.isArray(known)) {
      again ||= value.some((each, i) => each !== null && (known[i] ?? null) !== null);
      sample[key] = value.map((each, i) => each ?? known[i] ?? null);
    } else {
      again ||= known !== undefined;
      sample[key] = value;
    }
  }
  return { sample, again };
}
