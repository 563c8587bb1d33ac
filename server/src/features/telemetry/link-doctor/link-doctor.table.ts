/** What has been observed of a link. */

import { type EdgeSign, edgeLimits } from '@plumbline/contract/telemetry/edges';
import {
  type DeviceFacts,
  type DialInFacts,
  type FeedFacts,
  isSimilarRegister,
} from '@plumbline/science/diagnosis/link';
import { registerOf } from '@plumbline/science/dial-in/registration';
import type { Addresses } from '../../../kernel/addresses.ts';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { edgeOfLine } from '../../devices/devices/devices.api.ts';

const deviceRowColumns = {
  edge_id: 'number?',
  edge_connected: 'flag?',
  edge_at: 'instant?',
  edge_sign: typed<EdgeSign | null>(),
  sncode: 'text',
  register: 'text?',
  corporation_id: 'number',
  connected: 'flag?',
  last_seen_at: 'instant?',
  mqtt_changed_at: 'instant?',
  polled_at: 'instant?',
  refused_at: 'instant?',
  refused_error: 'text?',
  refused_detail: typed<{
    channel?: string | null;
    detail?: { at?: unknown; now?: unknown; certificate?: unknown } | null;
  } | null>(),
  interval_seconds: 'number?',
  at: 'instant?',
  received_at: 'instant?',
  unbound: typed<string[]>(),
  is_set_up: 'flag',
} as const satisfies Columns;
type DeviceRow = SqlRow<typeof deviceRowColumns>;

