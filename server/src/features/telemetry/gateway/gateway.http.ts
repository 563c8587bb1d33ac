/** The HTTP link: a device POSTs its readings with its secret as bearer. 2xx after COMMIT, never before; the answer carries its commands. */

import type { IncomingMessage } from 'node:http';
import type { CertificateFault } from '@plumbline/contract/devices/certificates';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { errors, Failure } from '@plumbline/contract/kernel/errors';
import { sncode as serialNumber } from '@plumbline/contract/points/fields';
import { DeviceAnswer, type DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { gateway } from '@plumbline/contract/telemetry/gateway';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/context.ts';
import { bearer, urlOf } from '../../../kernel/serve.ts';
import { refusal } from '../../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../../pipeline/directory.ts';
import type { Outcome, Pipeline } from '../../../pipeline/pipeline.ts';
import { isShutOff } from '../../devices/certificates/certificates.api.ts';
import type { CertificateDesk, Proxied } from '../../devices/certificates/certificates.port.api.ts';
import { polled } from '../../devices/devices/devices.states.api.ts';
import type { Frames } from '../../devices/frames/frames.port.api.ts';
import type { PendingCommands } from '../commands/commands.api.ts';
import type { UnknownDevice } from '../dial-in/dial-in.port.api.ts';
import { secretMatches } from './gateway.mqtt.ts';
import type { DeviceStats } from './logic/device-stats.ts';
import { readingsNote } from './logic/frame-notes.ts';
import type { WaveformLink } from './logic/waveform-link.ts';

interface OfDevice {
  Params: { sncode: string };
}
type DeviceRequest = FastifyRequest<OfDevice>;

interface HttpParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly waveforms: WaveformLink;
  readonly deviceStats: DeviceStats;
  readonly pendingCommands: PendingCommands;
  readonly frames: Frames;
  readonly certificates: CertificateDesk;
  readonly proxied: Proxied;
  readonly onUnknown: (unknownDevice: UnknownDevice) => void;
  /** What a device answers; true = it was waited for. */
  readonly onAnswer: (device: BoundDevice, text: string) => Promise<boolean>;
}

export function openHttp(app: FastifyInstance, parts: HttpParts): HttpLink {
  const link = new HttpLink(parts);
  app.register(async (routes) => {
    // The pipeline reads the text itself, so that NaN and its kind get the gateway's own answer.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(/^application\/json(?:;.*)?$/i, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const { messageBytes } = gatewayLimits;
    // Nobody unknown fills memory with a body.
    const onRequest = async (request: FastifyRequest) => void (await link.deviceOf(request as DeviceRequest));
    const limited = (bodyLimit: number = messageBytes) => ({ bodyLimit, onRequest });
    routes.post<OfDevice>(urlOf(gateway.send), limited(), (request, reply) => link.send(request, reply));
    routes.post<OfDevice>(urlOf(gateway.sendWaveform), limited(gateway.sendWaveform.bodyLimit), (request) =>
      link.sendWaveform(request),
    );
    routes.get<OfDevice>(urlOf(gateway.fetchCommands), (request) => link.fetchCommands(request));
    routes.post<OfDevice>(urlOf(gateway.respond), limited(gateway.respond.bodyLimit), (request) =>
      link.respond(request),
    );
  });
  return link;
}

export class HttpLink {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  async send(request: DeviceRequest, reply: FastifyReply) {
    const { pendingCommands } = this.#parts;
    const device = await this.deviceOf(request);
    const outcome = await this.#accept(device, textOf(request), 'http');
    this.#count(device, outcome);
    const refusal = refusedWhole(outcome);
    if (refusal) return reply.code(refusal.status).send(refusal.body);
    if (isDeferred(outcome)) reply.code(202);
    const commands = await pendingCommands.piggyback(device.sncode);
    this.#noteCommands(device, commands);
    return answerOf(outcome, commands);
  }

  /** The same for a message of CoAP. Throws deviceRefused, and the first reason where nothing of it could be stored now. */
  async deliver(sncode: string, secret: string, text: string): Promise<Outcome> {
    const device = await this.#known(sncode, secret, 'coap', { address: '', content: async () => shortened(text) });
    const outcome = await this.#accept(device, text, 'coap');
    this.#count(device, outcome);
    const refusal = refusedWhole(outcome);
    if (refusal) throw new Failure(refusal.body.error, refusal.body.detail);
    return outcome;
  }

