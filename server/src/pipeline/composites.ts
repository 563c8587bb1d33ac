/**
 * What follows from new readings: the composites that are made of them, level by level, by the slaves' readings in the
 * store, in which the new ones are already. A sealed past is read point by point.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { WriteResult } from '../features/platform/store/store.ingest.table.ts';
import { curves } from '../features/readings/readings/readings.api.ts';
import type { BoundComposite, BoundSlave } from './bind.ts';
import { columnsOf, compose, halfIntervalMs, type Readings, readingsOf } from './compose.ts';
import { aroundSlaves } from './composites.table.ts';
import type { CheckedReading, PendingReading, Round, StoredReading } from './row.ts';

/** What is new of each point, in order of time. */
type News = ReadonlyMap<number, readonly Pick<PendingReading, 'at' | 'receivedAt'>[]>;
/** Of a slave around one stretch: more than fit into any. */
const maxRecords = 1_000_000;

/** Rows after the steps of a round. */
export interface Ingested {
  /** Of each row, in order. */
  readonly results: readonly WriteResult[];
  /** New or overwritten, in order of points and time. */
  readonly fresh: readonly CheckedReading[];
  readonly stored: readonly StoredReading[];
}

/**
 * Computes the composites of new readings and puts them through the same steps (`ingest`), in the same transaction.
 * Nothing but a look at the rows where there are none.
 */
export async function followComposites(
  round: Round,
  fresh: readonly CheckedReading[],
  ingest: (round: Round, rows: readonly PendingReading[]) => Promise<Ingested>,
): Promise<StoredReading[]> {
  const composites = new Map<number, BoundComposite>();
  for (const { point } of fresh) for (const each of point.composites) composites.set(each.pointId, each);
  if (composites.size === 0) return [];
  // What an act brings and what follows from it are undone together.
  const changeId = fresh[0]?.changeId ?? null;
  const news = Map.groupBy(fresh, ({ point }) => point.pointId);
  const levels = [...Map.groupBy(composites.values(), (each) => each.depth)].sort(([a], [b]) => a - b);
  const stored: StoredReading[] = [];
  for (const [, level] of levels) {
    const rows = await rowsOf(round, level, news, changeId);
    if (rows.length === 0) continue;
    const computed = await ingest(round, rows);
    for (const [pointId, own] of Map.groupBy(computed.fresh, ({ point }) => point.pointId))
      news.set(pointId, [...(news.get(pointId) ?? []), ...own]);
    stored.push(...computed.stored);
  }
  return stored;
}

/** A stretch of a composite's time that is to be computed. */
interface Stretch {
  readonly composite: BoundComposite;
  readonly fromMs: number;
  readonly toMs: number;
  readonly receivedAt: number;
}

/** The records that new readings touch, with the slaves' readings around them: one query a level. */
async function rowsOf(
  round: Round,
  composites: readonly BoundComposite[],
  news: News,
  changeId: number | null,
): Promise<PendingReading[]> {
  const stretches = composites.flatMap((composite) => stretchesOf(composite, news));
  if (stretches.length === 0) return [];
  const rows = new Map<string, PendingReading>();
  for (const [{ composite, fromMs, toMs, receivedAt }, slaves] of await slavesOf(round, stretches))
    for (const { at, sample } of compose(composite, slaves, fromMs, toMs))
      rows.set(`${composite.pointId}/${at}`, {
        point: composite,
        at,
        receivedAt,
        values: composite.convert(sample, at),
        raw: JSON.stringify(sample),
        deviceId: null,
        changeId,
      });
  return [...rows.values()];
}

/** What the slaves of each stretch measured around it, in the order of the composite's slaves. */
async function slavesOf(
  { client, latest }: Round,
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<Stretch, readonly Readings[]>> {
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
  const found = new Map<Stretch, Readings[]>(stretches.map((each) => [each, []]));
  for (const [i, { stretch, slave, fromMs, toMs }] of wanted.entries()) {
    const around = elementAt(hot, i);
    // A slave whose state is not held may have been sealed by a moment ago: what is asked is then the whole.
    const known = latest.get(slave.pointId);
    const sealedTo = known ? known.sealedTo : around.sealedTo;
    const stored =
      sealedTo !== null && fromMs <= sealedTo
        ? getOrThrow(await curves(client, [slave.pointId], columnsOf(slave), fromMs, toMs, maxRecords), slave.pointId)
        : columnsIn(slave, around.rows);
    getOrThrow(found, stretch).push(readingsOf(slave, stored));
  }
  return found;
}

/** The times at which a composite may read what is new: half an interval around it, joined where they meet. */
function stretchesOf(composite: BoundComposite, news: News): Stretch[] {
  const half = halfIntervalMs(composite);
  const times = [...new Set(composite.slaves.map((slave) => slave.pointId))]
    .flatMap((id) => news.get(id) ?? [])
    .sort((a, b) => a.at - b.at);
  const stretches: { composite: BoundComposite; fromMs: number; toMs: number; receivedAt: number }[] = [];
  for (const { at, receivedAt } of times) {
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
