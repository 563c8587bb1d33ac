/** What rules of rate look back at: a day before, or the last reading. */
import type pg from 'pg';
import * as readings from '../rooms/readings/readings.ingest.table.ts';
import { sidesOf } from '../rooms/readings/readings.sides.table.ts';
import type { Latest } from '../rooms/readings/readings.states.table.ts';
import type { BoundPoint } from './bind.ts';
import type { Judged } from './judge.ts';
import { seenOf } from './seen.ts';
import type { Tested } from './store.rows.ts';

interface Sided {
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/**
 * What rates look back at, as rules see it: the readings on both sides of a day before for points that are read more
 * often, else the last one. At most two queries, none where no rule asks for a rate.
 */
export async function lookBack(
  client: pg.PoolClient,
  ruled: readonly Tested[],
  latest: ReadonlyMap<number, Latest>,
): Promise<{ dayBefore: Map<Tested, NonNullable<Judged['dayBefore']>>; last: Map<number, Sided> }> {
  const rated = ruled.filter((row) => row.point.rules.some((rule) => rule.needsRate));
  const often = rated.filter((row) => row.point.intervalSeconds < 86_400);
  const seldom = new Map(
    rated.filter((row) => row.point.intervalSeconds >= 86_400).map((row) => [row.point.pointId, row.point]),
  );
  const sides =
    often.length === 0
      ? []
      : await readings.aDayBefore(
          client,
          often.map((row) => ({ pointId: row.point.pointId, at: row.at })),
          latest,
        );
  const seen = (point: BoundPoint, side: Parameters<typeof seenOf>[1] | null) =>
    side && { at: side.at, values: seenOf(point, side) };
  const dayBefore = new Map(
    often.map((row, i) => {
      const { before, after } = sides[i]!;
      return [row, { before: seen(row.point, before), after: seen(row.point, after) }];
    }),
  );
  const asked = [...seldom.values()].flatMap((point) => latest.get(point.pointId) ?? []);
  const found =
    asked.length === 0
      ? []
      : await sidesOf(
          client,
          asked.map(({ pointId, at, sealedTo }) => ({ pointId, at, sealed: sealedTo !== null && at <= sealedTo })),
        );
  const last = new Map<number, Sided>();
  asked.forEach(({ pointId }, i) => {
    const side = seen(seldom.get(pointId)!, found[i]!.before);
    if (side) last.set(pointId, side);
  });
  return { dayBefore, last };
}
