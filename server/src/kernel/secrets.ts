/**
 * Passwords and tokens. A password is kept as argon2id, a token as its SHA-256: neither can be read back.
 * Invariant: at most two password hashes run at a time, whoever asks, so that sign-ins cannot starve the readings, and
 * so many wait as are done in a second or two: whoever comes then is asked to retry.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '@plumbline/contract/kernel/errors';

/** SHA-256 of a token. Tokens are 32 random bytes, so no salt and no slow hash is needed. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Begins a challenge after a weak password: the second step says so too. What is stored is a hash of all of it, so nobody can turn one into the other. */
export const simpleChallenge = 'plcs_';
/** A new token: its prefix says what it is to whoever finds it in a log (`pls_` session, `pla_` access token, `plc_` challenge). */
export const newToken = (prefix: 'pls_' | 'pla_' | 'plc_' | typeof simpleChallenge) =>
  prefix + randomBytes(32).toString('base64url');

/** 19 MiB and two passes: OWASP's first choice for argon2id. `2` is Argon2id (a const enum cannot be imported here). */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const max = 2;
const maxWaiting = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < max) running++;
  else if (waiting.length >= maxWaiting) throw new Failure('tooMany', { retryAfterSeconds: 2 });
  else await new Promise<void>((next) => waiting.push(next));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Throws tooMany where too many hashes wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** Compared with when there is no account, so that the answer takes as long. */
let nobodys: Promise<string> | undefined;

/** Returns whether the password is the one of `passwordHash`; null = there is no account: false, after the same time. Throws tooMany. */
export async function matchesPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // Not in turn, and not kept where it failed: else one full queue would refuse everybody for ever.
  nobodys ??= hash(randomBytes(16).toString('hex'), cost);
  const against = passwordHash?.startsWith('$argon2') ? passwordHash : await nobodys;
  const same = await inTurn(() => verify(against, password));
  return same && against === passwordHash;
}
