/**
 * What a plug-in is: one signed file, `<name>.plugin`, that holds a manifest and modules of JavaScript. The manifest says all
 * that a plug-in may be called for; nothing else of it is ever called. How to write one is in docs/guide/platform/plugins.md.
 */
import { z } from 'zod';
import { host } from '../points/fields.ts';

export const pluginApi = 1;
export const pluginLimits = {
  /** Of a package, as it lies in the folder. */
  bytes: 1_048_576,
  files: 20,
  capabilities: 10,
  /** Packages in the folder that are looked at. */
  packages: 50,
  /** Characters that go into a call or come back. */
  callLength: 8_388_608,
  /** Bytes that one message hands to a codec. */
  messageBytes: 65_536,
  parameters: 6,
} as const;

export const capabilityKinds = ['codec', 'report', 'push'] as const;
export type CapabilityKind = (typeof capabilityKinds)[number];

/** Of a plug-in, and of what it can do. */
const word = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const pluginName = z.string().trim().max(32).regex(word, 'pluginName');
/** `ntfy/topic`: a plug-in, and one thing that it does. */
export const pluginPart = z
  .string()
  .trim()
  .max(65)
  .regex(/^[a-z][a-z0-9-]{0,31}\/[a-z][a-z0-9-]{0,31}$/, 'pluginPart');
/** A module of a package. No folders: there is nothing to climb out of. */
export const pluginFile = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}\.mjs$/, 'pluginFile');

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);
const named = { name: pluginName, title: line(60) } as const;
export const Capability = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('codec'), ...named }),
    z.strictObject({
      kind: z.literal('report'),
      ...named,
      parameters: z
        .array(z.strictObject({ name: pluginName, title: line(60), fallback: z.string().max(100).default('') }))
        .max(pluginLimits.parameters)
        .default([]),
    }),
    z.strictObject({
      kind: z.literal('push'),
      ...named,
      hosts: z
        .array(host)
        .max(5)
        .default([])
        .describe('Where its messages may go; empty = to the host of the address of each channel'),
    }),
  ])
  .meta({ id: 'PluginCapability' });
export type Capability = z.output<typeof Capability>;

export const PluginManifest = z
  .strictObject({
    api: z.literal(pluginApi),
    name: pluginName,
    version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'pluginVersion'),
    title: line(60),
    description: z.string().trim().max(500).default(''),
    entry: pluginFile,
    capabilities: z.array(Capability).min(1).max(pluginLimits.capabilities),
  })
  .refine(
    ({ capabilities }) => new Set(capabilities.map(({ kind, name }) => `${kind}/${name}`)).size === capabilities.length,
    { path: ['capabilities'], message: 'pluginName' },
  )
  .meta({ id: 'PluginManifest' });
export type PluginManifest = z.output<typeof PluginManifest>;

/** Signed part of a package: manifest and modules, as the bytes that they are written in. */
export const PluginPayload = z.strictObject({
  manifest: PluginManifest,
  files: z.record(pluginFile, z.string()),
});
export type PluginPayload = z.output<typeof PluginPayload>;

/** The file: the signature is over `pluginSignedAs`, a line break and the bytes of the payload. */
export const PluginFile = z.strictObject({
  format: z.literal('plumbline-plugin'),
  publisher: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('First 16 hexadecimal digits of SHA-256 of its public key (SPKI)'),
  payload: z.base64url(),
  signature: z.base64url().max(100),
});
/** Nothing else that the same key signs is a plug-in. */
export const pluginSignedAs = 'plumbline plugin 1';

/** Why a file of the folder is no plug-in that may run. */
export const packageFaults = [
  'unreadable',
  'tooLarge',
  'fileName',
  'publisher',
  'signature',
  'newerApi',
  'capability',
  'manifest',
] as const;
export type PackageFault = (typeof packageFaults)[number];

/** Why a call came to nothing. Of the first six the plug-in was not called. */
export const callFaults = [
  'missing',
  'off',
  'refused',
  'changed',
  'resting',
  'busy',
  'crashed',
  'tooSlow',
  'tooMuchMemory',
  'tooLong',
  'failed',
  'otherShape',
] as const;
export type CallFault = (typeof callFaults)[number];
