/**
 * Edges: processes at a site that take the readings of its devices, keep them while the link to the centre is down, and
 * hand them on. An edge is a feed of the kind `edge`; its process speaks to the centre by these two routes alone.
 */
import { z } from 'zod';
import { DeviceCommand } from './commands.ts';
import { gatewayLimits } from './constants.ts';
import { route } from './route.ts';

export const edgeLimits = {
  /** Messages of one request. */
  messages: 500,
  /** Characters of all its messages together; one may be as long as a device may send. */
  batchBytes: gatewayLimits.messageBytes,
  /** Devices of one edge. */
  devices: 2_000,
  /** An edge that has not been heard of for so long is not connected. */
  silentMs: 30_000,
} as const;

export const edgeKinds = ['readings', 'waveforms', 'responses'] as const;

const sncode = z.string().regex(/^[A-Za-z0-9._-]{1,32}$/);

export const EdgeMessage = z.object({
  sncode,
  kind: z.enum(edgeKinds),
  content: z.string().max(gatewayLimits.messageBytes).describe('As the device sent it'),
});
export type EdgeMessage = z.output<typeof EdgeMessage>;

const count = z.int().min(0);

/** What an edge says of itself. */
export const EdgeSign = z.object({
  version: z.string().max(40),
  waiting: count.describe('Messages on its disk that the centre has not taken yet'),
  waitingSince: z.iso.datetime().nullable().describe('When the oldest of them arrived at the edge; null = none waits'),
  bytes: count.describe('Of its disk, by messages'),
  maxBytes: count.describe('How much it may use'),
  dropped: count.describe('Messages that were let go because its disk was full, ever'),
  refusedFull: count.describe('Messages that were not taken because its disk was full, ever'),
  damaged: count.describe('Messages on its disk that could not be read any more, ever'),
  connected: count.describe('Connections of devices'),
  siren: z
    .enum(['none', 'off', 'on', 'unreached'])
    .describe('none = the site has no siren; unreached = it was switched and does not answer'),
  sirenSince: z.iso.datetime().nullable(),
});
export type EdgeSign = z.output<typeof EdgeSign>;

/** What an edge knows of the devices of its project. */
export const EdgePlan = z.object({
  hash: z.string(),
  sirenLevel: z
    .int()
    .min(1)
    .max(4)
    .nullable()
    .describe('From which level on the siren of the site sounds; null = never'),
  devices: z.array(
    z.object({
      id: z.int(),
      corporationId: z.int(),
      sncode,
      secretHash: z.string().describe('SHA-256 of its secret, hexadecimal'),
      channels: z.array(z.string()),
      points: z.array(z.record(z.string(), z.unknown())).describe('Conversion, corrections and limits of each point'),
      dialIn: z
        .object({ register: z.string(), setup: z.record(z.string(), z.unknown()) })
        .nullable()
        .default(null)
        .describe(
          'Of one that dials in at the site: its register id, and how it is read; null = it delivers by itself',
        ),
    }),
  ),
});
export type EdgePlan = z.output<typeof EdgePlan>;

export const edges = {
  deliver: route({
    method: 'POST',
    path: '/feeds/{feedKey}/edge/messages',
    summary:
      'Takes messages of devices that an edge has kept, in their order. Answered after COMMIT; the same messages again change nothing.',
    changes: { nothing: 'For edges alone' },
    needs: 'feed',
    bodyLimit: 8 * 1024 * 1024,
    input: z.object({
      feedKey: z.string().max(40),
      messages: z.array(EdgeMessage).min(1).max(edgeLimits.messages),
    }),
    reply: z.object({
      stored: count,
      unchanged: count,
      refused: count.describe('Readings and messages that can never be stored'),
    }),
    fails: ['feedRefused', 'busy'],
    example: {
      feedKey: 'feed-00000000000000000000',
      messages: [{ sncode: 'A-1', kind: 'readings', content: '{}' }],
    },
  }),
  sign: route({
    method: 'POST',
    path: '/feeds/{feedKey}/edge/sign',
    summary:
      'An edge says how it is, and is told its devices, where they have changed, and commands that wait for them.',
    changes: { nothing: 'For edges alone' },
    needs: 'feed',
    bodyLimit: 256 * 1024,
    input: z.object({
      feedKey: z.string().max(40),
      sign: EdgeSign,
      plan: z.string().max(64).describe('Hash of the plan that it has; empty = none'),
      listening: z.array(sncode).max(edgeLimits.devices).describe('Devices that are connected to it and take commands'),
    }),
    reply: z.object({
      plan: EdgePlan.nullable().describe('null = as it has it'),
      commands: z.array(z.object({ sncode, command: DeviceCommand })),
    }),
    fails: ['feedRefused', 'busy'],
    example: {
      feedKey: 'feed-00000000000000000000',
      plan: '',
      listening: [],
      sign: {
        ...{
          version: '1',
          waiting: 0,
          waitingSince: null,
          bytes: 0,
          maxBytes: 1,
          dropped: 0,
          refusedFull: 0,
          damaged: 0,
        },
        ...{ connected: 0, siren: 'none', sirenSince: null },
      },
    },
  }),
};
