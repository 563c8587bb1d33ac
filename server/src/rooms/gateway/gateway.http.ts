/** The HTTP link: a device POSTs its readings with its secret as bearer. 2xx after COMMIT, never before. */
import { gatewayLimits } from '@plumbline/contract/constants';
import { errors, Failure } from '@plumbline/contract/errors';
import { gateway } from '@plumbline/contract/gateway';
import type { FastifyInstance } from 'fastify';
import { bearer } from '../../kernel/serve.ts';
import type { Directory } from '../../pipeline/bind.ts';
import { refusal } from '../../pipeline/decode.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Ledger } from './gateway.ledger.ts';
import { secretMatches } from './gateway.mqtt.ts';

export function openHttp(
  app: FastifyInstance,
  { directory, pipeline, ledger }: { directory: Directory; pipeline: Pipeline; ledger: Ledger },
) {
  app.register(async (link) => {
    // The pipeline reads the text itself, so that NaN and its kind get the gateway's own answer.
    link.removeAllContentTypeParsers();
    link.addContentTypeParser(/^application\/json(?:;.*)?$/i, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    link.post<{ Params: { sncode: string } }>(
      `/api${gateway.send.path.replace('{sncode}', ':sncode')}`,
      { bodyLimit: gatewayLimits.messageBytes },
      async (request, reply) => {
        const { sncode } = request.params;
        const secret = bearer(request.headers.authorization);
        const device = await directory.device(sncode);
        if (!device || !secret || !secretMatches(device.secretHash, secret)) {
          ledger.refuse(device?.id ?? null, [refusal('deviceRefused', null)], sncode);
          throw new Failure('deviceRefused');
        }
        if (typeof request.body !== 'string') throw new Failure('badBody');
        const outcome = await pipeline.accept(device, request.body);
        ledger.taken(device.id, outcome);
        const { stored, unchanged, overwritten, unbound, refused } = outcome;
        if (refused.length > 0) ledger.refuse(device.id, refused, sncode);
        const [first] = refused;
        // Nothing of it was good: the first reason is the answer.
        if (first && stored + unchanged + overwritten + unbound === 0) {
          return reply.code(errors[first.error].status).send({
            error: first.error,
            code: first.code,
            detail: { index: first.index, channel: first.channel, reason: first.detail, refused: refused.length },
          });
        }
        return gateway.send.reply.parse({ stored, unchanged, overwritten, unbound, refused: refused.slice(0, 100) });
      },
    );
  });
}
