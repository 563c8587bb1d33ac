/** The HTTP link: a device POSTs its readings with its secret as bearer. 2xx after COMMIT, never before; and hears what it is to do. */
import { gatewayLimits } from '@plumbline/contract/constants';
import { errors, Failure } from '@plumbline/contract/errors';
import { gateway } from '@plumbline/contract/gateway';
import { DeviceAnswer } from '@plumbline/contract/gateway.commands';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearer, urlOf } from '../../kernel/serve.ts';
import { refusal } from '../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../pipeline/directory.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { secretMatches } from './gateway.mqtt.ts';
import type { DeviceStats } from './logic/device-stats.ts';
import type { PendingCommands } from './logic/pending-commands.ts';

export function openHttp(
  app: FastifyInstance,
  {
    directory,
    pipeline,
    deviceStats,
    pendingCommands,
    onAnswer,
  }: {
    directory: Directory;
    pipeline: Pipeline;
    deviceStats: DeviceStats;
    pendingCommands: PendingCommands;
    /** What a device answers; true = it was waited for. */
    onAnswer: (device: BoundDevice, text: string) => Promise<boolean>;
  },
) {
  type DeviceRequest = FastifyRequest<{ Params: { sncode: string } }>;
  /** The device that asks, by its secret. Throws deviceRefused. */
  async function deviceOf(request: DeviceRequest): Promise<BoundDevice> {
    const { sncode } = request.params;
    const secret = bearer(request.headers.authorization);
    const device = await directory.device(sncode);
    if (device && secret && secretMatches(device.secretHash, secret)) return device;
    deviceStats.refuse(device?.id ?? null, [refusal('deviceRefused', null)], sncode);
    throw new Failure('deviceRefused');
  }
  app.register(async (link) => {
    // The pipeline reads the text itself, so that NaN and its kind get the gateway's own answer.
    link.removeAllContentTypeParsers();
    link.addContentTypeParser(/^application\/json(?:;.*)?$/i, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    link.post(urlOf(gateway.send), { bodyLimit: gatewayLimits.messageBytes }, async (request: DeviceRequest, reply) => {
      const device = await deviceOf(request);
      if (typeof request.body !== 'string') throw new Failure('badBody');
      const outcome = await pipeline.accept(device, request.body);
      deviceStats.accepted(device.id, outcome);
      const { stored, unchanged, overwritten, unbound, empty, deferred, refused, warnings } = outcome;
      deviceStats.refuse(device.id, [...warnings, ...refused], device.sncode);
      const [first] = refused;
      // Nothing of it could be stored now: the first reason is the answer.
      if (first && stored + unchanged + overwritten + unbound === 0) {
        return reply.code(errors[first.error].status).send({
          error: first.error,
          code: first.code,
          detail: {
            index: first.index,
            channel: first.channel,
            reason: first.detail,
            refused: refused.length,
            deferred,
          },
        });
      }
      const commands = await pendingCommands.piggyback(device.sncode);
      return gateway.send.reply.parse({
        stored,
        unchanged,
        overwritten,
        unbound,
        empty,
        deferred,
        refused: refused.slice(0, 100),
        warnings: warnings.slice(0, 100),
        ...(commands.length > 0 && { commands }),
      });
    });
    link.get(urlOf(gateway.fetchCommands), async (request: DeviceRequest) => {
      const device = await deviceOf(request);
      if (Object.keys(request.query as object).length > 0)
        throw new Failure('badInput', [{ path: 'query', message: 'unknown' }]);
      return { commands: await pendingCommands.fetch(device) };
    });
    link.post(
      urlOf(gateway.respond),
      { bodyLimit: gateway.respond.bodyLimit ?? gatewayLimits.messageBytes },
      async (request: DeviceRequest) => {
        const device = await deviceOf(request);
        if (typeof request.body !== 'string') throw new Failure('badBody');
        const answer = DeviceAnswer.safeParse(readJson(request.body));
        if (!answer.success)
          throw new Failure(
            'badInput',
            answer.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
          );
        return { known: await onAnswer(device, JSON.stringify(answer.data)) };
      },
    );
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
