/**
 * Files that people bring: on the local disk under DATA_DIR/files, or in an S3 bucket by setting. Invariant: a file is
 * addressed by a random id that we made; nothing a caller says ever becomes part of a path or a key, and a picture is
 * what its own bytes say, not what the caller says.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@plumbline/contract/kernel/errors';
import { pictureFile } from '@plumbline/contract/points/fields';
import type { Config } from './config.ts';
import { fileFormat, fileTooLarge } from './file-refusals.ts';
import { openBucket } from './files-s3.ts';
import type { ContentStore, Range } from './files-store.ts';
import { refuseUndrawable } from './picture-size.ts';
import type { Db, Transaction } from './transaction.ts';

export interface StoredContent {
  readonly type: string;
  readonly bytes: number;
  readonly stream: Readable;
  /** Opens a part of it; null where it is gone by now. */
  part(range: Range): Promise<Readable | null>;
}

/** Bytes that have come and belong to nobody yet. */
export interface ReceivedFile {
  readonly bytes: number;
  /** Makes them a file, once. Throws limitReached. */
  keep(
    context: Pick<Transaction, 'db' | 'now' | 'regardless'>,
    about: { corporationId: number | null; createdBy: number | null },
  ): Promise<string>;
  /** Deletes them where they were not kept. */
  drop(): Promise<void>;
}

export interface LocalFile {
  readonly path: string;
  readonly done: () => Promise<void>;
}

export interface Files {
  /**
   * Stores a stream and gives its id. If the transaction does not commit, the bytes are deleted again.
   * Throws limitReached where the corporation has as much storage as it may, fileTooLarge past `maxBytes`, and fileFormat for an image/* type whose bytes are no PNG, JPEG or WebP; a picture of more than `pictureLimits.pixels` is too large.
   */
  put(
    context: Pick<Transaction, 'db' | 'now' | 'regardless'>,
    stream: AsyncIterable<Uint8Array>,
    about: { type: string; maxBytes: number; corporationId: number | null; createdBy: number | null },
  ): Promise<string>;
  /**
   * As `put`, for what takes long to come: the bytes first, outside of any transaction, their row later in a short one.
   * Throws as `put`.
   */
  receive(stream: AsyncIterable<Uint8Array>, about: { type: string; maxBytes: number }): Promise<ReceivedFile>;
  /** `range` = only these bytes; `bytes` of the answer stays the size of the whole. */
  get(db: Db, id: string, range?: Range): Promise<StoredContent | null>;
  /** The content of a file as a file of this machine, for what reads here and there in it; null = it is gone. `done` after use. */
  local(db: Db, id: string): Promise<LocalFile | null>;
  /** A path of this machine for what is being made; taken away by `done`, or after a day if the process ends before. */
  scratch(): Promise<LocalFile>;
  /** Forgets a file in this transaction; its bytes are deleted after COMMIT, or by `sweep` if the process ends before. */
  remove(context: Pick<Transaction, 'db' | 'after'>, id: string): Promise<void>;
  /** Takes away the bytes of files that were forgotten. Gives how many there were. */
  sweep(db: Db): Promise<number>;
  /** Takes away what was half received when a process ended: nothing was written to it for a day. */
  clearIncoming(now: Date): Promise<void>;
}

const incomingMs = 86_400_000;

export function openFiles(config: Pick<Config, 'dataDir' | 's3'>): Files {
  const folder = join(config.dataDir, 'files');
  const store = config.s3 ? openBucket(config.s3) : openFolder(folder);
  const scratch = (): Promise<LocalFile> => scratchIn(folder);

  return {
    scratch,
    async put(context, stream, { type, maxBytes, corporationId, createdBy }) {
      const id = `f${randomBytes(16).toString('hex')}`;
      await mkdir(folder, { recursive: true });
      const incoming = join(folder, `incoming-${id}`);
      try {
        const { bytes, head } = await receive(stream, incoming, maxBytes);
        const found = type.startsWith('image/') ? pictureType(head) : type;
        if (!found) throw fileFormat(pictureFile.formats);
        if (type.startsWith('image/')) await refuseUndrawable(incoming);
        if (corporationId !== null) await requireStorage(context.db, corporationId, bytes);
        context.regardless(async (db) => {
          const stored = await db.selectFrom('stored_file').select('id').where('id', '=', id).executeTakeFirst();
          if (!stored) await store.remove(id);
        });
        await store.put(id, incoming, bytes, found);
        await context.db
          .insertInto('stored_file')
          .values({
            id,
            corporation_id: corporationId,
            type: found,
            bytes,
            created_by: createdBy,
            created_at: context.now(),
          })
          .execute();
        return id;
      } finally {
        await rm(incoming, { force: true });
      }
    },
    receive: (stream, about) => receiveApart(folder, store, stream, about),
    async get(db, id, range) {
      const row = await db.selectFrom('stored_file').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst();
      const stream = row && (await store.get(id, range));
      return stream ? { type: row.type, bytes: row.bytes, stream, part: (range) => store.get(id, range) } : null;
    },
    local: (db, id) => localCopy(db, id, { store, scratch }),
    async remove(context, id) {
      const gone = await context.db.deleteFrom('stored_file').where('id', '=', id).returning('id').execute();
      if (gone.length === 0) return;
      await context.db.insertInto('file_removal').values({ id }).execute();
      context.after(() => store.remove(id));
    },
    sweep: (db) => sweepRemoved(db, store),
    clearIncoming: (now) => clearIncoming(folder, now),
  };
}

