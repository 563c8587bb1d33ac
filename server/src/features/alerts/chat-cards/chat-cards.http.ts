/**
 * Where vendors of chats tell who pressed a button. Invariant: nothing of a body is believed, and nobody is asked for anything,
 * before its signature is checked; of a channel that is none, or off, not even a body is read.
 */
import { chatCards } from '@plumbline/contract/alerts/chat-cards';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseUnbounded, valuesIn } from '../../../kernel/json-bounds.ts';
import { agentOf } from '../../../kernel/operation.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type Access, urlOf } from '../../../kernel/serve.ts';
import { channelOfVendor } from '../../messages/channels/channels.api.ts';
import { chatApps, isSignedBySlack } from '../../messages/senders/senders.api.ts';
import type { ChatChannel } from './chat-cards.api.ts';
import { type Press, press } from './chat-cards.service.ts';

type VendorRequest = FastifyRequest<{ Params: { channelId: string } }>;

export function openPresses(app: FastifyInstance, access: Access): void {
  app.register(async (routes) => {
    // The bytes as they came: they are what is signed.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    openSlack(routes, access);
  });
}

/** Throws notFound. */
async function channelOf(
  { db, services }: Access,
  { params: { channelId } }: VendorRequest,
  kind: ChatChannel['kind'],
) {
  const id = /^\d{1,9}$/.test(channelId) ? Number(channelId) : 0;
  const channel = requireRow(await channelOfVendor(db, services.secrets, id, kind), { channelId });
  return { ...channel, kind };
}

const headerOf = ({ headers }: VendorRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const bodyOf = ({ body }: VendorRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function openSlack(routes: FastifyInstance, access: Access): void {
  const { bodyLimit = 0 } = chatCards.slack;
  routes.post(
    urlOf(chatCards.slack),
    { bodyLimit, onRequest: async (request) => void (await channelOf(access, request as VendorRequest, 'slackApp')) },
    async (incoming, reply) => {
      const request = incoming as VendorRequest;
      const channel = await channelOf(access, request, 'slackApp');
      const body = bodyOf(request);
      const isSigned = isSignedBySlack(channel.signingSecret, {
        timestamp: headerOf(request, 'x-slack-request-timestamp'),
        signature: headerOf(request, 'x-slack-signature'),
        body,
        now: access.clock.now(),
      });
      if (!isSigned) throw new Failure('vendorRefused');
      const pressed = slackPress(new URLSearchParams(body.toString('utf8')).get('payload') ?? '', bodyLimit);
      if (pressed) await answerSlack(access, request, channel, pressed);
      reply.header('cache-control', 'no-store');
      return reply.code(200).send();
    },
  );
}

interface SlackPress extends Press {
  readonly chat: string;
}

/** The press in a payload; null = another button, which asks for nothing. */
function slackPress(payload: string, bodyLimit: number): SlackPress | null {
  refuseUnbounded(payload, valuesIn(bodyLimit));
  const read = JSON.parse(payload || '{}') as {
    readonly type?: unknown;
    readonly user?: { readonly id?: unknown };
    readonly container?: { readonly channel_id?: unknown };
    readonly channel?: { readonly id?: unknown };
    readonly actions?: readonly { readonly action_id?: unknown; readonly value?: unknown }[];
  } | null;
  const action = Array.isArray(read?.actions)
    ? read.actions.find((each) => each?.action_id === 'acknowledge')
    : undefined;
  const [key, personId] = [action?.value, read?.user?.id];
  const chat = read?.channel?.id ?? read?.container?.channel_id;
  if (read?.type !== 'block_actions' || typeof key !== 'string' || typeof personId !== 'string') return null;
  if (!/^[0-9a-f-]{36}$/.test(key)) return null;
  return { key, personId, chat: typeof chat === 'string' ? chat : '' };
}

/** What the card itself will show is not said as well. */
async function answerSlack(
  { db, clock, services }: Access,
  request: VendorRequest,
  channel: ChatChannel & { readonly corporationId: number },
  { chat, ...pressed }: SlackPress,
): Promise<void> {
  const parts = { db, now: () => clock.now(), services, log: request.log, channel, ip: request.ip };
  const { words, isDone } = await press({ ...parts, agent: agentOf(request) }, pressed);
  if (isDone) return;
  const to = { chat, personId: pressed.personId };
  await chatApps.slackApp.sendPrivately(services.outbound, channel, to, words).catch((error: unknown) => {
    request.log.warn({ err: error, channelId: channel.id }, 'a press could not be answered');
  });
}
