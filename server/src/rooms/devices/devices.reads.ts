/** What rooms above may ask about devices. */
import type { Db, Place } from '../../kernel/context.ts';

/** A device stands in its corporation and in every project that one of its channels feeds. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('point', 'point.device_id', 'device.id')
    .select(['device.id', 'device.corporation_id', 'point.project_id'])
    .where('device.id', 'in', ids)
    .execute();
  const found = new Map<number, Place & { projectIds: number[] }>();
  for (const row of rows) {
    const place = found.get(row.id) ?? { corporationId: row.corporation_id, projectIds: [], archived: false };
    if (row.project_id !== null && !place.projectIds.includes(row.project_id)) place.projectIds.push(row.project_id);
    found.set(row.id, place);
  }
  return found;
}
