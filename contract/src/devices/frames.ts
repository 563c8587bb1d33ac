/** The live view of a link: what passed between a device or feed and the gateway, frame by frame, while somebody records it. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

export const frameLimits = {
  /** Frames of one device or feed that are held. */
  frames: 2_000,
  /** Bytes of each. */
  bytes: 8_192,
  /** Recordings of one corporation that run at once; a further one ends that which ends first. */
  recordings: 20,
  /** Frames of one answer. */
  page: 200,
  hours: 48,
} as const;

export const frameLinks = ['mqtt', 'http', 'coap', 'dialIn', 'feed', 'edge'] as const;
export type FrameLink = (typeof frameLinks)[number];
/** in = from the device; out = to it; none = neither: it came, it left, it was turned away. */
export const frameDirections = ['in', 'out', 'none'] as const;
export const frameKinds = [
  'connected',
  'disconnected',
  'refused',
  'fault',
  'readings',
  'waveform',
  'response',
  'report',
  'command',
  'poll',
  'registration',
  'request',
  'answer',
  'bytes',
  'message',
  'dropped',
] as const;

const Amount = z.union([z.number(), z.null(), z.array(z.number().nullable())]);

export const Frame = z
  .object({
    id: z.int(),
    at: z.string().describe('When it was received or sent by the gateway'),
    direction: z.enum(frameDirections),
    link: z.enum(frameLinks),
    kind: z.enum(frameKinds),
    topic: z
      .string()
      .describe('MQTT topic, query of a webhook, name of a file, address of a modem; secrets are masked'),
    size: z.int().describe('Bytes of it'),
    hex: z.string().describe('Its bytes, at most 8,192; secrets in texts are masked'),
    error: z.string().nullable().describe('What went wrong, as a name: of the error catalogue, of a read, of a feed'),
    detail: z.string().describe('More of that'),
    outcome: z
      .object({
        stored: z.int(),
        unchanged: z.int(),
        unbound: z.int(),
        deferred: z.int(),
        lacking: z.int().default(0).describe('Of what was stored: samples without a quantity that their point reads'),
        refused: z.array(z.object({ error: z.string(), channel: z.string().nullable(), detail: z.string() })),
      })
      .nullable()
      .describe('Of what holds readings: what became of them'),
    decoded: z
      .array(
        z.object({
          source: z.string(),
          at: z.string().nullable(),
          channels: z.record(z.string(), z.record(z.string(), Amount)),
        }),
      )
      .nullable()
      .describe('What was read out of it, at most 20 records; null = nothing'),
    measuredAt: z.string().nullable().describe('Of its newest record'),
    sentAt: z.string().nullable().describe('When the network of a feed says that it had it'),
    latencyMs: z.number().nullable().describe('Of an answer: since its request; of readings: until they were stored'),
  })
  .meta({ id: 'Frame' });
export type Frame = z.output<typeof Frame>;

const Recording = z.object({
  startedAt: z.string(),
  until: z.string(),
  byName: z.string(),
  isRunning: z.boolean(),
});

const frameShape = z.object({
  recording: Recording.nullable().describe('null = nothing was recorded in the last two days'),
  frames: z.array(Frame).describe('In the order in which they passed'),
  isMore: z.boolean().describe('There are more after these'),
  answeredAt: z.string().describe('By the clock of the server: from storing to showing'),
});
const after = z.coerce.number().int().min(0).default(0).describe('Only frames behind this one');
const minutes = z.int().min(1).max(1440).describe('For so long from now on');
const about = z.object({ recording: Recording });

const device = { within: 'deviceId', path: '/devices/{deviceId}/frames' } as const;
const ofDevice = { deviceId: id };
const feed = { within: 'corporationId', path: '/corporations/{corporationId}/feeds/{feedId}/frames' } as const;
const ofFeed = { corporationId: id, feedId: id };
const file = {
  kind: 'download',
  logged: true,
  shows: { nothing: 'A file to be saved' },
  reply: z.unknown().describe('The frames with what is needed to replay them, as JSON'),
} as const;

export const frames = {
  ofDevice: route({
    ...device,
    method: 'GET',
    summary: 'What passed between a device and the gateway while it was recorded, over whichever link.',
    shows: ['frame'],
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ ...ofDevice, after }),
    reply: frameShape,
  }),
  recordDevice: route({
    ...device,
    method: 'POST',
    path: '/devices/{deviceId}/frames/recording',
    summary:
      'Records what passes between a device and the gateway for some time from now on. At most 2,000 frames are held, the newest, for two days.',
    changes: ['frame'],
    needs: 'Update:Device',
    input: z.object({ ...ofDevice, minutes }),
    reply: about,
    example: { deviceId: 1, minutes: 10 },
  }),
  stopDevice: route({
    ...device,
    method: 'POST',
    path: '/devices/{deviceId}/frames/stop',
    summary: 'Ends the recording of a device. What was recorded stays for two days.',
    changes: ['frame'],
    needs: 'Update:Device',
    input: z.object(ofDevice),
    reply: done,
  }),
  clearDevice: route({
    ...device,
    method: 'DELETE',
    summary: 'Deletes what was recorded of a device. A recording that runs goes on.',
    changes: ['frame'],
    needs: 'Update:Device',
    input: z.object(ofDevice),
    reply: done,
  }),
  exportDevice: route({
    ...device,
    ...file,
    method: 'GET',
    path: '/devices/{deviceId}/frames/file',
    summary: 'The recorded frames of a device as a file that can be replayed.',
    needs: 'Retrieve:Device',
    input: z.object(ofDevice),
  }),
  ofFeed: route({
    ...feed,
    method: 'GET',
    summary: 'The messages of a feed while it was recorded, with what was read out of them.',
    shows: ['frame'],
    needs: 'Retrieve:Corporation',
    background: true,
    input: z.object({ ...ofFeed, after }),
    reply: frameShape,
  }),
  recordFeed: route({
    ...feed,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds/{feedId}/frames/recording',
    summary: 'Records the messages of a feed for some time from now on, as for a device.',
    changes: ['frame'],
    needs: 'Update:Corporation',
    input: z.object({ ...ofFeed, minutes }),
    reply: about,
    example: { corporationId: 1, feedId: 1, minutes: 10 },
  }),
  stopFeed: route({
    ...feed,
    method: 'POST',
    path: '/corporations/{corporationId}/feeds/{feedId}/frames/stop',
    summary: 'Ends the recording of a feed. What was recorded stays for two days.',
    changes: ['frame'],
    needs: 'Update:Corporation',
    input: z.object(ofFeed),
    reply: done,
  }),
  clearFeed: route({
    ...feed,
    method: 'DELETE',
    summary: 'Deletes what was recorded of a feed. A recording that runs goes on.',
    changes: ['frame'],
    needs: 'Update:Corporation',
    input: z.object(ofFeed),
    reply: done,
  }),
  exportFeed: route({
    ...feed,
    ...file,
    method: 'GET',
    path: '/corporations/{corporationId}/feeds/{feedId}/frames/file',
    summary: 'The recorded messages of a feed as a file that can be replayed.',
    needs: 'Retrieve:Corporation',
    input: z.object(ofFeed),
  }),
};
