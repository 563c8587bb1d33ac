/**
 * A long history for a chart, as people see it: thinned to a width, corrected, and without what failed. The span is cut
 * into pieces. Where every correction is one constant and nothing carries a flag, the summaries of sealed blocks answer
 * and the constant is taken off; elsewhere, and for a filter, the records are read one by one.
 *
 * Invariant: every minimum and maximum of what is shown is drawn.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { chained, type Flagged, flaggedOf, noneFlagged } from '@plumbline/science/quality/flagged';
import { isOfComponents } from '@plumbline/science/series/changes';
import { blockFix, subtractFix } from '@plumbline/science/series/corrections';
import { m4 } from '@plumbline/science/series/thinning';
import type { Sql } from '../../../kernel/sql.ts';
import { fieldChange, offsetAt } from '../corrections/corrections.changes.api.ts';
import { thinned } from './readings.api.ts';
import { goodOnly, type IndexedField, type SeriesQuery, shownCurve, type View } from './readings.effective.api.ts';
import { flaggedSpans } from './readings.flagged.table.ts';

/** One field of one point, as it is drawn. */
export interface Drawn {
  readonly field: IndexedField;
  readonly times: Float64Array;
  /** NaN = a gap. */
  readonly values: Float64Array;
  readonly total: number;
  readonly thinned: boolean;
  readonly flagged: Flagged;
  /** The same through `View.filter`. */
  readonly filtered: DrawnFiltered | null;
}
export interface DrawnFiltered {
  readonly times: Float64Array;
  /** NaN = a gap. */
  readonly values: Float64Array;
  /** What was measured where the filter refused it. */
  readonly refused: { readonly times: Float64Array; readonly values: Float64Array };
}

/** Readings that a filter looks at for one drawing: five years of every five minutes. */
const maxFiltered = 600_000;
/** Beyond that many pieces one reading of everything is cheaper. */
const maxPieces = 200;

interface Piece {
  readonly fromMs: number;
  readonly toMs: number;
  /** Of each field, what is taken off the stored values; null = the records must be read. */
  readonly offsets: readonly number[] | null;
}

/**
 * The view of [fromMs, toMs] at `width` pixels. Reads at most `limit` records one by one in a piece. Throws what filters
 * throw, and filterSpanExceeded where such a piece is cut.
 */
export async function wideView(
  sql: Sql,
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
  width: number,
  limit: number,
): Promise<{ drawn: Drawn[]; cut: boolean }> {
  const columnMs = Math.max(1, (toMs - fromMs) / width);
  // A total so far needs every reading before it.
  const isRunning = view.quantity === 'cumulative' && query.fields.some(({ summed }) => summed !== undefined);
  const isWhole = view.quantity === 'rate' || isRunning || view.filter !== undefined;
  const flagged = isWhole ? [] : await flaggedSpans(sql, query.point.id, fromMs, toMs, 4 * columnMs);
  const pieces = isWhole ? [{ fromMs, toMs, offsets: null }] : piecesOf(query, view, fromMs, toMs, flagged);
  const parts = await Promise.all(
    pieces.map(async (piece) => {
      const columns = Math.max(1, Math.ceil((piece.toMs - piece.fromMs) / columnMs));
      const { offsets } = piece;
      return offsets
        ? { drawn: await bySummary(sql, query, piece, offsets, columns), cut: false }
        : byRecord(sql, query, view, piece, columns, limit);
    }),
  );
  return {
    drawn: query.fields.map((_, f) => joined(parts.map((part) => elementAt(part.drawn, f)))),
    cut: parts.some((part) => part.cut),
  };
}

