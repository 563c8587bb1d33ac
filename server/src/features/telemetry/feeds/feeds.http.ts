/**
 * The webhook of a feed: one address for each, and its secret as bearer, as password of HTTP Basic or in a header of its own,
 * as network servers can send it. 2xx after COMMIT, never before.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearer, urlOf } from '../../../kernel/serve.ts';
import type { FeedPlan } from './feeds.api.ts';
import type { FeedMessage, FeedOutcome, Sending } from './logic/feed-message.ts';

type FeedRequest = FastifyRequest<{ Params: { feedKey: string }; Querystring: Record<string, unknown> }>;

interface Receiver {
  identify(key: string, secret: Buffer, kind: 'webhook'): Promise<FeedPlan | null>;
  take(feed: FeedPlan, message: FeedMessage): Promise<FeedOutcome>;
}

export function openFeedHttp(app: FastifyInstance, port: Receiver): void {
  app.register(async (routes) => {
    // Whatever the type: the wrapping of the feed says how the content is read.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routes.post(
      urlOf(feeds.receive),
      {
        bodyLimit: feeds.receive.bodyLimit ?? 0,
        // Nobody unknown fills memory with a body.
        onRequest: async (request) => void (await feedOf(request as FeedRequest, port)),
      },
      async (request: FeedRequest, reply: FastifyReply) => {
        const feed = await feedOf(request, port);
        const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const topic = request.url.split('?')[1] ?? '';
        const message = { topic: decoded(topic), content, sending: sendingOf(request) };
        const { stored, unchanged, refused, unknown, answered } = await port.take(feed, message);
        reply.raw.once('finish', () => {
          answered().catch((error) =>
            request.log.warn({ err: error }, 'that a webhook was answered could not be noted'),
          );
        });
        return feeds.receive.reply.parse({ stored, unchanged, refused, unknown });
      },
    );
  });
}

async function feedOf(request: FeedRequest, port: Receiver) {
  const secretHeader = request.headers['x-feed-secret'];
  const secret =
    typeof secretHeader === 'string' ? secretHeader : (bearer(request.headers.authorization) ?? basic(request));
  const feed = secret ? await port.identify(request.params.feedKey, Buffer.from(secret), 'webhook') : null;
  if (!feed) throw new Failure('feedRefused');
  return feed;
}

/** A sender that was not answered sends the same again: by its key where it gives one, else the same content. */
function sendingOf({ headers }: FeedRequest): Sending {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && key !== '') return { by: 'key', name: key, isRepeat: true };
  return { by: 'content', name: '', isRepeat: true };
}

/** The password of HTTP Basic. */
function basic({ headers }: FeedRequest): string | null {
  const [, text] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (text === undefined) return null;
  const plain = Buffer.from(text, 'base64').toString('utf8');
  return plain.includes(':') ? plain.slice(plain.indexOf(':') + 1) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
