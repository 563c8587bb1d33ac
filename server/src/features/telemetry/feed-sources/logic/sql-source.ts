/**
 * A table or view of somebody else's database: its rows are taken in the order of a column that only grows, page by page, from the
 * last one that was taken. Each row is a message, as JSON by the names of its columns.
 *
 * Invariants: nothing is written there; no row is passed over: where a page ends, the next begins with rows of the same value,
 * and a value that fills more than a page is said, not skipped; where it goes on moves once a page is durable.
 */
import { createHash } from 'node:crypto';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { openSql, type SqlReader, type SqlRow } from '../feed-sources.databases.api.ts';
import { type BackFill, cursorOf, moveBackFill, moveCursor } from '../feed-sources.table.ts';
import { PolledSource, type RoundParts, type SourceFile, type SourceParts, type SourceQuery } from './polled-source.ts';

interface Cursor {
  /** Value of the column in the last row that was taken, as its database writes it. */
  readonly last?: string;
  readonly back?: BackFill | null;
}

/** Rows whose storing goes on at once. */
const atOnce = 100;

export const openSqlSource = (parts: SourceParts): PolledSource => new PolledSource(parts, takeNew, takeBack);

async function takeNew(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed } = parts;
  await reading(parts, signal, async (reader) => {
    const { last } = (await cursorOf<Cursor>(db, feed.id)) ?? {};
    const from = last === undefined ? null : withOverlap(last, feed.settings.overlapMinutes ?? 60);
    await takePages(parts, reader, { from, until: null }, signal, async (to) => {
      // What is looked at again lies before.
      if (to !== null) await moveCursor(db, feed.id, { last: to } satisfies Cursor);
      return true;
    });
  });
}

async function takeBack(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed } = parts;
  let back = (await cursorOf<Cursor>(db, feed.id))?.back ?? null;
  if (!back) return;
  await reading(parts, signal, async (reader) => {
    await takePages(parts, reader, back ?? { from: null, until: null }, signal, async (to, isLast) => {
      if (!back) return false;
      const next: BackFill | null = isLast || to === null ? null : { from: to, until: back.until };
      const isMoved = await moveBackFill(db, feed.id, back, next);
      back = next;
      return isMoved;
    });
  });
}

async function reading(source: SourceQuery, signal: AbortSignal, act: (reader: SqlReader) => Promise<void>) {
  const reader = await openSql(source);
  const stop = () => void reader.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await act(reader);
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.close();
  }
}

interface Stretch {
  readonly from: string | null;
  /** Inclusive. */
  readonly until: string | null;
}

/** `taken` is told after each page how far it went, and says whether to go on. */
async function takePages(
  parts: RoundParts,
  reader: SqlReader,
  { from, until }: Stretch,
  signal: AbortSignal,
  outcome: (to: string | null, isLast: boolean) => Promise<boolean>,
): Promise<void> {
  for (let begin = from; !signal.aborted; ) {
    const rows = await reader.page({ from: begin, until, limit: pullLimits.rows, newestFirst: false });
    const to = rows.at(-1)?.cursor ?? null;
    if (rows.length > 0) parts.spans(begin ?? rows[0]?.cursor ?? '', to ?? '');
    for (let at = 0; at < rows.length; at += atOnce)
      await Promise.all(rows.slice(at, at + atOnce).map((row) => parts.take(messageOf(parts, row))));
    if (signal.aborted) return;
    const isLast = rows.length < pullLimits.rows;
    if (!isLast && to === begin)
      throw new Error(`more than ${pullLimits.rows} rows have the same ${parts.feed.settings.cursorColumn}`);
    if (!(await outcome(to, isLast)) || isLast) return;
    begin = to;
  }
}

/** The newest rows, newest first. Nothing is stored by it. */
export async function previewSql(source: SourceQuery): Promise<SourceFile[]> {
  let files: SourceFile[] = [];
  await reading(source, AbortSignal.timeout(30_000), async (reader) => {
    const rows = await reader.page({ from: null, until: null, limit: pullLimits.previewed, newestFirst: true });
    files = rows.map((row) => messageOf(source, row));
  });
  return files;
}

/** A row that has no time of its own is the same when it is taken again. */
function messageOf({ feed }: SourceQuery, { values }: SqlRow): SourceFile {
  const content = Buffer.from(JSON.stringify(values));
  const name = createHash('sha256').update(content).digest('base64url');
  return { topic: feed.settings.table ?? '', content, sending: { by: 'key', name, isRepeat: true } };
}

/** A time by some minutes earlier, written as it was; what is no time stays. */
export function withOverlap(cursor: string, minutes: number): string {
  const [, date, between, time, fraction] = /^(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(.*)$/.exec(cursor) ?? [];
  if (date === undefined || between === undefined || time === undefined) return cursor;
  const earlier = new Date(Date.parse(`${date}T${time}Z`) - minutes * 60_000).toISOString();
  return `${earlier.slice(0, 10)}${between}${earlier.slice(11, 19)}${fraction ?? ''}`;
}
