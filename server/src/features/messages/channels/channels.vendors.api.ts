/**
 * Where vendors of channels call back: who pressed which button or key. Invariant: of a channel that is none, or off, not even a body
 * is read; a body is given as its bytes, and whoever takes it checks its signature before anything else.
 */
import type { Route } from '@plumbline/contract/kernel/route';
import type { ChannelKind } from '@plumbline/contract/messages/channels';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agentOf } from '../../../kernel/operation.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type Access, urlOf } from '../../../kernel/serve.ts';
import type { ReadyChannel } from '../senders/senders.api.ts';
import { channelOfVendor } from './channels.api.ts';

type VendorChannel<K extends ChannelKind> = ReadyChannel & { readonly kind: K; readonly corporationId: number };

/** A request of a vendor, whose signature is still to be checked. */
export interface VendorCall<K extends ChannelKind = ChannelKind> {
  readonly channel: VendorChannel<K>;
  readonly parameters: Readonly<Record<string, string>>;
  /** With the query. */
  readonly path: string;
  readonly body: Buffer;
  /** '' = there is none. */
  header(name: string): string;
  readonly ip: string;
  readonly agent: string;
  readonly log: FastifyRequest['log'];
}

interface Receiver<K extends ChannelKind> {
  readonly route: Route;
  readonly kind: K;
  readonly type: 'application/x-www-form-urlencoded' | 'application/json';
  /** Gives what is answered: JSON, XML as a text, or nothing but that it came. Throws vendorRefused. */
  receive(call: VendorCall<K>): Promise<object | string | undefined>;
}

/** Takes what the vendor of one kind of channel sends. */
export function openReceiver<K extends ChannelKind>(app: FastifyInstance, access: Access, receiver: Receiver<K>): void {
  const { route, kind, type, receive } = receiver;
  const channelOf = (request: FastifyRequest) => vendorChannel(access, request, kind);
  app.register(async (routes) => {
    // The bytes as they came: they are what is signed.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routes.post(
      urlOf(route),
      { bodyLimit: route.bodyLimit ?? 0, onRequest: async (request) => void (await channelOf(request)) },
      async (request, reply) => sent(reply, await receive(callOf(request, await channelOf(request)))),
    );
  });
}

function sent(reply: FastifyReply, answer: object | string | undefined): FastifyReply {
  reply.header('cache-control', 'no-store').code(200);
  if (answer === undefined) return reply.send();
  return typeof answer === 'string' ? reply.type('text/xml; charset=utf-8').send(answer) : reply.send(answer);
}

/** Throws notFound. */
async function vendorChannel<K extends ChannelKind>({ db, services }: Access, { params }: FastifyRequest, kind: K) {
  const { channelId } = params as { readonly channelId: string };
  const id = /^\d{1,9}$/.test(channelId) ? Number(channelId) : 0;
  const channel = requireRow(await channelOfVendor(db, services.secrets, id, kind), { channelId });
  return { ...channel, kind };
}

function callOf<K extends ChannelKind>(request: FastifyRequest, channel: VendorChannel<K>): VendorCall<K> {
  const { headers, body, log, ip, params, url } = request;
  return {
    channel,
    parameters: params as Readonly<Record<string, string>>,
    path: url,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : '';
    },
    ip,
    agent: agentOf(request),
    log,
  };
}
