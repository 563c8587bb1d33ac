/**
 * Bringing files of readings in: upload, look, mapping, dry run, import. Invariants: nothing is written to the readings
 * before a dry run has been seen; an import is one act of the change log, and can be cancelled while it runs and undone
 * afterwards; a file that is refused leaves nothing behind; a mapping is saved only while it fits the points of its project.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Import, importBytes, type imports, type LineResult } from '@plumbline/contract/readings/imports';
import type { FileReading, ImportLayout } from '@plumbline/contract/readings/imports.mapping';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context, Db } from '../../../kernel/context.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import type { Files } from '../../../kernel/files.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { undoneChanges } from '../../platform/store/store.changes.api.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { retireUnused } from '../../points/points/points.retire.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { timeZonesOf } from '../../site/projects/projects.named.api.ts';
import { detectLayout as layoutOf } from '../import-files/import-files.api.ts';
import * as mappingsTable from './imports.mappings.table.ts';
import * as table from './imports.table.ts';
import { checkMapping, pointIdsOf } from './logic/check-mapping.ts';
import { suggest } from './logic/suggest-mapping.ts';

type Input<K extends keyof typeof imports> = OutputOf<(typeof imports)[K]['input']>;

export async function upload(context: Context, { projectId }: Input<'upload'>, upload: Upload) {
  const { files } = context.services;
  const { caller, db, now } = context;
  const { corporationId } = await placeOf(db, projectId);
  const fileId = await store(context, files, upload, corporationId);
  try {
    const { layout, bytes } = await layoutOfFile(context, projectId, fileId, {});
    const id = await table.insert(db, {
      projectId,
      fileId,
      fileName: plainName(upload.fileName),
      bytes,
      layout,
      byId: caller.accountId,
      byName: caller.displayName,
      at: now(),
    });
    return { import: await shown(db, id, projectId) };
  } catch (error) {
    await files.remove({ db, after: (act) => void context.after(act) }, fileId);
    throw error;
  }
}

export async function list({ db }: Context, { projectId }: Input<'list'>) {
  const rows = await table.ofProject(db, projectId);
  const undone = await undoneChanges(
    sqlOver(db),
    rows.flatMap(({ changeId }) => changeId ?? []),
  );
  return { imports: rows.map((row) => table.rowOf(row, undone.get(row.changeId ?? 0) ?? null)) };
}

export async function get({ db }: Context, { projectId, importId }: Input<'get'>) {
  return { import: await shown(db, importId, projectId) };
}

export async function detectLayout(context: Context, { projectId, importId, reading }: Input<'detectLayout'>) {
  const facts = await found(context.db, importId, projectId);
  if (facts.fileId === null) throw new Failure('notFound', { file: facts.fileName });
  return { layout: (await layoutOfFile(context, projectId, facts.fileId, reading)).layout };
}

/** Throws importBusy while it is being checked or imported, and once it is imported. */
export async function check(context: Context, { projectId, importId, mapping }: Input<'check'>) {
  const { db } = context;
  const facts = await found(db, importId, projectId, true);
  if (facts.state !== 'uploaded' && facts.state !== 'checked') throw new Failure('importBusy', { state: facts.state });
  if (facts.fileId === null) throw new Failure('notFound', { file: facts.fileName });
  const { layout } = await layoutOfFile(context, projectId, facts.fileId, mapping.reading);
  checkMapping(mapping, layout.format, await namedPoints(db, projectId, pointIdsOf(mapping)));
  const taskId = await queue(context, 'importCheck', facts, { importId });
  await table.update(db, importId, { state: 'checking', layout, mapping, report: null, firstLines: {}, taskId });
  return { import: await shown(db, importId, projectId), taskId };
}

export async function lines({ db }: Context, { projectId, importId, result }: Input<'lines'>) {
  const facts = await found(db, importId, projectId);
  const lines = await table.namedLines(db, importId, result);
  return { lines: [...lines], total: totalOf(facts.report, result) };
}

