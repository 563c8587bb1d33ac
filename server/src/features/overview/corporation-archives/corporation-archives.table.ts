import { dayMs } from '@plumbline/contract/kernel/durations';
import { archiveDays, type CorporationArchive } from '@plumbline/contract/overview/corporation-archives';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['corporation_archive']>;

export const fromRow = (row: Row): CorporationArchive => ({
  id: row.id,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
  expiresAt: new Date(row.created_at.getTime() + archiveDays * dayMs).toISOString(),
  ready: row.file_id !== null,
  bytes: row.bytes,
  taskId: row.task_id,
});

export const ofCorporation = (db: Db, corporationId: number): Promise<Row[]> =>
  db
    .selectFrom('corporation_archive')
    .selectAll()
    .where('corporation_id', '=', corporationId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

export const one = (db: Db, id: number, corporationId: number): Promise<Row | undefined> =>
  db
    .selectFrom('corporation_archive')
    .selectAll()
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .executeTakeFirst();

/** Returns whether one of the corporation is being made; others who ask wait until the transaction ends. */
export async function isBusy(db: Db, corporationId: number): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline archive'), ${corporationId})`.execute(db);
  const row = await db
    .selectFrom('corporation_archive')
    .select('id')
    .where('corporation_id', '=', corporationId)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const insert = (db: Db, row: { corporationId: number; byName: string; at: Date }): Promise<Row> =>
  db
    .insertInto('corporation_archive')
    .values({ corporation_id: row.corporationId, by_name: row.byName, created_at: row.at })
    .returningAll()
    .executeTakeFirstOrThrow();

export const set = async (
  db: Db,
  id: number,
  change: { task_id?: number; file_id?: string; bytes?: number },
): Promise<void> => {
  await db.updateTable('corporation_archive').set(change).where('id', '=', id).execute();
};

export const remove = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('corporation_archive').where('id', '=', id).execute();
};

export const expired = (db: Db, now: Date): Promise<Row[]> =>
  db
    .selectFrom('corporation_archive')
    .selectAll()
    .where('created_at', '<', new Date(now.getTime() - archiveDays * dayMs))
    .execute();

const projects = (corporationId: number) => sql`(SELECT id FROM project WHERE corporation_id = ${corporationId})`;
const points = (corporationId: number) =>
  sql`(SELECT p.id FROM point p WHERE p.project_id IN ${projects(corporationId)})`;
const structures = (corporationId: number) =>
  sql`(SELECT s.id FROM structure s WHERE s.project_id IN ${projects(corporationId)})`;
const own = (corporationId: number) => sql`corporation_id = ${corporationId}`;
const ofProjects = (corporationId: number) => sql`project_id IN ${projects(corporationId)}`;
const ofPoints = (corporationId: number) => sql`point_id IN ${points(corporationId)}`;
const ofDevices = (corporationId: number) =>
  sql`device_id IN (SELECT id FROM device WHERE corporation_id = ${corporationId})`;
/** Rows that hang on rows of a table that has a project. */
const ofRows = (column: string, table: string) => (corporationId: number) =>
  sql`${sql.ref(column)} IN (SELECT id FROM ${sql.table(table)} WHERE project_id IN ${projects(corporationId)})`;
const ofStructures = (corporationId: number) => sql`structure_id IN ${structures(corporationId)}`;
const ofDrawings = (corporationId: number) =>
  sql`drawing_id IN (SELECT id FROM drawing WHERE structure_id IN ${structures(corporationId)})`;
const ofDefects = ofRows('defect_id', 'inspection_defect');

/** Tables of an archive beside readings: each table with which of its rows. Channels, feeds and tokens are left out: they are secrets. */
export const archived: Readonly<Record<string, (corporationId: number) => RawBuilder<unknown>>> = {
  corporation: (corporationId) => sql`id = ${corporationId}`,
  account: own,
  role: own,
  user_group: own,
  user_group_member: (id) => sql`group_id IN (SELECT id FROM user_group WHERE corporation_id = ${id})`,
  user_group_role: (id) => sql`group_id IN (SELECT id FROM user_group WHERE corporation_id = ${id})`,
  project: own,
  project_member: ofProjects,
  project_group: ofProjects,
  structure: ofProjects,
  tileset: ofProjects,
  structure_member: ofStructures,
  device: own,
  device_command: ofDevices,
  device_health_change: ofDevices,
  instrument_part: ofDevices,
  attachment: ofDevices,
  point: ofProjects,
  point_chart_setting: ofPoints,
  master_version: ofPoints,
  collect_plan: ofPoints,
  device_group: ofPoints,
  threshold: ofPoints,
  threshold_change: ofPoints,
  threshold_template: own,
  correction: ofPoints,
  strata_record: ofPoints,
  characteristic: ofProjects,
  custom_chart: ofProjects,
  dashboard: ofProjects,
  annotation: ofProjects,
  document: ofProjects,
  photo: ofPoints,
  map_layer: ofProjects,
  map_layer_version: ofRows('layer_id', 'map_layer'),
  drawing: ofStructures,
  drawing_version: ofDrawings,
  drawing_place: ofDrawings,
  series_change: ofProjects,
  imported_line: ofPoints,
  waveform: ofPoints,
  alert: ofProjects,
  alert_change: ofRows('alert_id', 'alert'),
  alert_revision: ofRows('alert_id', 'alert'),
  alert_step: ofRows('alert_id', 'alert'),
  alert_document: ofRows('alert_id', 'alert'),
  alert_file: ofRows('alert_id', 'alert'),
  storm_alert: ofRows('alert_id', 'alert'),
  delivery: ofProjects,
  chat_card: ofProjects,
  alert_cause: own,
  alert_rule: ofProjects,
  alert_rule_structure: ofRows('rule_id', 'alert_rule'),
  duty_roster: ofProjects,
  duty_substitution: ofRows('roster_id', 'duty_roster'),
  silence: ofProjects,
  response_plan: ofProjects,
  condition: ofProjects,
  condition_change: ofProjects,
  inspection_template: ofProjects,
  inspection_template_version: ofRows('template_id', 'inspection_template'),
  inspection_plan: ofProjects,
  inspection_round: ofProjects,
  inspection_photo: ofRows('round_id', 'inspection_round'),
  inspection_defect: ofProjects,
  inspection_defect_change: ofDefects,
  inspection_log: ofProjects,
  report_template: ofProjects,
  report_template_version: ofRows('template_id', 'report_template'),
  report_template_word: ofRows('template_id', 'report_template'),
  report_template_cover: ofRows('template_id', 'report_template'),
  report: ofProjects,
  report_file: ofRows('report_id', 'report'),
  report_approval: ofProjects,
  report_comment: ofRows('report_id', 'report'),
  report_conclusion: ofRows('report_id', 'report'),
  report_recipient: ofProjects,
  report_review: ofProjects,
  report_seal: ofProjects,
  report_schedule: ofProjects,
  report_series: ofProjects,
  report_defaults: ofProjects,
  operation: own,
};

