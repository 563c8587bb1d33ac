/** Many devices at once: one statement each, whatever their number. */
import type { StoredChannel } from '@plumbline/contract/devices.channels';
import { getOrThrow } from '@plumbline/contract/elements';
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';

/** A device of the bulk, as it will be kept. */
export interface NewDevice {
  readonly sncode: string;
  readonly name: string;
  readonly model: string;
  readonly type: string;
  readonly category: string | null;
  readonly collectorType: string | null;
  readonly manufacturer: string;
  readonly measurement: string | null;
  readonly iccid: string;
  readonly register: string | null;
  readonly mounted: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly channels: readonly StoredChannel[];
  readonly config: object;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly secretHash: string;
  /** Serial numbers of what it sends through: in these rows or in the warehouse. */
  readonly collector: string | null;
  readonly dtu: string | null;
}

/** Inserts them all and ties them to what they send through. Ids in the order of the rows. */
export async function insertAll(
  db: Db,
  rows: readonly NewDevice[],
  { corporationId, createdAt }: { corporationId: number; createdAt: Date },
): Promise<number[]> {
  const json = JSON.stringify(rows);
  const made = await sql<{ id: number; sncode: string }>`
    INSERT INTO device (corporation_id, sncode, name, model, type, category, collector_type, manufacturer, measurement, iccid,
      register, mounted, longitude, latitude, channels, config, secret_hash, created_at)
    SELECT ${corporationId}, r.sncode, r.name, r.model, r.type, r.category, r."collectorType", r.manufacturer, r.measurement,
      r.iccid, r.register, r.mounted, r.longitude, r.latitude, r.channels, r.config, decode(r."secretHash", 'hex'), ${createdAt}
    FROM jsonb_to_recordset(${json}::jsonb) AS r(sncode text, name text, model text, type text, category text,
      "collectorType" text, manufacturer text, measurement text, iccid text, register text, mounted boolean,
      longitude float8, latitude float8, channels jsonb, config jsonb, "secretHash" text)
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