export async function deviceFacts(
  db: Db,
  deviceId: number,
  now: Date,
  ports: Pick<Addresses, 'dialIn' | 'dialInUdp'>,
): Promise<{
  readonly device: DeviceFacts;
  readonly overEdge: boolean;
  readonly overMqtt: boolean;
  readonly overHttp: boolean;
}> {
  const { rows } = await sqlRows(deviceRowColumns)`
    SELECT d.sncode, d.register, d.corporation_id, e.connected, e.last_seen_at, e.mqtt_changed_at, e.polled_at, e.refused_at,
      e.refused_error, e.refused_detail, fed.interval_seconds, newest.at, newest.received_at,
      ARRAY(SELECT c.channel FROM channel_state c WHERE c.device_id = d.id AND NOT EXISTS (
        SELECT FROM device_group g WHERE g.device_id = d.id AND g.channel = c.channel AND g.to_at IS NULL)
        ORDER BY c.channel LIMIT 64) AS unbound,
      EXISTS (SELECT FROM dial_in s WHERE s.device_id = d.id) AS is_set_up,
      edge.id AS edge_id, e.edge_connected, x.at AS edge_at, x.sign AS edge_sign
    FROM device d LEFT JOIN device_state e ON e.device_id = d.id
      LEFT JOIN dial_in i ON i.device_id = d.id
      LEFT JOIN LATERAL (SELECT ${edgeOfLine} AS id) edge ON true
      LEFT JOIN feed_edge x ON x.feed_id = edge.id
      LEFT JOIN LATERAL (SELECT min(p.interval_seconds) AS interval_seconds FROM point p WHERE p.device_id = d.id) fed ON true
      LEFT JOIN LATERAL (SELECT s.at, s.received_at FROM point_state s JOIN point p ON p.id = s.point_id
        WHERE p.device_id = d.id ORDER BY s.received_at DESC LIMIT 1) newest ON true
    WHERE d.id = ${deviceId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a device whose place was found is there');
  const edge = edgeOf(row, now);
  const dialIn = row.is_set_up
    ? await dialInFacts(db, { deviceId, register: row.register ?? row.sncode, ports, now, edge })
    : null;
  const feeds = await feedsOfDevice(db, deviceId);
  return {
    device: {
      nowMs: now.getTime(),
      lastArrivalMs: row.last_seen_at?.getTime() ?? null,
      intervalSeconds: row.interval_seconds,
      refused: refusalOf(row),
      unbound: row.unbound,
      newest: row.at && row.received_at ? { atMs: row.at.getTime(), receivedMs: row.received_at.getTime() } : null,
      dialIn,
      feeds,
      edge: edge && { isThere: edge.isThere, signMs: edge.signMs },
    },
    overEdge: edge !== null,
    overMqtt: row.mqtt_changed_at !== null && dialIn === null,
    overHttp: row.polled_at !== null,
  };
}

/** The edge at which the link of a device ends; null = it ends at the centre. */
interface SiteEdge {
  readonly isThere: boolean;
  readonly signMs: number | null;
  readonly isConnected: boolean;
  readonly ports: EdgeSign['ports'];
  /** Who dialled in there and is nobody. */
  readonly unknown: EdgeSign['unknown'];
}

const edgeOf = (row: DeviceRow, now: Date): SiteEdge | null =>
  row.edge_id === null
    ? null
    : {
        isThere: row.edge_at !== null && now.getTime() - row.edge_at.getTime() < edgeLimits.silentMs,
        signMs: row.edge_at?.getTime() ?? null,
        isConnected: row.edge_connected === true,
        // Edges of before said nothing of these.
        ports: row.edge_sign?.ports ?? { dialIn: null, dialInUdp: null },
        unknown: row.edge_sign?.unknown ?? [],
      };

function refusalOf({ refused_at, refused_error, refused_detail }: DeviceRow): DeviceFacts['refused'] {
  if (!refused_at || refused_error === null) return null;
  const { at, now, certificate } = refused_detail?.detail ?? {};
  const aheadMs = typeof at === 'string' && typeof now === 'string' ? Date.parse(at) - Date.parse(now) : Number.NaN;
  return {
    error: refused_error,
    atMs: refused_at.getTime(),
    channel: refused_detail?.channel ?? null,
    aheadMs: Number.isFinite(aheadMs) ? aheadMs : null,
    certificate: typeof certificate === 'string' ? certificate : null,
  };
}

/** Somebody unknown counts while that was within a day. */
const similarMs = 24 * 3_600_000;

async function dialInFacts(
  db: Db,
  given: {
    readonly deviceId: number;
    readonly register: string;
    readonly ports: Pick<Addresses, 'dialIn' | 'dialInUdp'>;
    readonly now: Date;
    readonly edge: SiteEdge | null;
  },
): Promise<DialInFacts> {
  const { deviceId, register, now, edge } = given;
  const ports = edge?.ports ?? given.ports;
  const state = await db.selectFrom('dial_in_state').selectAll().where('device_id', '=', deviceId).executeTakeFirst();
  const setup = await db.selectFrom('dial_in').select('setup').where('device_id', '=', deviceId).executeTakeFirst();
  const connection = await db
    .selectFrom('device_state')
    .select('connected')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const unknown = edge
    ? edge.unknown.map(({ at, ...each }) => ({ ...each, last_at: new Date(at) })).reverse()
    : await unknownHere(db, now);
  const similar = unknown.find((each) =>
    isSimilarRegister(register, each.register ?? registerOf(Buffer.from(each.bytes, 'hex')) ?? textOf(each.bytes)),
  );
  const isConnected = (connection?.connected === true || edge?.isConnected === true) && state?.ended_at === null;
  return {
    isPortOpen: setup?.setup.udp ? ports.dialInUdp !== null || isConnected : ports.dialIn !== null,
    isCalled: (setup?.setup.tcp ?? null) !== null,
    connectedAtMs: state?.connected_at?.getTime() ?? null,
    isConnected,
    endReason: state?.end_reason ?? null,
    outcomes: state?.round?.reads.map(({ outcome }) => outcome) ?? [],
    roundAtMs: state?.round ? Date.parse(state.round.at) : null,
    similarAtMs: similar?.last_at.getTime() ?? null,
    waiting: state?.waiting ?? 0,
  };
}

const unknownHere = (db: Db, now: Date) =>
  db
    .selectFrom('dial_in_unknown')
    .select(['bytes', 'register', 'last_at'])
    .where('last_at', '>', new Date(now.getTime() - similarMs))
    .orderBy('last_at', 'desc')
    .execute();

const textOf = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

/** The feeds by which a device was assigned a source. */
async function feedsOfDevice(db: Db, deviceId: number): Promise<FeedFacts[]> {
  const rows = await db
    .selectFrom('feed_device')
    .select('feed_id')
    .distinct()
    .where('device_id', '=', deviceId)
    .limit(20)
    .execute();
  const facts = await feedFacts(
    db,
    rows.map(({ feed_id }) => feed_id),
  );
  // What a feed is called and who else sends by it is not shown to whoever may see one device alone.
  return facts.map((feed) => ({ ...feed, name: '', unknownSources: 0 }));
}

export async function feedFacts(db: Db, feedIds: readonly number[]): Promise<FeedFacts[]> {
  if (feedIds.length === 0) return [];
  const { rows } = await sqlRows({
    name: 'text',
    enabled: 'flag',
    connected: 'flag?',
    last_at: 'instant?',
    last_fault: 'text?',
    last_fault_at: 'instant?',
    unknown: 'number',
  })`
    SELECT f.name, f.enabled, s.connected, s.last_at, s.last_fault, s.last_fault_at,
      (SELECT count(*)::int FROM feed_unknown u WHERE u.feed_id = f.id) AS unknown
    FROM feed f LEFT JOIN feed_state s ON s.feed_id = f.id WHERE f.id = ANY(${[...feedIds]}::int[]) ORDER BY f.id`.execute(
    db,
  );
  return rows.map((row) => ({
    name: row.name,
    isOn: row.enabled,
    isConnected: row.connected,
    lastMs: row.last_at?.getTime() ?? null,
    fault:
      row.last_fault !== null && row.last_fault_at ? { name: row.last_fault, atMs: row.last_fault_at.getTime() } : null,
    unknownSources: row.unknown,
  }));
}
