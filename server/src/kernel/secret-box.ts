/**
 * Secrets that the server must be able to use again (the verification code of a camera): sealed with a key that lies
 * beside the data and not in the database. Invariant: neither a dump of the database nor an answer of the API holds one.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable.ts';

export interface SecretBox {
  /** The text, sealed; the same text twice gives two different results. */
  encrypt(text: string): string;
  /** What was sealed. Throws Error where it was sealed with another key, or changed. */
  decrypt(sealed: string): string;
}

const version = 'v1';
const fileName = 'vault.key';

/** The vault of an installation: its key is made at first use and readable by its owner alone. */
export function openSecretBox(dataDir: string): SecretBox {
  const key = keyOf(dataDir);
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(sealed) {
      const [of, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (of !== version || bytes.length < 28) throw new Error('not sealed by this vault');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function keyOf(dataDir: string): Buffer {
  const path = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true });
  // On disk before anything is sealed with it. Two processes that start at once: the first one's key is kept.
  if (!existsSync(path)) writeDurably(path, randomBytes(32).toString('hex'), 0o600);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${fileName} in DATA_DIR holds no key`);
  return Buffer.from(text, 'hex');
}
