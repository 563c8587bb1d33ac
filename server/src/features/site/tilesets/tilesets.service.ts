/**
 * The 3D tiles of a project: the address of a tileset, or its entry file. Invariant: an uploaded file is a tileset.json
 * by what it says, and nothing is ever fetched from an address that somebody gave.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { maxTilesets, tilesetBytes, type tilesets } from '@plumbline/contract/site/tilesets';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { lockProject } from '../projects/projects.named.api.ts';
import * as table from './tilesets.table.ts';

type Input<K extends keyof typeof tilesets> = OutputOf<(typeof tilesets)[K]['input']>;

export async function list({ db }: Context, { projectId }: Input<'list'>) {
  return { tilesets: await table.ofProject(db, projectId) };
}

/** Throws tilesetsFull or nameTaken; the project is locked, so that no other is added meanwhile. */
async function insert(
  { db, caller, now }: Context,
  { projectId, name }: { readonly projectId: number; readonly name: string },
  lies: { readonly url: string | null; readonly file_id: string | null },
) {
  await lockProject(db, projectId);
  if ((await table.ofProject(db, projectId)).length >= maxTilesets)
    throw new Failure('tilesetsFull', { most: maxTilesets });
  const row = { project_id: projectId, name, ...lies, by_name: caller.displayName, created_at: now() };
  const duplicate = new Failure('nameTaken', { name });
  return { tileset: await onUniqueViolation(table.insert(db, row), 'tileset_name', duplicate) };
}

export const add = (context: Context, { url, ...input }: Input<'add'>) =>
  insert(context, input, { url, file_id: null });

/** Throws fileFormat for what is no tileset.json, fileTooLarge past 4 MB. */
export async function upload(context: Context, { projectId, name }: Input<'upload'>, { stream }: Upload) {
  const { files } = context.services;
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces);
  if (!isTileset(text)) throw new Failure('fileFormat', { type: 'tileset.json' });
  const project = await lockProject(context.db, projectId);
  const fileId = await files.put(context, inOnePiece(text), {
    type: 'application/json',
    maxBytes: tilesetBytes,
    corporationId: project?.corporation_id ?? null,
    createdBy: context.caller.accountId,
  });
  return await insert(context, { projectId, name }, { url: null, file_id: fileId });
}

async function* inOnePiece(bytes: Buffer) {
  yield bytes;
}

/** Returns whether a text is the entry of a 3D tileset: an asset with its version, a geometric error, and a root tile. */
function isTileset(text: Buffer): boolean {
  try {
    const { asset, geometricError, root } = JSON.parse(text.toString('utf8')) as Record<string, unknown>;
    const { version } = (asset ?? {}) as { version?: unknown };
    return (
      typeof version === 'string' && typeof geometricError === 'number' && typeof root === 'object' && root !== null
    );
  } catch {
    return false;
  }
}

async function requireTileset({ db }: Context, { projectId, tilesetId }: Input<'remove'>) {
  const one = requireRow(await table.one(db, projectId, tilesetId), { tilesetId });
  return one;
}

export async function file(context: Context, input: Input<'file'>): Promise<Download> {
  const { tileset, fileId } = await requireTileset(context, input);
  return await storedDownload(context, fileId, {
    type: 'application/json',
    fileName: `${tileset.name}.json`,
    where: { tilesetId: input.tilesetId },
  });
}

export async function remove(context: Context, input: Input<'remove'>) {
  const { files } = context.services;
  const { fileId } = await requireTileset(context, input);
  await table.remove(context.db, input.tilesetId);
  if (fileId !== null) await files.remove(context, fileId);
  return {};
}
