/** The newest sample of each channel that feeds no point, so that whoever sets a device up sees it deliver. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';

/** Saves samples, at most one of each channel; an older one than the stored one changes nothing. */
export async function saveIdleSamples(
  sql: Sql,
  samples: readonly { deviceId: number; channel: string; at: number; receivedAt: number; raw: string }[],
): Promise<void> {
  await sql.query({
    text: `INSERT INTO channel_state AS state (device_id, channel, at, received_at, raw)
     SELECT device_id, channel, to_timestamp(at / 1000.0), to_timestamp(received_at / 1000.0), raw::jsonb
     FROM unnest($1::int[], $2::text[], $3::float8[], $4::float8[], $5::text[]) AS t(device_id, channel, at, received_at, raw)
     ON CONFLICT (device_id, channel) DO UPDATE SET at = excluded.at, received_at = excluded.received_at, raw = excluded.raw WHERE state.at <= excluded.at`,
    values: [
      samples.map((s) => s.deviceId),
      samples.map((s) => s.channel),
      samples.map((s) => s.at),
      samples.map((s) => s.receivedAt),
      samples.map((s) => s.raw),
    ],
  });
}

/** Deletes the samples of channels that feed a point from now on: the readings of the point take their place. */
export async function removeIdleSamples(
  db: Db,
  channels: readonly { readonly deviceId: number | null; readonly channel: string | null }[],
): Promise<void> {
  await sql`
    DELETE FROM channel_state c USING jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) AS f("deviceId" int, channel text)
    WHERE c.device_id = f."deviceId" AND c.channel = f.channel`.execute(db);
}