/** Throws importUnchecked before its dry run, noCollections where that found nothing to import, and notAllowed where it would overwrite and the caller may not. */
export async function apply(context: Context, { projectId, importId, reason }: Input<'apply'>) {
  const { db } = context;
  const facts = await found(db, importId, projectId, true);
  if (facts.state === 'checking' || facts.state === 'applying') throw new Failure('importBusy', { state: facts.state });
  if (facts.state !== 'checked' || !facts.report) throw new Failure('importUnchecked', { state: facts.state });
  const { added, overwritten, unchanged } = facts.report.counts;
  if (added + overwritten + unchanged === 0) throw new Failure('noCollections');
  const refusal = overwritten > 0 ? await refusesOverwrite(context, projectId) : null;
  if (refusal) throw refusal;
  const taskId = await queue(context, 'importApply', facts, { importId, reason });
  await table.update(db, importId, { state: 'applying', taskId });
  return { import: await shown(db, importId, projectId), taskId };
}

export async function discard(context: Context, { projectId, importId }: Input<'discard'>) {
  const { files } = context.services;
  const { db } = context;
  const facts = await found(db, importId, projectId, true);
  if (facts.state === 'checking' || facts.state === 'applying') throw new Failure('importBusy', { state: facts.state });
  await table.remove(db, importId);
  if (facts.state !== 'applied' && facts.madePointIds.length > 0) {
    await retireUnused(context, facts.madePointIds);
    await context.changed({ kind: 'project', id: projectId });
  }
  if (facts.fileId !== null) await files.remove(context, facts.fileId);
  return {};
}

/** Overwriting what is stored is more than bringing new values: null where the caller may, else the refusal. */
export async function refusesOverwrite({ db, caller }: Context, projectId: number): Promise<Failure | null> {
  const needs = 'Update:Data';
  return permissionAt(caller, needs, await placeOf(db, projectId)) === 'yes'
    ? null
    : new Failure('notAllowed', { needs });
}

async function placeOf(db: Db, projectId: number) {
  return getOrThrow(await places(db, [projectId]), projectId);
}

async function found(db: Db, importId: number, projectId: number, lock = false): Promise<table.ImportFacts> {
  const facts = requireRow(await table.one(db, importId, projectId, lock), { importId });
  return facts;
}

async function shown(db: Db, importId: number, projectId: number): Promise<Import> {
  const facts = await found(db, importId, projectId);
  const undone =
    facts.changeId === null ? undefined : (await undoneChanges(sqlOver(db), [facts.changeId])).get(facts.changeId);
  return table.shapeOf(facts, undone ?? null);
}

const totalOf = (report: table.Report | null, result: LineResult) => report?.counts[result] ?? 0;

const longestName = 200;
const plainName = (name: string) => plainFileName(name).slice(-longestName) || 'file';

const store = (context: Context, files: Files, upload: Upload, corporationId: number): Promise<string> =>
  files.put(context, upload.stream, {
    type: 'application/octet-stream',
    maxBytes: importBytes,
    corporationId,
    createdBy: context.caller.accountId,
  });

export async function mappings({ db }: Context, { projectId }: Input<'mappings'>) {
  return { mappings: await mappingsTable.ofProject(db, projectId) };
}

export async function saveMapping({ db, caller, now }: Context, { projectId, ...mapping }: Input<'saveMapping'>) {
  checkMapping(mapping.mapping, mapping.format, await namedPoints(db, projectId, pointIdsOf(mapping.mapping)));
  return { mapping: await mappingsTable.save(db, projectId, mapping, caller.displayName, now()) };
}

export async function removeMapping({ db }: Context, { projectId, mappingId }: Input<'removeMapping'>) {
  if (!(await mappingsTable.remove(db, projectId, mappingId))) throw new Failure('notFound', { mappingId });
  return {};
}

async function layoutOfFile(
  { db, caller, services: { files } }: Context,
  projectId: number,
  fileId: string,
  reading: FileReading,
): Promise<{ layout: ImportLayout; bytes: number }> {
  const file = requireRow(await files.get(db, fileId), { fileId });
  try {
    const detected = await layoutOf(file.stream, reading, caller.accountId);
    const [points, zones] = await Promise.all([namedPoints(db, projectId, 'all'), timeZonesOf(db, [projectId])]);
    return { layout: { ...detected, ...suggest(detected, points, getOrThrow(zones, projectId)) }, bytes: file.bytes };
  } finally {
    file.stream.destroy();
  }
}

async function queue(context: Context, kind: string, facts: table.ImportFacts, input: unknown): Promise<number> {
  const { corporationId } = await placeOf(context.db, facts.projectId);
  return queueTask(context, {
    kind,
    corporationId,
    projectId: facts.projectId,
    subject: { fileName: facts.fileName },
    input,
  });
}
