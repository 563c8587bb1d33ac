/** Presses from Slack: a form with a payload of JSON, signed over its time. What the card does not say is answered to the person alone. */
import { chatCards } from '@plumbline/contract/alerts/chat-cards';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { refuseUnbounded, valuesIn } from '../../../kernel/json-bounds.ts';
import type { Access } from '../../../kernel/serve.ts';
import { openReceiver, type VendorCall } from '../../messages/channels/channels.vendors.api.ts';
import { isSignedBySlack, whisperInSlack } from '../../messages/senders/senders.api.ts';
import { isCardKey, pressed } from './chat-cards.http.ts';
import type { Press } from './chat-cards.service.ts';

export const openSlack = (app: FastifyInstance, access: Access): void =>
  openReceiver(app, access, {
    route: chatCards.slack,
    kind: 'slackApp',
    type: 'application/x-www-form-urlencoded',
    async receive(call) {
      const { channel, body } = call;
      const now = access.clock.now();
      const timestamp = call.header('x-slack-request-timestamp');
      const signature = call.header('x-slack-signature');
      if (!isSignedBySlack(channel.signingSecret, { timestamp, signature, body, now }))
        throw new Failure('vendorRefused');
      const press = pressIn(new URLSearchParams(body.toString('utf8')).get('payload') ?? '');
      if (press) await answer(access, call, press);
      return undefined;
    },
  });

interface SlackPress extends Press {
  readonly chat: string;
}

/** The press in a payload; null = another button, which asks for nothing. */
function pressIn(payload: string): SlackPress | null {
  refuseUnbounded(payload, valuesIn(chatCards.slack.bodyLimit ?? 0));
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
  if (read?.type !== 'block_actions' || !isCardKey(key) || typeof personId !== 'string') return null;
  return { key, personId, chat: typeof chat === 'string' ? chat : '' };
}

/** What the card itself will show is not said as well. */
async function answer(access: Access, call: VendorCall<'slackApp'>, { chat, ...press }: SlackPress): Promise<void> {
  const { channel, log } = call;
  const { words, isDone } = await pressed(access, call, press);
  if (isDone) return;
  const to = { chat, personId: press.personId };
  await whisperInSlack(access.services.outbound, channel, to, words).catch((error: unknown) => {
    log.warn({ err: error, channelId: channel.id }, 'a press could not be answered');
  });
}
