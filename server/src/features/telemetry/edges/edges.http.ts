/**
 * Where edges hand on what they have kept. Invariants: an edge reaches the devices of its project alone; 2xx after COMMIT of
 * every message of a request, so that what is not answered comes again whole, in its order, and counts once (a reading is
 * known by point and time, a waveform by its beginning).
 */
import { createHash } from 'node:crypto';
import { errors, Failure } from '@plumbline/contract/kernel/errors';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import {
  type EdgeFrame,
  type EdgeLine,
  type EdgeMessage,
  type EdgePlan,
  edges,
} from '@plumbline/contract/telemetry/edges';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType, z } from 'zod';
import type { Clock } from '../../../kernel/clock.ts';
import type { Change, Db } from '../../../kernel/context.ts';
import { bearer, urlOf } from '../../../kernel/serve.ts';
import type { FeedPlan } from '../feeds/feeds.api.ts';
import { saveSign } from './edges.table.ts';

type Devices = EdgePlan['devices'];
type Counts = z.output<typeof edges.deliver.reply>;
/** The routes of edges by their feed. */
type EdgeRequest = FastifyRequest<{ Params: { feedKey: string } }>;

/** Taker of a message of a device: resolves after COMMIT, null = it is of no device. Throws what makes its sender come again. */
export interface EdgeTaker {
  readings(sncode: string, text: string): Promise<Counts | null>;
  waveform(sncode: string, text: string): Promise<{ readonly unchanged: boolean } | null>;
  response(sncode: string, text: string): Promise<void>;
  /** What waits for a device that is connected to the edge. */
  commands(sncode: string): Promise<readonly DeviceCommand[]>;
}

/** Taker of what an edge says of connections and lines; every device named here is of its plan. */
export interface EdgeLines {
  /** Which of its devices are connected to it. */
  online(feedId: number, known: readonly string[], online: readonly string[]): Promise<void>;
  lines(lines: readonly EdgeLine[]): Promise<void>;
  /** Of which of these frames are asked for. */
  recorded(sncodes: ReadonlySet<string>): { deviceId: number; sncode: string; seconds: number }[];
  /** Those of devices that are not recorded are let go. */
  frames(frames: readonly EdgeFrame[]): void;
}

export interface EdgeParts extends EdgeLines {
  readonly db: Db;
  readonly clock: Clock;
  readonly identify: (key: string, secret: Buffer) => Promise<FeedPlan | null>;
  /** Counts what was delivered. */
  readonly onDelivered: (feedId: number, messages: number, stored: number, refused: number) => void;
  readonly devicesOf: (site: { corporationId: number; projectId: number; edgeId: number }) => Promise<Devices>;
  readonly take: EdgeTaker;
}

/** How long a plan counts without a word that something changed. */
const planMs = 30_000;

interface Known {
  readonly plan: EdgePlan;
  readonly sncodes: ReadonlySet<string>;
  readonly ids: ReadonlySet<number>;
  readonly until: number;
}

export function openEdges(app: FastifyInstance, parts: EdgeParts): EdgePort {
  const port = new EdgePort(parts);
  app.register(async (routes) => {
    // Nobody unknown fills memory with a body.
    const onRequest = async (request: FastifyRequest) => void (await port.feedOf(request as EdgeRequest));
    const { bodyLimit = 0 } = edges.deliver;
    routes.post(urlOf(edges.deliver), { bodyLimit, onRequest }, async (request: EdgeRequest) => {
      const { messages } = read(edges.deliver.input, request);
      return edges.deliver.reply.parse(await port.deliver(await port.feedOf(request), messages));
    });
    routes.post(
      urlOf(edges.sign),
      { bodyLimit: edges.sign.bodyLimit ?? 0, onRequest },
      async (request: EdgeRequest) => {
        return edges.sign.reply.parse(await port.sign(await port.feedOf(request), read(edges.sign.input, request)));
      },
    );
    routes.post(
      urlOf(edges.report),
      { bodyLimit: edges.report.bodyLimit ?? 0, onRequest },
      async (request: EdgeRequest) => {
        return edges.report.reply.parse(
          await port.report(await port.feedOf(request), read(edges.report.input, request)),
        );
      },
    );
  });
  return port;
}

export class EdgePort {
  readonly #parts: EdgeParts;
  readonly #plans = new Map<number, Known>();
  /** Counts changes, so that a plan that was read before one is not kept after it. */
  #epoch = 0;

  constructor(parts: EdgeParts) {
    this.#parts = parts;
  }

