/** What the gateway may ask and write: who a register id is, how its connection goes, and who is unknown. */
import {
  type DialInSetup,
  dialInLimits,
  type EndReason,
  type Round,
  setupByModel,
  type UnknownLink,
} from '@plumbline/contract/telemetry/dial-in';
import type { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, sqlRows, typed } from '../../../kernel/rows.ts';

/** As it lies in the database, with the register map of the model of its device beside it. */
const storedColumns = {
  deviceId: 'number',
  sncode: 'text',
  registers: typed<RegisterRow[] | null>(),
} as const satisfies Columns;

const registersOfModel = sql`(SELECT m.rules->'registers' FROM device_model m WHERE lower(m.code) = lower(d.model)) AS registers`;

/** A device that may dial in. */
export interface DialInPlan {
  readonly deviceId: number;
  readonly sncode: string;
  /** null = it is not set up for it. */
  readonly setup: DialInSetup | null;
}

/** A device that is connected to. */
export interface TcpPlan {
  readonly deviceId: number;
  readonly sncode: string;
  readonly setup: DialInSetup & { readonly tcp: NonNullable<DialInSetup['tcp']> };
}

export const tcpPlans = (db: Db): Promise<TcpPlan[]> => selectTcp(db, sql`true`);

async function selectTcp(db: Db, where: RawBuilder<unknown>): Promise<TcpPlan[]> {
  const { rows } = await sqlRows({ ...storedColumns, setup: typed<TcpPlan['setup']>() })`
    SELECT d.id AS "deviceId", d.sncode, s.setup, ${registersOfModel} FROM dial_in s JOIN device d ON d.id = s.device_id
    WHERE s.setup->>'tcp' IS NOT NULL AND s.setup->'tcp'->>'edge' IS NULL AND ${where} ORDER BY d.id LIMIT 20000`.execute(
    db,
  );
  return rows.map(({ registers, setup, ...plan }) => ({ ...plan, setup: setupByModel(setup, registers) }));
}

