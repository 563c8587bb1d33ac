/** What a certificate that a device shows is compared with, and that it was used. */
import { certificateLimits } from '@plumbline/contract/devices/certificates';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { revokedByAuthority } from './certificates.revocations.table.ts';

/** That a certificate was used is written so often at most. */
const freshMs = 60_000;
/** Certificates that came with a device and have been over for so long are forgotten, or short-lived ones would pile up. */
const forgetDays = 90;

export async function trusted(db: Db, corporationId: number) {
  const rows = await db
    .selectFrom('certificate_authority')
    .select(['id', 'is_own', 'certificate'])
    .where('corporation_id', '=', corporationId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(certificateLimits.authorities)
    .execute();
  return rows.map(({ id, is_own, certificate }) => ({ id, isOwn: is_own, certificate }));
}

export async function known(db: Db, deviceId: number, fingerprint: Buffer) {
  const row = await db
    .selectFrom('device_certificate as c')
    .select(['id', 'revoked_at', 'last_used_at'])
    .select(revokedByAuthority.as('authority_revoked_at'))
    .where('device_id', '=', deviceId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (!row) return null;
  const usedMs = row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  return {
    id: row.id,
    revokedAt: row.revoked_at ?? row.authority_revoked_at,
    /** That it was used has been written just now. */
    isFresh: (now: Date) => now.getTime() - usedMs < freshMs,
  };
}

export interface Used {
  readonly deviceId: number;
  readonly authorityId: number;
  readonly fingerprint: Buffer;
  readonly serial: string;
  readonly starts: Date;
  readonly ends: Date;
}

/** Writes that a certificate was used, in one statement with whether it may be: null = it was revoked. */
export async function use(
  db: Db,
  now: Date,
  { deviceId, authorityId, fingerprint, serial, starts, ends }: Used,
): Promise<number | null> {
  const { rows } = await sqlRows({ id: 'number', isNew: 'flag' })`
    INSERT INTO device_certificate AS c (device_id, authority_id, serial, fingerprint, origin, starts_at, ends_at, by_name, created_at, last_used_at)
    SELECT c.* FROM (VALUES (${deviceId}::int, ${authorityId}::int, ${serial}::text, ${fingerprint}::bytea, 'seen', ${starts}::timestamptz,
      ${ends}::timestamptz, '', ${now}::timestamptz, ${now}::timestamptz)) AS c(device_id, authority_id, serial)
    WHERE ${revokedByAuthority} IS NULL
    ON CONFLICT (device_id, fingerprint) DO UPDATE SET last_used_at = excluded.last_used_at WHERE c.revoked_at IS NULL
    RETURNING c.id, created_at = last_used_at AS "isNew"`.execute(db);
  const [row] = rows;
  if (row?.isNew)
    await sql`DELETE FROM device_certificate WHERE device_id = ${deviceId} AND origin = 'seen'
      AND ends_at < ${new Date(now.getTime() - forgetDays * 86_400_000)}`.execute(db);
  return row?.id ?? null;
}

export async function stillGood(db: Db, now: Date, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sqlRows({ id: 'number' })`
    SELECT c.id FROM device_certificate c JOIN certificate_authority a ON a.id = c.authority_id
      JOIN device d ON d.id = c.device_id AND d.corporation_id = a.corporation_id
    WHERE c.id = ANY(${[...ids]}::int[]) AND c.revoked_at IS NULL AND c.ends_at > ${now} AND a.removed_at IS NULL
      AND a.ends_at > ${now} AND ${revokedByAuthority} IS NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