/** The span, cut where a correction begins or ends and where flags begin or end; neighbours that are shown alike are one. */
function piecesOf(
  { point, fields }: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
  flagged: readonly { fromMs: number; toMs: number }[],
): Piece[] {
  const whole: Piece = { fromMs, toMs, offsets: null };
  const edges = new Set([fromMs, toMs + 1]);
  const edge = (ms: number | null) => {
    if (ms !== null && ms > fromMs && ms <= toMs) edges.add(ms);
  };
  for (const { startAt, endAt } of point.corrections) {
    edge(startAt);
    edge(endAt);
  }
  for (const span of flagged) {
    edge(span.fromMs);
    edge(span.toMs + 1);
  }
  if (edges.size > maxPieces) return [whole];
  const sorted = [...edges].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [i, next] of sorted.slice(1).entries()) {
    const [from, to] = [elementAt(sorted, i), next - 1];
    const isFlagged = flagged.some((span) => span.fromMs <= to && span.toMs >= from);
    const offsets = isFlagged ? null : fields.map(({ key }) => offsetOf(key, from, to));
    const piece = { fromMs: from, toMs: to, offsets: offsets?.includes(null) ? null : (offsets as number[] | null) };
    const last = pieces.at(-1);
    if (last && alike(last.offsets, piece.offsets)) pieces[pieces.length - 1] = { ...last, toMs: to };
    else pieces.push(piece);
  }
  return pieces;

  /** What is taken off a field in all of a piece. No initial value = NaN: there is nothing to show. */
  function offsetOf(key: string, from: number, to: number): number | null {
    const fix = blockFix(point.corrections, key, point.keys, from, to, point.options);
    if (fix === null || view.quantity === 'value') return fix;
    const offset = offsetAt(point, key, from);
    // What counts from a vector is computed reading by reading.
    if (offset === null && isOfComponents(fieldChange(point, key))) return null;
    return fix + (offset ?? Number.NaN);
  }
}

/** Returns whether two pieces are shown by the same rule. NaN is like NaN: no initial value in either. */
const alike = (a: Piece['offsets'], b: Piece['offsets']) =>
  a === null || b === null ? a === b : a.every((offset, f) => Object.is(offset, b[f]));

async function bySummary(
  sql: Sql,
  { point, fields }: SeriesQuery,
  piece: Piece,
  offsets: readonly number[],
  columns: number,
): Promise<Drawn[]> {
  const indexes = fields.map((field) => field.index);
  const found = await thinned(sql, point.id, indexes, piece.fromMs, piece.toMs, columns);
  return fields.map((field, f) => {
    const offset = elementAt(offsets, f);
    const { times, values, total, thinned: isThinned } = elementAt(found, f);
    return {
      field,
      times,
      values: offset === 0 ? values : values.map((value) => (Number.isNaN(value) ? value : subtractFix(value, offset))),
      total,
      thinned: isThinned,
      flagged: noneFlagged,
      filtered: null,
    };
  });
}

async function byRecord(
  sql: Sql,
  query: SeriesQuery,
  view: View,
  piece: Piece,
  columns: number,
  limit: number,
): Promise<{ drawn: Drawn[]; cut: boolean }> {
  const most = view.filter ? Math.min(limit, maxFiltered) : limit;
  const { times, columns: found, cut } = await shownCurve(sql, query, view, piece.fromMs, piece.toMs, most);
  if (view.filter && cut) {
    const days = ((times.at(-1) ?? piece.fromMs) - piece.fromMs) / dayMs;
    throw new Failure('filterSpanExceeded', { days: Math.floor(days * 10) / 10 });
  }
  const drawn = found.map(({ field, values, flags, filtered }): Drawn => {
    const isThinned = times.length > columns * 4;
    const lineOf = (line: Float64Array) => {
      const chosen = isThinned ? m4(times, line, columns) : null;
      return {
        times: chosen ? Float64Array.from(chosen, (i) => elementAt(times, i)) : times,
        values: chosen ? Float64Array.from(chosen, (i) => elementAt(line, i)) : line,
      };
    };
    return {
      field,
      ...lineOf(goodOnly(values, flags, view)),
      total: times.length,
      thinned: isThinned,
      flagged: flaggedOf(times, values, flags),
      filtered: filtered && { ...lineOf(filtered.values), refused: refusedOf(times, values, filtered.refused) },
    };
  });
  return { drawn, cut };
}

/** Returns the measured values that a filter refused. */
export const refusedOf = (times: Float64Array, values: Float64Array, refused: readonly number[]) => ({
  times: Float64Array.from(refused, (i) => elementAt(times, i)),
  values: Float64Array.from(refused, (i) => elementAt(values, i)),
});

function joined(parts: readonly Drawn[]): Drawn {
  const first = elementAt(parts, 0);
  if (parts.length === 1) return first;
  return {
    field: first.field,
    times: chained(parts.map((part) => part.times)),
    values: chained(parts.map((part) => part.values)),
    total: parts.reduce((sum, part) => sum + part.total, 0),
    thinned: parts.some((part) => part.thinned),
    flagged: {
      times: chained(parts.map((part) => part.flagged.times)),
      values: chained(parts.map((part) => part.flagged.values)),
      flags: Int16Array.from(parts.flatMap((part) => [...part.flagged.flags])),
    },
    // What is filtered is one piece.
    filtered: null,
  };
}
