/** A project takes every file of its own with it, whichever feature keeps it: no column that names files is forgotten. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { projects } from '@plumbline/contract/site/projects';
import { sql } from 'kysely';
import { givePassword } from './points.fixtures.ts';
import { openWorlds } from './worlds.ts';

/** Columns of files that are not handed over with a project (`filesOfProject`), each with the reason. */
const notOfProject: Readonly<Record<string, string>> = {
  'account.avatar': 'of a person',
  'corporation.logo': 'of a corporation',
  'corporation.favicon': 'of a corporation',
  'corporation_archive.file_id': 'of a corporation',
  'firmware.file_id': 'of a corporation',
  'point.image': 'goes with its point (`removePoints`)',
  'photo.file_id': 'goes with its point (`removePoints`)',
  'alert_file.file_id': 'goes with the alerts of its point (`removeSeries`)',
};

const [server, north, south] = await openWorlds(['North', 'South']);
const { db } = server;
const password = 'Owner-2026-north';
await givePassword(server, north.admin.id, password);
const at = server.clock.now();
const fileNote = { file_name: 'a.bin', bytes: 3, digest: 'd', by_name: 'Ann' };

/** A stored file of the corporation that no row names yet. */
async function stored(corporationId: number): Promise<string> {
  const id = `f${randomBytes(16).toString('hex')}`;
  await db
    .insertInto('stored_file')
    .values({ id, corporation_id: corporationId, type: 'image/png', bytes: 3, created_by: null, created_at: at })
    .execute();
  return id;
}

/** Gives a project a file of each kind, by the column that names it. */
async function addFiles(world: typeof north): Promise<ReadonlyMap<string, string>> {
  const { projectId, structureId } = world;
  const files = new Map<string, string>();
  const file = async (column: string) => {
    const id = await stored(world.corporationId);
    files.set(column, id);
    return id;
  };
  const pictures = { picture: await file('project.picture'), logo: await file('project.logo') };
  await db.updateTable('project').set(pictures).where('id', '=', projectId).execute();
  await db
    .updateTable('structure')
    .set({ picture: await file('structure.picture') })
    .where('id', '=', structureId)
    .execute();
  const byAnn = { project_id: projectId, by_name: 'Ann', created_at: at };
  await db
    .insertInto('document')
    .values({
      ...byAnn,
      kind: 'drawing',
      name: 'a',
      type: 'image/png',
      bytes: 3,
      file_id: await file('document.file_id'),
    })
    .execute();
  await db
    .insertInto('tileset')
    .values({ ...byAnn, name: 'a', url: null, file_id: await file('tileset.file_id') })
    .execute();
  await addVersions(world, file);
  await addRound(world, file);
  const about = { ...byAnn, by_id: null, file_name: 'a.csv', bytes: 3 };
  await db
    .insertInto('data_import')
    .values({ ...about, format: 'csv', layout: '{}', first_lines: '[]', file_id: await file('data_import.file_id') })
    .execute();
  await db
    .insertInto('data_export')
    .values({ ...about, request: '{}', expires_at: at, file_id: await file('data_export.file_id') })
    .execute();
  await addReport(world, file);
  return files;
}
type World = typeof north;
type NewFile = (column: string) => Promise<string>;

