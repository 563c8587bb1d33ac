/** The HTTP link: a device POSTs its readings with its secret as bearer. 2xx after COMMIT, never before; the answer carries its commands. */

import { DeviceAnswer, type DeviceCommand } from '@plumbline/contract/commands';
import { gatewayLimits } from '@plumbline/contract/constants';
import { errors, Failure } from '@plumbline/contract/errors';
import { gateway } from '@plumbline/contract/gateway';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/context.ts';
import { bearer, urlOf } from '../../kernel/serve.ts';
import { refusal } from '../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../pipeline/directory.ts';
import type { Outcome, Pipeline } from '../../pipeline/pipeline.ts';
import type { PendingCommands } from '../commands/commands.api.ts';
import { secretMatches } from './gateway.mqtt.ts';
import { polled } from './gateway.table.ts';
import type { DeviceStats } from './logic/device-stats.ts';
import type { WaveformLink } from './logic/waveform-link.ts';

type DeviceRequest = FastifyRequest<{ Params: { sncode: string } }>;

interface HttpParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly waveforms: WaveformLink;
  readonly deviceStats: DeviceStats;
  readonly pendingCommands: PendingCommands;
  /** What a device answers; true = it was waited for. */
  readonly onAnswer: (device: BoundDevice, text: string) => Promise<boolean>;
}

export function openHttp(app: FastifyInstance, parts: HttpParts): void {
  const link = new HttpLink(parts);
  app.register(async (routes) => {
    // The pipeline reads the text itself, so that NaN and its kind get the gateway's own answer.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(/^application\/json(?:;.*)?$/i, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const { messageBytes } = gatewayLimits;
    routes.post(urlOf(gateway.send), { bodyLimit: messageBytes }, (request: DeviceRequest, reply) =>
      link.send(request, reply),
    );
    routes.post(
      urlOf(gateway.sendWaveform),
      {
        bodyLimit: gateway.sendWaveform.bodyLimit ?? messageBytes,
        // Nobody unknown fills memory with a body of this length.
        onRequest: async (request) => void (await link.deviceOf(request as DeviceRequest)),
      },
      (request: DeviceRequest) => link.sendWaveform(request),
    );
    routes.get(urlOf(gateway.fetchCommands), (request: DeviceRequest) => link.fetchCommands(request));
    routes.post(
      urlOf(gateway.respond),
      { bodyLimit: gateway.respond.bodyLimit ?? messageBytes },
      (request: DeviceRequest) => link.respond(request),
    );
  });
}

class HttpLink {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  async send(request: DeviceRequest, reply: FastifyReply) {
    const { pipeline, deviceStats, pendingCommands } = this.#parts;
    const device = await this.deviceOf(request);
    const outcome = await pipeline.accept(device, textOf(request));
    deviceStats.accepted(device.id, outcome);
    deviceStats.refuse(device.id, [...outcome.warnings, ...outcome.refused], device.sncode);
    const nothing = refusedWhole(outcome);
    if (nothing) return reply.code(nothing.status).send(nothing.body);
    return answerOf(outcome, await pendingCommands.piggyback(device.sncode));
  }

  async sendWaveform(request: DeviceRequest) {
    const device = await this.deviceOf(request);
    return this.#parts.waveforms.take(device, textOf(request));
  }

  async fetchCommands(request: DeviceRequest) {
    const { db, clock, pendingCommands } = this.#parts;
    const device = await this.deviceOf(request);
    if (Object.keys(request.query as object).length > 0)
      throw new Failure('badInput', [{ path: 'query', message: 'unknown' }]);
    await polled(db, clock.now(), device.id);
    return { commands: await pendingCommands.fetch(device.sncode) };
  }

  async respond(request: DeviceRequest) {
    const device = await this.deviceOf(request);
    const answer = DeviceAnswer.safeParse(readJson(textOf(request)));
    if (!answer.success)
      throw new Failure(
        'badInput',
        answer.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      );
    return { known: await this.#parts.onAnswer(device, JSON.stringify(answer.data)) };
  }

  /** The device that asks, by its secret. Throws deviceRefused. */
  async deviceOf(request: DeviceRequest): Promise<BoundDevice> {
    const { directory, deviceStats } = this.#parts;
    const { sncode } = request.params;
    const secret = bearer(request.headers.authorization);
    const device = await directory.device(sncode);
    if (device && secret && secretMatches(device.secretHash, secret)) return device;
    deviceStats.refuse(device?.id ?? null, [refusal('deviceRefused', null)], sncode);
    throw new Failure('deviceRefused');
  }
}

function textOf({ body }: DeviceRequest): string {
  if (typeof body !== 'string') throw new Failure('badBody');
  return body;
}

/** Where nothing of a message could be stored now, the first reason is the answer; null = something was. */
function refusedWhole({ stored, unchanged, overwritten, unbound, deferred, refused }: Outcome) {
  const [first] = refused;
  if (!first || stored + unchanged + overwritten + unbound > 0) return null;
  const detail = {
    index: first.index,
    channel: first.channel,
    reason: first.detail,
    refused: refused.length,
    deferred,
  };
  return { status: errors[first.error].status, body: { error: first.error, code: first.code, detail } };
}

const answerOf = (
  { stored, unchanged, overwritten, unbound, empty, deferred, refused, warnings }: Outcome,
  commands: readonly DeviceCommand[],
) =>
  gateway.send.reply.parse({
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
