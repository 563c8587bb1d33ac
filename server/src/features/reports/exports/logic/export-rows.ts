/**
 * An export as a table: heading and rows, in one of three layouts, as they come. Invariant: the time zone stands in the
 * heading, what has no value is empty and never 0, and memory does not grow with the table.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { filterText } from '@plumbline/contract/readings/readings.filters';
import { writeLocal } from '@plumbline/science/series/local-time';
import { zoneOf } from '@plumbline/science/series/zone';
import type { ExportPlan } from './export-plan.ts';
import type { Row, Source, SourceColumn, Value } from './export-sources.ts';

/** A time is told from a number by its kind. */
export interface Time {
  readonly ms: number;
}
export type ExportCell = Value | Time;
export interface Table {
  readonly heading: readonly { readonly text: string; readonly time: boolean }[];
  readonly rows: () => AsyncGenerator<readonly ExportCell[]>;
}

export function tableOf(plan: ExportPlan, sources: readonly Source[]): Table {
  if (plan.request.layout === 'columns') return columnsTable(plan, sources);
  return plan.request.layout === 'long' ? longTable(plan, sources) : rowsTable(plan, sources);
}

function wordsOf({ request }: ExportPlan) {
  const word = (key: string, otherwise: string) => request.headings[key]?.trim() || otherwise;
  const { filter } = request;
  const figureWord = (figure: string) =>
    word(figure, figure === 'filtered' && filter ? `filtered ${filterText(filter)}` : figure);
  const title = ({ field, unit, figure }: SourceColumn) => {
    const name = word(field, field);
    const of = figure === null ? name : `${name} ${figureWord(figure)}`;
    return unit === '' ? of : `${of} (${unit})`;
  };
  return { word, figureWord, title };
}

/** Columns of time: when, until when for summaries, and the same in UTC where it is asked for. */
function timesOf(plan: ExportPlan) {
  const { word } = wordsOf(plan);
  const { buckets, utc } = plan.request;
  const zone = ` (${plan.timeZone})`;
  const heading = [
    { text: (buckets ? word('from', 'From') : word('time', 'Time')) + zone, time: true },
    ...(buckets ? [{ text: word('to', 'To') + zone, time: true }] : []),
    ...(utc ? [{ text: word('utc', 'UTC'), time: false }] : []),
  ];
  const cells = (at: number, end: number | null): ExportCell[] => [
    { ms: at },
    ...(end === null ? [] : [{ ms: end }]),
    ...(utc ? [new Date(at).toISOString()] : []),
  ];
  return { heading, cells };
}

const plainHeading = (texts: readonly string[]) => texts.map((text) => ({ text, time: false }));

/** A line for each point and time. Points of several families share the table; what is none of theirs is empty. */
function rowsTable(plan: ExportPlan, sources: readonly Source[]): Table {
  const { word, title } = wordsOf(plan);
  const times = timesOf(plan);
  const titles = [...new Set(sources.flatMap(({ columns }) => columns.map(title)))];
  const place = new Map(titles.map((each, i) => [each, i]));
  return {
    heading: [...times.heading, ...plainHeading([word('structure', 'Structure'), word('point', 'Point'), ...titles])],
    async *rows() {
      for (const { point, columns, chunks } of sources) {
        const places = columns.map((column) => getOrThrow(place, title(column)));
        for await (const rows of chunks())
          for (const { at, end, values } of rows) {
            const cells: ExportCell[] = new Array(titles.length).fill(null);
            for (const [c, value] of values.entries()) cells[elementAt(places, c)] = value;
            yield [...times.cells(at, end), point.named.structure, point.named.name, ...cells];
          }
      }
    },
  };
}

/** The quality of the value of the column before it. */
const isQuality = (column: SourceColumn | undefined) => column?.figure === 'quality';
/** What is no value of its own. */
const isRemark = (column: SourceColumn) => isQuality(column) || column.figure === 'refused';

/** A line for each value. */
function longTable(plan: ExportPlan, sources: readonly Source[]): Table {
  const { word, figureWord } = wordsOf(plan);
  const times = timesOf(plan);
  const withQuality = sources.some(({ columns }) => columns.some(isQuality));
  const nameOf = ({ field, figure }: SourceColumn) =>
    figure === null ? word(field, field) : `${word(field, field)} ${figureWord(figure)}`;
  return {
    heading: [
      ...times.heading,
      ...plainHeading([
        word('structure', 'Structure'),
        word('point', 'Point'),
        word('field', 'Field'),
        word('value', 'Value'),
        word('unit', 'Unit'),
        ...(withQuality ? [word('quality', 'Quality')] : []),
      ]),
    ],
    async *rows() {
      for (const { point, columns, chunks } of sources) {
        const fields = columns.flatMap((column, c) =>
          isRemark(column)
            ? []
            : [{ c, name: nameOf(column), unit: column.unit, quality: isQuality(columns[c + 1]) ? c + 1 : null }],
        );
        for await (const rows of chunks())
          for (const { at, end, values } of rows)
            for (const { c, name, unit, quality: place } of fields) {
              const value = elementAt(values, c);
              if (value === null) continue;
              const quality = withQuality ? [place === null ? null : elementAt(values, place)] : [];
              yield [...times.cells(at, end), point.named.structure, point.named.name, name, value, unit, ...quality];
            }
      }
    },
  };
}

