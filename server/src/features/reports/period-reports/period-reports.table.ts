/** Reports of periods and their files. */
import {
  type PeriodReport,
  type PeriodType,
  type ReportFormat,
  type ReportStatus,
  reportFormats,
} from '@plumbline/contract/reports/period-reports';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { type LibraryKey, libraryKeys } from '@plumbline/contract/reports/templates.library-keys';
import type { Insertable, Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import type { ReportSubject } from '../contents/contents.api.ts';
import type { sourceFormat } from './logic/source.ts';

export type ReportRow = Selectable<Tables['report']>;
type FileRow = Selectable<Tables['report_file']>;

/** Where a report lies, by its row; null where there is none of that id. */
export async function placeOfReport(db: Db, id: number) {
  const row = await db.selectFrom('report').select('project_id').where('id', '=', id).executeTakeFirst();
  return row ? { projectId: row.project_id } : null;
}

export const insert = (db: Db, row: Omit<Insertable<Tables['report']>, 'status'>): Promise<ReportRow> =>
  db
    .insertInto('report')
    .values({ ...row, status: 'Pending' })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * The running number of a report that is to be made: the next of its template and kind of period; made again for the same days, the
 * one that it had. Two that are asked for at once wait for one another.
 */
export async function numberFor(
  db: Db,
  row: Pick<Insertable<Tables['report']>, 'project_id' | 'type' | 'first_day' | 'last_day' | 'template_id' | 'library'>,
): Promise<number> {
  const series = { project_id: row.project_id, type: row.type, template_id: row.template_id ?? seriesOf(row.library) };
  // Locks the row until the transaction ends.
  const { last_number: last } = await db
    .insertInto('report_series')
    .values({ ...series, last_number: 0 })
    .onConflict((each) =>
      each
        .columns(['project_id', 'type', 'template_id'])
        .doUpdateSet((of) => ({ last_number: of.ref('report_series.last_number') })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const earlier = row.type === 'event' ? null : await numberOfDays(db, row);
  if (earlier !== null) return earlier;
  await db
    .updateTable('report_series')
    .set({ last_number: last + 1 })
    .where('project_id', '=', series.project_id)
    .where('type', '=', series.type)
    .where('template_id', '=', series.template_id)
    .execute();
  return last + 1;
}

/** Numbers of a ready template run by themselves, below those of templates that projects keep. */
const seriesOf = (library: string | null | undefined): number =>
  library ? -1 - libraryKeys.indexOf(library as LibraryKey) : 0;

/** The number of the newest report of the same days, template and project; null = there is none. */
async function numberOfDays(
  db: Db,
  { project_id, type, first_day, last_day, template_id, library }: Parameters<typeof numberFor>[1],
): Promise<number | null> {
  const row = await db
    .selectFrom('report')
    .select('number')
    .where('project_id', '=', project_id)
    .where('type', '=', type)
    .where('first_day', '=', first_day)
    .where('last_day', '=', last_day)
    .where('template_id', template_id ? '=' : 'is', template_id ?? null)
    .where('library', library ? '=' : 'is', library ?? null)
    .where('number', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}

/** A report of the project, or of any where none is named. */
export function one(db: Db, id: number, projectId: number | null): Promise<ReportRow | undefined> {
  const query = db.selectFrom('report').selectAll().where('id', '=', id);
  return (projectId === null ? query : query.where('project_id', '=', projectId)).executeTakeFirst();
}

export const withIds = (db: Db, ids: readonly number[]): Promise<ReportRow[]> =>
  db.selectFrom('report').selectAll().where('id', 'in', ids).execute();

/** The same, locked until the transaction ends. */
export const lock = (db: Db, id: number, projectId: number): Promise<ReportRow | undefined> =>
  db
    .selectFrom('report')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();

export async function ofProject(
  db: Db,
  now: Date,
  filter: {
    readonly projectId: number;
    readonly type?: PeriodType | undefined;
    readonly status?: ReportStatus | undefined;
    readonly day?: string | undefined;
    readonly library?: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ rows: ReportRow[]; total: number }> {
  let of = db.selectFrom('report').where('project_id', '=', filter.projectId).where('expires_at', '>', now);
  if (filter.type) of = of.where('type', '=', filter.type);
  if (filter.status) of = of.where('status', '=', filter.status);
  if (filter.day) of = of.where('first_day', '=', filter.day);
  if (filter.library) of = of.where('library', '=', filter.library);
  const [rows, { total }] = await Promise.all([
    of
      .selectAll()
      .orderBy('id', 'desc')
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize)
      .execute(),
    of.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export const expired = (db: Db, now: Date): Promise<{ id: number }[]> =>
  db.selectFrom('report').select('id').where('expires_at', '<=', now).orderBy('id').limit(1000).execute();

/** Gives the report as it then is. */
export const setTask = (db: Db, id: number, taskId: number): Promise<ReportRow> =>
  db.updateTable('report').set({ task_id: taskId }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Ends a report that is being made; false where it is over, or gone. */
export async function setDone(db: Db, id: number, { points, at }: { points: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ status: 'Done', points, finished_at: at })
    .where('id', '=', id)
    .where('status', '=', 'Pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setError(
  db: Db,
  id: number,
  { error, detail, at }: { error: string; detail: unknown; at: Date },
): Promise<void> {
  await db
    .updateTable('report')
    .set({
      status: 'Error',
      error,
      error_detail: detail === null || detail === undefined ? null : JSON.stringify(detail),
      finished_at: at,
    })
    .where('id', '=', id)
    .where('status', '=', 'Pending')
    .execute();
}

export async function insertFile(db: Db, row: Insertable<Tables['report_file']>): Promise<void> {
  await db.insertInto('report_file').values(row).execute();
}

export const filesOf = async (db: Db, ids: readonly number[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('report_file').selectAll().where('report_id', 'in', ids).orderBy('format').execute();

export const file = (db: Db, id: number, format: ReportFormat | typeof sourceFormat): Promise<FileRow | undefined> =>
  db.selectFrom('report_file').selectAll().where('report_id', '=', id).where('format', '=', format).executeTakeFirst();

/** Takes files from a report, and gives the ids of what is stored. */
export async function takeFiles(db: Db, id: number, formats: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('report_file')
    .where('report_id', '=', id)
    .where('format', 'in', formats)
    .returning('file_id')
    .execute();
  return rows.map(({ file_id }) => file_id);
}

/** Until when a report is kept that does not expire. */
const forever = new Date('9999-12-31T00:00:00Z');
export const isForever = ({ expires_at }: Pick<ReportRow, 'expires_at'>): boolean => expires_at >= forever;
export async function setForever(db: Db, id: number): Promise<void> {
  await db.updateTable('report').set({ expires_at: forever }).where('id', '=', id).execute();
}

/** Its files are to be deleted by whoever calls. */
export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report').where('id', '=', id).execute();
}

/** Forgets a report that is being made. */
export async function removePending(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report').where('id', '=', id).where('status', '=', 'Pending').execute();
}

/** Returns the error of the task of a report. */
export const taskEnd = (db: Db, taskId: number) =>
  db.selectFrom('task').select(['error', 'error_detail']).where('id', '=', taskId).executeTakeFirst();

/** Returns the points among these that still exist. */
export const existingPoints = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (await db.selectFrom('point').select('id').where('id', 'in', ids).orderBy('id').execute()).map(({ id }) => id);

/** Subject of a report, as it is gathered. */
export const subjectOf = (
  row: ReportRow,
  template: TemplateContent | null,
  defaults: ReportSubject['defaults'],
  files: Pick<ReportSubject, 'word' | 'excelCover'>,
): ReportSubject => ({
  projectId: row.project_id,
  type: row.type,
  number: row.number,
  event: row.event,
  firstDay: row.first_day,
  lastDay: row.last_day,
  from: row.from_at,
  to: row.to_at,
  timeZone: row.time_zone,
  language: row.language as PeriodReport['language'],
  fields: row.fields as PeriodReport['fields'],
  madeBy: row.by_name,
  template,
  defaults,
  ...files,
  hasSeries: row.formats.includes('ags4'),
  isSample: false,
});

/** Returns a report as it is listed: its files in the order of the formats, without what is kept beside them. */
export function shapeOf(row: ReportRow, files: readonly FileRow[]): z.output<typeof PeriodReport> {
  return {
    id: row.id,
    type: row.type,
    number: row.number,
    library: row.library as PeriodReport['library'],
    event: row.event,
    firstDay: row.first_day,
    lastDay: row.last_day,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    timeZone: row.time_zone,
    formats: row.formats as ReportFormat[],
    language: row.language as PeriodReport['language'],
    fields: row.fields as PeriodReport['fields'],
    status: row.status,
    error: row.error,
    errorDetail: row.error_detail,
    template: row.template_name === null ? null : { name: row.template_name, version: row.template_version },
    scheduled: row.schedule_id !== null,
    byName: row.by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: isForever(row) ? null : row.expires_at.toISOString(),
    points: row.points,
    files: reportFormats.flatMap((format) =>
      files.filter((each) => each.format === format).map(({ bytes }) => ({ format, bytes })),
    ),
    taskId: row.task_id,
  };
}

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT f.file_id AS id FROM report_file f JOIN report r ON r.id = f.report_id
    WHERE r.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}
