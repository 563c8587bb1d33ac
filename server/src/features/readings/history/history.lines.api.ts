/**
 * From which lines of a file the readings of an import came, and by which factors. Invariant: written in the transaction that stores
 * the readings; readings that were imported before lines were kept have none.
 */
import type { Trace } from '@plumbline/contract/readings/history.trace';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';

type Line = NonNullable<Extract<Trace['steps'][number], { readonly kind: 'raw' }>['line']>;
export type Factor = Line['factors'][number];

export interface ImportedReading {
  readonly pointId: number;
  /** Epoch ms. */
  readonly at: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Keeps the lines of a batch, in order of point and time; `factorsOf` gives those of a point. */
export async function keepLines(
  db: Db,
  changeId: number,
  readings: readonly ImportedReading[],
  factorsOf: (pointId: number) => readonly Factor[],
): Promise<void> {
  for (const [pointId, ofPoint] of Map.groupBy(readings, (each) => each.pointId))
    await db
      .insertInto('imported_line')
      .values({
        point_id: pointId,
        change_id: changeId,
        from_ms: Math.min(...ofPoint.map(({ at }) => at)),
        to_ms: Math.max(...ofPoint.map(({ at }) => at)),
        times: ofPoint.map(({ at }) => at),
        first_lines: ofPoint.map(({ firstLine }) => firstLine),
        last_lines: ofPoint.map(({ lastLine }) => lastLine),
        factors: JSON.stringify(factorsOf(pointId)),
      })
      .execute();
}

/** The lines of one reading of an import; null where they were not kept. */
export async function lineOf(
  sql: Sql,
  { pointId, changeId, at }: { readonly pointId: number; readonly changeId: number; readonly at: number },
): Promise<Pick<Line, 'from' | 'to' | 'factors'> | null> {
  const { rows } = await sql.query<{ first: number | null; last: number | null; factors: Factor[] }>({
    text: `SELECT first_lines[array_position(times, $3::bigint)] AS first, last_lines[array_position(times, $3::bigint)] AS last, factors
      FROM imported_line WHERE point_id = $1 AND change_id = $2 AND from_ms <= $3 AND to_ms >= $3`,
    values: [pointId, changeId, at],
  });
  const line = rows.find(({ first }) => first !== null);
  return line?.first && line.last ? { from: line.first, to: line.last, factors: line.factors } : null;
}

interface Of {
  readonly pointId: number;
}

/** The factors of each quantity of a point, each once; of a chain those of all nodes are one where they are the same. */
export function factorsOf({ values }: Mapping, pointId: number): Factor[] {
  const isOwn = (target: Of): boolean => target.pointId === pointId;
  const targets =
    values.layout === 'wide'
      ? values.columns.filter(isOwn)
      : values.layout === 'rows'
        ? values.columns
        : values.names.filter(isOwn);
  const factors = new Map<string, Factor>();
  for (const { name, factor, offset, sine } of targets) {
    const each = { name, factor, offset, sine };
    factors.set(JSON.stringify(each), each);
  }
  return [...factors.values()];
}
