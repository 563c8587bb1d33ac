/** Notifications about devices that owe readings: one for each account concerned, of a device as a whole. */
import type { Events } from '@plumbline/contract/kernel/events';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { audienceOf } from '../../site/projects/projects.audience.api.ts';
import { isWanted } from './notifications.choices.table.ts';
import { fromRow } from './notifications.table.ts';

/** Notifies the people who may see the devices of the project. */
export async function notifyOverdue(
  db: Db,
  now: Date,
  { deviceId, projectId, channels, sinceMs }: Events['deviceOverdue'],
) {
  const detail = { deviceId, channels: channels.join(', '), count: channels.length, sinceMs };
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, project_id, detail, created_at)
    SELECT told.id, 'DeviceHealth', d.name, j.id,
      ${JSON.stringify(detail)}::jsonb || jsonb_build_object('deviceName', d.name, 'sncode', d.sncode, 'projectName', j.name),
      ${now}
    FROM device d JOIN project j ON j.id = ${projectId} CROSS JOIN LATERAL (${audienceOf('Retrieve:Device')}) AS told
    WHERE d.id = ${deviceId} AND ${isWanted('DeviceHealth')} ORDER BY told.id RETURNING *`.execute(db);
  return rows.map(fromRow);
}

/** Notifies the operators of the installation that its disk fills, once a day at most. */
export const notifyStorage = (db: Db, now: Date, freeBytes: number) =>
  notifyOperators(db, now, 'The disk of the data is nearly full', {
    about: 'storageLow',
    freeGb: Math.round(freeBytes / 1e8) / 10,
  });

/** The same of settings of the database by which a commit no longer means "on disk". */
export const notifyUnsafe = (db: Db, now: Date, settings: readonly string[]) =>
  notifyOperators(db, now, 'Readings could be lost', { about: 'databaseUnsafe', settings: settings.join(', ') });

/** The clock was set: schedules, leases and what is deleted by age depend on it. */
export const notifyClock = (db: Db, now: Date, { seconds, aheadSeconds }: { seconds: number; aheadSeconds: number }) =>
  notifyOperators(db, now, 'The clock of the server has jumped', { about: 'clockJumped', seconds, aheadSeconds });

type Detail = Readonly<Record<string, unknown>> & { readonly about: string };
async function notifyOperators(db: Db, now: Date, title: string, detail: Detail) {
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, detail, created_at)
    SELECT u.id, 'System', ${title}, ${JSON.stringify(detail)}::jsonb, ${now}
    FROM account u WHERE u.type IN ('System', 'Admin') AND u.disabled_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM notification n WHERE n.account_id = u.id AND n.type = 'System' AND n.detail->>'about' = ${detail.about}
        AND n.created_at > ${new Date(now.getTime() - 86_400_000)})
    ORDER BY u.id RETURNING *`.execute(db);
  return rows.map(fromRow);
}
