/**
 * Map layers of a project. Invariants: a file is stored as it was brought, and before it is named; one that is refused, or
 * that the layer has already, leaves nothing behind; what a layer was drawn from before is kept until the layer is deleted.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  isGeoTiff,
  isPicture,
  isPlainPicture,
  type LayerVersion,
  layerFormats,
  layerLimits,
  type layers,
} from '@plumbline/contract/site/layers';
import { type Placing, placingOf } from '@plumbline/contract/site/layers.placing';
import type { Context, Db } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import { fileFormat } from '../../../kernel/file-refusals.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { type NamedProject, namedProject } from '../projects/projects.named.api.ts';
import { places } from '../structures/structures.api.ts';
import * as table from './layers.table.ts';

type Input<K extends keyof typeof layers> = OutputOf<(typeof layers)[K]['input']>;
type Format = LayerVersion['format'];

/** A file that lies in the store, and is not named by any layer yet. */
interface StoredFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly format: Format;
  readonly bytes: number;
  readonly digest: string;
}

async function requireLayer(db: Db, projectId: number, layerId: number, lock = false) {
  const layer = requireRow(await table.one(db, projectId, layerId, lock), { layerId });
  return layer;
}

/** A structure of another project is not found, as one that does not exist. */
async function checkStructure(db: Db, projectId: number, structureId: number | null | undefined): Promise<void> {
  if (structureId === null || structureId === undefined) return;
  const place = (await places(db, [structureId])).get(structureId);
  if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
}

async function projectOf(db: Db, projectId: number): Promise<NamedProject> {
  const project = requireRow(await namedProject(db, projectId), { projectId });
  return project;
}

export const list = async ({ db }: Context, { projectId }: Input<'list'>) => ({
  layers: await table.ofProject(db, projectId),
});

export async function upload(context: Context, { projectId, ...about }: Input<'upload'>, sent: Upload) {
  const { db } = context;
  await checkStructure(db, projectId, about.structureId);
  const project = await projectOf(db, projectId);
  const placing = givenPlacing(formatOf(sent.fileName), about);
  requirePlacing(formatOf(sent.fileName), placing);
  return await withStoredFile(context, sent, project, async (transaction, stored) => {
    const { count, top } = await table.count(transaction, projectId);
    const sameLayer = await table.named(transaction, projectId, about.name, stored.digest);
    if (sameLayer && !sameLayer.same) throw new Failure('nameTaken', { name: about.name });
    if (sameLayer) return { layer: await requireLayer(transaction, projectId, sameLayer.id), isUnchanged: true };
    if (count >= layerLimits.layers) throw new Failure('layersFull', { most: layerLimits.layers });
    const layerId = await table.insert(transaction, {
      project_id: projectId,
      structure_id: about.structureId ?? null,
      name: about.name,
      kind: about.kind,
      sort: about.kind === 'photo' ? await table.placeUnderLines(transaction, projectId, top) : top,
      version_id: null,
    });
    await addVersion(context, transaction, { project, layerId, name: about.name, on: about.on, placing }, stored);
    return { layer: await requireLayer(transaction, projectId, layerId), isUnchanged: false };
  });
}

/** Where a file lies, as told: what a DXF, a picture or a GeoTIFF takes of that. Other files lie where they say themselves. */
function givenPlacing(format: Format, about: Parameters<typeof placingOf>[0]): Placing | null {
  const placing = placingOf(about);
  if (format === 'dxf') return placing?.by === 'controls' ? null : placing;
  if (isPlainPicture(format)) return placing?.by === 'controls' ? placing : null;
  return isGeoTiff(format) && placing?.by === 'system' ? placing : null;
}

/** Throws layerCoordinates where a file that does not say itself where it lies was not told to. */
function requirePlacing(format: Format, placing: Placing | null): void {
  if (placing !== null) return;
  if (format === 'dxf') throw new Failure('layerCoordinates', { fault: 'unplaced' });
  if (isPlainPicture(format)) throw new Failure('layerCoordinates', { fault: 'picture' });
}

/** Returns whether what placed the file before places this one too: a scale of pixels is that of its picture alone. */
const placesToo = (format: Format, before: LayerVersion): boolean =>
  before.placing !== null && (format === before.format || (format === 'dxf' && !isPicture(before.format)));

export async function replace(context: Context, { projectId, layerId, on, ...about }: Input<'replace'>, sent: Upload) {
  const { versions } = await requireLayer(context.db, projectId, layerId);
  const project = await projectOf(context.db, projectId);
  const format = formatOf(sent.fileName);
  const given = givenPlacing(format, about);
  const placing = given ?? versions.find((each) => placesToo(format, each))?.placing ?? null;
  requirePlacing(format, placing);
  return await withStoredFile(context, sent, project, async (transaction, stored) => {
    const { name, versions } = await requireLayer(transaction, projectId, layerId, true);
    const same = await table.versionOf(transaction, layerId, stored.digest);
    const isMoved = same !== undefined && given !== null && !isDeepStrictEqual(same.placed_by, given);
    if (isMoved) {
      await table.place(transaction, same.id, given);
      await queueReading(context, transaction, { project, name }, same.id);
    } else if (!same) {
      if (versions.length >= layerLimits.versions)
        throw new Failure('layerVersionsFull', { most: layerLimits.versions });
      await addVersion(context, transaction, { project, layerId, name, on, placing }, stored);
    }
    return {
      layer: await requireLayer(transaction, projectId, layerId),
      isUnchanged: same !== undefined && !isMoved,
      isKnown: same !== undefined,
    };
  }).then(({ layer, isUnchanged }) => ({ layer, isUnchanged }));
}