/** The bytes of a file that is to become one later. */
async function receiveApart(
  folder: string,
  store: ContentStore,
  stream: AsyncIterable<Uint8Array>,
  { type, maxBytes }: { readonly type: string; readonly maxBytes: number },
): Promise<ReceivedFile> {
  const id = `f${randomBytes(16).toString('hex')}`;
  await mkdir(folder, { recursive: true });
  const incoming = join(folder, `incoming-${id}`);
  const drop = () => rm(incoming, { force: true });
  try {
    const { bytes } = await receive(stream, incoming, maxBytes);
    return {
      bytes,
      drop,
      async keep(context, { corporationId, createdBy }) {
        if (corporationId !== null) await requireStorage(context.db, corporationId, bytes);
        context.regardless(async (db) => {
          const stored = await db.selectFrom('stored_file').select('id').where('id', '=', id).executeTakeFirst();
          if (!stored) await store.remove(id);
        });
        await store.put(id, incoming, bytes, type);
        const row = { id, corporation_id: corporationId, type, bytes, created_by: createdBy };
        await context.db
          .insertInto('stored_file')
          .values({ ...row, created_at: context.now() })
          .execute();
        return id;
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Takes away the bytes of files that were forgotten. */
async function sweepRemoved(db: Db, store: ContentStore): Promise<number> {
  const left = await db.selectFrom('file_removal').select('id').execute();
  for (const { id } of left) {
    await store.remove(id);
    await db.deleteFrom('file_removal').where('id', '=', id).execute();
  }
  return left.length;
}

async function scratchIn(folder: string): Promise<LocalFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `incoming-s${randomBytes(16).toString('hex')}`);
  return { path, done: () => rm(path, { force: true }) };
}

/** Where a file lies on this machine, or a copy of it. */
async function localCopy(
  db: Db,
  id: string,
  { store, scratch }: { readonly store: ContentStore; readonly scratch: () => Promise<LocalFile> },
): Promise<LocalFile | null> {
  const row = await db.selectFrom('stored_file').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const path = store.path?.(id);
  if (path !== undefined) return { path, done: async () => {} };
  const stream = await store.get(id);
  if (!stream) return null;
  const copy = await scratch();
  try {
    await pipeline(stream, createWriteStream(copy.path, { mode: 0o600 }));
  } catch (error) {
    await copy.done();
    throw error;
  }
  return copy;
}

/** In a transaction, others who store files of the corporation wait until it ends: no limit is passed between them. */
async function requireStorage(db: Db, corporationId: number, bytes: number): Promise<void> {
  const row = await db
    .selectFrom('corporation')
    .select('max_storage_bytes as max')
    .where('id', '=', corporationId)
    .where('max_storage_bytes', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || row.max === null) return;
  const { used } = await db
    .selectFrom('stored_file')
    .select((each) => each.fn.sum<number | null>('bytes').as('used'))
    .where('corporation_id', '=', corporationId)
    .executeTakeFirstOrThrow();
  if (Number(used ?? 0) + bytes > row.max) throw new Failure('limitReached', { fault: 'storageBytes', max: row.max });
}

/** Forgets files of rows that are deleted with what they belong to: their bytes go with the next `sweep`. */
export async function forgetFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db.deleteFrom('stored_file').where('id', 'in', ids).returning('id').execute();
  if (gone.length > 0) await db.insertInto('file_removal').values(gone).execute();
}

async function clearIncoming(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith('incoming-'))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > incomingMs) await rm(join(folder, name), { force: true });
  }
}

/** Writes a stream to a new file, on disk before it returns. `head` = its first 16 bytes. */
async function receive(stream: AsyncIterable<Uint8Array>, path: string, maxBytes: number) {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw fileTooLarge(maxBytes);
      if (head.length < 16) head = Buffer.concat([head, chunk]).subarray(0, 16);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, head };
}

/** What a picture is by its first bytes; null = none that we take. */
function pictureType(head: Buffer): string | null {
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const text = head.toString('latin1');
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}

/** Files on disk, spread over 256 folders. A file is whole or absent: it is renamed into its place, and the folder synced. */
function openFolder(folder: string): ContentStore {
  const placeOf = (id: string) => {
    if (!/^f[0-9a-f]{32}$/.test(id)) throw new Failure('notFound');
    return { parent: join(folder, id.slice(1, 3)), path: join(folder, id.slice(1, 3), id) };
  };
  return {
    async put(id, from) {
      const { parent, path } = placeOf(id);
      await mkdir(parent, { recursive: true });
      await rename(from, path);
      const directory = await open(parent, 'r');
      try {
        await directory.sync();
      } finally {
        await directory.close();
      }
    },
    path: (id) => placeOf(id).path,
    async get(id, range) {
      try {
        const file = await open(placeOf(id).path, 'r');
        return file.createReadStream(range ? { start: range.from, end: range.to } : {});
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(placeOf(id).path, { force: true });
    },
  };
}
