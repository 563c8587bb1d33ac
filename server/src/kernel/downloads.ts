/** Sends a file: under its name, with its length where that is known, in whole or the part that is asked for (RFC 9110, 14). */
import type { Readable } from 'node:stream';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { plainFileName } from './file-names.ts';
import type { StoredContent } from './files.ts';
import type { Range } from './files-store.ts';
import { requireRow } from './rows.ts';

/** A file on its way out. */
export interface Download {
  readonly type: string;
  readonly fileName: string;
  readonly stream: Readable;
  /** Of a file that lies somewhere: how long it is, and any part of it. Absent where it is made as it goes out. */
  readonly whole?: Pick<StoredContent, 'bytes' | 'part'>;
}

/** A stored file on its way out. `where` = what of the request says that there is none: throws notFound with it. */
export async function storedDownload(
  { db, services }: Pick<Context, 'db' | 'services'>,
  fileId: string | null,
  { fileName, type, where }: { fileName: string; type?: string; where?: object },
): Promise<Download> {
  const file = fileId === null ? null : await services.files.get(db, fileId);
  if (!file) throw new Failure('notFound', where);
  return { type: type ?? file.type, fileName, stream: file.stream, whole: file };
}

/** A stored picture, under a name that ends as its kind does. Throws notFound. */
export async function storedPicture(
  context: Pick<Context, 'db' | 'services'>,
  fileId: string | null,
  { name, where }: { name: string; where?: object },
): Promise<Download> {
  const file = await storedDownload(context, fileId, { fileName: name, ...(where && { where }) });
  return { ...file, fileName: `${name}.${file.type.split('/')[1]}` };
}

/** Throws rangeInvalid for a part behind the end of the file. */
export async function sendDownload(request: FastifyRequest, reply: FastifyReply, file: Download) {
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(plainFileName(file.fileName))}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(file.type);
  const { whole } = file;
  if (!whole) return reply.send(file.stream);
  reply.header('accept-ranges', 'bytes');
  // Nothing says here which version of a file a part was of: whoever asks gets the whole.
  const range = request.headers['if-range'] === undefined ? rangeOf(request.headers.range, whole.bytes) : null;
  if (range === null) return reply.header('content-length', whole.bytes).send(file.stream);
  file.stream.destroy();
  if (range === 'none') {
    reply.header('content-range', `bytes */${whole.bytes}`);
    throw new Failure('rangeInvalid', { size: whole.bytes });
  }
  const part = requireRow(await whole.part(range));
  return reply
    .code(206)
    .header('content-length', range.to - range.from + 1)
    .header('content-range', `bytes ${range.from}-${range.to}/${whole.bytes}`)
    .send(part);
}

/** One range of bytes (RFC 9110, 14.1.2). null = the whole: none asked for, several, or not of bytes; `none` = outside. */
export function rangeOf(header: string | undefined, size: number): Range | null | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'none' : { from, to };
}
