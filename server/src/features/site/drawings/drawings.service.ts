/**
 * Drawings of a structure. Invariants: a file is read before it is stored, and stored before it is named; one that is
 * refused, or that the drawing has already, leaves nothing behind; a newer file has the proportions of the former, so that
 * scale and points stay where they are; every file is kept until the drawing is deleted.
 */
import { createHash } from 'node:crypto';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type DrawingVersion, drawingLimits, type drawings } from '@plumbline/contract/site/drawings';
import { axesAt, type DrawingScale } from '@plumbline/contract/site/drawings.scale';
import type { Context, Db } from '../../../kernel/context.ts';
import { forgetFile } from '../../../kernel/digested.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { emit } from '../../../kernel/events.ts';
import { plainFileName } from '../../../kernel/file-names.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { leaveDrawings, places } from '../structures/structures.api.ts';
import * as placesTable from './drawings.places.table.ts';
import * as table from './drawings.table.ts';
import type { DrawingFile } from './logic/read-drawing.ts';
import { read } from './logic/reading-thread.ts';

type Input<K extends keyof typeof drawings> = OutputOf<(typeof drawings)[K]['input']>;

/** A file that lies in the store, and is not named by any drawing yet. */
interface StoredFile extends Omit<DrawingFile, 'bytes'> {
  readonly fileId: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly digest: string;
}

export async function found(db: Db, structureId: number, drawingId: number, lock = false) {
  const drawing = requireRow(await table.one(db, structureId, drawingId, lock), { drawingId });
  return drawing;
}

export const withPlaces = async (db: Db, structureId: number, drawingId: number) => ({
  ...(await found(db, structureId, drawingId)),
  places: await placesTable.ofDrawing(db, drawingId),
});

/** Open pages of the project are told; a structure belongs to one. */
async function projectOf(db: Db, structureId: number) {
  const place = requireRow((await places(db, [structureId])).get(structureId), { structureId });
  return { projectId: elementAt(place.projectIds, 0), corporationId: place.corporationId };
}

export async function announce({ db, now }: Pick<Context, 'db' | 'now'>, structureId: number): Promise<void> {
  const { projectId } = await projectOf(db, structureId);
  await emit(db, now(), 'siteRecordsChanged', { projectId });
}

export const list = async ({ db }: Context, { structureId }: Input<'list'>) => ({
  drawings: await table.ofStructure(db, structureId),
  above: await table.aboveItem(db, structureId),
});

export const get = async ({ db }: Context, { structureId, drawingId }: Input<'get'>) => ({
  drawing: await withPlaces(db, structureId, drawingId),
});

export async function upload(context: Context, { structureId, name, plane, on }: Input<'upload'>, sent: Upload) {
  return await withStoredFile(context, structureId, sent, async (transaction, stored) => {
    const { count, next } = await table.count(transaction, structureId);
    // It may have been deleted while the file came.
    await projectOf(transaction, structureId);
    const sameDrawing = await table.named(transaction, structureId, name, stored.digest);
    if (sameDrawing && !sameDrawing.same) throw new Failure('nameTaken', { name });
    if (sameDrawing) return { drawing: await found(transaction, structureId, sameDrawing.id), isUnchanged: true };
    if (count >= drawingLimits.drawings) throw new Failure('drawingsFull', { most: drawingLimits.drawings });
    const drawingId = await table.insert(transaction, {
      structure_id: structureId,
      name,
      plane,
      sort: next,
      scale: stored.scale && JSON.stringify(stored.scale),
    });
    await addVersion(context, transaction, { structureId, drawingId, on }, stored);
    return { drawing: await found(transaction, structureId, drawingId), isUnchanged: false };
  });
}

export async function replace(context: Context, { structureId, drawingId, on }: Input<'replace'>, sent: Upload) {
  await found(context.db, structureId, drawingId);
  return await withStoredFile(context, structureId, sent, async (transaction, stored) => {
    const { versions, scale } = await found(transaction, structureId, drawingId, true);
    const isUnchanged = await table.hasFile(transaction, drawingId, stored.digest);
    if (!isUnchanged) {
      if (versions.length >= drawingLimits.versions)
        throw new Failure('drawingsFull', { most: drawingLimits.versions, fault: 'versions' });
      checkProportions(elementAt(versions, 0), stored);
      checkSize(scale, stored.scale);
      await addVersion(context, transaction, { structureId, drawingId, on }, stored);
    }
    return { drawing: await found(transaction, structureId, drawingId), isUnchanged };
  });
}

/** Throws drawingProportions: a file of another shape shows something else at the same place. */
function checkProportions(former: Pick<DrawingVersion, 'width' | 'height'>, { width, height }: StoredFile): void {
  const ratio = width / height / (former.width / former.height);
  if (Math.abs(ratio - 1) <= drawingLimits.aspectTolerance) return;
  throw new Failure('drawingProportions', {
    former: `${Math.round(former.width)} × ${Math.round(former.height)}`,
    newer: `${Math.round(width)} × ${Math.round(height)}`,
  });
}

