/**
 * For whoever signs licences, away from every installation: `npm run licence -- keys <folder>` makes a pair of Ed25519 keys,
 * `npm run licence -- sign <private key> <fingerprint> <holder> <days or never> [module ...]` prints a licence file.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LicenceTerms } from '@plumbline/contract/platform/licences';

const usage =
  'npm run licence -- keys <folder> | sign <private key> <fingerprint> <holder> <days or never> [module ...]';
const from = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path);
const print = (line: string) => process.stdout.write(`${line}\n`);

function makeKeys(folder: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  mkdirSync(from(folder), { recursive: true });
  writeFileSync(join(from(folder), 'licence.key'), privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flag: 'wx',
  });
  print(`LICENCE_KEY=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`);
}

function signLicence([keyFile = '', fingerprint = '', holder = '', days = '', ...features]: readonly string[]): void {
  const now = Date.now();
  const endsAt = days === 'never' ? null : new Date(now + Number(days) * 86_400_000).toISOString();
  const terms = LicenceTerms.parse({
    format: 1,
    id: randomUUID(),
    holder,
    fingerprint,
    features,
    issuedAt: new Date(now).toISOString(),
    endsAt,
  });
  const payload = Buffer.from(JSON.stringify(terms));
  const signature = sign(null, payload, createPrivateKey(readFileSync(from(keyFile))));
  print(JSON.stringify({ payload: payload.toString('base64url'), signature: signature.toString('base64url') }));
}

const [command, ...args] = process.argv.slice(2);
try {
  if (command === 'keys' && args[0]) makeKeys(args[0]);
  else if (command === 'sign' && args.length >= 4) signLicence(args);
  else throw new Error(`Use: ${usage}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
