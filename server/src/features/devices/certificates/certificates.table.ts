/** Authorities of corporations, the certificates of devices, and who comes in by one alone. */
import { certificateLimits, type certificates, type DeviceCertificate } from '@plumbline/contract/devices/certificates';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, type TableRow, tableRows } from '../../../kernel/rows.ts';
import { revokedByAuthority } from './certificates.revocations.table.ts';
import { factsOf } from './logic/issuing.ts';

type Authority = InputOf<typeof certificates.authorities.reply>['authorities'][number];
type Listed = InputOf<typeof certificates.list.reply>['certificates'][number];

const authorityColumns = {
  authority_name: 'text',
  authority_removed_at: 'instant?',
  /** By the serial number, or by the list of its authority. */
  authority_revoked_at: 'instant?',
} as const satisfies Columns;
type CertificateRow = TableRow<'device_certificate', typeof authorityColumns>;

const shown = (row: CertificateRow): DeviceCertificate => ({
  id: row.id,
  serial: row.serial,
  fingerprint: row.fingerprint.toString('hex'),
  origin: row.origin,
  authorityName: row.authority_name,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  byName: row.by_name,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: (row.revoked_at ?? row.authority_revoked_at)?.toISOString() ?? null,
  revokedBy: row.revoked_at ? row.revoked_by : '',
  isRevokedByAuthority: row.revoked_at === null && row.authority_revoked_at !== null,
  isAuthorityTrusted: row.authority_removed_at === null,
});

const maxShown = 100;
const withAuthority = (db: Db) =>
  db
    .selectFrom('device_certificate as c')
    .innerJoin('certificate_authority', 'certificate_authority.id', 'c.authority_id')
    .selectAll('c')
    .select(revokedByAuthority.as('authority_revoked_at'))
    .select([
      'certificate_authority.name as authority_name',
      'certificate_authority.removed_at as authority_removed_at',
    ]);

