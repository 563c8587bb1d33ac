/**
 * The records of composites that new readings of their slaves touch, with the slaves' readings around them from the
 * store, in which the new ones are already. One query a level; a sealed past is read point by point.
 */
import type pg from 'pg';
import { curves } from '../features/readings/readings.api.ts';
import { aroundSlaves } from '../features/readings/readings.slaves.table.ts';
import type { Latest } from '../features/store/store.states.table.ts';
import type { BoundComposite, BoundSlave } from './bind.ts';
import { columnsOf, compose, halfIntervalMs, type Readings, readingsOf } from './compose.ts';
import type { PendingReading } from './row.ts';

/** A stretch of a composite's time that is to be computed. */
interface Stretch {
  readonly composite: BoundComposite;
  readonly fromMs: number;
  readonly toMs: number;
  readonly receivedAt: number;
}

/** `moved`: what is new of each point, in order of time. */
export async function composeRows(
  client: pg.PoolClient,
  composites: readonly BoundComposite[],
  moved: ReadonlyMap<number, readonly { readonly at: number; readonly receivedAt: number }[]>,
  latest: ReadonlyMap<number, Latest>,
): Promise<PendingReading[]> {
  const stretches = composites.flatMap((composite) => stretchesOf(composite, moved));
  if (stretches.length === 0) return [];
  const wanted = stretches.flatMap((stretch) =>
    stretch.composite.slaves.map((slave) => {
      const half = halfIntervalMs(stretch.composite);
      return { stretch, slave, fromMs: stretch.fromMs - half, toMs: stretch.toMs + half };
    }),
  );
  const hot = await aroundSlaves(
    client,
    wanted.map(({ slave, fromMs, toMs }) => ({ pointId: slave.pointId, fromMs, toMs })),
  );
  const bySlave = new Map<Stretch, Readings[]>(stretches.map((each) => [each, []]));
  for (const [i, { stretch, slave, fromMs, toMs }] of wanted.entries()) {
    // A slave whose state is not held may have been sealed by a moment ago: what is asked is then the whole.
    const known = latest.get(slave.pointId);
    const sealedTo = known ? known.sealedTo : hot[i]!.sealedTo;
    const found =
      sealedTo !== null && fromMs <= sealedTo
        ? (await curves(client, [slave.pointId], columnsOf(slave), fromMs, toMs, 1_000_000)).get(slave.pointId)!
        : columnsIn(slave, hot[i]!.rows);
    bySlave.get(stretch)!.push(readingsOf(slave, found));
  }
  const rows = new Map<string, PendingReading>();
  for (const [{ composite, fromMs, toMs, receivedAt }, slaves] of bySlave)
    for (const { at, sample } of compose(composite, slaves, fromMs, toMs))
      rows.set(`${composite.pointId}/${at}`, {
        point: composite,
        at,
        receivedAt,
        values: composite.convert(sample),
        raw: JSON.stringify(sample),
        deviceId: null,
      });
  return [...rows.values()];
}

/** The times at which a composite may read what is new: half an interval around it, joined where they meet. */
function stretchesOf(
  composite: BoundComposite,
  moved: ReadonlyMap<number, readonly { readonly at: number; readonly receivedAt: number }[]>,
): Stretch[] {
  const half = halfIntervalMs(composite);
  const news = [...new Set(composite.slaves.map((slave) => slave.pointId))]
    .flatMap((id) => moved.get(id) ?? [])
    .sort((a, b) => a.at - b.at);
  const stretches: { composite: BoundComposite; fromMs: number; toMs: number; receivedAt: number }[] = [];
  for (const { at, receivedAt } of news) {
    const last = stretches.at(-1);
    if (last && at - half <= last.toMs + half) {
      last.toMs = at + half;
      last.receivedAt = Math.max(last.receivedAt, receivedAt);
    } else stretches.push({ composite, fromMs: at - half, toMs: at + half, receivedAt });
  }
  return stretches;
}

function columnsIn(
  slave: BoundSlave,
  rows: readonly { at: number; values: (number | null)[]; flags: number[] | null }[],
) {
  return {
    times: Float64Array.from(rows, (row) => row.at),
    columns: columnsOf(slave).map((index) => Float64Array.from(rows, (row) => row.values[index] ?? Number.NaN)),
    flags: columnsOf(slave).map((index) => Int16Array.from(rows, (row) => row.flags?.[index] ?? 1)),
  };
}