/** Names a stored file as the newest version of a layer, and queues its reading. */
async function addVersion(
  context: Context,
  db: Db,
  {
    project,
    layerId,
    name,
    on,
    placing,
  }: {
    readonly project: NamedProject;
    readonly layerId: number;
    readonly name: string;
    readonly on: string | undefined;
    readonly placing: Placing | null;
  },
  { fileId, fileName, format, bytes, digest }: StoredFile,
): Promise<void> {
  const versionId = await table.insertVersion(db, {
    layer_id: layerId,
    file_id: fileId,
    file_name: fileName,
    format,
    bytes,
    digest,
    shown_on: on ?? null,
    by_name: context.caller.displayName,
    created_at: context.now(),
    placed_by: placing && JSON.stringify(placing),
  });
  await queueReading(context, db, { project, name }, versionId);
}

/** Has a version read by a task. */
async function queueReading(
  { caller, now }: Context,
  db: Db,
  { project, name }: { readonly project: NamedProject; readonly name: string },
  versionId: number,
): Promise<void> {
  const taskId = await queueTask(
    { db, now, caller },
    {
      kind: 'readLayer',
      corporationId: project.corporationId,
      projectId: project.id,
      subject: { name },
      input: { versionId },
    },
  );
  await table.setTask(db, versionId, taskId);
  await emit(db, now(), 'siteRecordsChanged', { projectId: project.id });
}

/** The format that the ending of a name stands for. Throws fileFormat. */
function formatOf(fileName: string): Format {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  const format = layerFormats.find((each) => each === ending);
  if (!format) throw fileFormat(layerFormats);
  return format;
}

/** How large a file of a format may be: what is held as a whole while it is read has a limit of its own. */
const maxBytesOf = (format: Format): number =>
  format === 'dxf' || isPicture(format) ? layerLimits.bytes : layerLimits.textBytes;

/** Stores what is sent, and does the rest in a transaction of its own: a large file takes its time. */
async function withStoredFile<T extends { readonly isUnchanged: boolean; readonly isKnown?: boolean }>(
  context: Context,
  sent: Upload,
  { corporationId }: NamedProject,
  act: (transaction: Db, stored: StoredFile) => Promise<T>,
): Promise<T> {
  const { db, caller, services } = context;
  const format = formatOf(sent.fileName);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of sent.stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const fileId = await services.files.put(context, counted(), {
    type: 'application/octet-stream',
    maxBytes: maxBytesOf(format),
    corporationId,
    createdBy: caller.accountId,
  });
  const stored = { fileId, fileName: plainFileName(sent.fileName), format, bytes, digest: hash.digest('hex') };
  try {
    const answer = await db.transaction().execute((transaction) => act(transaction, stored));
    if (answer.isKnown ?? answer.isUnchanged) forget(context, fileId);
    return answer;
  } catch (error) {
    forget(context, fileId);
    throw error;
  }
}

function forget({ regardless, services }: Context, fileId: string): void {
  regardless(async (pool) => {
    const acts: (() => void | Promise<void>)[] = [];
    await services.files.remove({ db: pool, after: (act) => void acts.push(act) }, fileId);
    for (const act of acts) await act();
  });
}

export async function update(context: Context, { projectId, layerId, ...change }: Input<'update'>) {
  const { db } = context;
  const { versions } = await requireLayer(db, projectId, layerId, true);
  const { name, kind, structureId, opacityPercent, isHidden, versionId } = change;
  await checkStructure(db, projectId, structureId);
  if (versionId !== undefined && !versions.some(({ id, state }) => id === versionId && state === 'ready'))
    throw new Failure('notFound', { versionId });
  const changes = {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
    ...(structureId !== undefined && { structure_id: structureId }),
    ...(opacityPercent !== undefined && { opacity_percent: opacityPercent }),
    ...(isHidden !== undefined && { is_hidden: isHidden }),
    ...(versionId !== undefined && { version_id: versionId }),
  };
  if (Object.keys(changes).length > 0)
    await onUniqueViolation(table.update(db, layerId, changes), 'map_layer_name', new Failure('nameTaken', { name }));
  await context.emit('siteRecordsChanged', { projectId });
  return { layer: await requireLayer(db, projectId, layerId) };
}

/** Throws badInput unless exactly the layers of the project are named. */
export async function order({ db, emit: announce }: Context, { projectId, order: newOrder }: Input<'order'>) {
  await table.count(db, projectId);
  const ids = (await table.ofProject(db, projectId)).map(({ id }) => id);
  if (ids.length !== newOrder.length || !ids.every((id) => newOrder.includes(id)))
    throw new Failure('badInput', [{ path: 'order', message: 'orderIncomplete', code: 'custom' }]);
  await table.setOrder(db, projectId, newOrder);
  await announce('siteRecordsChanged', { projectId });
  return { layers: await table.ofProject(db, projectId) };
}

export async function remove(context: Context, { projectId, layerId }: Input<'remove'>) {
  const { db, services } = context;
  await requireLayer(db, projectId, layerId, true);
  const gone = await table.files(db, layerId);
  await table.remove(db, layerId);
  for (const fileId of gone) await services.files.remove(context, fileId);
  await context.emit('siteRecordsChanged', { projectId });
  return {};
}
