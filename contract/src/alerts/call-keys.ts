/** Keys that are pressed in a call: the voice vendor says which. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';

export const callKeys = {
  twilio: route({
    method: 'POST',
    path: '/channels/{channelId}/calls/{callKey}',
    summary:
      'Takes the key that was pressed in a call from Twilio (action of a Gather), and says in TwiML what is said next. 1 acknowledges what the call is about; the same again changes nothing.',
    changes: ['alert', 'state', 'delivery'],
    needs: 'vendor',
    bodyLimit: 16 * 1024,
    input: z.object({
      channelId: z.string().max(10),
      callKey: z.string().max(40),
      again: z.string().optional().describe('Present once a wrong key was pressed: the next ends the call'),
    }),
    body: z.string().describe('A form with `Digits`, as Twilio sends it'),
    reply: z.string().describe('TwiML'),
    fails: ['notFound', 'vendorRefused'],
    example: { channelId: '1', callKey: '00000000-0000-4000-8000-000000000000' },
  }),
};
