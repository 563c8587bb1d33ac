/**
 * Files that people bring: on the local disk under DATA_DIR/files, or in an S3 bucket by setting. Invariant: a file is
 * addressed by a random id that we made; nothing a caller says ever becomes part of a path or a key, and a picture is
 * what its own bytes say, not what the caller says.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '@plumbline/contract/errors';
import type { Config } from './config.ts';
import type { Context, Db } from './context.ts';
import { openBucket } from './files-s3.ts';

/** Where the bytes lie. `put` takes over a finished file on disk; `get` gives null for what is not there. */
export interface Store {
  put(id: string, path: string, bytes: number, type: string): Promise<void>;
  get(id: string): Promise<Readable | null>;
  remove(id: string): Promise<void>;
}

export interface Stored {
  readonly type: string;
  readonly bytes: number;
  readonly stream: Readable;
}

export interface Files {
  /**
   * Stores a stream and gives its id. Should the transaction not commit, the bytes are taken away again.
   * Throws tooLarge past `maxBytes`, and badBody for an image/* type whose bytes are no PNG, JPEG or WebP.
   */
  put(
    context: Pick<Context, 'db' | 'now' | 'regardless'>,
    stream: AsyncIterable<Uint8Array>,
    about: { type: string; maxBytes: number; corporationId: number | null; createdBy: number | null },
  ): Promise<string>;
  get(db: Db, id: string): Promise<Stored | null>;
  /** Forgets a file in this transaction; its bytes go after COMMIT. */
  remove(context: Pick<Context, 'db' | 'after'>, id: string): Promise<void>;
}

export function openFiles(config: Pick<Config, 'dataDir' | 's3'>): Files {
  const folder = join(config.dataDir, 'files');
  const store = config.s3 ? openBucket(config.s3) : openFolder(folder);

  return {
    async put(context, stream, { type, maxBytes, corporationId, createdBy }) {
      const id = `f${randomBytes(16).toString('hex')}`;
      await mkdir(folder, { recursive: true });
      const incoming = join(folder, `incoming-${id}`);
      try {
        const { bytes, head } = await receive(stream, incoming, maxBytes);
        const found = type.startsWith('image/') ? pictureType(head) : type;
        if (!found) throw new Failure('badBody', { types: ['image/png', 'image/jpeg', 'image/webp'] });
        context.regardless(async (db) => {
          const kept = await db.selectFrom('stored_file').select('id').where('id', '=', id).executeTakeFirst();
          if (!kept) await store.remove(id);
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
    async get(db, id) {
      const row = await db.selectFrom('stored_file').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst();
      const stream = row && (await store.get(id));
      return stream ? { type: row.type, bytes: row.bytes, stream } : null;
    },
    async remove(context, id) {
      await context.db.deleteFrom('stored_file').where('id', '=', id).execute();
      context.after(() => store.remove(id));
    },
  };
}

/** Writes a stream to a new file, on disk before it returns. `head` = its first 16 bytes. */
async function receive(stream: AsyncIterable<Uint8Array>, path: string, maxBytes: number) {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Failure('tooLarge', { maxBytes });
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
function openFolder(folder: string): Store {
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
    async get(id) {
      try {
        const file = await open(placeOf(id).path, 'r');
        return file.createReadStream();
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
