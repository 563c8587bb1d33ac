/** What devices are to do: commands of people, and collect plans. */
import { z } from 'zod';
import { connectionStates } from '../devices/devices.words.ts';
import { limits } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { hexadecimal, id } from '../points/fields.ts';
import { planRoutes } from './commands.plans.ts';
import { instrumentParts, instrumentRoutes } from './commands.settings.ts';

/** A command as a device receives it, over MQTT and over HTTP alike. Which of the last fields are there depends on `text`. */
export const DeviceCommand = z
  .looseObject({
    commandId: z.string().describe('Say it in the answer'),
    text: z.string().describe('`collect-plan`, `collect`, or what a person typed; empty where `hex` says it'),
    at: z.string(),
    hex: z.string().optional().describe('Bytes in hexadecimal'),
    channels: z.array(z.string()).optional().describe('collect: those to be read now'),
    plan: z.record(z.string(), z.unknown()).optional().describe('collect-plan: when the channel is to be read'),
    part: z
      .enum([...instrumentParts, 'processor', 'history', 'attachments'])
      .optional()
      .describe('instrument-read, instrument-write, instrument-delete: which part of it; history: of what it has kept'),
    value: z.unknown().optional().describe('What is to be written or deleted, or from when to when'),
  })
  .meta({ id: 'DeviceCommand' });
export type DeviceCommand = z.output<typeof DeviceCommand>;

export const DeviceAnswer = z
  .looseObject({
    commandId: z.uuid(),
    ok: z.boolean().optional().describe('false = refused, `text` says why'),
    text: z.string().max(4000).optional(),
    value: z.unknown().optional().describe('How a part of the instrument is set, after it was read or written'),
  })
  .meta({ id: 'DeviceAnswer' });

export const CommandState = z
  .object({
    commandId: z.string(),
    text: z.string(),
    hex: z.string(),
    byName: z.string().describe('Who asked; empty = a collect plan'),
    requestedAt: z.string(),
    sentAt: z
      .string()
      .nullable()
      .describe('null = it waits until the device asks for it, or subscribes to its commands'),
    answeredAt: z.string().nullable(),
    answer: z.string().nullable().describe('As the device sent it'),
  })
  .meta({ id: 'CommandState' });
export type CommandState = z.output<typeof CommandState>;

const minutes = limits.commandStateCacheMs / 60_000;

export const commands = {
  ...planRoutes,
  ...instrumentRoutes,
  debugCommand: route({
    method: 'POST',
    path: '/debug-command',
    summary:
      'Sends a text, or bytes in hexadecimal, to a networked device to try it out; answers come over the /command socket.',
    changes: ['command'],
    needs: 'Update:Device',
    within: 'deviceId',
    input: z
      .object({
        deviceId: id,
        command: z.string().trim().max(2000).default('').describe('Text'),
        hex: hexadecimal.max(2000).default('').describe('Bytes, instead of a text; blanks between them are taken out'),
      })
      .refine(({ command, hex }) => (command === '') !== (hex === ''), { path: ['command'], message: 'commandEmpty' }),
    reply: z.object({ commandId: z.string() }),
    fails: ['deviceNotNetworked'],
    example: { deviceId: 1, hex: '01 03 00 00 00 02 C4 0B' },
  }),
  command: route({
    method: 'POST',
    path: '/devices/{deviceId}/commands',
    summary: 'Sends a command text to a networked device; its answers come back over the /command socket.',
    changes: ['command'],
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, command: z.string().trim().min(1).max(2000) }),
    reply: z.object({ commandId: z.string() }),
    fails: ['deviceNotNetworked'],
    example: { deviceId: 1, command: 'status' },
  }),
  pointCommand: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/commands',
    summary: 'Sends a command text to the device that feeds a point. Its answers come as those of the device.',
    changes: ['command'],
    needs: 'Update:Device',
    within: 'pointId',
    input: z.object({ pointId: id, command: z.string().trim().min(1).max(2000) }),
    reply: z.object({ commandId: z.string(), deviceId: z.int() }),
    fails: ['deviceNotNetworked', 'pointNotBound'],
    example: { pointId: 1, command: 'status' },
  }),
  commandStates: route({
    method: 'GET',
    path: '/devices/{deviceId}/command-states',
    summary: `What a device was asked in the last ${minutes} minutes and what it answered, newest first, at most 50.`,
    shows: ['command'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    background: true,
    input: z.object({ deviceId: id }),
    reply: z.object({
      connection: z
        .enum(connectionStates)
        .describe(
          'connecting = it asks for its commands over HTTP, or connects over MQTT, now and then; what is sent waits for that',
        ),
      commands: z.array(CommandState),
    }),
  }),
};
