/** The one file of an upload. Invariant: what comes with it is refused by its name, and nothing that is cut off passes for whole. */
import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import type { FastifyRequest } from 'fastify';
import { asFailure } from './failures.ts';
import { plainFileName } from './file-names.ts';
import { fileFormat, fileTooLarge } from './file-refusals.ts';
import { isIllegal } from './unread.ts';

/** A file on its way in: a stream that fails with `fileTooLarge` when it passes the route's limit. */
export interface Upload {
  readonly type: string;
  readonly fileName: string;
  readonly stream: Readable;
}

/** Enough to name a field that does not belong; the rest is not read. */
const fields = 5;

/** Throws badBody where there is no such form or file, fileFormat for another media type, badInput with the name of a field that comes with it. */
export async function takeUpload(route: Route, request: FastifyRequest): Promise<Upload> {
  const accepted = route.upload;
  if (!accepted) throw new Error(`${route.path} takes no file`);
  const limits = { fileSize: accepted.maxBytes, files: 1, fields, fieldSize: 1000 };
  const parts = legible(() => request.parts({ limits }));
  const file = await next(parts);
  if (!file) throw new Failure('badBody');
  if (file.type !== 'file') throw unknown(file);
  if (!accepted.types.includes(file.mimetype)) throw fileFormat(accepted.formats);
  if (isIllegal(file.filename ?? '')) throw new Failure('badInput', [{ path: file.fieldname, message: 'textIllegal' }]);
  // The multipart stream ends quietly at the limit; a cut file must be an error, and so must what follows it.
  const whole = async function* () {
    yield* legible(() => file.file);
    if (file.file.truncated) throw fileTooLarge(accepted.maxBytes);
    const more = await next(parts);
    if (more) throw unknown(more);
  };
  return { type: file.mimetype, fileName: plainFileName(file.filename ?? ''), stream: Readable.from(whole()) };
}

async function next(parts: AsyncGenerator<Multipart>): Promise<Multipart | undefined> {
  const { value, done } = await parts.next();
  return done ? undefined : value;
}

const unknown = ({ fieldname }: Multipart) =>
  new Failure('badInput', [{ path: fieldname.slice(0, 100), message: 'fieldUnknown' }]);

/** What a form is read from. A form that cannot be read is the sender's fault, whatever the parser throws. */
async function* legible<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    for await (const each of open()) yield each;
  } catch (error) {
    throw asFailure(error) ?? new Failure('badBody');
  }
}