export async function ofDevice(db: Db, deviceId: number): Promise<DeviceCertificate[]> {
  const rows = await withAuthority(db)
    .where('device_id', '=', deviceId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(shown);
}

/** Returns whether a device comes in by a certificate alone. */
export async function isRequired(db: Db, deviceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('certificate_rule')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setRule(
  db: Db,
  now: Date,
  { deviceId, isRequired, byName }: { deviceId: number; isRequired: boolean; byName: string },
): Promise<void> {
  if (!isRequired) return void (await db.deleteFrom('certificate_rule').where('device_id', '=', deviceId).execute());
  const values = { by_name: byName, changed_at: now };
  await db
    .insertInto('certificate_rule')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

/** How many certificates of a device let it in now. */
export async function countValid(db: Db, now: Date, deviceId: number): Promise<number> {
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM device_certificate c JOIN certificate_authority a ON a.id = c.authority_id
      JOIN device d ON d.id = c.device_id AND d.corporation_id = a.corporation_id
    WHERE c.device_id = ${deviceId} AND c.revoked_at IS NULL AND c.ends_at > ${now} AND a.removed_at IS NULL
      AND a.ends_at > ${now} AND ${revokedByAuthority} IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface NewCertificate {
  readonly deviceId: number;
  readonly authorityId: number;
  readonly pem: string;
  readonly origin: 'made' | 'request';
  readonly byName: string;
}

export async function insert(
  db: Db,
  now: Date,
  { deviceId, authorityId, pem, origin, byName }: NewCertificate,
): Promise<DeviceCertificate> {
  const { serial, fingerprint, starts, ends } = factsOf(pem);
  const { id } = await db
    .insertInto('device_certificate')
    .values({
      device_id: deviceId,
      authority_id: authorityId,
      serial,
      fingerprint,
      origin,
      starts_at: starts,
      ends_at: ends,
      by_name: byName,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return shown(await withAuthority(db).where('c.id', '=', id).executeTakeFirstOrThrow());
}

/** False where the device has no such certificate. One that is revoked stays as it is. */
export async function revoke(
  db: Db,
  now: Date,
  { deviceId, certificateId, byName }: { deviceId: number; certificateId: number; byName: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE device_certificate SET revoked_at = coalesce(revoked_at, ${now}),
      revoked_by = CASE WHEN revoked_at IS NULL THEN ${byName} ELSE revoked_by END
    WHERE id = ${certificateId} AND device_id = ${deviceId} RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function authorities(db: Db, now: Date, corporationId: number): Promise<Authority[]> {
  const { rows } = await tableRows('certificate_authority', {
    devices: 'number',
    revoked: 'number',
    entries: 'number',
  })`
    SELECT a.*, (SELECT count(DISTINCT c.device_id)::int FROM device_certificate c
      WHERE c.authority_id = a.id AND c.revoked_at IS NULL AND c.ends_at > ${now} AND ${revokedByAuthority} IS NULL) AS devices,
      (SELECT count(*)::int FROM authority_revocation r WHERE r.authority_id = a.id AND NOT r.is_of_list) AS revoked,
      (SELECT count(*)::int FROM authority_revocation r WHERE r.authority_id = a.id AND r.is_of_list) AS entries
    FROM certificate_authority a WHERE a.corporation_id = ${corporationId} AND a.removed_at IS NULL
    ORDER BY a.is_own DESC, a.created_at, a.id LIMIT ${certificateLimits.authorities}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    isOwn: row.is_own,
    name: row.name,
    subject: factsOf(row.certificate).subject,
    certificate: row.certificate,
    fingerprint: row.fingerprint.toString('hex'),
    endsAt: row.ends_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    byName: row.by_name,
    devices: row.devices,
    revoked: row.revoked,
    list: row.list_made_at && {
      madeAt: row.list_made_at.toISOString(),
      nextAt: row.list_next_at?.toISOString() ?? null,
      entries: row.entries,
      addedAt: (row.list_added_at ?? row.list_made_at).toISOString(),
      byName: row.list_by_name,
    },
  }));
}

interface Stored {
  readonly id: number;
  readonly certificate: string;
  readonly sealedKey: string | null;
}

/** The authority by which a corporation issues; null = none yet. */
export async function ownAuthority(db: Db, corporationId: number): Promise<Stored | null> {
  const row = await db
    .selectFrom('certificate_authority')
    .select(['id', 'certificate', 'sealed_key'])
    .where('corporation_id', '=', corporationId)
    .where('is_own', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, certificate: row.certificate, sealedKey: row.sealed_key } : null;
}

export async function titleOf(db: Db, corporationId: number): Promise<string> {
  const row = await db.selectFrom('corporation').select('title').where('id', '=', corporationId).executeTakeFirst();
  return row?.title ?? '';
}

export interface NewAuthority {
  readonly corporationId: number;
  readonly isOwn: boolean;
  readonly name: string;
  readonly certificate: string;
  readonly sealedKey: string | null;
  readonly byName: string;
}

/** Nobody adds one at the same time, so that none is one too many, and an own one is made once. */
export async function lockCorporation(db: Db, corporationId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(7311, ${corporationId})`.execute(db);
  const { count } = await db
    .selectFrom('certificate_authority')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('corporation_id', '=', corporationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One that was removed comes back with what was revoked of it; null = it is there. */
export async function insertAuthority(
  db: Db,
  now: Date,
  { corporationId, isOwn, name, certificate, sealedKey, byName }: NewAuthority,
): Promise<number | null> {
  const { fingerprint, ends } = factsOf(certificate);
  const { rows } = await sqlRows({ id: 'number' })`
    INSERT INTO certificate_authority AS a (corporation_id, is_own, name, certificate, fingerprint, sealed_key, ends_at, by_name, created_at)
    VALUES (${corporationId}, ${isOwn}, ${name}, ${certificate}, ${fingerprint}, ${sealedKey}, ${ends}, ${byName}, ${now})
    ON CONFLICT (corporation_id, fingerprint) DO UPDATE SET removed_at = NULL, name = excluded.name, by_name = excluded.by_name,
      created_at = excluded.created_at
    WHERE a.removed_at IS NOT NULL AND NOT a.is_own RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

/** False where the corporation has no such authority. The key of one's own goes at once. */
export async function removeAuthority(db: Db, now: Date, corporationId: number, authorityId: number): Promise<boolean> {
  const row = await db
    .updateTable('certificate_authority')
    .set({ removed_at: now, sealed_key: null })
    .where('id', '=', authorityId)
    .where('corporation_id', '=', corporationId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes every authority of a corporation away. */
export async function removeAll(db: Db, now: Date, corporationId: number): Promise<void> {
  await db
    .updateTable('certificate_authority')
    .set({ removed_at: now, sealed_key: null })
    .where('corporation_id', '=', corporationId)
    .where('removed_at', 'is', null)
    .execute();
}

/** The last certificate of each device that still counts: what is renewed needs no word. */
const newestWhere = (where: RawBuilder<unknown>) => sql`
  SELECT DISTINCT ON (c.device_id) c.* FROM device_certificate c JOIN certificate_authority a ON a.id = c.authority_id
  WHERE c.revoked_at IS NULL AND a.removed_at IS NULL AND ${revokedByAuthority} IS NULL AND ${where} ORDER BY c.device_id, c.ends_at DESC, c.id DESC`;

const soonOf = (now: Date): Date => new Date(now.getTime() + certificateLimits.warnDays * 86_400_000);

export async function list(
  db: Db,
  now: Date,
  {
    corporationId,
    ends,
    page,
    pageSize,
  }: { corporationId: number; ends: 'any' | 'soon'; page: number; pageSize: number },
): Promise<{ certificates: Listed[]; total: number }> {
  const from = sql`
    FROM ${ends === 'soon' ? sql`(${newestWhere(sql`a.corporation_id = ${corporationId}`)})` : sql`device_certificate`} c JOIN certificate_authority a ON a.id = c.authority_id
      JOIN device d ON d.id = c.device_id
    WHERE d.corporation_id = ${corporationId} ${ends === 'soon' ? sql`AND c.ends_at < ${soonOf(now)}` : sql``}`;
  const { rows } = await tableRows('device_certificate', { ...authorityColumns, device_name: 'text', sncode: 'text' })`
    SELECT c.*, ${revokedByAuthority} AS authority_revoked_at, a.name AS authority_name, a.removed_at AS authority_removed_at, d.name AS device_name, d.sncode ${from}
    ORDER BY coalesce(c.revoked_at, ${revokedByAuthority}) IS NOT NULL, c.ends_at, c.id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(
    db,
  );
  const { rows: counted } = await sqlRows({ total: 'number' })`SELECT count(*)::int AS total ${from}`.execute(db);
  return {
    certificates: rows.map((row) => ({
      ...shown(row),
      deviceId: row.device_id,
      deviceName: row.device_name,
      sncode: row.sncode,
    })),
    total: counted[0]?.total ?? 0,
  };
}

/**
 * Devices whose last certificate ends soon, or has ended, and that were not warned of that before. They are by now, in this
 * transaction.
 */
export async function endingSoon(db: Db, now: Date): Promise<{ deviceId: number; endsAt: Date; serial: string }[]> {
  const { rows } = await sqlRows({ deviceId: 'number', endsAt: 'instant', serial: 'text' })`
    UPDATE device_certificate t SET warned = CASE WHEN t.ends_at <= ${now} THEN 2 ELSE 1 END
    FROM (${newestWhere(sql`true`)}) c
    WHERE t.id = c.id AND c.ends_at < ${soonOf(now)} AND t.warned < CASE WHEN c.ends_at <= ${now} THEN 2 ELSE 1 END
    RETURNING t.device_id AS "deviceId", t.ends_at AS "endsAt", t.serial`.execute(db);
  return rows;
}
