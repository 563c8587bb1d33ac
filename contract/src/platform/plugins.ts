/** Plug-ins of the installation: signed packages in a folder, what they can do, who uses them, and how they run. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done } from '../points/fields.ts';
import { CodecResult } from './plugins.calls.ts';
import { Capability, callFaults, packageFaults, pluginLimits, pluginName, pluginPart } from './plugins.package.ts';

/**
 * States of a package. `off` = nobody has switched it on; `on` = it may be called; `changed` = its file is another one
 * than the one that was switched on; `refused` = it may not run; `missing` = it is used or switched on, and has no
 * file.
 */
export const pluginStates = ['on', 'off', 'changed', 'refused', 'missing'] as const;
/**
 * States of the process of a plug-in. `idle` = begins with the next call; `resting` = it failed and is tried again
 * soon; `broken` = it failed too often.
 */
export const pluginRuns = ['running', 'idle', 'resting', 'broken'] as const;

const Run = z.object({
  process: z.string().describe('Host and number of the process of this installation that runs it'),
  state: z.enum(pluginRuns),
  calls: z.int(),
  failures: z.int(),
  crashes: z.int(),
  memoryBytes: z.int().nullable().describe('null = it does not run, or the system does not say'),
  lastFault: z.enum(callFaults).nullable(),
  lastDetail: z.string(),
  lastAt: z.string().nullable(),
});
export type PluginRun = z.output<typeof Run>;

export const pluginUses = ['model', 'feedDevice', 'reportTemplate', 'channel'] as const;
const Use = z.object({
  kind: z.enum(pluginUses),
  part: z.string().describe('What of the plug-in is used'),
  name: z.string().describe('Of what uses it'),
  corporation: z.string().nullable(),
});
export type PluginUse = z.output<typeof Use>;

export const Plugin = z
  .object({
    name: z.string(),
    file: z.string(),
    state: z.enum(pluginStates),
    fault: z.enum(packageFaults).nullable().describe('Of a refused one'),
    detail: z.string(),
    title: z.string(),
    description: z.string(),
    version: z.string().nullable(),
    publisher: z.string().nullable().describe('As the settings name it'),
    digest: z.string().nullable().describe('SHA-256 of the file'),
    capabilities: z.array(Capability),
    uses: z.array(Use).describe('A hundred are listed'),
    useCount: z.int(),
    runs: z.array(Run),
    switchedBy: z.string().nullable(),
    switchedAt: z.string().nullable(),
  })
  .meta({ id: 'Plugin' });
export type Plugin = z.output<typeof Plugin>;

const Offered = z.object({
  part: z.string(),
  plugin: z.string().describe('Its title'),
  capability: Capability,
});
export type OfferedPart = z.output<typeof Offered>;

/** Only System accounts hold it: plug-ins are of the installation. */
const operator = { needs: 'Create:Corporation' } as const;
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('Of the file, as the caller saw it');
const evenUsed = z.boolean().default(false).describe('Also where something uses it');

export const plugins = {
  list: route({
    ...operator,
    method: 'GET',
    path: '/plugins',
    summary:
      'The plug-ins of the folder, and those that are used and have no file: state, capabilities, users, processes.',
    shows: ['plugin'],
    background: true,
    input: z.object({}),
    reply: z.object({
      folder: z.string(),
      publishers: z.array(z.string()).describe('Whose packages are taken (PLUGIN_KEYS)'),
      measuresMemory: z
        .boolean()
        .describe('false = this system does not say how much memory a process has: its heap alone is bounded'),
      plugins: z.array(Plugin),
    }),
  }),
  offered: route({
    needs: 'signed-in',
    tokens: 'any',
    method: 'GET',
    path: '/plugins/offered',
    summary: 'What the plug-ins that are switched on can do: for whoever sets up a format, a channel or a template.',
    shows: ['plugin'],
    input: z.object({}),
    reply: z.object({ parts: z.array(Offered) }),
  }),
  switch: route({
    ...operator,
    method: 'PUT',
    path: '/plugins/{name}/switch',
    summary:
      'Switches a plug-in on, as its file is now, or off. One that is used is switched off with `evenUsed` alone.',
    changes: ['plugin'],
    secures: 'rights',
    input: z.object({ name: pluginName, enabled: z.boolean(), digest: digest.optional(), evenUsed }),
    reply: done,
    fails: ['notFound', 'pluginRefused', 'pluginInUse', 'changedMeanwhile'],
    example: { name: 'ntfy', enabled: false },
  }),
  uninstall: route({
    ...operator,
    method: 'DELETE',
    path: '/plugins/{name}',
    summary: 'Deletes the file of a plug-in from the folder. One that is used is deleted with `evenUsed` alone.',
    changes: ['plugin'],
    secures: 'rights',
    input: z.object({ name: pluginName, evenUsed }),
    reply: done,
    fails: ['notFound', 'pluginInUse', 'pluginRefused'],
    example: { name: 'ntfy' },
  }),
  decode: route({
    needs: 'Update:Corporation',
    method: 'POST',
    path: '/plugins/decode',
    summary: 'What a codec makes of a message: for whoever tries a format out.',
    shows: ['plugin'],
    readOnly: true,
    logged: false,
    input: z.object({
      codec: pluginPart,
      bytes: z
        .string()
        .max(pluginLimits.messageBytes * 2)
        .regex(/^(?:[\dA-Fa-f]{2})*$/, 'hexadecimal')
        .nullable(),
      text: z.string().max(pluginLimits.messageBytes).nullable(),
      port: z.int().min(0).max(255).nullable(),
    }),
    reply: z.object({
      result: CodecResult.nullable(),
      fault: z.enum(callFaults).nullable(),
      detail: z.string(),
    }),
    example: { codec: 'cayenne-lpp/lpp', bytes: '03670110', text: null, port: null },
  }),
};