/** The device of a register id. One without a register id of its own announces itself with its serial number. */
export async function planOfRegister(db: Db, register: string): Promise<DialInPlan | null> {
  const { rows } = await sqlRows({ ...storedColumns, setup: typed<DialInSetup | null>() })`
    SELECT d.id AS "deviceId", d.sncode, s.setup, ${registersOfModel} FROM device d LEFT JOIN dial_in s ON s.device_id = d.id
    WHERE d.register = ${register} OR d.register IS NULL AND d.sncode = ${register}
    ORDER BY d.register NULLS LAST LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { registers, setup, ...plan } = row;
  return { ...plan, setup: setup && setupByModel(setup, registers) };
}

/** The same of a device that is connected already, by its register id or (null) because it was connected to; null = it answers to another register id now, or is gone. */
export async function planOfDevice(db: Db, deviceId: number, register: string | null): Promise<DialInPlan | null> {
  if (register === null) return (await selectTcp(db, sql`d.id = ${deviceId}`))[0] ?? null;
  const plan = await planOfRegister(db, register);
  return plan?.deviceId === deviceId ? plan : null;
}

/**
 * Directory of the devices that may dial in or are connected to, as a port asks: at the centre the database, at an
 * edge what the centre has told.
 */
export interface DialInBook {
  ofRegister(register: string): Promise<DialInPlan | null>;
  /** Of a device that is connected, by its register id; null = because it was connected to. */
  ofDevice(deviceId: number, register: string | null): Promise<DialInPlan | null>;
  tcp(): Promise<readonly TcpPlan[]>;
}
export const bookOf = (db: Db): DialInBook => ({
  ofRegister: (register) => planOfRegister(db, register),
  ofDevice: (deviceId, register) => planOfDevice(db, deviceId, register),
  tcp: () => tcpPlans(db),
});

/**
 * Returns the devices among these that are read at a site: by modems that dial in, with their register id, and those
 * that this edge connects to.
 */
export async function dialInsOf(
  db: Db,
  deviceIds: readonly number[],
  edgeId: number,
): Promise<Map<number, { readonly register: string; readonly setup: DialInSetup }>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await sqlRows({ ...storedColumns, register: 'text', setup: typed<DialInSetup>() })`
    SELECT d.id AS "deviceId", d.sncode, coalesce(d.register, d.sncode) AS register, s.setup, ${registersOfModel}
    FROM dial_in s JOIN device d ON d.id = s.device_id
    WHERE d.id = ANY(${deviceIds}::int[]) AND (s.setup->>'tcp' IS NULL OR (s.setup->'tcp'->>'edge')::int = ${edgeId})`.execute(
    db,
  );
  return new Map(
    rows.map(({ deviceId, register, setup, registers }) => [
      deviceId,
      { register, setup: setupByModel(setup, registers) },
    ]),
  );
}

/** How a connection stands; `connectedAt` null = one that was not let in. */
export interface DialInNews {
  readonly deviceId: number;
  readonly address: string;
  readonly connectedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  readonly lastByteAt: Date | null;
  /** null = the newest that is known stays. */
  readonly round: Round | null;
  readonly waiting: number;
  /** So many more. */
  readonly lost: number;
  readonly refused: number;
}

/**
 * A device that was removed meanwhile is left out. An older connection says nothing about a newer one, whichever process holds
 * it, and one that was not let in says nothing about one that lasts.
 */
export async function saveDialInNews(db: Db, news: readonly DialInNews[]): Promise<void> {
  if (news.length === 0) return;
  await sql`
    INSERT INTO dial_in_state AS s (device_id, address, connected_at, ended_at, end_reason, last_byte_at, round, waiting, lost, refused)
    SELECT t."deviceId", t.address, t."connectedAt", t."endedAt", t."endReason", t."lastByteAt", t.round, t.waiting, t.lost, t.refused
    FROM jsonb_to_recordset(${JSON.stringify(news)}::jsonb) AS t("deviceId" int, address text, "connectedAt" timestamptz,
      "endedAt" timestamptz, "endReason" text, "lastByteAt" timestamptz, round jsonb, waiting int, lost int, refused int)
    JOIN device d ON d.id = t."deviceId" ORDER BY t."deviceId"
    ON CONFLICT (device_id) DO UPDATE SET
      address = excluded.address,
      connected_at = coalesce(excluded.connected_at, s.connected_at),
      ended_at = excluded.ended_at,
      end_reason = excluded.end_reason,
      last_byte_at = coalesce(excluded.last_byte_at, s.last_byte_at),
      round = coalesce(excluded.round, s.round),
      waiting = excluded.waiting,
      lost = s.lost + excluded.lost,
      refused = excluded.refused
    WHERE s.connected_at IS NULL OR excluded.connected_at >= s.connected_at
      OR excluded.connected_at IS NULL AND s.ended_at IS NOT NULL`.execute(db);
}

/** No connection outlives the only gateway: what a crash left open has ended. Lines of edges go on. */
export async function endDialIns(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('dial_in_state')
    .set({ ended_at: now, end_reason: 'stopped' })
    .where('connected_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_state as e')
            .select('e.device_id')
            .whereRef('e.device_id', '=', 'dial_in_state.device_id')
            .where('e.edge_feed_id', 'is not', null),
        ),
      ),
    )
    .execute();
}

export interface UnknownRegistration {
  /** In hexadecimal. */
  readonly bytes: string;
  readonly register: string | null;
  readonly address: string;
  readonly at: Date;
  readonly times: number;
  readonly link: UnknownLink;
  /** What it sent last, in hexadecimal; the newest last. */
  readonly frames: readonly { readonly at: Date; readonly hex: string }[];
}

/** Where a port writes what is new. */
export interface DialInDiary {
  news(news: readonly DialInNews[]): Promise<void>;
  unknown(unknown: readonly UnknownRegistration[]): Promise<void>;
}
export const diaryOf = (db: Db): DialInDiary => ({
  news: (news) => saveDialInNews(db, news),
  unknown: (unknown) => noteUnknown(db, unknown),
});

/** Writes who is unknown down, and forgets the oldest beyond the bound: anybody who reaches the port can make more. */
export async function noteUnknown(db: Db, unknown: readonly UnknownRegistration[]): Promise<void> {
  if (unknown.length === 0) return;
  await sql`
    INSERT INTO dial_in_unknown AS u (bytes, link, register, address, first_at, last_at, times, frames)
    SELECT bytes, link, register, address, at, at, times, frames
    FROM jsonb_to_recordset(${JSON.stringify(unknown)}::jsonb) AS t(bytes text, link text, register text, address text,
      at timestamptz, times int, frames jsonb)
    ORDER BY bytes, link
    ON CONFLICT (bytes, link) DO UPDATE SET address = excluded.address, last_at = greatest(u.last_at, excluded.last_at),
      times = least(u.times::bigint + excluded.times, 2147483647)::int,
      frames = (SELECT coalesce(jsonb_agg(f.value ORDER BY f.nth), '[]') FROM (
        SELECT value, nth FROM jsonb_array_elements(u.frames || excluded.frames) WITH ORDINALITY AS e(value, nth)
        ORDER BY nth DESC LIMIT ${dialInLimits.unknownFrames}) f)`.execute(db);
  await sql`DELETE FROM dial_in_unknown u USING (
      SELECT bytes, link, row_number() OVER (PARTITION BY link ORDER BY last_at DESC, bytes) AS nth FROM dial_in_unknown) o
    WHERE u.bytes = o.bytes AND u.link = o.link AND o.nth > ${dialInLimits.unknown}`.execute(db);
}
