/** Makes the package of a plug-in of its folder: manifest.json and modules, signed (contract/src/platform/plugins.package.ts). */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PluginManifest,
  PluginPayload,
  pluginLimits,
  pluginSignedAs,
} from '@plumbline/contract/platform/plugins.package';

const publicOf = (privateKey: KeyObject): Buffer =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }) as Buffer;

/** The public half, as the setting PLUGIN_KEYS takes it. */
export const publicKeyOf = (privateKey: KeyObject): string => publicOf(privateKey).toString('base64');

/** A package of any payload, wrong ones too: `signed` = what the signature is over, where it is to be another. */
export function signPayload(payload: string, privateKey: KeyObject, signed = payload): string {
  const bytes = Buffer.from(payload);
  const over = Buffer.concat([Buffer.from(`${pluginSignedAs}\n`), Buffer.from(signed)]);
  return JSON.stringify({
    format: 'plumbline-plugin',
    publisher: createHash('sha256').update(publicOf(privateKey)).digest('hex').slice(0, 16),
    payload: bytes.toString('base64url'),
    signature: sign(null, over, privateKey).toString('base64url'),
  });
}

/** The package of a folder and the name of its file. Throws Error that says what is wrong with the folder. */
export function packFolder(folder: string, privateKey: KeyObject): { readonly file: string; readonly text: string } {
  const manifest = PluginManifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .sort();
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const payload = PluginPayload.parse({ manifest, files });
  if (!names.includes(manifest.entry)) throw new Error(`there is no ${manifest.entry} in the folder`);
  if (names.length > pluginLimits.files) throw new Error(`more than ${pluginLimits.files} modules`);
  const text = signPayload(JSON.stringify(payload), privateKey);
  if (text.length > pluginLimits.bytes) throw new Error(`the package is larger than ${pluginLimits.bytes} bytes`);
  return { file: `${manifest.name}.plugin`, text };
}
