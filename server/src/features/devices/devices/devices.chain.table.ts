/** Which device sends through which. */
import type { Device } from '@plumbline/contract/devices/devices';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt, health } from './devices.api.ts';

const briefColumns = {
  id: 'number',
  name: 'text',
  sncode: 'text',
  model: 'text',
  type: typed<Device['type']>(),
  register: 'text?',
  health: typed<Device['health']>(),
  connection: typed<Device['connection']>(),
  collectorId: 'number?',
  dtuId: 'number?',
} as const satisfies Columns;
export type Brief = SqlRow<typeof briefColumns>;

const maxDevicesPerChain = 1_000;

async function select(db: Db, now: Date, where: RawBuilder<unknown>): Promise<Brief[]> {
  const { rows } = await sqlRows(briefColumns)`
    SELECT d.id, d.name, d.sncode, d.model, d.type, d.register, ${health(now)} AS health,
      ${connectionAt(now)} AS connection,
      d.collector_id AS "collectorId", d.dtu_id AS "dtuId"
    FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id
    WHERE ${where} ORDER BY d.name COLLATE natural_order, d.id LIMIT ${maxDevicesPerChain}`.execute(db);
  return rows;
}

export const briefs = (db: Db, now: Date, ids: readonly number[]): Promise<Brief[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db, now, sql`d.id = ANY(${ids}::int[])`);

/** Returns the devices that send through a device directly: devices of which it is the collector or the DTU. */
export const through = (db: Db, now: Date, id: number): Promise<Brief[]> =>
  select(
    db,
    now,
    sql`(d.collector_id = ${id} OR d.dtu_id = ${id}
    OR d.collector_id IN (SELECT via.id FROM device via WHERE via.dtu_id = ${id}))`,
  );

/** How many devices send through one. */
export async function dependents(db: Db, id: number): Promise<number> {
  const { rows } = await sqlRows({ n: 'number' })`
    SELECT count(*) AS n FROM device WHERE collector_id = ${id} OR dtu_id = ${id}`.execute(db);
  return elementAt(rows, 0).n;
}

/** Id, corporation and type of devices, for those that one wants to send through. */
export const typesOf = (db: Db, ids: readonly number[]) =>
  db.selectFrom('device').select(['id', 'corporation_id', 'type']).where('id', 'in', ids).execute();
