/**
 * Notifications to the creator of a project about what others do with the creator's password.
 * Invariant: what was done is told each time, what was tried in vain once an hour for each project and person.
 */
import type { Events } from '@plumbline/contract/kernel/events';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { fromRow } from './notifications.table.ts';

const quietMs = 3_600_000;

/** The row is of no project: it is about an account, and outlives the project that was deleted. */
export async function notifyCreator(db: Db, now: Date, attempt: Events['creatorPasswordGiven']) {
  const { projectId, creatorId, byName, act, pointName, outcome } = attempt;
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, detail, created_at)
    SELECT creator.id, 'System', project.name, jsonb_build_object('about', 'creatorPassword', 'outcome', ${outcome}::text,
      'act', ${act}::text, 'byName', ${byName}::text, 'pointName', ${pointName}::text, 'ofProject', project.id,
      'projectName', project.name), ${now}
    FROM account creator JOIN project ON project.id = ${projectId}
    WHERE creator.id = ${creatorId} AND creator.disabled_at IS NULL AND NOT (${outcome}::text = 'wrong' AND EXISTS (
      SELECT FROM notification n WHERE n.account_id = creator.id AND n.type = 'System'
        AND n.detail->>'about' = 'creatorPassword' AND n.detail->>'outcome' = 'wrong'
        AND (n.detail->>'ofProject')::int = project.id AND n.detail->>'byName' = ${byName}::text
        AND n.created_at > ${new Date(now.getTime() - quietMs)}))
    RETURNING *`.execute(db);
  return rows.map(fromRow);
}
