/**
 * Where a device hands in a file, piece by piece. Invariants: a piece counts where it follows what is there; one that is
 * there already, or leaves a gap, changes nothing and is answered with how far the file has come.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import { attachments } from '@plumbline/contract/telemetry/attachments';
import { analyse } from '@plumbline/science/diagnosis/attachment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/context.ts';
import { urlOf } from '../../../kernel/serve.ts';
import * as table from './attachments.table.ts';

type UploadRequest = FastifyRequest<{ Params: { sncode: string }; Querystring: Record<string, unknown> }>;
interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  /** The device that asks, by its secret or certificate. Rejects with deviceRefused. */
  readonly deviceOf: (request: FastifyRequest<{ Params: { sncode: string } }>) => Promise<{ readonly id: number }>;
}

export function openAttachmentUpload(app: FastifyInstance, parts: Parts): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routes.put(
      urlOf(attachments.upload),
      {
        bodyLimit: attachments.upload.bodyLimit ?? 0,
        // Nobody unknown fills memory with a body.
        onRequest: async (request) => void (await parts.deviceOf(request as UploadRequest)),
      },
      async (request: UploadRequest) => {
        const device = await parts.deviceOf(request);
        const input = attachments.upload.input.safeParse({ ...request.query, ...request.params });
        if (!input.success)
          throw new Failure(
            'badInput',
            input.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
          );
        const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return attachments.upload.reply.parse(await take(parts, device.id, input.data, content));
      },
    );
  });
}

interface Piece {
  readonly kind: 'static' | 'log';
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** Throws busy where too many files of the device are under way, badInput for a piece that goes beyond the file. */
const take = ({ db, clock }: Parts, deviceId: number, { kind, name, offset, size }: Piece, content: Buffer) =>
  db.transaction().execute(async (transaction) => {
    if (content.length === 0 || offset + content.length > size)
      throw new Failure('badInput', [{ path: 'offset', message: 'beyondFile' }]);
    const now = clock.now();
    const file = await table.underWay(transaction, now, { deviceId, kind, name, size });
    if (!file) throw new Failure('busy');
    if (offset !== file.received) return { received: file.received, isWhole: false };
    await table.addPiece(transaction, now, file.id, offset, content);
    const received = offset + content.length;
    if (received < size) return { received, isWhole: false };
    await table.complete(transaction, now, file.id, deviceId, analyse(await table.contentOf(transaction, file.id)));
    return { received, isWhole: true };
  });