/** Columns that are no text: they are files of the archive, or say nothing outside of the database. */
const columnsLeftOut: Readonly<Record<string, readonly string[]>> = { waveform: ['data', 'digest'] };

/** The rows of a table as JSON, some at a time. In a transaction: the cursor lives as long. */
export async function* rowsOf(db: Db, table: string, corporationId: number): AsyncGenerator<Record<string, unknown>[]> {
  const where = archived[table]?.(corporationId) ?? sql`false`;
  await sql`DECLARE archived CURSOR FOR SELECT to_jsonb(t) - ${columnsLeftOut[table] ?? []}::text[] AS row FROM ${sql.table(table)} t WHERE ${where}`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sqlRows({ row: typed<Record<string, unknown>>() })`FETCH 100 FROM archived`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`CLOSE archived`.execute(db);
}

/** Every point with its project. */
export async function pointsOf(db: Db, corporationId: number): Promise<{ id: number; projectId: number }[]> {
  return await db
    .selectFrom('point')
    .innerJoin('project', 'project.id', 'point.project_id')
    .select(['point.id', 'point.project_id as projectId'])
    .where('project.corporation_id', '=', corporationId)
    .orderBy('point.id')
    .execute();
}

const archivedFileColumns = {
  id: 'text',
  type: 'text',
  bytes: 'number',
  created_at: 'instant',
} as const satisfies Columns;
export type ArchivedFile = SqlRow<typeof archivedFileColumns>;

/** The files of a corporation that are part of it: what was uploaded to be imported, exports and archives pass. */
export async function filesOf(db: Db, corporationId: number): Promise<ArchivedFile[]> {
  const { rows } = await sqlRows(archivedFileColumns)`
    SELECT id, type, bytes::float8 AS bytes, created_at FROM stored_file f WHERE corporation_id = ${corporationId}
      AND NOT EXISTS (SELECT FROM data_import i WHERE i.file_id = f.id)
      AND NOT EXISTS (SELECT FROM data_export e WHERE e.file_id = f.id)
      AND NOT EXISTS (SELECT FROM corporation_archive a WHERE a.file_id = f.id)
    ORDER BY id`.execute(db);
  return rows;
}

/** Returns the rows of the archive that name a file, so that one finds it: `document 12`. */
export async function namersOf(db: Db, corporationId: number): Promise<ReadonlyMap<string, string>> {
  const named = Object.entries(fileColumns).map(
    ([table, column]) => sql`SELECT ${sql.ref(column)} AS file, ${table}::text AS "by" FROM ${sql.table(table)} t
      WHERE ${sql.ref(column)} IN (SELECT id FROM stored_file WHERE corporation_id = ${corporationId})`,
  );
  const { rows } = await sqlRows({ file: 'text', by: 'text' })`${sql.join(named, sql` UNION ALL `)}`.execute(db);
  return new Map(rows.map(({ file, by }) => [file, by]));
}

/** Where tables of the archive name files. */
const fileColumns: Readonly<Record<string, string>> = {
  document: 'file_id',
  photo: 'file_id',
  map_layer_version: 'file_id',
  drawing_version: 'file_id',
  inspection_photo: 'file_id',
  alert_file: 'file_id',
  report_file: 'file_id',
  report_template_word: 'file_id',
  report_template_cover: 'file_id',
};

/** Files that devices have handed in whole, one after the other by their id; their bytes are in pieces. */
export const attachmentAfter = (db: Db, corporationId: number, id: number) =>
  db
    .selectFrom('attachment')
    .innerJoin('device', 'device.id', 'attachment.device_id')
    .select(['attachment.id', 'attachment.size', 'attachment.device_id as deviceId'])
    .where('device.corporation_id', '=', corporationId)
    .where('attachment.completed_at', 'is not', null)
    .where('attachment.id', '>', id)
    .orderBy('attachment.id')
    .limit(1)
    .executeTakeFirst();

/** The bytes of such a file, a piece at a time. */
export async function* piecesOf(db: Db, attachmentId: number): AsyncGenerator<Buffer> {
  for (let last = -1; ; ) {
    const piece = await db
      .selectFrom('attachment_piece')
      .select(['position', 'content'])
      .where('attachment_id', '=', attachmentId)
      .where('position', '>', last)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    if (!piece) return;
    last = piece.position;
    yield piece.content;
  }
}
