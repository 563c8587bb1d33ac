import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { sncode } from '../points/fields.ts';
import { WaveformFrame, waveformLimits } from '../views/waveforms.ts';
import { DeviceAnswer, DeviceCommand } from './commands.ts';

/** One quantity: a number, one number per node, or nothing measured. */
const Quantity = z.union([z.number(), z.array(z.number().nullable()).max(150), z.null()]);
const Sample = z.record(z.string().max(64), Quantity);

/** What a device sends: one record, or many. Read by the pipeline's own decoder; this shape is for people and the API page. */
const Record = z
  .object({
    at: z.union([z.string(), z.number()]).describe('When it was measured: ISO 8601 with zone, or epoch milliseconds'),
    channels: z.record(z.string().max(16), Sample),
    device: z
      .object({ voltage: z.number().optional(), signal: z.number().optional() })
      .optional()
      .describe('External voltage in V, signal in dBm'),
  })
  .meta({ id: 'Record' });

/** What the gateway has to say about a record or channel of a message. */
const Reported = z
  .object({
    index: z.int().describe('Place of the record in the message, from 0'),
    channel: z.string().nullable(),
    error: z.string(),
    code: z.int(),
    detail: z.unknown(),
  })
  .meta({ id: 'Reported' });

export const Counters = z
  .object({
    received: z.int().describe('Records that arrived'),
    stored: z.int(),
    unchanged: z.int().describe('Sent again, stored already'),
    overwritten: z.int().describe('Same time, other values: the newer won'),
    unbound: z.int().describe('Samples of channels that feed no point'),
    empty: z.int().describe('Samples that were taken and gave no value at all'),
    waveforms: z.int().describe('Waveforms that were taken, those sent again among them'),
    refused: z.record(z.string(), z.int()).describe('By error name'),
    queued: z.int(),
    connections: z.int(),
    perSecond: z.number().describe('Records stored a second, over the last ten seconds'),
  })
  .meta({ id: 'Counters' });

export const gateway = {
  send: route({
    method: 'POST',
    path: '/devices/{sncode}/readings',
    summary: 'A device delivers readings. Answered after they are durably stored.',
    changes: { nothing: 'For devices alone' },
    needs: 'device',
    kind: 'json',
    bodyLimit: 1024 * 1024,
    input: z.object({ sncode }),
    body: z.union([Record, z.array(Record)]),
    reply: z.object({
      stored: z.int(),
      unchanged: z.int(),
      overwritten: z.int(),
      unbound: z.int(),
      empty: z.int().describe('Of those stored, unchanged and overwritten: they gave no value at all'),
      deferred: z.int().describe('Of those refused: kept, and stored once the clock or the channels have caught up'),
      refused: z.array(Reported),
      warnings: z
        .array(Reported)
        .describe(
          'Samples that were taken and gave no value, or name quantities that their point does not read: `detail` has `reads` and `sent`',
        ),
      commands: z
        .array(DeviceCommand)
        .optional()
        .describe('What the device is asked to do: answer each at /devices/{sncode}/responses. Absent = nothing'),
    }),
    fails: [
      'deviceRefused',
      'malformedReading',
      'readingChannelUnknown',
      'readingInFuture',
      'readingNotFinite',
      'readingEmpty',
      'deferralFull',
      'busy',
    ],
  }),
  sendWaveform: route({
    method: 'POST',
    path: '/devices/{sncode}/waveforms',
    summary:
      'A device delivers a waveform of a vibration point. Answered after it is durably stored; the same one again changes nothing.',
    changes: { nothing: 'For devices alone' },
    needs: 'device',
    kind: 'json',
    bodyLimit: waveformLimits.messageBytes,
    input: z.object({ sncode }),
    body: WaveformFrame,
    reply: z.object({
      waveformId: z.int(),
      unchanged: z.boolean().describe('It was stored before'),
    }),
    fails: [
      'deviceRefused',
      'malformedReading',
      'readingChannelUnknown',
      'readingInFuture',
      'readingNotFinite',
      'waveformInvalid',
      'waveformExists',
      'waveformUnbound',
      'waveformUnsuitable',
      'busy',
    ],
  }),
  fetchCommands: route({
    method: 'GET',
    path: '/devices/{sncode}/commands',
    summary:
      'Returns the pending commands of a device that uses HTTP. A command without an answer is sent again after a minute.',
    shows: { nothing: 'For devices alone' },
    needs: 'device',
    kind: 'json',
    input: z.strictObject({ sncode }),
    reply: z.object({ commands: z.array(DeviceCommand) }),
    fails: ['deviceRefused'],
  }),
  respond: route({
    method: 'POST',
    path: '/devices/{sncode}/responses',
    summary:
      'A device that speaks HTTP answers a command. Answered after it is durably stored; the same answer again changes nothing.',
    changes: { nothing: 'For devices alone' },
    needs: 'device',
    kind: 'json',
    bodyLimit: 8 * 1024,
    input: z.object({ sncode }),
    body: DeviceAnswer,
    reply: z.object({ known: z.boolean().describe('false = no open command of this device has this id') }),
    fails: ['deviceRefused'],
  }),
  counters: route({
    method: 'GET',
    path: '/gateway/counters',
    summary:
      'Returns how many readings the gateway of this process has accepted and refused since its start, for all corporations. System accounts only.',
    shows: { nothing: 'Counted since the start; a page asks again by the clock' },
    needs: 'Create:Corporation',
    background: true,
    input: z.object({}),
    reply: z.object({ counters: Counters }),
  }),
};
