/** Set-ups of devices that dial in, how their connections go, and who dialled in and is unknown. */

import type { InputOf } from '@plumbline/contract/kernel/route';
import {
  type DialInSetup,
  type DialInState,
  type dialIn,
  dialInLimits,
  type EndReason,
  type Round,
  type UnknownLink,
  unknownLinks,
} from '@plumbline/contract/telemetry/dial-in';
import { type EdgeSign, edgeLimits } from '@plumbline/contract/telemetry/edges';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { connectionAt, edgeOfLine } from '../../devices/devices/devices.api.ts';

/** Of set-ups that were written before models had register maps, before UDP, NMEA and the switch of bytes by command. */
const before = { map: 'own' as const, unit: null, udp: false, downlink: false, nmea: null };

/** Of rows that were written before they had bounds. */
const unbounded = { minimum: null, maximum: null, jump: null };

export async function setupOf(db: Db, deviceId: number): Promise<DialInSetup | null> {
  const row = await db.selectFrom('dial_in').select('setup').where('device_id', '=', deviceId).executeTakeFirst();
  if (!row) return null;
  const { nmea = null } = row.setup;
  const rows = row.setup.rows.map((each) => ({ ...unbounded, ...each }));
  return { ...before, ...row.setup, nmea: nmea && { ...nmea, bounds: nmea.bounds ?? [] }, rows };
}

export async function saveSetup(
  db: Db,
  now: Date,
  { deviceId, setup, byName }: { deviceId: number; setup: DialInSetup; byName: string },
): Promise<void> {
  const values = { setup: JSON.stringify(setup), by_name: byName, changed_at: now };
  await db
    .insertInto('dial_in')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

/** The edges of the projects that a device feeds, on which it can be read at a site. */
export async function edgesOf(db: Db, deviceId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sqlRows({ id: 'number', name: 'text' })`
    SELECT f.id, f.name FROM feed f JOIN device d ON d.corporation_id = f.corporation_id
    WHERE d.id = ${deviceId} AND f.kind = 'edge'
      AND EXISTS (SELECT FROM point p WHERE p.device_id = d.id AND p.project_id = (f.settings->>'siteProjectId')::int)
    ORDER BY f.name, f.id LIMIT 100`.execute(db);
  return rows;
}

/** The state goes with it: what it says of a connection is of the set-up that was. */
export async function removeSetup(db: Db, deviceId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('dial_in').where('device_id', '=', deviceId).executeTakeFirst();
  if (numDeletedRows > 0n) await db.deleteFrom('dial_in_state').where('device_id', '=', deviceId).execute();
  return numDeletedRows > 0n;
}

const stateRowColumns = {
  connection: typed<DialInState['connection']>(),
  address: 'text?',
  connected_at: 'instant?',
  ended_at: 'instant?',
  end_reason: typed<EndReason | null>(),
  last_byte_at: 'instant?',
  round: typed<Round | null>(),
  waiting: 'number?',
  lost: 'number?',
  refused: 'number?',
  edge_id: 'number?',
  sign_at: 'instant?',
  sign: typed<EdgeSign | null>(),
} as const satisfies Columns;
type StateRow = SqlRow<typeof stateRowColumns>;

export async function stateOf(db: Db, now: Date, deviceId: number): Promise<DialInState> {
  const { rows } = await sqlRows(stateRowColumns)`
    SELECT ${connectionAt(now)} AS connection, s.address, s.connected_at, s.ended_at, s.end_reason, s.last_byte_at, s.round,
      s.waiting, s.lost, s.refused, at.id AS edge_id, x.at AS sign_at, x.sign
    FROM device d LEFT JOIN device_state e ON e.device_id = d.id LEFT JOIN dial_in_state s ON s.device_id = d.id
      LEFT JOIN dial_in i ON i.device_id = d.id
      LEFT JOIN LATERAL (SELECT ${edgeOfLine} AS id) at ON true
      LEFT JOIN feed_edge x ON x.feed_id = at.id
    WHERE d.id = ${deviceId}`.execute(db);
  const [row] = rows;
  return {
    connection: row?.connection ?? 'notConnected',
    address: row?.address ?? null,
    connectedAt: row?.connected_at?.toISOString() ?? null,
    endedAt: row?.ended_at?.toISOString() ?? null,
    endReason: row?.end_reason ?? null,
    lastByteAt: row?.last_byte_at?.toISOString() ?? null,
    round: row?.round ?? null,
    waiting: row?.waiting ?? 0,
    lost: row?.lost ?? 0,
    refused: row?.refused ?? 0,
    edge: row?.edge_id ? edgeOf(row, now) : null,
  };
}

const edgeOf = ({ sign_at: at, sign }: StateRow, now: Date): NonNullable<DialInState['edge']> => ({
  isThere: at !== null && now.getTime() - at.getTime() < edgeLimits.silentMs,
  signAt: at?.toISOString() ?? null,
  // Edges of before said nothing of it.
  port: sign?.ports?.dialIn ?? null,
  udpPort: sign?.ports?.dialInUdp ?? null,
  callsLoggers: sign?.callsLoggers ?? false,
});

type Unknown = InputOf<typeof dialIn.unknown.reply>['unknown'][number];

export async function unknownRegistrations(db: Db, link: UnknownLink | undefined): Promise<Unknown[]> {
  const rows = await db
    .selectFrom('dial_in_unknown')
    .selectAll()
    .$if(link !== undefined, (of) => of.where('link', '=', link ?? 'tcp'))
    .orderBy('last_at', 'desc')
    .orderBy('bytes')
    .limit(dialInLimits.unknown * unknownLinks.length)
    .execute();
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }));
}

/** Takes somebody unknown off the list, once, whoever asks at the same time; null = they are not on it. */
export async function takeUnknown(db: Db, link: UnknownLink, bytes: string) {
  const row = await db
    .deleteFrom('dial_in_unknown')
    .where('bytes', '=', bytes)
    .where('link', '=', link)
    .returning(['register', 'address'])
    .executeTakeFirst();
  return row ?? null;
}
