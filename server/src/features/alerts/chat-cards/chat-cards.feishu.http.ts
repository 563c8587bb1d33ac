/**
 * Presses from Feishu or Lark: JSON that is encrypted, and signed over its time. The answer is a short note to the person, with the card
 * as it is now; the check of the address when the app is set up is not signed, and is answered to whoever can encrypt it.
 */
import { chatCards } from '@plumbline/contract/alerts/chat-cards';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { refuseUnbounded, valuesIn } from '../../../kernel/json-bounds.ts';
import type { Access } from '../../../kernel/serve.ts';
import { openReceiver, type VendorCall } from '../../messages/channels/channels.vendors.api.ts';
import { feishuCard, isSignedByFeishu, openedByFeishu } from '../../messages/senders/senders.api.ts';
import { drawnCard } from './chat-cards.api.ts';
import { chatOf, isCardKey, pressed } from './chat-cards.http.ts';
import type { Press } from './chat-cards.service.ts';

interface Callback {
  readonly type?: unknown;
  readonly challenge?: unknown;
  readonly header?: { readonly event_type?: unknown };
  readonly event?: {
    readonly operator?: { readonly open_id?: unknown };
    readonly action?: { readonly value?: unknown };
  };
}

export const openFeishu = (app: FastifyInstance, access: Access): void =>
  openReceiver(app, access, {
    route: chatCards.feishu,
    kind: 'feishuApp',
    type: 'application/json',
    async receive(call) {
      const { channel, body } = call;
      const isSigned = isSignedByFeishu(channel.signingSecret, {
        timestamp: call.header('x-lark-request-timestamp'),
        nonce: call.header('x-lark-request-nonce'),
        signature: call.header('x-lark-signature'),
        body,
        now: access.clock.now(),
      });
      const callback = opened(channel.signingSecret, body);
      if (callback?.type === 'url_verification') return { challenge: String(callback.challenge ?? '') };
      if (!isSigned || !callback) throw new Failure('vendorRefused');
      const press = pressIn(callback);
      return press ? await answer(access, call, press) : {};
    },
  });

/** What was encrypted with the key of the app; null = nothing was. */
function opened(encryptKey: string, body: Buffer): Callback | null {
  try {
    const { encrypt } = (readJson(body.toString('utf8')) ?? {}) as { readonly encrypt?: unknown };
    if (typeof encrypt !== 'string' || encryptKey === '') return null;
    const callback = readJson(openedByFeishu(encryptKey, encrypt));
    return typeof callback === 'object' ? callback : null;
  } catch {
    return null;
  }
}

/** Throws SyntaxError, and badInput or tooLarge beyond what is read. */
function readJson(text: string): object | null {
  refuseUnbounded(text, valuesIn(chatCards.feishu.bodyLimit ?? 0));
  return JSON.parse(text) as object | null;
}

/** The press in a callback; null = another button, which asks for nothing. */
function pressIn({ header, event }: Callback): Press | null {
  const value = event?.action?.value;
  const { act, key } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const personId = event?.operator?.open_id;
  if (header?.event_type !== 'card.action.trigger' || act !== 'acknowledge') return null;
  return isCardKey(key) && typeof personId === 'string' ? { key, personId } : null;
}

async function answer(access: Access, call: VendorCall<'feishuApp'>, press: Press): Promise<object> {
  const { words, isDone, mayAct } = await pressed(access, call, press);
  const message = mayAct ? await drawnCard(chatOf(access, call), press.key) : undefined;
  return {
    toast: { type: isDone ? 'success' : mayAct ? 'info' : 'warning', content: words },
    ...(message && { card: { type: 'raw', data: feishuCard(message) } }),
  };
}
