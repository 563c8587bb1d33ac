/** Many devices at once: one statement each, whatever their number. */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { requireCapacity } from '../../people/corporations/corporations.api.ts';
import { devicesIn } from './devices.api.ts';
import { columnsOf, type StoredSetup, setupColumns } from './logic/device-columns.ts';

/** What no row of a bulk says: it begins as the table does. */
type Later = 'hidden' | 'collectorId' | 'dtuId' | 'cameraCode' | 'processor' | 'chart' | 'hem' | 'healthThresholds';

/** A device of the bulk, as it will be kept. */
export interface NewDevice {
  readonly sncode: string;
  readonly setup: Omit<StoredSetup, Later>;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly secretHash: string;
  /** Serial numbers of what it sends through: in these rows or in the warehouse. */
  readonly collector: string | null;
  readonly dtu: string | null;
}

/** Throws limitReached. Inserts them all and ties them to what they send through. Ids in the order of the rows. */
export async function insertAll(
  db: Db,
  rows: readonly NewDevice[],
  { corporationId, createdAt }: { corporationId: number; createdAt: Date },
): Promise<number[]> {
  if (rows.length === 0) return [];
  await requireCapacity(db, corporationId, { limited: 'devices', count: devicesIn }, rows.length);
  const written = rows.map(({ sncode, setup, secretHash, collector, dtu }) => ({
    ...unwrapped(columnsOf(setup)),
    sncode,
    secretHash,
    collector,
    dtu,
  }));
  const json = JSON.stringify(written);
  const names = [...setupColumns.keys()].filter((name) => name in elementAt(written, 0));
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(getOrThrow(setupColumns, name))}`);
  const made = await sqlRows({ id: 'number', sncode: 'text' })`
    INSERT INTO device (corporation_id, sncode, secret_hash, created_at, ${sql.join(names.map((name) => sql.ref(name)))})
    SELECT ${corporationId}, r.sncode, decode(r."secretHash", 'hex'), ${createdAt},
      ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}
    FROM jsonb_to_recordset(${json}::jsonb) AS r(sncode text, "secretHash" text, ${sql.join(types)})
    RETURNING id, sncode`.execute(db);
  const ids = new Map(made.rows.map((row) => [row.sncode, row.id]));
  await sql`
    UPDATE device d SET collector_id = via.id
    FROM jsonb_to_recordset(${json}::jsonb) AS r(sncode text, collector text) JOIN device via ON via.sncode = r.collector
    WHERE d.sncode = r.sncode`.execute(db);
  await sql`
    UPDATE device d SET dtu_id = via.id
    FROM jsonb_to_recordset(${json}::jsonb) AS r(sncode text, dtu text) JOIN device via ON via.sncode = r.dtu
    WHERE d.sncode = r.sncode`.execute(db);
  // The gateway may know these serial numbers as strangers.
  await sql`
    SELECT pg_notify('plumbline_changed', json_build_object('kind', 'device', 'id', d.id, 'sncode', d.sncode)::text)
    FROM device d WHERE d.id = ANY(${[...ids.values()]}::int[])`.execute(db);
  return rows.map(({ sncode }) => getOrThrow(ids, sncode));
}

/** Columns of JSON as values, so that they are not written as text within JSON. */
const unwrapped = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      setupColumns.get(name) === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );
