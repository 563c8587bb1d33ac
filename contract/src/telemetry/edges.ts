/**
 * Edges: processes at a site that take the readings of its devices, keep them while the link to the centre is down, and
 * hand them on. An edge is a feed of the kind `edge`; its process speaks to the centre by these two routes alone.
 */
import { z } from 'zod';
import { Frame, frameLimits } from '../devices/frames.ts';
import { gatewayLimits } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { DeviceCommand } from './commands.ts';
import { endReasons, Round } from './dial-in.ts';

export const edgeLimits = {
  /** Messages of one request. */
  messages: 500,
  /** Characters of all its messages together; one may be as long as a device may send. */
  batchBytes: gatewayLimits.messageBytes,
  /** Devices of one edge. */
  devices: 2_000,
  /** An edge that has not been heard of for so long is not connected. */
  silentMs: 30_000,
  /** Lines of one report. */
  lines: 200,
  /** Frames of one report. */
  frames: 100,
  /** Characters of a frame. */
  frameLength: 64_000,
  /** Who dialled in there and is nobody: the newest of them. */
  unknown: 20,
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

/** Signs of life of an edge: what it reports of itself. */
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
  ports: z
    .object({ dialIn: z.int().nullable(), dialInUdp: z.int().nullable() })
    .default({ dialIn: null, dialInUdp: null })
    .describe('Where modems dial in at the site; null = they cannot'),
  callsLoggers: z
    .boolean()
    .default(false)
    .describe('Whether it may connect to loggers over Modbus TCP in networks of the site'),
  unknown: z
    .array(
      z.object({
        register: z.string().max(128).nullable(),
        bytes: z.string().max(256).describe('What it said first, in hexadecimal'),
        address: z.string().max(64),
        at: z.iso.datetime(),
        times: count,
      }),
    )
    .max(edgeLimits.unknown)
    .default([])
    .describe('Who dialled in at the site and is none of its devices, the newest last'),
});
export type EdgeSign = z.output<typeof EdgeSign>;

/** Plan of an edge: the devices of its project. */
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

/** How the line of a device at a site goes; `connectedAt` null = one that was not let in. */
export const EdgeLine = z.object({
  deviceId: z.int(),
  address: z.string().max(300),
  connectedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endReason: z.enum(endReasons).nullable(),
  lastByteAt: z.iso.datetime().nullable(),
  round: Round.nullable().describe('null = the newest that is known stays'),
  waiting: count,
  lost: count.describe('So many more'),
  refused: count,
});
export type EdgeLine = z.output<typeof EdgeLine>;

/** Frames of a link at the site while somebody records it. */
export const EdgeFrame = z.object({
  deviceId: z.int(),
  at: z.iso.datetime(),
  content: Frame.omit({ id: true, at: true }).refine(
    (content) =>
      content.hex.length <= frameLimits.bytes * 2 && JSON.stringify(content).length <= edgeLimits.frameLength,
    'tooLong',
  ),
});
export type EdgeFrame = z.output<typeof EdgeFrame>;

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
      online: z
        .array(sncode)
        .max(edgeLimits.devices)
        .nullable()
        .default(null)
        .describe('Devices that are connected to it; null = it does not say'),
    }),
    reply: z.object({
      plan: EdgePlan.nullable().describe('null = as it has it'),
      recorded: z
        .array(z.object({ deviceId: z.int(), sncode, seconds: count }))
        .default([])
        .describe('Devices of which frames are asked for, and for how long yet'),
      commands: z.array(z.object({ sncode, command: DeviceCommand })),
    }),
    fails: ['feedRefused', 'busy'],
    example: {
      feedKey: 'feed-00000000000000000000',
      plan: '',
      listening: [],
      sign: {
        version: '1',
        waiting: 0,
        waitingSince: null,
        bytes: 0,
        maxBytes: 1,
        dropped: 0,
        refusedFull: 0,
        damaged: 0,
        connected: 0,
        siren: 'none',
        sirenSince: null,
      },
    },
  }),
  report: route({
    method: 'POST',
    path: '/feeds/{feedKey}/edge/lines',
    summary:
      'An edge says how the lines of its devices go, and hands on frames of those that are recorded. Frames of others are let go.',
    changes: { nothing: 'For edges alone' },
    needs: 'feed',
    bodyLimit: 8 * 1024 * 1024,
    input: z.object({
      feedKey: z.string().max(40),
      lines: z.array(EdgeLine).max(edgeLimits.lines),
      frames: z.array(EdgeFrame).max(edgeLimits.frames),
    }),
    reply: z.object({ code: z.literal(0) }),
    fails: ['feedRefused', 'busy'],
    example: { feedKey: 'feed-00000000000000000000', lines: [], frames: [] },
  }),
};
