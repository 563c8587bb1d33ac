/**
 * Where vendors of chats tell who pressed a button. Invariant: nothing of a body is believed, and nobody is asked for anything,
 * before its signature is checked; of a channel that is none, or off, not even a body is read.
 */
import type { Route } from '@plumbline/contract/kernel/route';
import type { ChatAppKind } from '@plumbline/contract/messages/channels';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agentOf } from '../../../kernel/operation.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type Access, urlOf } from '../../../kernel/serve.ts';
import { channelOfVendor } from '../../messages/channels/channels.api.ts';
import type { Chat } from './chat-cards.api.ts';
import { type Press, type Pressed, press } from './chat-cards.service.ts';

type VendorChannel = Chat['channel'] & { readonly corporationId: number };

/** A request of a vendor, whose signature is still to be checked. */
export interface VendorCall {
  readonly channel: VendorChannel;
  readonly body: Buffer;
  readonly now: Date;
  /** '' = there is none. */
  header(name: string): string;
  /** Has a press do what it does. */
  press(pressed: Press): Promise<Pressed>;
  readonly chat: Chat;
  readonly log: FastifyRequest['log'];
}

interface Receiver {
  readonly route: Route;
  readonly kind: ChatAppKind;
  readonly type: 'application/x-www-form-urlencoded' | 'application/json';
  /** Gives what is answered; undefined = nothing but that it came. Throws vendorRefused. */
  receive(call: VendorCall): Promise<object | undefined>;
}

/** Takes what the vendor of one kind of app sends. */
export function openReceiver(app: FastifyInstance, access: Access, receiver: Receiver): void {
  const { route, kind, type, receive } = receiver;
  const channelOf = (request: FastifyRequest) => vendorChannel(access, request, kind);
  app.register(async (routes) => {
    // The bytes as they came: they are what is signed.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routes.post(
      urlOf(route),
      { bodyLimit: route.bodyLimit ?? 0, onRequest: async (request) => void (await channelOf(request)) },
      async (request, reply) => {
        const answer = await receive(callOf(access, request, await channelOf(request)));
        return sent(reply, answer);
      },
    );
  });
}

function sent(reply: FastifyReply, answer: object | undefined): FastifyReply {
  reply.header('cache-control', 'no-store').code(200);
  return answer === undefined ? reply.send() : reply.send(answer);
}

/** Throws notFound. */
async function vendorChannel({ db, services }: Access, { params }: FastifyRequest, kind: ChatAppKind) {
  const { channelId } = params as { readonly channelId: string };
  const id = /^\d{1,9}$/.test(channelId) ? Number(channelId) : 0;
  const channel = requireRow(await channelOfVendor(db, services.secrets, id, kind), { channelId });
  return { ...channel, kind };
}

function callOf({ db, clock, services }: Access, request: FastifyRequest, channel: VendorChannel): VendorCall {
  const { headers, body, log, ip } = request;
  const now = () => clock.now();
  return {
    channel,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    now: now(),
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : '';
    },
    press: (pressed) => press({ db, now, services, log, channel, ip, agent: agentOf(request) }, pressed),
    chat: { db, outbound: services.outbound, now, home: services.addresses.http, channel },
    log,
  };
}

/** A key of a card as a button brings it back. */
export const isCardKey = (key: unknown): key is string => typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key);