async function addVersions({ projectId, structureId }: World, file: NewFile): Promise<void> {
  const layer = await db
    .insertInto('map_layer')
    .values({ project_id: projectId, structure_id: null, name: 'a', kind: 'vector', sort: 1, version_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = { ...fileNote, shown_on: null, created_at: at };
  const contents = {
    file_id: await file('map_layer_version.file_id'),
    content_id: await file('map_layer_version.content_id'),
  };
  await db
    .insertInto('map_layer_version')
    .values({ ...version, ...contents, layer_id: layer.id, format: 'geojson' })
    .execute();
  const drawing = await db
    .insertInto('drawing')
    .values({ structure_id: structureId, name: 'a', plane: 'elevation', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const size = { format: 'svg', width: 1, height: 1, left_out: 0, is_themed: false };
  await db
    .insertInto('drawing_version')
    .values({ ...version, ...size, drawing_id: drawing.id, file_id: await file('drawing_version.file_id') })
    .execute();
}

/** Two rounds show one photo, as a correction does. */
async function addRound({ projectId }: World, file: NewFile): Promise<void> {
  const template = await db
    .insertInto('inspection_template')
    .values({ project_id: projectId, name: 'a', version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('inspection_template_version')
    .values({ template_id: template.id, version: 1, questions: '[]', by_name: 'Ann', created_at: at })
    .execute();
  const plan = await db
    .insertInto('inspection_plan')
    .values({
      project_id: projectId,
      name: 'a',
      template_id: template.id,
      location: 'a',
      unit: 'day',
      every: 1,
      first_on: '2026-01-01',
      at: '08:00',
      grace_hours: 1,
      assignee_ids: [],
      enabled: true,
      counts_from: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shared = await file('inspection_photo.file_id');
  for (const revision of [1, 2]) {
    const round = await db
      .insertInto('inspection_round')
      .values({
        project_id: projectId,
        plan_id: plan.id,
        template_id: template.id,
        template_version: 1,
        location: 'a',
        due_at: at,
        revision,
        reason: 'a',
        answers: '{}',
        started_by: 'Ann',
        started_at: at,
        finished_at: at,
        finished_by: 'Ann',
        faults: 0,
        out_of_limits: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('inspection_photo')
      .values({ ...fileNote, round_id: round.id, question_key: 'a', marks: '[]', added_at: at, file_id: shared })
      .execute();
  }
}

async function addReport({ projectId }: World, file: NewFile): Promise<void> {
  const template = await db
    .insertInto('report_template')
    .values({
      project_id: projectId,
      name: 'a',
      shared: false,
      status: 'Done',
      problems: '[]',
      version: 1,
      by_name: 'Ann',
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_template_word')
    .values({
      template_id: template.id,
      name: 'a.docx',
      bytes: 3,
      file_id: await file('report_template_word.file_id'),
      tags: '[]',
      faults: '[]',
      by_name: 'Ann',
      created_at: at,
    })
    .execute();
  await db
    .insertInto('report_template_cover')
    .values({
      template_id: template.id,
      name: 'a.xlsx',
      bytes: 3,
      file_id: await file('report_template_cover.file_id'),
      sheets: '[]',
      tags: '[]',
      by_name: 'Ann',
      created_at: at,
    })
    .execute();
  const report = await db
    .insertInto('report')
    .values({
      project_id: projectId,
      type: 'day',
      first_day: '2026-01-01',
      last_day: '2026-01-01',
      from_at: new Date(at.getTime() - 86_400_000),
      to_at: at,
      time_zone: 'UTC',
      formats: ['pdf'],
      language: 'en-US',
      fields: 'main',
      status: 'Done',
      by_id: null,
      by_name: 'Ann',
      created_at: at,
      finished_at: at,
      expires_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_file')
    .values({ report_id: report.id, format: 'pdf', file_id: await file('report_file.file_id'), bytes: 3 })
    .execute();
}

test('a project with a file of every kind leaves none behind, and takes none of another', async () => {
  const [ours, theirs] = [await addFiles(north), await addFiles(south)];
  const { rows: columns } = await sql<{ column: string }>`
    SELECT conrelid::regclass || '.' || attname AS column FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
    WHERE contype = 'f' AND confrelid = 'stored_file'::regclass`.execute(db);
  assert.deepEqual(
    columns.map(({ column }) => column).sort(),
    [...ours.keys(), ...Object.keys(notOfProject)].sort(),
    'export the hook filesOfProject and add a file here, or name the column above with its reason',
  );
  const { status } = await server.call(projects.remove, { projectId: north.projectId, password }, north.admin.token);
  assert.equal(status, 200);
  await server.work!.settle();
  const { rows: left } = await sql<{ id: string }>`SELECT id FROM stored_file ORDER BY id`.execute(db);
  assert.deepEqual(
    left.map(({ id }) => id),
    [...theirs.values()].sort(),
  );
  const { rows: removed } = await sql<{ id: string }>`SELECT id FROM file_removal ORDER BY id`.execute(db);
  assert.deepEqual(
    removed.map(({ id }) => id),
    [...ours.values()].sort(),
  );
});
