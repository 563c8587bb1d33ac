/** Web push: alerts on the devices of a person, also where no page is open. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

/** Devices of a person at most. */
export const maxPushDevices = 10;

const levelFrom = z.int().min(1).max(4).describe('Level from which on alerts are pushed');
const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[A-Za-z0-9_-]+$/.test(text) && text.length === Math.ceil((bytes * 4) / 3));
const endpoint = z
  .string()
  .max(2_000)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
  }, 'url');

export const PushDevice = z
  .object({
    id: z.int(),
    browser: z.string().nullable().describe('As it names itself; null = unknown'),
    system: z.string().nullable(),
    host: z.string().describe('The push service of its maker'),
    levelFrom,
    createdAt: z.string(),
    isThisSession: z.boolean().describe('Switched on in the session that asks'),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.output<typeof PushDevice>;

const sessionRoute = { needs: 'signed-in', tokens: 'none', changes: ['push'] } as const;

export const pushes = {
  list: route({
    method: 'GET',
    path: '/profile/pushes',
    summary: 'The devices on which alerts are pushed to the caller, and the key that a browser subscribes with.',
    shows: ['push'],
    needs: 'signed-in',
    tokens: 'none',
    input: z.object({}),
    reply: z.object({
      publicKey: z.string().describe('applicationServerKey: of this installation, base64url'),
      devices: z.array(PushDevice),
    }),
  }),
  subscribe: route({
    ...sessionRoute,
    method: 'POST',
    path: '/profile/pushes',
    summary:
      'Pushes alerts to this browser as long as the session is not ended. The same browser again takes the place of the first.',
    input: z.object({
      endpoint,
      p256dh: base64url(65).describe('Public key of the browser'),
      auth: base64url(16).describe('Secret of the browser'),
      levelFrom: levelFrom.optional().describe('Left out = as it was, of a new one every level'),
    }),
    reply: z.object({ device: PushDevice }),
    fails: ['pushesFull'],
    example: {
      endpoint: 'https://push.example.com/send/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }),
  update: route({
    ...sessionRoute,
    method: 'PATCH',
    path: '/profile/pushes/{pushId}',
    summary: 'Says from which level on alerts are pushed to a device of the caller.',
    input: z.object({ pushId: id, levelFrom }),
    reply: z.object({ device: PushDevice }),
  }),
  unsubscribe: route({
    ...sessionRoute,
    method: 'DELETE',
    path: '/profile/pushes/{pushId}',
    summary: 'Ends pushes to a device of the caller.',
    input: z.object({ pushId: id }),
    reply: done,
  }),
  test: route({
    ...sessionRoute,
    method: 'POST',
    path: '/profile/pushes/{pushId}/test',
    summary: 'Pushes a test message to a device of the caller and gives what the push service answered.',
    ownTransaction: true,
    input: z.object({ pushId: id }),
    reply: z.object({ accepted: z.boolean(), answer: z.string() }),
    fails: ['tooMany'],
  }),
};
