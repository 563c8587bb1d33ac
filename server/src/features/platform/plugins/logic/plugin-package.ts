/**
 * A package of a plug-in, opened: whose it is and what it may be called for. Invariant: what is not signed by a key of the
 * settings is never read further than its signature, and what is given on is made of the very bytes that were verified.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  capabilityKinds,
  type PackageFault,
  PluginFile,
  PluginManifest,
  type PluginPayload,
  pluginApi,
  pluginFile,
  pluginLimits,
  pluginSignedAs,
} from '@plumbline/contract/platform/plugins.package';
import { z } from 'zod';

/** Publisher whose packages are accepted. */
export interface Publisher {
  readonly name: string;
  /** SPKI, base64. */
  readonly key: string;
}

export interface OpenedPackage {
  readonly manifest: PluginManifest;
  readonly files: PluginPayload['files'];
  readonly publisher: string;
  /** SHA-256 of the file. */
  readonly digest: string;
}
export interface RefusedPackage {
  readonly fault: PackageFault;
  readonly detail: string;
}

export const ending = '.plugin';

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** By what a key is named in a package. */
export const keyIdOf = (key: string): string => digestOf(Buffer.from(key, 'base64')).slice(0, 16);

/** Returns the bytes that a signature covers. */
export const signedBytes = (payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${pluginSignedAs}\n`), payload]);

const refused = (fault: PackageFault, detail = ''): RefusedPackage => ({ fault, detail: detail.slice(0, 300) });

/** `fileName` = as it lies in the folder: a plug-in has the name of its file, so there are no two of one name. */
export function openPackage(
  fileName: string,
  bytes: Uint8Array,
  publishers: readonly Publisher[],
): OpenedPackage | RefusedPackage {
  if (bytes.length > pluginLimits.bytes) return refused('tooLarge');
  const outside = readJson(Buffer.from(bytes).toString('utf8'), PluginFile);
  if (!outside) return refused('unreadable');
  const publisher = publishers.find(({ key }) => keyIdOf(key) === outside.publisher);
  if (!publisher) return refused('publisher', outside.publisher);
  const payload = Buffer.from(outside.payload, 'base64url');
  if (!isSigned(payload, outside.signature, publisher.key)) return refused('signature');
  const read = readPayload(payload.toString('utf8'));
  if ('fault' in read) return read;
  const { manifest, files } = read;
  if (`${manifest.name}${ending}` !== fileName) return refused('fileName', manifest.name);
  return { manifest, files, publisher: publisher.name, digest: digestOf(bytes) };
}

function isSigned(payload: Buffer, signature: string, key: string): boolean {
  try {
    const signer = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    if (signer.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, signedBytes(payload), signer, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

const Outline = z.object({
  manifest: z.looseObject({ api: z.int(), capabilities: z.array(z.looseObject({ kind: z.string() })).max(100) }),
  files: z.record(z.string(), z.string()),
});

/** Each fault by its own name, so that whoever runs the installation knows what to do about it. */
function readPayload(text: string): PluginPayload | RefusedPackage {
  const outline = readJson(text, Outline);
  if (!outline) return refused('unreadable');
  const { manifest, files } = outline;
  if (manifest.api > pluginApi) return refused('newerApi', String(manifest.api));
  const unknown = manifest.capabilities.find(({ kind }) => !(capabilityKinds as readonly string[]).includes(kind));
  if (unknown) return refused('capability', unknown.kind);
  const names = Object.keys(files);
  const wrong = names.find((name) => !pluginFile.safeParse(name).success);
  if (wrong !== undefined) return refused('fileName', wrong);
  if (names.length > pluginLimits.files) return refused('tooLarge');
  const read = PluginManifest.safeParse(manifest);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused('manifest', issue ? `${issue.path.join('.')}: ${issue.message}` : '');
  }
  return names.includes(read.data.entry) ? { manifest: read.data, files } : refused('manifest', read.data.entry);
}

function readJson<T>(text: string, shape: { safeParse(value: unknown): { success: boolean; data?: T } }): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
