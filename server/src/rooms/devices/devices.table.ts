import type { Device } from '@plumbline/contract/devices';
import { batteryPercent } from '@plumbline/science/health/battery';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Caller, Db } from '../../kernel/context.ts';
import { containing } from '../../kernel/matching.ts';
import type { Tables } from '../../kernel/tables.ts';
import { seenBy } from '../projects/projects.reads.ts';
import { health } from './devices.reads.ts';

interface Fed {
  channel: string;
  pointId: number;
  /** null where the caller may not see the project: the channel is taken all the same. */
  pointName: string | null;
  projectId: number | null;
  family: string;
  mode: number;
  nodeCount: number;
}
type Row = Selectable<Tables['device']> & {
  connected: boolean | null;
  last_seen_at: Date | null;
  activated_at: Date | null;
  signal_dbm: number | null;
  voltage_v: number | null;
  refused_count: number | null;
  refused_at: Date | null;
  refused_error: string | null;
  refused_detail: unknown;
  health: Device['health'];
  fed: Fed[];
};

/** A device and the points that its channels feed: what its sample message is made from. */
export interface Found {
  readonly device: Device;
  readonly fed: readonly Fed[];
}

export interface Filter {
  readonly keyword?: string | undefined;
  readonly health?: Device['health'] | undefined;
  readonly connection?: 'connected' | 'notConnected' | undefined;
}
const matching = ({ keyword, health: wanted, connection }: Filter, now: Date): RawBuilder<unknown> => sql`
  ${keyword ? sql`AND (d.name ILIKE ${containing(keyword)} OR d.sncode ILIKE ${containing(keyword)} OR d.model ILIKE ${containing(keyword)})` : sql``}
  ${connection ? sql`AND coalesce(e.connected, false) = ${connection === 'connected'}` : sql``}
  ${wanted ? sql`AND ${health(now)} = ${wanted}` : sql``}`;

const from = sql`FROM device d JOIN corporation c ON c.id = d.corporation_id LEFT JOIN device_state e ON e.device_id = d.id`;

async function select(db: Db, caller: Caller, now: Date, where: RawBuilder<unknown>, page = sql``): Promise<Found[]> {
  const { rows } = await sql<Row>`
    SELECT d.*, e.connected, e.last_seen_at, e.activated_at, e.signal_dbm, e.voltage_v,
      e.refused_count, e.refused_at, e.refused_error, e.refused_detail, ${health(now)} AS health,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('channel', p.channel, 'pointId', p.id, 'family', p.family, 'mode', p.mode,
          'nodeCount', p.node_count,
          'pointName', CASE WHEN ${seenBy(caller)} THEN p.name END,
          'projectId', CASE WHEN ${seenBy(caller)} THEN p.project_id END))
        FROM point p JOIN project j ON j.id = p.project_id WHERE p.device_id = d.id), '[]') AS fed
    ${from} WHERE ${where} ORDER BY d.name COLLATE natural_order, d.id ${page}`.execute(db);
  return rows.map((row) => ({ device: fromRow(row), fed: row.fed }));
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  return (await sql<{ total: number }>`SELECT count(*) AS total ${from} WHERE ${where}`.execute(db)).rows[0]!.total;
}

interface Page {
  readonly page: number;
  readonly pageSize: number;
}
async function paged(db: Db, caller: Caller, now: Date, where: RawBuilder<unknown>, { page, pageSize }: Page) {
  const limit = sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  const [found, total] = await Promise.all([select(db, caller, now, where, limit), count(db, where)]);
  return { devices: found.map(({ device }) => device), total };
}

export const ofCorporation = (db: Db, caller: Caller, now: Date, corporationId: number, filter: Filter, page: Page) =>
  paged(db, caller, now, sql`d.corporation_id = ${corporationId} ${matching(filter, now)}`, page);

export const ofProject = (db: Db, caller: Caller, now: Date, projectId: number, filter: Filter, page: Page) =>
  paged(
    db,
    caller,
    now,
    sql`d.id IN (SELECT device_id FROM point WHERE project_id = ${projectId}) ${matching(filter, now)}`,
    page,
  );

export const one = async (db: Db, caller: Caller, now: Date, id: number): Promise<Found | undefined> =>
  (await select(db, caller, now, sql`d.id = ${id}`))[0];

