/**
 * An export as a table: heading and rows, in one of three layouts, as they come. Invariant: the time zone stands in the
 * heading, what has no value is empty and never 0, and memory does not grow with the table.
 */
import { writeLocal } from '@plumbline/science/series/local-time';
import { zoneOf } from '@plumbline/science/series/zone';
import type { ExportPlan } from './export-plan.ts';
import type { Chunk, Source, SourceColumn, Value } from './export-sources.ts';

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
  const title = ({ field, unit, figure }: SourceColumn) => {
    const name = word(field, field);
    const of = figure === null ? name : `${name} ${word(figure, figure)}`;
    return unit === '' ? of : `${of} (${unit})`;
  };
  return { word, title };
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
  const cells = (at: number, end: number | undefined): ExportCell[] => [
    { ms: at },
    ...(buckets ? [{ ms: end! }] : []),
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
        const places = columns.map((column) => place.get(title(column))!);
        for await (const chunk of chunks())
          for (let row = 0; row < chunk.times.length; row++) {
            const values: ExportCell[] = new Array(titles.length).fill(null);
            for (let c = 0; c < places.length; c++) values[places[c]!] = chunk.value(row, c);
            yield [
              ...times.cells(chunk.times[row]!, chunk.ends?.[row]),
              point.named.structure,
              point.named.name,
              ...values,
            ];
          }
      }
    },
  };
}

/** A line for each value. */
function longTable(plan: ExportPlan, sources: readonly Source[]): Table {
  const { word } = wordsOf(plan);
  const times = timesOf(plan);
  const { flags, buckets, content } = plan.request;
  const withQuality = flags && !buckets && content === 'shown' && plan.request.width === undefined;
  const step = withQuality ? 2 : 1;
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
      for (const { point, columns, chunks } of sources)
        for await (const chunk of chunks())
          for (let row = 0; row < chunk.times.length; row++)
            for (let c = 0; c < columns.length; c += step) {
              const value = chunk.value(row, c);
              if (value === null) continue;
              const { field, unit, figure } = columns[c]!;
              const name = figure === null ? word(field, field) : `${word(field, field)} ${word(figure, figure)}`;
              yield [
                ...times.cells(chunk.times[row]!, chunk.ends?.[row]),
                point.named.structure,
                point.named.name,
                name,
                value,
                unit,
                ...(withQuality ? [chunk.value(row, c + 1)] : []),
              ];
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
    const twice = new Set(names.get(named.name)!.map(({ point }) => point.named.id)).size > 1;
    return twice ? `${named.structure} ${named.name}` : named.name;
  };
  const starts: number[] = [];
  let width = 0;
  for (const { columns } of sources) {
    starts.push(width);
    width += columns.length;
  }
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
      const heads = await Promise.all(sources.map((source, n) => openHead(source, n)));
      const queue = heads.filter((head) => head.at !== null);
      for (let i = (queue.length >> 1) - 1; i >= 0; i--) sift(queue, i);
      while (queue.length > 0) {
        const at = queue[0]!.at!;
        const values: ExportCell[] = new Array(width).fill(null);
        let end: number | undefined;
        while (queue.length > 0 && queue[0]!.at === at) {
          const head = queue[0]!;
          end = head.end();
          for (let c = 0; c < sources[head.n]!.columns.length; c++) values[starts[head.n]! + c] = head.value(c);
          await head.next();
          if (head.at === null) {
            const last = queue.pop()!;
            if (queue.length > 0 && last !== head) queue[0] = last;
          }
          sift(queue, 0);
        }
        yield [...times.cells(at, end), ...values];
      }
    },
  };
}

/** Where one source is. */
interface Head {
  readonly n: number;
  /** Time of its next row; null = it has ended. */
  at: number | null;
  end(): number | undefined;
  value(column: number): Value;
  next(): Promise<void>;
}

async function openHead(source: Source, n: number): Promise<Head> {
  const chunks = source.chunks()[Symbol.asyncIterator]();
  let chunk: Chunk | null = null;
  let row = -1;
  const head: Head = {
    n,
    at: null,
    end: () => chunk?.ends?.[row],
    value: (column) => chunk!.value(row, column),
    async next() {
      row++;
      while (chunk === null || row >= chunk.times.length) {
        const next = await chunks.next();
        if (next.done) {
          head.at = null;
          return;
        }
        chunk = next.value;
        row = 0;
      }
      head.at = chunk.times[row]!;
    },
  };
  await head.next();
  return head;
}

/** Lets the head at a place of the heap sink to where it belongs: the earliest time is on top. */
function sift(heap: Head[], place: number): void {
  for (let at = place; ; ) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const child = right < heap.length && heap[right]!.at! < heap[left]!.at! ? right : left;
    if (heap[at]!.at! <= heap[child]!.at!) return;
    [heap[at], heap[child]] = [heap[child]!, heap[at]!];
    at = child;
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
    const rest = ((ms % 1000) + 1000) % 1000;
    const offset = isDoubtful(ms) ? offsetText(zone.localOf(ms) - ms) : '';
    return writeLocal(ms, timeZone) + (rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`) + offset;
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
