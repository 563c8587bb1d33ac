/** Schedules of reports. */
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import type { ReportSchedule } from '@plumbline/contract/reports/period-reports.schedules';
import { periodOf } from '@plumbline/science/series/periods';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type ScheduleRow = Selectable<Tables['report_schedule']>;
/** With what it needs of its project. */
export type ZonedSchedule = ScheduleRow & { readonly time_zone: string; readonly corporation_id: number };

/** Readings that are late by no more than this are in the report. */
export const graceMs = 30 * 60_000;

const zoned = (db: Db) =>
  db
    .selectFrom('report_schedule')
    .innerJoin('project', 'project.id', 'report_schedule.project_id')
    .selectAll('report_schedule')
    .select(['project.time_zone', 'project.corporation_id']);

export const insertSchedule = (db: Db, row: Insertable<Tables['report_schedule']>): Promise<{ id: number }> =>
  db.insertInto('report_schedule').values(row).returning('id').executeTakeFirstOrThrow();

export const schedulesOf = (db: Db, projectId: number): Promise<ZonedSchedule[]> =>
  zoned(db).where('project_id', '=', projectId).orderBy('report_schedule.id').execute();

export const oneSchedule = (db: Db, id: number, projectId: number): Promise<ZonedSchedule | undefined> =>
  zoned(db).where('report_schedule.id', '=', id).where('project_id', '=', projectId).executeTakeFirst();

/** Returns the schedules that are on, of projects that are neither archived nor being deleted. */
export const schedulesInForce = (db: Db): Promise<ZonedSchedule[]> =>
  zoned(db)
    .where('report_schedule.enabled', '=', true)
    .where('project.archived_at', 'is', null)
    .where('project.deleting_at', 'is', null)
    .orderBy('report_schedule.id')
    .execute();

/** The schedule as it is now, locked until the transaction ends; undefined where it is gone, off, or being worked on elsewhere. */
export const lockSchedule = (db: Db, id: number): Promise<ZonedSchedule | undefined> =>
  zoned(db)
    .where('report_schedule.id', '=', id)
    .where('report_schedule.enabled', '=', true)
    .forUpdate('report_schedule')
    .skipLocked()
    .executeTakeFirst();

export async function updateSchedule(
  db: Db,
  id: number,
  set: { readonly enabled?: boolean; readonly formats?: string[]; readonly next_day?: string },
): Promise<void> {
  if (Object.keys(set).length > 0) await db.updateTable('report_schedule').set(set).where('id', '=', id).execute();
}

export async function removeSchedule(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report_schedule').where('id', '=', id).execute();
}

/** The period that a schedule reports next. */
export const nextPeriod = ({ type, next_day, time_zone }: Pick<ZonedSchedule, 'type' | 'next_day' | 'time_zone'>) =>
  periodOf(type as ReportSchedule['type'], next_day, undefined, time_zone);

export function scheduleShape(row: ZonedSchedule): ReportSchedule {
  const next = nextPeriod(row);
  return {
    id: row.id,
    type: row.type as ReportSchedule['type'],
    formats: row.formats as ReportFormat[],
    language: row.language as ReportSchedule['language'],
    fields: row.fields as ReportSchedule['fields'],
    template: row.template_name === null ? null : { id: row.template_id, name: row.template_name },
    enabled: row.enabled,
    nextFirstDay: next.firstDay,
    nextLastDay: next.lastDay,
    nextAt: new Date(next.toMs + graceMs).toISOString(),
    byName: row.by_name,
  };
}
