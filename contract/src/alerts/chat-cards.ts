/** Presses of buttons under messages that a chat app posted: the vendor of the chat says who pressed what. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';

/** What a vendor sends of one press, with the message under which it was: more is not read. */
const bodyLimit = 128 * 1024;

export const chatCards = {
  slack: route({
    method: 'POST',
    path: '/channels/{channelId}/slack',
    summary:
      'Takes the press of a button from Slack (interactivity request URL of the app). Whoever pressed acknowledges what they may acknowledge in Plumbline; the same press again changes nothing.',
    changes: ['alert', 'state', 'delivery'],
    needs: 'vendor',
    bodyLimit,
    input: z.object({ channelId: z.string().max(10) }),
    body: z.string().describe('A form whose field `payload` is JSON, as Slack sends it'),
    reply: z.object({}),
    fails: ['notFound', 'vendorRefused'],
    example: { channelId: '1' },
  }),
  feishu: route({
    method: 'POST',
    path: '/channels/{channelId}/feishu',
    summary:
      'Takes the press of a button from Feishu or Lark (callback `card.action.trigger`, encrypted), and answers the check of its address. Whoever pressed acknowledges what they may acknowledge in Plumbline; the same press again changes nothing.',
    changes: ['alert', 'state', 'delivery'],
    needs: 'vendor',
    bodyLimit,
    input: z.object({ channelId: z.string().max(10) }),
    body: z.object({ encrypt: z.string() }),
    reply: z.union([
      z.object({ challenge: z.string() }),
      z.object({
        toast: z.object({ type: z.enum(['success', 'info', 'warning']), content: z.string() }).optional(),
        card: z.object({ type: z.literal('raw'), data: z.looseObject({}) }).optional(),
      }),
    ]),
    fails: ['notFound', 'vendorRefused'],
    example: { channelId: '1' },
  }),
};