  #count(device: BoundDevice, outcome: Outcome): void {
    const { deviceStats } = this.#parts;
    deviceStats.accepted(device.id, outcome);
    deviceStats.refuse(device.id, [...outcome.warnings, ...outcome.refused], device.sncode);
  }

  async #accept(device: BoundDevice, text: string, link: 'http' | 'coap'): Promise<Outcome> {
    const { pipeline, frames, clock } = this.#parts;
    const at = clock.now();
    const begunMs = performance.now();
    const note = (outcome: Outcome | null, error: string | null) =>
      frames.device(device.sncode, () => ({
        ...readingsNote(text, outcome, performance.now() - begunMs),
        at,
        link,
        topic: 'POST readings',
        error,
      }));
    try {
      const outcome = await pipeline.accept(device, text);
      note(outcome, null);
      return outcome;
    } catch (error) {
      note(null, error instanceof Failure ? error.name : 'unknown');
      if (error instanceof Failure && error.name === 'deferralFull')
        this.#parts.deviceStats.refuse(device.id, [refusal('deferralFull', null)], device.sncode);
      throw error;
    }
  }

  #noteCommands(device: BoundDevice, commands: readonly DeviceCommand[]): void {
    for (const command of commands)
      this.#parts.frames.device(device.sncode, () => ({
        direction: 'out',
        link: 'http',
        kind: 'command',
        topic: 'commands',
        content: JSON.stringify(command),
      }));
  }

  async sendWaveform(request: DeviceRequest) {
    const device = await this.deviceOf(request);
    const content = textOf(request);
    this.#parts.frames.device(device.sncode, () => ({
      direction: 'in',
      link: 'http',
      kind: 'waveform',
      topic: 'POST waveforms',
      content,
    }));
    return this.#parts.waveforms.take(device, content);
  }

  async fetchCommands(request: DeviceRequest) {
    const { db, clock, pendingCommands } = this.#parts;
    const device = await this.deviceOf(request);
    if (Object.keys(request.query as object).length > 0)
      throw new Failure('badInput', [{ path: 'query', message: 'unknown' }]);
    await polled(db, clock.now(), device.id);
    this.#parts.frames.device(device.sncode, () => ({
      direction: 'in',
      link: 'http',
      kind: 'poll',
      topic: 'GET commands',
    }));
    const commands = await pendingCommands.fetch(device.sncode);
    this.#noteCommands(device, commands);
    return { commands };
  }

  async respond(request: DeviceRequest) {
    const device = await this.deviceOf(request);
    const content = textOf(request);
    this.#parts.frames.device(device.sncode, () => ({
      direction: 'in',
      link: 'http',
      kind: 'response',
      topic: 'POST responses',
      content,
    }));
    const answer = DeviceAnswer.safeParse(readJson(content));
    if (!answer.success)
      throw new Failure(
        'badInput',
        answer.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      );
    return { known: await this.#parts.onAnswer(device, JSON.stringify(answer.data)) };
  }

  /** The device that asks, by its certificate where a proxy hands one on, else by its secret. Throws deviceRefused. */
  async deviceOf(request: DeviceRequest): Promise<BoundDevice> {
    const { certificates, directory, proxied } = this.#parts;
    const { sncode } = request.params;
    const secret = bearer(request.headers.authorization) ?? '';
    const der = proxied(request);
    if (der) {
      const admitted = await certificates.admit(der, sncode, (name) => directory.device(name));
      if ('certificateId' in admitted) return admitted.device;
      const { device, fault } = admitted;
      // What proves nothing takes nothing away from a right secret either.
      if (secret === '' || (device && isShutOff(device.secretHash)))
        this.#refuse(device, sncode, { link: 'http', fault });
    }
    return this.#known(sncode, secret, 'http', { address: request.ip, content: () => beginningOf(request.raw) });
  }

  async #known(
    sncode: string,
    secret: string,
    link: 'http' | 'coap',
    from: { readonly address: string; readonly content: () => Promise<string> },
  ): Promise<BoundDevice> {
    const device = await this.#parts.directory.device(sncode);
    if (device && secret !== '' && secretMatches(device.secretHash, secret)) return device;
    if (!device && isSerialNumber(sncode))
      this.#parts.onUnknown({ link, name: sncode, address: from.address, content: await from.content() });
    return this.#refuse(device, sncode, { link, fault: device && isShutOff(device.secretHash) ? 'required' : null });
  }

  /** Throws deviceRefused. `fault` = what was wrong with its certificate. */
  #refuse(
    device: BoundDevice | null,
    sncode: string,
    { link, fault }: { readonly link: 'http' | 'coap'; readonly fault: CertificateFault | null },
  ): never {
    const { deviceStats, frames } = this.#parts;
    const reason = fault === null ? null : { certificate: fault };
    deviceStats.refuse(device?.id ?? null, [refusal('deviceRefused', reason)], sncode);
    frames.device(sncode, () => ({
      direction: 'none',
      link,
      kind: 'refused',
      error: 'deviceRefused',
      detail: fault ?? '',
    }));
    throw new Failure('deviceRefused');
  }
}

const isSerialNumber = (name: string): boolean => serialNumber.safeParse(name).data === name;

/** As much of a body as a list of strangers takes, in characters. */
const unknownLength = 512;
const shortened = (text: string): string => text.slice(0, unknownLength);
/** A body that has not begun by then has none to show. */
const beginningMs = 1_000;

/** The first piece of a body, shortened; the rest is not kept. Empty where none comes. */
function beginningOf(raw: IncomingMessage): Promise<string> {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  if (!hasBody || raw.readableEnded) return Promise.resolve('');
  return new Promise((resolve) => {
    const end = (chunk?: Buffer) => {
      clearTimeout(timer);
      raw.off('data', end).off('end', end).off('close', end).pause();
      resolve(Buffer.isBuffer(chunk) ? shortened(chunk.subarray(0, 4 * unknownLength).toString()) : '');
    };
    const timer = setTimeout(end, beginningMs);
    raw.once('data', end).once('end', end).once('close', end);
  });
}

function textOf({ body }: DeviceRequest): string {
  if (typeof body !== 'string') throw new Failure('badBody');
  return body;
}

/** Returns whether nothing is stored yet, and something is held until it can be. */
const isDeferred = ({ stored, unchanged, overwritten, unbound, deferred }: Outcome): boolean =>
  stored + unchanged + overwritten + unbound === 0 && deferred > 0;

/** Where nothing of a message is stored or held, the first reason is the answer; null = something is. */
function refusedWhole({ stored, unchanged, overwritten, unbound, deferred, refused }: Outcome) {
  const [first] = refused;
  if (!first || stored + unchanged + overwritten + unbound + deferred > 0) return null;
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
