/**
 * Taking readings away: a small export is streamed as it is read, a large one is made in the background and kept for a
 * month. Invariant: what is refused is refused before any work; whoever may read the data of a project may have its files.
 */
import { getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import { directExportRecords, type ExportRequest, type exports } from '@plumbline/contract/exports';
import type { OutputOf } from '@plumbline/contract/route';
import { permissionAt } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { type Download, storedDownload } from '../../kernel/downloads.ts';
import { queueTask } from '../../kernel/tasks.queue.ts';
import { places } from '../projects/projects.api.ts';
import * as table from './exports.table.ts';
import { planExport } from './logic/export-plan.ts';
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

export async function make(context: Context, request: Input<'make'>) {
  const { pool } = context.services;
  const { db, caller, now } = context;
  const plan = await planExport(db, pool, request);
  const fileName = fileNameOf(plan);
  const at = now();
  const id = await table.insert(db, {
    request: request as ExportRequest,
    fileName,
    byId: caller.accountId,
    byName: caller.displayName,
    at,
    expiresAt: new Date(at.getTime() + retentionMs),
  });
  const { corporationId, id: projectId } = plan.project;
  const subject = { fileName, points: plan.points.length };
  const taskId = await queueTask(context, {
    kind: 'makeExport',
    corporationId,
    projectId,
    subject,
    input: { exportId: id },
  });
  return { export: table.shapeOf(await table.setTask(db, id, taskId)) };
}

export async function list({ db, now }: Context, { projectId }: Input<'list'>) {
  return { exports: (await table.ofProject(db, projectId, now())).map(table.shapeOf) };
}

export async function file(context: Context, { projectId, exportId }: Input<'file'>): Promise<Download> {
  const row = await table.one(context.db, exportId, projectId);
  if (!row || row.expires_at <= context.now()) throw new Failure('notFound', { exportId });
  return await storedDownload(context, row.file_id, { fileName: row.file_name, where: { exportId } });
}

export async function remove(context: Context, { projectId, exportId }: Input<'remove'>) {
  const { files } = context.services;
  const { db, caller } = context;
  const row = await table.one(db, exportId, projectId);
  if (!row) throw new Failure('notFound', { exportId });
  const needs = 'Update:Project';
  const place = getOrThrow(await places(db, [projectId]), projectId);
  if (row.by_id !== caller.accountId && permissionAt(caller, needs, place) !== 'yes')
    throw new Failure('notAllowed', { needs });
  // While it is being made, its task is what can be stopped.
  if (row.file_id === null) throw new Failure('importBusy', { taskId: row.task_id });
  await table.remove(db, exportId);
  await files.remove(context, row.file_id);
  return {};
}
