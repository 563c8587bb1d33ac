/** The health of the installation itself, as its page and a monitoring system read it. What nobody knows is null, never 0. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done } from '../points/fields.ts';
import { workLanes } from './work.ts';

export const processRoles = ['web', 'gateway', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];
export const storeNames = ['readings', 'waveforms', 'files', 'operations', 'rest'] as const;

/** Problems of an installation, by name: the words and what to try are in the language packs (installation.json) and the guide. */
export const installationProblems = [
  'processSilent',
  'roleMissing',
  'versionsDiffer',
  'workStuck',
  'workLate',
  'diskLow',
  'diskUnknown',
  'backupNone',
  'backupOld',
  'backupFailed',
  'certificateEnded',
  'certificateEnds',
  'certificateUnreadable',
  'databaseAway',
  'databaseReadOnly',
  'notDurable',
  'storageFull',
  'ingestStalled',
  'pagesAway',
  'operationsBroken',
  'licenceEnds',
  'licenceEnded',
  'clockAhead',
  'clockJumped',
  'devicesAhead',
] as const;
export type InstallationProblem = (typeof installationProblems)[number];

const Problem = z.object({
  name: z.enum(installationProblems),
  severity: z.enum(['warning', 'failing']),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

const ProcessSign = z.object({
  id: z.string(),
  host: z.string().nullable().describe('null = not for the reader'),
  pid: z.int().nullable(),
  roles: z.array(z.enum(processRoles)),
  version: z.string(),
  node: z.string(),
  startedAt: z.string(),
  lastSignSeconds: z.int().describe('Since its last sign of life'),
  isSilent: z.boolean(),
});

const Certificate = z.object({
  use: z.enum(['web', 'mqtt', 'ftp']),
  state: z
    .enum(['known', 'unreadable', 'elsewhere', 'none'])
    .describe('elsewhere = a proxy in front holds it; none = without encryption'),
  endsAt: z.string().nullable(),
  subject: z.string().nullable(),
});

export const InstallationHealth = z
  .object({
    at: z.string(),
    status: z.enum(['ok', 'warning', 'failing']),
    problems: z.array(Problem),
    processes: z.array(ProcessSign),
    queues: z
      .array(
        z.object({
          lane: z.enum(workLanes),
          due: z.int(),
          stuck: z.int().describe('Failed ten times or more: the dead letters'),
          oldestSeconds: z.int().nullable().describe('Since when the oldest due work is due; null = nothing is due'),
        }),
      )
      .nullable()
      .describe('null = not for the reader: it is of all corporations'),
    stores: z
      .array(z.object({ store: z.enum(storeNames), bytes: z.number().nullable(), entries: z.number().nullable() }))
      .nullable()
      .describe('null = not for the reader: it is of all corporations'),
    disks: z.array(
      z.object({
        host: z.string().nullable(),
        path: z.string().nullable(),
        freeBytes: z.number().nullable(),
        totalBytes: z.number().nullable(),
      }),
    ),
    backup: z.object({
      by: z.enum(['plumbline', 'elsewhere']).describe('elsewhere = the database is backed up by its own programs'),
      lastAt: z.string().nullable().describe('Of the last backup that went well; null = not known'),
      ageSeconds: z.int().nullable(),
      isTried: z.boolean().nullable().describe('It was started once to see whether it works'),
      failedAt: z.string().nullable().describe('Of the last one that failed, where none went well since'),
    }),
    certificates: z.array(Certificate),
    versions: z.object({ product: z.string(), database: z.string().nullable(), node: z.string() }),
  })
  .meta({ id: 'InstallationHealth' });
export type InstallationHealth = z.output<typeof InstallationHealth>;

export const installation = {
  health: route({
    method: 'GET',
    path: '/installation/health',
    summary:
      'How the installation itself is: processes, queues, storage, backups, certificates, versions, and what is wrong in names. Administrators see no host names, paths and sums over corporations. A monitoring system reads it with an access token.',
    shows: ['installation'],
    needs: 'Update:Corporation',
    background: true,
    input: z.object({}),
    reply: z.object({ health: InstallationHealth }),
  }),
  callClockRight: route({
    method: 'POST',
    path: '/installation/clock/right',
    summary:
      'Says that the clock of the installation is right although it was set forward: from now on what is old by it is deleted again. Until then nothing is.',
    changes: ['installation'],
    needs: 'Create:Corporation',
    input: z.object({}),
    reply: done,
  }),
};
