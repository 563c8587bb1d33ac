/**
 * Taking readings away: a small export is streamed as it is read, a large one is made in the background and kept for a
 * month. Invariant: what is refused is refused before any work; whoever may read on a screen what a file holds may have the
 * file, and nobody else.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { directExportRecords, type ExportRequest, type exports } from '@plumbline/contract/reports/exports';
import {
  type ExportKind,
  exportKinds,
  exportNeeds,
  type RecordsRequest,
} from '@plumbline/contract/reports/exports.records';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { places } from '../../site/projects/projects.api.ts';
import * as table from './exports.table.ts';
import { planExport } from './logic/export-plan.ts';
import { maxRowsOf, planRecords, refuseTooManyRows } from './logic/record-plan.ts';
import { fileNameOf, writeExport } from './logic/write-export.ts';

type Input<K extends keyof typeof exports> = OutputOf<(typeof exports)[K]['input']>;

const retentionMs = 30 * 86_400_000;

export async function size({ db, services: { pool } }: Context, request: Input<'size'>) {
  const { records } = await planExport(db, pool, request);
  return { records, direct: records <= directExportRecords };
}

/** Throws exportTooLarge for what takes long: a file is to be made of it. */
export async function download(
  { db, now, services: { pool } }: Context,
  request: Input<'download'>,
): Promise<Download> {
  const plan = await planExport(db, pool, request);
  if (plan.records > directExportRecords)
    throw new Failure('exportTooLarge', { maxRecords: directExportRecords, records: plan.records });
  return writeExport(pool, plan, now());
}

/** What an account may export and see at the project; in the order of the kinds. */
async function kindsAt({ db, caller }: Context, projectId: number): Promise<ExportKind[]> {
  const place = getOrThrow(await places(db, [projectId]), projectId);
  return exportKinds.filter((kind) => permissionAt(caller, exportNeeds[kind], place) === 'yes');
}

/** Throws notAllowed where the caller may not read what a file of the kind holds. */
async function requireKind(context: Context, projectId: number, kind: ExportKind): Promise<void> {
  if (!(await kindsAt(context, projectId)).includes(kind))
    throw new Failure('notAllowed', { needs: exportNeeds[kind] });
}

/** Queues the file: its row, and the task that makes it. */
async function queue(
  context: Context,
  {
    kind,
    request,
    fileName,
    project,
    points,
  }: {
    readonly kind: ExportKind;
    readonly request: ExportRequest | RecordsRequest;
    readonly fileName: string;
    readonly project: { readonly id: number; readonly corporationId: number };
    readonly points: number | null;
  },
) {
  const { db, caller, now } = context;
  const at = now();
  const id = await table.insert(db, {
    kind,
    request,
    fileName,
    byId: caller.accountId,
    byName: caller.displayName,
    at,
    expiresAt: new Date(at.getTime() + retentionMs),
  });
  const taskId = await queueTask(context, {
    kind: 'makeExport',
    corporationId: project.corporationId,
    projectId: project.id,
    subject: { fileName, points },
    input: { exportId: id },
  });
  return { export: table.shapeOf(await table.setTask(db, id, taskId), true) };
}

export async function make(context: Context, request: Input<'make'>) {
  const { db, services } = context;
  const plan = await planExport(db, services.pool, request);
  const { project, points } = plan;
  return await queue(context, {
    kind: 'readings',
    request,
    fileName: fileNameOf(plan),
    project,
    points: points.length,
  });
}

const readsOf = ({ db, now, services: { pool } }: Context) => ({ db, pool, now: now() });

export async function recordsSize(context: Context, request: Input<'recordsSize'>) {
  await requireKind(context, request.projectId, request.kind);
  const { rows } = await planRecords(readsOf(context), request);
  return { rows, maxRows: maxRowsOf(request) };
}

/** Throws exportTooManyRows before any work. */
export async function makeRecords(context: Context, request: Input<'makeRecords'>) {
  await requireKind(context, request.projectId, request.kind);
  const plan = await planRecords(readsOf(context), request);
  refuseTooManyRows(plan);
  const { fileName, project } = plan;
  return await queue(context, { kind: request.kind, request, fileName, project, points: null });
}

/** Throws what making it anew throws. */
export async function repeat(context: Context, { projectId, exportId }: Input<'repeat'>) {
  const { kind, request } = await requireRow(context, projectId, exportId);
  if (kind === 'readings') return await make(context, request as ExportRequest);
  return await makeRecords(context, request as RecordsRequest);
}

export async function list(context: Context, { projectId, kind, page, pageSize }: Input<'list'>) {
  const { db, now, caller } = context;
  const kinds = await kindsAt(context, projectId);
  const chosenKinds = kind === undefined ? kinds : kinds.filter((each) => each === kind);
  const { rows, total } = await table.ofProject(db, { projectId, kinds: chosenKinds, now: now() }, { page, pageSize });
  const mayAll = await mayRemoveAll(context, projectId);
  const shapes = rows.map((row) => table.shapeOf(row, mayAll || row.by_id === caller.accountId));
  return { exports: shapes, total, kinds };
}

/** The export, where it is of the project, has not expired and holds what the caller may read; else notFound or notAllowed. */
async function requireRow(context: Context, projectId: number, exportId: number) {
  const row = await table.one(context.db, exportId, projectId);
  if (!row || row.expires_at <= context.now()) throw new Failure('notFound', { exportId });
  await requireKind(context, projectId, row.kind);
  return row;
}

export async function file(context: Context, { projectId, exportId }: Input<'file'>): Promise<Download> {
  const row = await requireRow(context, projectId, exportId);
  return await storedDownload(context, row.file_id, { fileName: row.file_name, where: { exportId } });
}

const removeNeeds = 'Update:Project';
async function mayRemoveAll({ db, caller }: Context, projectId: number): Promise<boolean> {
  return permissionAt(caller, removeNeeds, getOrThrow(await places(db, [projectId]), projectId)) === 'yes';
}

export async function remove(context: Context, { projectId, exportId }: Input<'remove'>) {
  const { files } = context.services;
  const { db, caller } = context;
  const row = await requireRow(context, projectId, exportId);
  if (row.by_id !== caller.accountId && !(await mayRemoveAll(context, projectId)))
    throw new Failure('notAllowed', { needs: removeNeeds });
  // While it is being made, its task is what can be stopped.
  if (row.file_id === null) throw new Failure('importBusy', { taskId: row.task_id });
  await table.remove(db, exportId);
  await files.remove(context, row.file_id);
  return {};
}
