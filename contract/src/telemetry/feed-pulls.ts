/**
 * Feeds that ask somebody else's service or database: looked at before anything is stored, what their rounds came to, what is
 * asked for once more, and points for what they bring. Setting them up is in feeds.ts.
 */
import { z } from 'zod';
import { timeForms } from '../kernel/formats.ts';
import { route } from '../kernel/route.ts';
import { type FamilyCode, familyCodes } from '../points/families.ts';
import { id, name, sncode, timeZone } from '../points/fields.ts';
import { configAliasesOfOne, pullLimits } from './feeds.pulls.ts';
import { feedFaults, source } from './feeds.ts';

export const FeedRound = z
  .object({
    id: z.int(),
    at: z.string().describe('When it began'),
    durationMs: z.int(),
    isBack: z.boolean().describe('Whether it took what was asked for once more'),
    from: z
      .string()
      .describe('From where it asked, as the source counts: a time or a number; empty = it does not ask so'),
    to: z.string(),
    messages: z.int(),
    stored: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    unknown: z.int(),
    fault: z.string().describe('Why it ended; empty = it came to its end'),
  })
  .meta({ id: 'FeedRound' });
export type FeedRound = z.output<typeof FeedRound>;

const Leaf = z.object({
  path: z.string().describe('As a format writes it'),
  value: z.union([z.number(), z.string()]),
  kind: z.enum(['number', 'time', 'text']),
});
export const PreviewSource = z
  .object({
    source: z.string().describe('As the message names its sender; empty = it does not'),
    sncode: z.string().nullable().describe('Of the device that it is; null = none yet'),
    deviceName: z.string(),
    times: z.int().describe('Messages of it in this look'),
    sample: z.string().describe('One of them, at most 4,096 characters'),
    leaves: z.array(Leaf).describe('What it holds'),
    at: z.string().nullable().describe('When it was measured, by the format of its device'),
    values: z
      .array(z.object({ channel: z.string(), quantity: z.string(), value: z.number().nullable() }))
      .describe('What would be stored, by the format of its device'),
    faults: z.array(z.enum(feedFaults)),
  })
  .meta({ id: 'PreviewSource' });
export type PreviewSource = z.output<typeof PreviewSource>;

const one = { corporationId: id, feedId: id };
const read = { needs: 'Retrieve:Corporation', within: 'corporationId' } as const;
const write = { needs: 'Update:Corporation', within: 'corporationId' } as const;
const of = '/corporations/{corporationId}/feeds/{feedId}' as const;

export const feedPulls = {
  preview: route({
    ...write,
    method: 'POST',
    path: `${of}/preview`,
    aliases: configAliasesOfOne('/points'),
    summary:
      'Asks the source of a feed once and says what came, of whom, and what would be stored. Nothing is stored, and where it goes on does not move.',
    readOnly: true,
    logged: true,
    fails: ['sqlServerClientMissing'],
    shows: { nothing: 'Asked for by a button' },
    input: z.object(one),
    reply: z.object({
      fault: z.string().describe('Why nothing came; empty = it answered'),
      messages: z.int(),
      isMore: z.boolean().describe('Only the first of them were looked at'),
      sources: z.array(PreviewSource),
      faults: z.array(z.enum(feedFaults)).describe('Of the messages themselves'),
    }),
    example: { corporationId: 1, feedId: 1 },
  }),
  rounds: route({
    ...read,
    method: 'GET',
    path: `${of}/rounds`,
    aliases: configAliasesOfOne('/history'),
    summary: 'How the newest rounds of a feed went that is fetched by the clock, newest first, at most 200.',
    shows: ['feed'],
    background: true,
    input: z.object(one),
    reply: z.object({
      rounds: z.array(FeedRound),
      cursor: z.string().describe('How far it has come; empty = it has not begun, or is not counted so'),
      back: z
        .object({ from: z.string(), until: z.string() })
        .nullable()
        .describe('What is still to be taken once more; null = nothing'),
    }),
  }),
  backFill: route({
    ...write,
    method: 'POST',
    path: `${of}/back-fill`,
    aliases: configAliasesOfOne('/history'),
    summary:
      'Asks a source once more for what lies before, beside what goes on. What is stored already does not change. A second call takes the place of the first.',
    changes: ['feed'],
    input: z.object({
      ...one,
      from: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .describe(
          'Of HTTP an instant; of a database a value of its cursor column: a time as it writes it, or a number',
        ),
      until: z.string().trim().min(1).max(64).optional().describe('Unless given: up to where it is now'),
    }),
    reply: z.object({}),
    example: { corporationId: 1, feedId: 1, from: '2026-01-01T00:00:00Z' },
  }),
  quickCreate: route({
    ...write,
    method: 'POST',
    path: `${of}/quick-create-points`,
    makes: { kind: 'measuring-points', in: 'pointIds' },
    aliases: configAliasesOfOne('/quick-create-points'),
    summary:
      'Makes devices for senders of a feed, their format, and points for values seen in the preview, bound to them: all or none.',
    changes: ['feed', 'device', 'point', 'structure'],
    input: z.object({
      ...one,
      intoProjectId: id.describe('The project that gets the points'),
      structurePath: z.array(name(32)).min(1).max(2).describe('Structure, or structure and item, by name'),
      time: z
        .object({ from: z.string().trim().min(1).max(200), form: z.enum(timeForms), timeZone })
        .nullable()
        .describe('Where a message says when it was measured; null = when it arrived'),
      rows: z
        .array(
          z.object({
            from: z.string().trim().min(1).max(200).describe('Path of the value'),
            channel: z
              .string()
              .trim()
              .regex(/^[A-Za-z0-9._-]{1,16}$/, 'channel')
              .describe('Values of one channel make one point'),
            family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
            quantity: z
              .string()
              .trim()
              .regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/, 'quantity'),
          }),
        )
        .min(1)
        .max(pullLimits.quickRows),
      sources: z
        .array(
          z.object({
            source,
            sncode,
            name: name(20).describe('Of the device, and first part of the names of its points'),
          }),
        )
        .min(1)
        .max(pullLimits.quickSources),
    }),
    reply: z.object({ devices: z.int(), pointIds: z.array(z.int()) }),
    fails: ['sncodeExists', 'sourceInUse', 'feedsFull', 'rowsRefused'],
    example: {
      corporationId: 1,
      feedId: 1,
      intoProjectId: 1,
      structurePath: ['Main dam'],
      time: null,
      rows: [{ from: 'level', channel: '1', family: 'temperature', quantity: 'temperature' }],
      sources: [{ source: 'st-1', sncode: 'ST-1', name: 'Station 1' }],
    },
  }),
};
