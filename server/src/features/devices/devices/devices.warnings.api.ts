/** What features above add to the Warnings lists of devices. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export interface DeviceWarning {
  readonly deviceId: number;
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export async function addWarnings(db: Db, now: Date, warnings: readonly DeviceWarning[]): Promise<void> {
  if (warnings.length === 0) return;
  await sql`
    INSERT INTO device_warning (device_id, kind, at, detail)
    SELECT "deviceId", kind, ${now}::timestamptz, detail
    FROM jsonb_to_recordset(${JSON.stringify(warnings)}::jsonb) AS t("deviceId" int, kind text, detail jsonb)`.execute(
    db,
  );
}

/** The same for what may come and go: not while a warning of the kind and channels is less than a day old. */
export async function addWarningsOnceADay(db: Db, now: Date, warnings: readonly DeviceWarning[]): Promise<void> {
  if (warnings.length === 0) return;
  await sql`
    INSERT INTO device_warning (device_id, kind, at, detail)
    SELECT "deviceId", kind, ${now}::timestamptz, detail
    FROM jsonb_to_recordset(${JSON.stringify(warnings)}::jsonb) AS t("deviceId" int, kind text, detail jsonb)
    WHERE NOT EXISTS (SELECT FROM device_warning w WHERE w.device_id = t."deviceId" AND w.kind = t.kind
      AND w.at > ${now}::timestamptz - interval '1 day' AND w.detail->'channels' IS NOT DISTINCT FROM t.detail->'channels')`.execute(
    db,
  );
}
