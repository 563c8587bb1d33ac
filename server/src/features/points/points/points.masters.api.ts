/**
 * How masters were set up over time. Invariant: an act is written down and never changed; at any time one version is in force, from
 * the beginning to the end of time, and the last one is what the point holds.
 */
import type { Point } from '@plumbline/contract/points/points';
import type { MasterConfig, Slave } from '@plumbline/contract/points/points.point';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { canonical } from './points.announce.api.ts';

/** Composition of a master, and how it lies. */
export type Composition = Pick<Point, 'slaves' | 'master'>;

/** A composition in its time: [fromMs, toMs), epoch ms; -Infinity and Infinity at the ends. */
export interface MasterVersion extends Composition {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Columns of an act as it was written down. */
const actColumns = {
  slaves: typed<Slave[]>(),
  master: typed<MasterConfig | null>(),
  id: 'number',
  /** null = from the beginning. */
  fromAt: 'instant?',
  /** When the next one in force begins; null = it holds now, or is not in force at all. */
  toAt: 'instant?',
  /** False where a later act is in force from the same time or from before. */
  inForce: 'flag',
  reason: 'text',
  byName: 'text',
  createdAt: 'instant',
} as const satisfies Columns;
export type MasterAct = SqlRow<typeof actColumns>;

const began = (alias: string): RawBuilder<Date> => sql`coalesce(${sql.ref(`${alias}.from_at`)}, '-infinity')`;
/** A later act holds from the same time or from before. */
const replaced = sql<boolean>`EXISTS (SELECT FROM master_version n
  WHERE n.point_id = v.point_id AND n.id > v.id AND ${began('n')} <= ${began('v')})`;
/** When the next version begins: acts in force are in the order of their times and of their ids alike. */
const ended = sql<Date | null>`(SELECT min(n.from_at) FROM master_version n WHERE n.point_id = v.point_id AND n.id > v.id)`;

/** The versions of a master, oldest first. */
export async function versionsOf(db: Db, point: Pick<Point, 'id' | 'slaves' | 'master'>): Promise<MasterVersion[]> {
  const { rows } = await sqlRows({
    slaves: typed<Slave[]>(),
    master: typed<MasterConfig | null>(),
    from_ms: 'number?',
  })`
    SELECT v.slaves, v.master_config AS master, round(date_part('epoch', v.from_at) * 1000) AS from_ms
    FROM master_version v WHERE v.point_id = ${point.id} AND NOT ${replaced} ORDER BY v.id`.execute(db);
  const { slaves, master } = point;
  // The last one is what the point holds, whoever wrote it.
  const all = [...rows.slice(0, -1), { slaves, master, from_ms: rows.at(-1)?.from_ms ?? null }];
  return all.map((version, i) => ({
    slaves: version.slaves,
    master: version.master,
    fromMs: i === 0 ? Number.NEGATIVE_INFINITY : (version.from_ms ?? Number.NEGATIVE_INFINITY),
    toMs: all[i + 1]?.from_ms ?? Number.POSITIVE_INFINITY,
  }));
}

/** A page of what was written down, the newest first, and how much there is. */
export async function actsOf(
  db: Db,
  pointId: number,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ acts: MasterAct[]; total: number }> {
  const [{ rows: acts }, { total }] = await Promise.all([
    sqlRows(actColumns)`
      SELECT v.id, v.from_at AS "fromAt", v.slaves, v.master_config AS master, v.reason, v.by_name AS "byName",
        v.created_at AS "createdAt", NOT ${replaced} AS "inForce", CASE WHEN NOT ${replaced} THEN ${ended} END AS "toAt"
      FROM master_version v WHERE v.point_id = ${pointId} ORDER BY v.id DESC OFFSET ${skip} LIMIT ${take}`.execute(db),
    db
      .selectFrom('master_version')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('point_id', '=', pointId)
      .executeTakeFirstOrThrow(),
  ]);
  return { acts, total: Number(total) };
}

/** Writes down what a master is from a time on (null = from the beginning), and, the first time, what it was until then. */
export async function writeVersion(
  db: Db,
  before: Pick<Point, 'id' | 'slaves' | 'master'>,
  after: Composition,
  act: { readonly fromAt: Date | null; readonly reason: string; readonly byName: string; readonly createdAt: Date },
): Promise<void> {
  if (canonical([before.slaves, before.master]) === canonical([after.slaves, after.master]) && act.fromAt !== null)
    return;
  const known = await db.selectFrom('master_version').select('id').where('point_id', '=', before.id).limit(1).execute();
  // What was made of nothing shows nothing: the first points that it joins are its own from the beginning.
  const isFirst = known.length === 0;
  if (isFirst && before.slaves.length > 0)
    await insert(db, before.id, before, { fromAt: null, reason: '', byName: '', createdAt: act.createdAt });
  await insert(db, before.id, after, isFirst && before.slaves.length === 0 ? { ...act, fromAt: null } : act);
}

const insert = (
  db: Db,
  pointId: number,
  { slaves, master }: Composition,
  { fromAt, reason, byName, createdAt }: Parameters<typeof writeVersion>[3],
) =>
  db
    .insertInto('master_version')
    .values({
      point_id: pointId,
      from_at: fromAt,
      slaves: JSON.stringify(slaves),
      master_config: master && JSON.stringify(master),
      reason,
      by_name: byName,
      created_at: createdAt,
    })
    .execute();

/** Names of the masters that a point was part of at a time that counts still, at most ten. */
export async function pastOf(db: Db, pointId: number): Promise<string[]> {
  const { rows } = await sqlRows({ name: 'text' })`
    SELECT DISTINCT p.name COLLATE natural_order AS name FROM master_version v JOIN point p ON p.id = v.point_id
    WHERE v.slaves @> ${JSON.stringify([{ pointId }])}::jsonb AND NOT ${replaced} AND p.deprecated_at IS NULL
    ORDER BY 1 LIMIT 10`.execute(db);
  return rows.map(({ name }) => name);
}

/** Forgets how points were set up. */
export const forgetVersions = (db: Db, pointIds: readonly number[]) =>
  sql`DELETE FROM master_version WHERE point_id = ANY(${pointIds}::int[])`.execute(db);
