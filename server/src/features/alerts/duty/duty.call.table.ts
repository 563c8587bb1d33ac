/** Whom an alert concerns by their number. */
import type { CallReason } from '@plumbline/contract/alerts/duty';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { audienceOf } from '../notifications/notifications.api.ts';
import { mayAcknowledge } from './duty.table.ts';

interface Found {
  readonly personId: number;
  readonly reason: CallReason;
}

/** Returns the person who took an alert on. */
export async function assignee(db: Db, alertId: number): Promise<Found[]> {
  const row = await db.selectFrom('alert').select('assignee_id').where('id', '=', alertId).executeTakeFirst();
  if (!row?.assignee_id) return [];
  return [{ personId: row.assignee_id, reason: { kind: 'assigned', roster: null } }];
}

/** Returns the people responsible for the structure of an alert or what is above it, then their deputies. */
export async function responsible(db: Db, alertId: number): Promise<Found[]> {
  const { rows } = await sqlRows({ personId: 'number', kind: typed<'responsible' | 'deputy'>() })`
    SELECT DISTINCT ON (m.account_id) m.account_id AS "personId", m.duty AS kind
    FROM alert a JOIN structure s ON s.id = a.structure_id JOIN structure_member m ON m.structure_id IN (s.id, s.parent_id)
    WHERE a.id = ${alertId} AND m.duty IN ('responsible', 'deputy')
    ORDER BY m.account_id, m.duty DESC`.execute(db);
  return rows
    .map(({ personId, kind }) => ({ personId, reason: { kind, roster: null } }))
    .sort((a, b) => Number(b.reason.kind === 'responsible') - Number(a.reason.kind === 'responsible'));
}

/** So many are named of those who may acknowledge and have no duty. */
const namedLimit = 20;

/** Returns people who may acknowledge the alerts of a project; those first whose number can be called. */
export async function able(db: Db, projectId: number): Promise<Found[]> {
  const { rows } = await sqlRows({ personId: 'number' })`
    SELECT u.id AS "personId" FROM project j CROSS JOIN LATERAL (${audienceOf('Update:Alert')}) AS may
      JOIN account u ON u.id = may.id LEFT JOIN contact t ON t.account_id = u.id
    WHERE j.id = ${projectId}
    ORDER BY coalesce(t.mobile IS NOT NULL AND t.shows_mobile, false) DESC, u.display_name, u.id LIMIT ${namedLimit}`.execute(
    db,
  );
  return rows.map(({ personId }) => ({ personId, reason: { kind: 'mayAcknowledge', roster: null } }));
}

/** Returns those people who see the alerts of them who see the alerts of the project, with their number. */
export async function reachable(db: Db, projectId: number, ids: readonly number[]) {
  const { rows } = await sqlRows({
    id: 'number',
    name: 'text',
    mobile: 'text?',
    showsMobile: 'flag',
    canAcknowledge: 'flag',
  })`
    SELECT u.id, u.display_name AS name, t.mobile, coalesce(t.shows_mobile, false) AS "showsMobile", ${mayAcknowledge} AS "canAcknowledge"
    FROM project j CROSS JOIN LATERAL (${audienceOf('Retrieve:Alert')}) AS may
      JOIN account u ON u.id = may.id LEFT JOIN contact t ON t.account_id = u.id
    WHERE j.id = ${projectId} AND u.id = ANY(${[...ids]}::int[])`.execute(db);
  return rows;
}
