import type { FeedKind } from '@plumbline/contract/telemetry/feeds';
import type { DownlinkAddress } from '@plumbline/science/formats/downlinks';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';

/** Writes where a device of the corporation is reached; one of another is left alone. */
export async function saveRoute(
  db: Db,
  { feedId, corporationId }: { readonly feedId: number; readonly corporationId: number },
  sncode: string,
  address: DownlinkAddress,
): Promise<number | null> {
  const { rows } = await sqlRows({ deviceId: 'number' })`
    INSERT INTO downlink_route (device_id, feed_id, address)
    SELECT d.id, f.id, ${JSON.stringify(address)}::jsonb FROM device d JOIN feed f ON f.id = ${feedId}
    WHERE d.sncode = ${sncode} AND d.corporation_id = ${corporationId}
    ON CONFLICT (device_id) DO UPDATE SET feed_id = excluded.feed_id, address = excluded.address
    RETURNING device_id AS "deviceId"`.execute(db);
  return rows[0]?.deviceId ?? null;
}

const routeColumns = {
  deviceId: 'number',
  feedId: 'number',
  address: typed<DownlinkAddress>(),
  kind: typed<FeedKind>(),
  key: 'text',
  settings: typed<FeedSettings>(),
  sealed: 'text?',
} as const satisfies Columns;
export type Route = SqlRow<typeof routeColumns>;
/** Where a device is reached; null = not by a feed that is on. */
export async function routeOf(db: Db, sncode: string): Promise<Route | null> {
  const { rows } = await sqlRows(routeColumns)`
    SELECT d.id AS "deviceId", f.id AS "feedId", r.address, f.kind, f.key, f.settings, f.sealed
    FROM downlink_route r JOIN device d ON d.id = r.device_id JOIN feed f ON f.id = r.feed_id
    WHERE d.sncode = ${sncode} AND f.enabled AND f.corporation_id = d.corporation_id`.execute(db);
  return rows[0] ?? null;
}

/** Results come within the half hour for which commands are kept. */
export async function noteItem(db: Db, now: Date, feedId: number, item: string, commandId: string): Promise<void> {
  await sql`DELETE FROM downlink_item WHERE at < ${new Date(now.getTime() - 3_600_000)}`.execute(db);
  await sql`INSERT INTO downlink_item (feed_id, item, command_id, at) VALUES (${feedId}, ${item}, ${commandId}::uuid, ${now})
    ON CONFLICT (feed_id, item) DO UPDATE SET command_id = excluded.command_id, at = excluded.at`.execute(db);
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The command that a network speaks of, and its device, where both are of the corporation; null = none. */
export async function commandOfItem(
  db: Db,
  { feedId, corporationId }: { readonly feedId: number; readonly corporationId: number },
  item: string,
): Promise<{ readonly commandId: string; readonly sncode: string } | null> {
  const own = isUuid.test(item) ? item : null;
  const { rows } = await sqlRows({ commandId: 'text', sncode: 'text' })`
    SELECT c.id AS "commandId", d.sncode FROM device_command c JOIN device d ON d.id = c.device_id
    WHERE d.corporation_id = ${corporationId} AND c.id IN (${own}::uuid, (SELECT command_id FROM downlink_item WHERE feed_id = ${feedId} AND item = ${item})) LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Commands of a device that were sent and not answered, and have a text. */
export async function openCommandsOf(db: Db, sncode: string, since: Date): Promise<{ id: string; text: string }[]> {
  const { rows } = await sqlRows({ id: 'text', text: 'text' })`
    SELECT c.id, c.message->>'text' AS text FROM device_command c JOIN device d ON d.id = c.device_id
    WHERE d.sncode = ${sncode} AND c.sent_at IS NOT NULL AND c.answered_at IS NULL AND c.requested_at > ${since}
    ORDER BY c.requested_at LIMIT 20`.execute(db);
  return rows;
}
