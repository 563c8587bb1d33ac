/**
 * The auth keys of a message: fixed, random, timestamp, hash, digest of the body, token. What goes into the body is made
 * before it, what is made of the body after it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { PushAuthKey } from '@plumbline/contract/reports/push-formats.shapes';
import type { PushEntry } from '@plumbline/science/push/rows';

export interface AuthParts {
  readonly keys: readonly PushAuthKey[];
  /** By path, opened. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The meta keys of the message, which a hash may name. */
  readonly meta: readonly PushEntry[];
  readonly nowMs: number;
  /** Of `oauth`, by path. */
  readonly tokens: ReadonlyMap<string, string>;
}
export interface AuthValues {
  readonly inBody: readonly PushEntry[];
  /** Once the body is written. */
  outside(body: string): { readonly headers: readonly [string, string][]; readonly query: readonly [string, string][] };
}

/** A message must not go out without it: the rule stops and says so. */
export class SecretMissing extends Error {}

export function authOf(parts: AuthParts): AuthValues {
  const values = new Map<string, string>(
    parts.meta.map(({ path, value }) => [path, value === null ? '' : String(value)]),
  );
  for (const key of parts.keys) if (key.method !== 'body') values.set(key.path, authValue(key, parts, values));
  const inBody = parts.keys
    .filter(({ place }) => place === 'body')
    .map((key) => {
      const value = values.get(key.path) ?? '';
      return { path: key.path, value: key.method === 'timestamp' && key.type === 'number' ? Number(value) : value };
    });
  return {
    inBody,
    outside(body) {
      const all = parts.keys.map((key): [PushAuthKey, string] => [
        key,
        key.method === 'body' ? digest(key, [body], '') : (values.get(key.path) ?? ''),
      ]);
      const at = (place: PushAuthKey['place']) =>
        all
          .filter(([key]) => key.place === place)
          .map(([key, value]): [string, string] => [
            key.path,
            key.method === 'oauth' && place === 'header' ? `Bearer ${value}` : value,
          ]);
      return { headers: at('header'), query: at('query') };
    },
  };
}

function authValue(
  key: PushAuthKey,
  { secrets, tokens, nowMs }: AuthParts,
  values: ReadonlyMap<string, string>,
): string {
  const secret = () => {
    const opened = secrets.get(key.path);
    if (opened === undefined) throw new SecretMissing(key.path);
    return opened;
  };
  switch (key.method) {
    case 'fixed':
      return secret();
    case 'random':
      return randomBytes(key.length).toString('hex').slice(0, key.length);
    case 'timestamp':
      return String(key.unit === 's' ? Math.floor(nowMs / 1000) : nowMs);
    case 'hash':
      return digest(
        key,
        key.inputs.map((path) => values.get(path) ?? ''),
        secret(),
      );
    case 'oauth': {
      const token = tokens.get(key.path);
      if (token === undefined) throw new SecretMissing(key.path);
      return token;
    }
    case 'body':
      return '';
  }
}

/** In lower-case hexadecimal: a plain hash has the secret behind its inputs, an HMAC has it as its key. */
function digest({ algorithm }: PushAuthKey, inputs: readonly string[], secret: string): string {
  const text = inputs.join('');
  if (algorithm === 'hmacSha1') return createHmac('sha1', secret).update(text).digest('hex');
  if (algorithm === 'hmacSha256') return createHmac('sha256', secret).update(text).digest('hex');
  return createHash(algorithm ?? 'sha256')
    .update(text + secret)
    .digest('hex');
}
