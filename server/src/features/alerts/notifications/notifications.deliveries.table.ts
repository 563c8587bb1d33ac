/** Notifications about alert rules whose messages do not get out: who relies on them must hear of it in another way. */
import type { Events } from '@plumbline/contract/kernel/events';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { audienceOf } from '../../site/projects/projects.audience.api.ts';
import { fromRow } from './notifications.table.ts';

/** A mail server that is away fails a thousand messages: one notification an hour tells of them. */
const quietMs = 3_600_000;

/** Notifies the people who may change the rules of the project, once an hour for each way that messages take. */
export async function notifyFailedDelivery(db: Db, now: Date, { deliveryId }: Events['deliveryFailed']) {
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, project_id, detail, created_at)
    SELECT told.id, 'System', d.rule_name, j.id, jsonb_build_object('about', 'deliveryFailed', 'medium', d.medium,
      'ruleName', d.rule_name, 'projectName', j.name, 'state', d.state, 'answer', left(d.answer, 200)), ${now}
    FROM delivery d JOIN project j ON j.id = d.project_id CROSS JOIN LATERAL (${audienceOf('Update:AlertRule')}) AS told
    WHERE d.id = ${deliveryId} AND NOT EXISTS (SELECT FROM notification n WHERE n.account_id = told.id AND n.project_id = j.id
      AND n.type = 'System' AND n.detail->>'about' = 'deliveryFailed' AND n.detail->>'medium' = d.medium
      AND n.created_at > ${new Date(now.getTime() - quietMs)})
    ORDER BY told.id RETURNING *`.execute(db);
  return rows.map(fromRow);
}

/** Notifies the people who may change the rules of the project, once an hour for each roster by which nobody could be told. */
export async function notifyDutyGap(db: Db, now: Date, { rosterId, projectId }: Events['dutyGap']) {
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, project_id, detail, created_at)
    SELECT told.id, 'System', d.name, j.id, jsonb_build_object('about', 'dutyGap', 'rosterId', d.id, 'rosterName', d.name,
      'projectName', j.name), ${now}
    FROM duty_roster d JOIN project j ON j.id = d.project_id CROSS JOIN LATERAL (${audienceOf('Update:AlertRule')}) AS told
    WHERE d.id = ${rosterId} AND j.id = ${projectId} AND NOT EXISTS (SELECT FROM notification n WHERE n.account_id = told.id
      AND n.project_id = j.id AND n.type = 'System' AND n.detail->>'about' = 'dutyGap'
      AND (n.detail->>'rosterId')::int = d.id AND n.created_at > ${new Date(now.getTime() - quietMs)})
    ORDER BY told.id RETURNING *`.execute(db);
  return rows.map(fromRow);
}