  /** Throws feedRefused. */
  async feedOf({ params, headers }: EdgeRequest): Promise<FeedPlan> {
    const secret = bearer(headers.authorization);
    const feed = secret ? await this.#parts.identify(params.feedKey, Buffer.from(secret)) : null;
    if (!feed) throw new Failure('feedRefused');
    return feed;
  }

  changed(change: Change | null): void {
    const concerns = change === null || ['device', 'point', 'project', 'feed', 'model'].includes(change.kind);
    if (!concerns) return;
    this.#epoch++;
    this.#plans.clear();
  }

  async deliver(feed: FeedPlan, messages: readonly EdgeMessage[]): Promise<Counts> {
    const { sncodes } = await this.#planOf(feed);
    // All at once, in their order: those of one device keep it, and share their commits.
    const results = await Promise.allSettled(
      messages.map((message) => (sncodes.has(message.sncode) ? this.#take(message) : refused)),
    );
    const counts = { stored: 0, unchanged: 0, refused: 0 };
    for (const each of results) {
      if (each.status === 'rejected') throw each.reason;
      counts.stored += each.value.stored;
      counts.unchanged += each.value.unchanged;
      counts.refused += each.value.refused;
    }
    this.#parts.onDelivered(feed.id, messages.length, counts.stored, counts.refused);
    return counts;
  }

  async sign(feed: FeedPlan, { sign, plan: hash, listening, online }: z.output<typeof edges.sign.input>) {
    const { db, clock, take } = this.#parts;
    await saveSign(db, feed.id, clock.now(), sign);
    const { plan, sncodes } = await this.#planOf(feed);
    if (online) await this.#parts.online(feed.id, [...sncodes], online);
    const commands: { sncode: string; command: DeviceCommand }[] = [];
    for (const sncode of listening)
      if (sncodes.has(sncode)) for (const command of await take.commands(sncode)) commands.push({ sncode, command });
    return { plan: plan.hash === hash ? null : plan, recorded: this.#parts.recorded(sncodes), commands };
  }

  /** What is of no device of its plan is let go: it may have been so a moment ago. */
  async report(feed: FeedPlan, { lines, frames }: z.output<typeof edges.report.input>) {
    const { ids } = await this.#planOf(feed);
    this.#parts.frames(frames.filter(({ deviceId }) => ids.has(deviceId)));
    await this.#parts.lines(newestOfEach(lines.filter(({ deviceId }) => ids.has(deviceId))));
    return { code: 0 as const };
  }

  async #take({ sncode, kind, content }: EdgeMessage): Promise<Counts> {
    const { take } = this.#parts;
    try {
      if (kind === 'readings') return (await take.readings(sncode, content)) ?? (await refused);
      if (kind === 'waveforms') {
        const stored = await take.waveform(sncode, content);
        return stored ? { stored: stored.unchanged ? 0 : 1, unchanged: stored.unchanged ? 1 : 0, refused: 0 } : refused;
      }
      await take.response(sncode, content);
      return { stored: 0, unchanged: 0, refused: 0 };
    } catch (error) {
      // Sent again it would be refused again, and everything behind it would wait.
      if (error instanceof Failure && errors[error.name].status < 500 && error.name !== 'tooMany') return refused;
      throw error;
    }
  }

  async #planOf({ id, corporationId, settings }: FeedPlan): Promise<Known> {
    const known = this.#plans.get(id);
    if (known && performance.now() < known.until) return known;
    const begun = this.#epoch;
    const { siteProjectId: projectId = null, sirenLevel = null } = settings;
    const devices = projectId === null ? [] : await this.#parts.devicesOf({ corporationId, projectId, edgeId: id });
    const text = JSON.stringify({ sirenLevel, devices });
    const plan = { hash: createHash('sha256').update(text).digest('hex'), sirenLevel, devices };
    const fresh = {
      plan,
      sncodes: new Set(devices.map(({ sncode }) => sncode)),
      ids: new Set(devices.map((device) => device.id)),
      until: performance.now() + planMs,
    };
    if (begun === this.#epoch) this.#plans.set(id, fresh);
    return fresh;
  }
}

/** The last of a device counts: one statement takes each row once. */
const newestOfEach = (lines: readonly EdgeLine[]): EdgeLine[] => [
  ...new Map(lines.map((line) => [line.deviceId, line])).values(),
];

const refused = Promise.resolve({ stored: 0, unchanged: 0, refused: 1 });

/** The input of a route. Throws badInput. */
function read<S extends ZodType>(schema: S, { body, params }: EdgeRequest): z.output<S> {
  const parsed = schema.safeParse({ ...(body as object), ...params });
  if (parsed.success) return parsed.data;
  throw new Failure(
    'badInput',
    parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
