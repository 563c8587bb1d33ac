/** Plug-ins for tests: keys of a publisher, packages of the examples and of modules that are written on the spot. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packFolder, publicKeyOf, signPayload } from '@plumbline/tools/plugin-package';
import { openPackage } from '../src/features/platform/plugins/logic/plugin-package.ts';
import { PluginRunner, runnerLimits } from '../src/features/platform/plugins/logic/plugin-runner.ts';

const examples = join(import.meta.dirname, '../../plugins');
const { privateKey } = generateKeyPairSync('ed25519');

export const ownKey: KeyObject = privateKey;
/** As PLUGIN_KEYS takes it. */
export const ownPublisher = `Own=${publicKeyOf(privateKey)}`;
export const publishers = [{ name: 'Own', key: publicKeyOf(privateKey) }];

export const manifestOf = (name: string, capabilities: readonly object[], more: object = {}) => ({
  api: 1,
  name,
  version: '1.0.0',
  title: name,
  entry: 'main.mjs',
  capabilities,
  ...more,
});
export const codecOnly = [{ kind: 'codec', name: 'c', title: 'C' }];

/** The text of a package of one module. */
export const packageOf = (
  name: string,
  main: string,
  {
    capabilities = codecOnly,
    manifest = {},
    files = {},
    key = privateKey,
  }: {
    readonly capabilities?: readonly object[];
    readonly manifest?: object;
    readonly files?: Readonly<Record<string, string>>;
    readonly key?: KeyObject;
  } = {},
): string =>
  signPayload(
    JSON.stringify({ manifest: manifestOf(name, capabilities, manifest), files: { 'main.mjs': main, ...files } }),
    key,
  );

/** Puts a package into a folder. */
export function put(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.plugin`), text);
}

/** Puts an example of the repository into a folder, signed by the publisher of the tests. */
export function putExample(folder: string, name: string): void {
  const { text } = packFolder(join(examples, name), privateKey);
  put(folder, name, text);
}

/** An example of the repository in a process of its own, without a server. */
export function runExample(name: string): PluginRunner {
  const { file, text } = packFolder(join(examples, name), privateKey);
  const opened = openPackage(file, Buffer.from(text), publishers);
  if ('fault' in opened) throw new Error(opened.fault);
  return new PluginRunner(opened, () => new Date(), runnerLimits);
}
