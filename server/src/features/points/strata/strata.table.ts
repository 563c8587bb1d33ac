import { maxStrataRecords, type Strata, type StrataRecord } from '@plumbline/contract/points/strata';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export const newestOf = (db: Db, pointId: number): Promise<Strata | undefined> =>
  db
    .selectFrom('strata_record')
    .select(['layers', 'excavations'])
    .where('point_id', '=', pointId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Writes down what is in force from now on; beyond what a point keeps, the oldest go. */
export async function insert(
  db: Db,
  pointId: number,
  { layers, excavations }: Strata,
  { reason, byName, createdAt }: { readonly reason: string; readonly byName: string; readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('strata_record')
    .values({
      point_id: pointId,
      layers: JSON.stringify(layers),
      excavations: JSON.stringify(excavations),
      reason,
      by_name: byName,
      created_at: createdAt,
    })
    .execute();
  await sql`DELETE FROM strata_record WHERE point_id = ${pointId} AND id < (
    SELECT id FROM strata_record WHERE point_id = ${pointId} ORDER BY id DESC OFFSET ${maxStrataRecords - 1} LIMIT 1
  )`.execute(db);
}

/** Returns the entries, the newest first, and how many there are. */
export async function recordsOf(
  db: Db,
  pointId: number,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ records: StrataRecord[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('strata_record')
      .selectAll()
      .where('point_id', '=', pointId)
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(take)
      .execute(),
    db
      .selectFrom('strata_record')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('point_id', '=', pointId)
      .executeTakeFirstOrThrow(),
  ]);
  const records = rows.map(({ id, created_at: at, by_name: byName, reason, layers, excavations }) => ({
    id,
    at: at.toISOString(),
    byName,
    reason,
    strata: { layers, excavations },
  }));
  return { records, total: Number(total) };
}

/** By whose clocks the days of a point's strata count. */
export async function zoneOfPoint(db: Db, pointId: number): Promise<string> {
  const { time_zone: zone } = await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .select('project.time_zone')
    .where('point.id', '=', pointId)
    .executeTakeFirstOrThrow();
  return zone;
}