/** A line for each time, a column for each point and field: the sources are read side by side. */
function columnsTable(plan: ExportPlan, sources: readonly Source[]): Table {
  const { title } = wordsOf(plan);
  const times = timesOf(plan);
  const several = new Set(sources.map(({ point }) => point.named.id)).size > 1;
  const names = Map.groupBy(sources, ({ point }) => point.named.name);
  const nameOf = ({ point: { named } }: Source) => {
    const twice = new Set(getOrThrow(names, named.name).map(({ point }) => point.named.id)).size > 1;
    return twice ? `${named.structure} ${named.name}` : named.name;
  };
  return {
    heading: [
      ...times.heading,
      ...plainHeading(
        sources.flatMap((source) =>
          source.columns.map((column) => (several ? `${nameOf(source)} ${title(column)}` : title(column))),
        ),
      ),
    ],
    async *rows() {
      for await (const { at, end, values } of rowsAbreast(sources)) yield [...times.cells(at, end), ...values];
    },
  };
}

/** The rows of the sources side by side, in order of time: those of one time are one row. */
async function* rowsAbreast(sources: readonly Source[]): AsyncGenerator<Row> {
  if (sources.length === 0) return;
  const heads: Head[] = [];
  let width = 0;
  for (const source of sources) {
    heads.push(new Head(source, width));
    width += source.columns.length;
  }
  await Promise.all(heads.map((head) => head.next()));
  const queue = new HeadQueue(heads);
  for (let { row, start } = queue.first; row !== null; { row, start } = queue.first) {
    const { at, end } = row;
    const values: Value[] = new Array(width).fill(null);
    for (; row?.at === at; { row, start } = queue.first) {
      for (const [c, value] of row.values.entries()) values[start + c] = value;
      await queue.first.next();
      queue.sinkFirst();
    }
    yield { at, end, values };
  }
}

/** Where one source is, and the first of its columns. */
class Head {
  readonly start: number;
  /** Its next row; null = it has ended. */
  row: Row | null = null;
  readonly #chunks: AsyncIterator<Iterable<Row>>;
  #rows: Iterator<Row> | null = null;

  constructor(source: Source, start: number) {
    this.start = start;
    this.#chunks = source.chunks()[Symbol.asyncIterator]();
  }

  get at(): number {
    return this.row?.at ?? Number.POSITIVE_INFINITY;
  }

  async next(): Promise<void> {
    for (;;) {
      const next = this.#rows?.next();
      if (next && !next.done) {
        this.row = next.value;
        return;
      }
      const chunk = await this.#chunks.next();
      this.#rows = chunk.done ? null : chunk.value[Symbol.iterator]();
      if (chunk.done) {
        this.row = null;
        return;
      }
    }
  }
}

/** A heap: the head with the earliest row is on top, one that has ended at the bottom. */
class HeadQueue {
  readonly #heads: Head[];

  constructor(heads: readonly Head[]) {
    this.#heads = [...heads];
    for (let i = (heads.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  get first(): Head {
    return elementAt(this.#heads, 0);
  }

  /** To be called when the first has moved on. */
  sinkFirst(): void {
    this.#sink(0);
  }

  #sink(place: number): void {
    for (let at = place; ; ) {
      const [head, left, right] = [this.#heads[at], this.#heads[2 * at + 1], this.#heads[2 * at + 2]];
      if (!head || !left) return;
      const isRight = right !== undefined && right.at < left.at;
      const child = isRight ? right : left;
      if (head.at <= child.at) return;
      const below = 2 * at + (isRight ? 2 : 1);
      this.#heads[at] = child;
      this.#heads[below] = head;
      at = below;
    }
  }
}

export interface Clock {
  /** As a file says it; a time that the clock shows twice has its offset from UTC behind it, so that it can be read again. */
  text(ms: number): string;
  /** For a cell of a workbook, which knows no zone: a date, or a text where a date would not say which of two. */
  cell(ms: number): Date | string;
}

/** Local times of a zone, written once for neighbours that are the same. */
export function clockOf(timeZone: string): Clock {
  const zone = zoneOf(timeZone);
  let [last, text] = [Number.NaN, ''];
  const isDoubtful = (ms: number) => zone.instantsOf(zone.localOf(ms)).length > 1;
  const written = (ms: number): string => {
    const fraction = ((ms % 1000) + 1000) % 1000;
    const offset = isDoubtful(ms) ? offsetText(zone.localOf(ms) - ms) : '';
    return writeLocal(ms, timeZone) + (fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`) + offset;
  };
  const clock: Clock = {
    text(ms) {
      if (ms !== last) [last, text] = [ms, written(ms)];
      return text;
    },
    cell: (ms) => (isDoubtful(ms) ? clock.text(ms) : new Date(zone.localOf(ms))),
  };
  return clock;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
