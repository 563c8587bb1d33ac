/** The Warnings list of a device, and the limits that make it unhealthy. */
import type { WarningKind } from '@plumbline/contract/devices/devices.words';
import type { Db } from '../../../kernel/context.ts';

export async function list(db: Db, deviceId: number, { page, pageSize }: { page: number; pageSize: number }) {
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('device_warning')
      .selectAll()
      .where('device_id', '=', deviceId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    db
      .selectFrom('device_warning')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    warnings: rows.map(({ id, device_id, kind, at, detail }) => ({
      id,
      deviceId: device_id,
      kind: kind as WarningKind,
      at: at.toISOString(),
      detail,
    })),
    total: counted.total,
  };
}

/** How many of these were in the list of the device; they are gone then. */
export async function remove(db: Db, deviceId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('device_warning')
    .where('device_id', '=', deviceId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The device's own limits (null = it has none) and those of its corporation. */
export async function thresholdsOf(db: Db, deviceId: number) {
  const row = await db
    .selectFrom('device')
    .innerJoin('corporation', 'corporation.id', 'device.corporation_id')
    .select(['device.health_thresholds as own', 'corporation.health_thresholds as corporation'])
    .where('device.id', '=', deviceId)
    .executeTakeFirst();
  return row && { own: row.own, corporation: row.corporation };
}
