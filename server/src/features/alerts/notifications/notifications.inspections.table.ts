/** Notifications about rounds of inspections that were not finished in time. */
import type { Events } from '@plumbline/contract/kernel/events';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { audienceOf } from '../../site/projects/projects.audience.api.ts';
import { isWanted } from './notifications.choices.table.ts';
import { fromRow } from './notifications.table.ts';

/** Notifies the people whom the plan names, as far as they still may do it; where it names nobody, or they all left, whoever may. */
export async function notifyInspection(db: Db, now: Date, { planId, projectId, dueMs }: Events['inspectionOverdue']) {
  const may = audienceOf('Update:Data');
  const detail = { planId, dueAt: new Date(dueMs).toISOString() };
  const { rows } = await sql<Selectable<Tables['notification']>>`
    INSERT INTO notification (account_id, type, title, project_id, detail, created_at)
    SELECT told.id, 'InspectionOverdue', p.name, j.id,
      ${JSON.stringify(detail)}::jsonb || jsonb_build_object('planName', p.name, 'projectName', j.name), ${now}
    FROM inspection_plan p JOIN project j ON j.id = p.project_id CROSS JOIN LATERAL (${may}) AS told
    WHERE p.id = ${planId} AND j.id = ${projectId} AND ${isWanted('InspectionOverdue')} AND (told.id = ANY(p.assignee_ids)
      OR NOT EXISTS (SELECT FROM (${may}) AS able WHERE able.id = ANY(p.assignee_ids)))
    ORDER BY told.id RETURNING *`.execute(db);
  return rows.map(fromRow);
}
