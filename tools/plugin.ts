/**
 * For whoever writes plug-ins: `npm run plugin -- keys <folder>` makes a pair of Ed25519 keys,
 * `npm run plugin -- sign <folder> --key <private key> [--to <folder>]` makes the signed package of a folder.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packFolder, publicKeyOf } from './plugin-package.ts';

const usage = 'npm run plugin -- keys <folder> | sign <folder> --key <private key> [--to <folder>]';
const from = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path);
const print = (line: string) => process.stdout.write(`${line}\n`);

function makeKeys(folder: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  mkdirSync(from(folder), { recursive: true });
  const file = join(from(folder), 'plugin.key');
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  print(`PLUGIN_KEYS=own=${publicKeyOf(privateKey)}`);
}

function signFolder(folder: string, keyFile: string, to: string): void {
  const { file, text } = packFolder(from(folder), createPrivateKey(readFileSync(from(keyFile))));
  mkdirSync(from(to), { recursive: true });
  writeFileSync(join(from(to), file), text);
  print(join(from(to), file));
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, to: { type: 'string', default: '.' } },
  });
  const [command, folder] = positionals;
  if (command === 'keys' && folder) makeKeys(folder);
  else if (command === 'sign' && folder && values.key) signFolder(folder, values.key, values.to);
  else throw new Error(`Use: ${usage}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
