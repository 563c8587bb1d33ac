/**
 * The download of a device: the file that it is to install, to it alone, by its secret or certificate, in whole or from where it
 * broke off. Invariant: without an upgrade in progress there is no file, so a cancelled upgrade cannot go on.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import { rangeOf } from '../../../kernel/downloads.ts';
import { emit } from '../../../kernel/events.ts';
import type { Files } from '../../../kernel/files.ts';
import type { Range } from '../../../kernel/files-store.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { urlOf } from '../../../kernel/serve.ts';
import * as table from './firmware.delivery.table.ts';

/** While bytes go out, the device lives, also when it says nothing. */
const aliveMs = 60_000;

/** The device that asks. Rejects with deviceRefused. */
type DeviceOf = (request: FastifyRequest<{ Params: { sncode: string } }>) => Promise<{ readonly id: number }>;

export function openDownload(
  app: FastifyInstance,
  { db, clock, log, files, deviceOf }: { db: Db; clock: Clock; log: Logger; files: Files; deviceOf: DeviceOf },
) {
  const fetched = (id: number, deviceId: number) =>
    db.transaction().execute(async (transaction) => {
      const now = clock.now();
      if (await table.fetched(transaction, now, id))
        await emit(transaction, now, 'upgradesMoved', { deviceIds: [deviceId] });
    });

  app.get<{ Params: { sncode: string; firmwareId: string } }>(
    urlOf(firmware.download),
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { params, headers } = request;
      const device = await deviceOf(request);
      const input = firmware.download.input.safeParse(params);
      if (!input.success) throw new Failure('badInput', [{ path: 'firmwareId', message: 'id' }]);
      const { firmwareId } = input.data;
      const file = requireRow(await table.fileFor(db, device.id, firmwareId), { firmwareId });
      const tag = `"${file.sha256}"`;
      const ifRange = headers['if-range'];
      const range = ifRange !== undefined && ifRange !== tag ? null : rangeOf(headers.range, file.size);
      if (range === 'none') {
        reply.header('content-range', `bytes */${file.size}`);
        throw new Failure('rangeInvalid', { size: file.size });
      }
      const stored = requireRow(await files.get(db, file.fileId, range ?? undefined), { firmwareId });
      try {
        await fetched(file.id, device.id);
      } catch (error) {
        stored.stream.destroy();
        throw error;
      }
      const alive = setInterval(() => {
        fetched(file.id, device.id).catch((error) => log.warn({ err: error }, 'a download could not be noted'));
      }, aliveMs);
      stored.stream.once('close', () => clearInterval(alive));
      return send(reply, file, range, tag).send(stored.stream);
    },
  );
}

function send(reply: FastifyReply, { size, name }: { size: number; name: string }, range: Range | null, tag: string) {
  if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
  return reply
    .header('content-length', range ? range.to - range.from + 1 : size)
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/octet-stream');
}
