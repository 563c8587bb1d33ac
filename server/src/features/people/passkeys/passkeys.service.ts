/**
 * Passkeys. Invariants: a challenge is signed once; a passkey is made by a session with its password, and signs in only at the
 * address that it was made at, after its device has asked for finger, face or PIN; a copy of one is found by its counter.
 */
import { isIP } from 'node:net';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { passkeys } from '@plumbline/contract/people/passkeys';
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { enterAccount, reportSignIn } from '../sessions/sessions.api.ts';
import { saveAddress } from '../users/users.sessions.api.ts';
import * as table from './passkeys.table.ts';

type Input<K extends keyof typeof passkeys> = OutputOf<(typeof passkeys)[K]['input']>;

const challengeSeconds = 300;
const maxPasskeys = 20;
/** From an address within 15 minutes. */
const maxChallenges = 60;

/** Whom passkeys belong to: the name of this address. An IP address has none. */
const partyOf = ({ origin }: Context): { readonly rpID: string; readonly origin: string } => ({
  rpID: new URL(origin).hostname,
  origin,
});
const isNamed = ({ rpID }: { readonly rpID: string }): boolean => isIP(rpID.replace(/^\[|\]$/g, '')) === 0;

export async function list(context: Context) {
  const rows = await table.ofAccount(context.db, context.caller.accountId);
  return { passkeys: rows.map(table.fromRow), available: isNamed(partyOf(context)) };
}

/** Throws wrongPassword, tooMany, and passkeyRefused where the address is no name. */
export async function begin(context: Context, { password }: Input<'begin'>) {
  const { db, caller } = context;
  const account = requireRow(await table.account(db, caller.accountId));
  context.confirm({ id: account.id, passwordHash: account.password_hash }, password);
  const party = partyOf(context);
  if (!isNamed(party)) throw new Failure('passkeyRefused', { fault: 'address' });
  const present = await table.ofAccount(db, account.id);
  if (present.length >= maxPasskeys) throw new Failure('listFull', { most: maxPasskeys });
  const options = await generateRegistrationOptions({
    rpName: 'Plumbline',
    rpID: party.rpID,
    userID: new Uint8Array(Buffer.from(String(account.id))),
    userName: account.name,
    userDisplayName: account.display_name,
    attestationType: 'none',
    excludeCredentials: present.map((each) => ({ id: each.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(context, options.challenge, account.id);
  return { options: { ...options } as Record<string, unknown> };
}

async function keepChallenge({ db, now }: Context, challenge: string, accountId: number | null): Promise<void> {
  const expiresAt = new Date(now().getTime() + challengeSeconds * 1000);
  await table.insertChallenge(db, { hash: hashOf(challenge), accountId, now: now(), expiresAt });
}

/** What the browser has signed, used up; null where it is nothing that was asked for. */
async function usedChallenge({ db, now }: Context, clientData: string, accountId: number | null) {
  const challenge = challengeIn(clientData);
  if (challenge === null) return null;
  const isOurs = await table.useChallenge(db, { hash: hashOf(challenge), accountId, now: now() });
  return isOurs ? challenge : null;
}
function challengeIn(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Throws passkeyRefused. */
export async function add(context: Context, { name, credentialId, transports, ...response }: Input<'add'>) {
  const { caller, log } = context;
  const challenge = await usedChallenge(context, response.clientDataJSON, caller.accountId);
  if (challenge === null) throw new Failure('passkeyRefused', { fault: 'expired' });
  const party = partyOf(context);
  const verified = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, transports: transports as AuthenticatorTransport[] },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'a passkey was not taken');
    return null;
  });
  if (!verified?.verified) throw new Failure('passkeyRefused');
  const { credential } = verified.registrationInfo;
  const row = {
    account_id: caller.accountId,
    credential_id: credential.id,
    counter: credential.counter,
    name,
    public_key: Buffer.from(credential.publicKey),
    transports,
    created_at: context.now(),
    last_used_at: null,
  };
  // One that is there already is somebody's.
  const index = 'passkey_credential_id_key';
  return await inTransaction(context, async ({ db }) => ({
    passkey: await onUniqueViolation(table.insert(db, row), index, new Failure('passkeyRefused')),
  }));
}

/** Throws notFound. */
export async function remove(context: Context, { passkeyId }: Input<'remove'>) {
  if (!(await table.remove(context.db, context.caller.accountId, passkeyId)))
    throw new Failure('notFound', { passkeyId });
  return {};
}

/** The same for everybody: which accounts have passkeys is said to nobody. Throws tooMany. */
export async function challenge(context: Context) {
  const { db, now, ip } = context;
  await reserve(db, now(), [{ key: `passkey:${ip}`, max: maxChallenges, beyond: 'delay' }]);
  const options = await generateAuthenticationOptions({
    rpID: partyOf(context).rpID,
    userVerification: 'required',
    allowCredentials: [],
  });
  await keepChallenge(context, options.challenge, null);
  return { options: { ...options } as Record<string, unknown> };
}

const route = 'POST /signin/passkey';

/** Throws passkeyRefused: one answer for a passkey that is none, is somebody's who is disabled, or signs wrongly. */
export async function signin(context: Context, input: Input<'signin'>) {
  const { ip, now } = context;
  const passkey = await proved(context, input);
  if (!passkey) {
    await reportSignIn(context, { accountId: null, outcome: 'passkeyRefused', route });
    throw new Failure('passkeyRefused');
  }
  return await enterAccount(context, passkey.account_id, {
    route,
    way: 'passkey',
    strong: true,
    takesCode: false,
    onSession: (db) => saveAddress(db, passkey.account_id, ip, now()),
  });
}

async function proved(context: Context, { credentialId, userHandle, ...response }: Input<'signin'>) {
  const { db, now, log } = context;
  const challenge = await usedChallenge(context, response.clientDataJSON, null);
  const passkey = await table.byCredential(db, credentialId);
  if (challenge === null || !passkey) return null;
  const party = partyOf(context);
  const verified = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, ...(userHandle !== null && { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    requireUserVerification: true,
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'a sign-in by passkey was refused');
    return null;
  });
  if (!verified?.verified) return null;
  return (await table.use(db, passkey.id, verified.authenticationInfo.newCounter, now())) ? passkey : null;
}