function fromRow(row: Row): Device {
  const fed = new Map(row.fed.map((each) => [each.channel, each]));
  return {
    id: row.id,
    corporationId: row.corporation_id,
    type: row.type as Device['type'],
    name: row.name,
    model: row.model,
    sncode: row.sncode,
    manufacturer: row.manufacturer,
    measurement: row.measurement as Device['measurement'],
    iccid: row.iccid,
    channels: row.channels.map((channel) => {
      const point = fed.get(channel.number);
      return {
        ...channel,
        pointId: point?.pointId ?? null,
        pointName: point?.pointName ?? null,
        projectId: point?.projectId ?? null,
      };
    }),
    signal: row.signal_dbm,
    battery: row.voltage_v === null ? null : Math.round(batteryPercent(row.voltage_v)),
    voltage: row.voltage_v,
    health: row.health,
    connection: row.connected ? 'connected' : 'notConnected',
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    refused: {
      count: row.refused_count ?? 0,
      at: row.refused_at?.toISOString() ?? null,
      error: row.refused_error,
      detail: row.refused_detail,
    },
    projectIds: [...new Set(row.fed.map((each) => each.projectId).filter((id) => id !== null))],
    activatedAt: row.activated_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** What may be said of a device by people; what is undefined stays as it is. */
export interface Said {
  readonly name?: string | undefined;
  readonly model?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly type?: Device['type'] | undefined;
  readonly measurement?: Device['measurement'] | undefined;
  readonly iccid?: string | undefined;
  readonly channels?: readonly { number: string; mode: number; label: string }[] | undefined;
}
const columns = ({ channels, ...rest }: Said) => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  ...(channels !== undefined && { channels: JSON.stringify(channels) }),
});

export async function insert(
  db: Db,
  said: Said & { name: string; model: string },
  made: { corporationId: number; sncode: string; secretHash: Buffer; createdAt: Date },
): Promise<number> {
  const row = await db
    .insertInto('device')
    .values({
      measurement: null,
      ...columns(said),
      name: said.name,
      model: said.model,
      corporation_id: made.corporationId,
      sncode: made.sncode,
      secret_hash: made.secretHash,
      created_at: made.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The device, locked until the transaction ends: binding a point to it waits. */
export const lock = (db: Db, id: number) =>
  db.selectFrom('device').select(['id', 'sncode', 'channels']).where('id', '=', id).forUpdate().executeTakeFirst();

export const fedPoints = (db: Db, id: number) =>
  db.selectFrom('point').select(['channel', 'name']).where('device_id', '=', id).orderBy('channel').execute();

export async function update(db: Db, id: number, said: Said): Promise<void> {
  const change = columns(said);
  if (Object.keys(change).length > 0) await db.updateTable('device').set(change).where('id', '=', id).execute();
}

export const setSecret = (db: Db, id: number, hash: Buffer) =>
  db.updateTable('device').set({ secret_hash: hash }).where('id', '=', id).execute();

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('channel_state').where('device_id', '=', id).execute();
  await db.deleteFrom('device').where('id', '=', id).execute();
}

/** Samples of channels that are gone. */
export const dropChannels = (db: Db, id: number, numbers: readonly string[]) =>
  db.deleteFrom('channel_state').where('device_id', '=', id).where('channel', 'in', numbers).execute();

/** The newest sample of each channel that feeds no point, by channel. */
export async function unboundSamples(db: Db, id: number) {
  const rows = await db
    .selectFrom('channel_state as state')
    .leftJoin('point', (on) =>
      on.onRef('point.device_id', '=', 'state.device_id').onRef('point.channel', '=', 'state.channel'),
    )
    .select(['state.channel', 'state.at', 'state.received_at', 'state.raw'])
    .where('state.device_id', '=', id)
    .where('point.id', 'is', null)
    .orderBy('state.channel')
    .execute();
  return rows.map((row) => ({
    channel: row.channel,
    at: row.at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    sample: row.raw as Record<string, unknown>,
  }));
}

export async function sncodeExists(db: Db, sncode: string): Promise<boolean> {
  return (await db.selectFrom('device').select('id').where('sncode', '=', sncode).executeTakeFirst()) !== undefined;
}
