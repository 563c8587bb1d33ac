/** Imports: their file, what it was found to be, its mapping and the report of the dry run. */
import type { Import, ImportCounts, ImportLine, ImportRow, LineResult } from '@plumbline/contract/readings/imports';
import type { ImportFormat, ImportLayout, Mapping } from '@plumbline/contract/readings/imports.mapping';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

/** Report of a dry run; after the import, what it did. */
export interface Report {
  readonly counts: ImportCounts;
  readonly reasons: Readonly<Record<string, number>>;
  readonly unknown: readonly { point: string; field: string; lines: number }[];
  /** Epoch ms of the first and last record; null = there is none. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly pointIds: readonly number[];
}
export type Named = Partial<Record<LineResult, readonly ImportLine[]>>;

export interface ImportFacts {
  readonly id: number;
  readonly projectId: number;
  readonly fileId: string | null;
  readonly fileName: string;
  readonly bytes: number;
  readonly format: ImportFormat;
  readonly state: Import['state'];
  readonly layout: ImportLayout;
  readonly mapping: Mapping | null;
  readonly report: Report | null;
  readonly byName: string;
  readonly createdAt: Date;
  readonly appliedAt: Date | null;
  readonly taskId: number | null;
  readonly changeId: number | null;
  /** Points that were made for it. */
  readonly madePointIds: readonly number[];
}

const shown = 100;
const columns = [
  'id',
  'project_id',
  'file_id',
  'file_name',
  'bytes',
  'format',
  'state',
  'mapping',
  'report',
  'by_name',
  'created_at',
  'applied_at',
  'task_id',
  'change_id',
  'made_point_ids',
] as const;
type Row = Selectable<Pick<Tables['data_import'], (typeof columns)[number]>>;

const factsOf = ({ layout, ...row }: Row & { layout: unknown }): ImportFacts => ({
  id: row.id,
  projectId: row.project_id,
  fileId: row.file_id,
  fileName: row.file_name,
  bytes: row.bytes,
  format: row.format as ImportFormat,
  state: row.state as Import['state'],
  layout: layout as ImportLayout,
  mapping: row.mapping as Mapping | null,
  report: row.report as Report | null,
  byName: row.by_name,
  createdAt: row.created_at,
  appliedAt: row.applied_at,
  taskId: row.task_id,
  changeId: row.change_id,
  madePointIds: row.made_point_ids,
});

export async function insert(
  db: Db,
  row: {
    projectId: number;
    fileId: string;
    fileName: string;
    bytes: number;
    layout: ImportLayout;
    byId: number;
    byName: string;
    at: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('data_import')
    .values({
      project_id: row.projectId,
      file_id: row.fileId,
      file_name: row.fileName,
      bytes: row.bytes,
      format: row.layout.format,
      layout: JSON.stringify(row.layout),
      by_id: row.byId,
      by_name: row.byName,
      created_at: row.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An import of the project, or of any where none is named. With `lock` it stays as it is until the transaction ends. */
export async function one(
  db: Db,
  id: number,
  projectId: number | null,
  lock = false,
): Promise<ImportFacts | undefined> {
  const any = db
    .selectFrom('data_import')
    .select([...columns, 'layout'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate());
  const row = await (projectId === null ? any : any.where('project_id', '=', projectId)).executeTakeFirst();
  return row && factsOf(row);
}

export async function ofProject(db: Db, projectId: number): Promise<ImportFacts[]> {
  const rows = await db
    .selectFrom('data_import')
    .select(columns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return rows.map((row) => factsOf({ ...row, layout: null }));
}

export async function namedLines(db: Db, id: number, result: LineResult): Promise<readonly ImportLine[]> {
  const row = await db
    .selectFrom('data_import')
    .select(sql<ImportLine[] | null>`first_lines->${result}`.as('lines'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.lines ?? [];
}

/** Changes what is given. */
export async function update(
  db: Db,
  id: number,
  set: {
    state?: Import['state'];
    layout?: ImportLayout;
    mapping?: Mapping;
    report?: Report | null;
    firstLines?: Named;
    taskId?: number;
    changeId?: number | null;
    appliedAt?: Date;
    madePointIds?: readonly number[];
  },
): Promise<void> {
  await db
    .updateTable('data_import')
    .set({
      ...(set.state && { state: set.state }),
      ...(set.layout && { layout: JSON.stringify(set.layout), format: set.layout.format }),
      ...(set.mapping && { mapping: JSON.stringify(set.mapping) }),
      ...(set.report !== undefined && { report: set.report && JSON.stringify(set.report) }),
      ...(set.firstLines && { first_lines: JSON.stringify(set.firstLines) }),
      ...(set.taskId !== undefined && { task_id: set.taskId }),
      ...(set.changeId !== undefined && { change_id: set.changeId }),
      ...(set.appliedAt && { applied_at: set.appliedAt }),
      ...(set.madePointIds && { made_point_ids: [...set.madePointIds] }),
    })
    .where('id', '=', id)
    .execute();
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('data_import').where('id', '=', id).execute();
}

/** Imports that nobody touched since: their files and what was read of them are of no more use. */
export const before = (db: Db, at: Date) =>
  db
    .selectFrom('data_import')
    .select(['id', 'file_id', 'state'])
    .where('created_at', '<', at)
    .where('state', 'not in', ['checking', 'applying'])
    .where((is) => is.or([is('file_id', 'is not', null), is('state', '=', 'checked')]))
    .limit(1000)
    .execute();

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** An import as people see it in a list. */
export const rowOf = (facts: ImportFacts, undoneAt: number | null): z.output<typeof ImportRow> => ({
  id: facts.id,
  projectId: facts.projectId,
  fileName: facts.fileName,
  bytes: facts.bytes,
  state: facts.state,
  format: facts.format,
  counts: facts.report?.counts ?? null,
  from: iso(facts.report?.fromMs ?? null),
  to: iso(facts.report?.toMs ?? null),
  points: facts.report?.pointIds.length ?? 0,
  byName: facts.byName,
  createdAt: facts.createdAt.toISOString(),
  appliedAt: facts.appliedAt?.toISOString() ?? null,
  taskId: facts.taskId,
  changeId: facts.changeId,
  changePointId: facts.changeId === null ? null : (facts.report?.pointIds[0] ?? null),
  undoneAt: iso(undoneAt),
});

/** And alone, with all that is known of it. */
export const shapeOf = (facts: ImportFacts, undoneAt: number | null): Import => ({
  ...rowOf(facts, undoneAt),
  layout: facts.layout,
  mapping: facts.mapping,
  reasons: { ...facts.report?.reasons },
  unknown: [...(facts.report?.unknown ?? [])],
  madePointIds: [...facts.madePointIds],
});

export async function filesOfProject(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sqlRows({ id: 'text' })`
    SELECT file_id AS id FROM data_import WHERE project_id = ${projectId} AND file_id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}