/** Throws drawingRefused where a DXF says itself that it shows more or less than the drawing: its points would lie elsewhere. */
function checkSize(scale: DrawingScale | null, drawingScale: DrawingScale | null): void {
  if (!scale || !drawingScale) return;
  const [is, was] = [drawingScale, scale].map((each) => {
    const [from, to] = [axesAt(each, { x: 0, y: 0 }), axesAt(each, { x: 1, y: 1 })];
    return Math.abs(to.across - from.across);
  }) as [number, number];
  if (Math.abs(is / was - 1) > drawingLimits.aspectTolerance)
    throw new Failure('drawingRefused', { fault: 'extent', former: was.toFixed(1), newer: is.toFixed(1) });
}

async function addVersion(
  { caller, now }: Context,
  db: Db,
  { structureId, drawingId, on }: { structureId: number; drawingId: number; on: string | undefined },
  { fileId, fileName, format, bytes, digest, width, height, leftOut, isThemed }: StoredFile,
): Promise<void> {
  await table.insertVersion(db, {
    drawing_id: drawingId,
    file_id: fileId,
    file_name: fileName,
    format,
    bytes,
    digest,
    width,
    height,
    left_out: leftOut,
    is_themed: isThemed,
    shown_on: on ?? null,
    by_name: caller.displayName,
    created_at: now(),
  });
  await announce({ db, now }, structureId);
}

/** Reads and stores what is sent, and does the rest in a transaction of its own: a large file takes its time. */
async function withStoredFile<T extends { readonly isUnchanged: boolean }>(
  context: Context,
  structureId: number,
  sent: Upload,
  act: (transaction: Db, stored: StoredFile) => Promise<T>,
): Promise<T> {
  const { db, caller, services } = context;
  const { corporationId } = await projectOf(db, structureId);
  const brought = await wholeOf(sent);
  const { bytes, ...about } = await read(brought);
  async function* inOnePiece() {
    yield bytes;
  }
  const fileId = await services.files.put(context, inOnePiece(), {
    type: 'application/octet-stream',
    maxBytes: drawingLimits.bytes,
    corporationId,
    createdBy: caller.accountId,
  });
  try {
    const answer = await db.transaction().execute((transaction) =>
      act(transaction, {
        ...about,
        fileId,
        fileName: plainFileName(sent.fileName),
        bytes: bytes.length,
        digest: createHash('sha256').update(brought).digest('hex'),
      }),
    );
    if (answer.isUnchanged) forgetFile(context, fileId);
    return answer;
  } catch (error) {
    forgetFile(context, fileId);
    throw error;
  }
}

async function wholeOf({ stream }: Upload): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function update(context: Context, { structureId, drawingId, ...change }: Input<'update'>) {
  const { db } = context;
  const { versions } = await found(db, structureId, drawingId, true);
  const { name, versionId } = change;
  if (versionId !== undefined && !versions.some(({ id }) => id === versionId))
    throw new Failure('notFound', { versionId });
  await onUniqueViolation(table.update(db, drawingId, change), 'drawing_name', new Failure('nameTaken', { name }));
  await announce(context, structureId);
  return { drawing: await withPlaces(db, structureId, drawingId) };
}

/** Throws badInput unless exactly the drawings of the structure are named. */
export async function order(context: Context, { structureId, order: newOrder }: Input<'order'>) {
  const { db } = context;
  await table.count(db, structureId);
  const ids = (await table.ofStructure(db, structureId)).map(({ id }) => id);
  if (ids.length !== newOrder.length || !ids.every((id) => newOrder.includes(id)))
    throw new Failure('badInput', [{ path: 'order', message: 'orderIncomplete', code: 'custom' }]);
  await table.setOrder(db, structureId, newOrder);
  await announce(context, structureId);
  return { drawings: await table.ofStructure(db, structureId) };
}

const typeOf: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

export async function content(
  context: Context,
  { structureId, drawingId, versionId }: Input<'content'>,
): Promise<Download> {
  const version = requireRow(await table.fileOfVersion(context.db, structureId, drawingId, versionId), { versionId });
  const { file_id: fileId, format, name } = version;
  const type = typeOf[format] ?? 'application/octet-stream';
  return await storedDownload(context, fileId, { type, fileName: `${name}.${format}`, where: { versionId } });
}

export async function remove(context: Context, { structureId, drawingId }: Input<'remove'>) {
  const { db, services } = context;
  await found(db, structureId, drawingId, true);
  for (const fileId of await table.remove(db, drawingId)) await services.files.remove(context, fileId);
  await leaveDrawings(db, structureId);
  await announce(context, structureId);
  return {};
}
