/** Passkeys (WebAuthn): keys of a device or password manager that sign in without a password. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';
import { SignedIn } from './sessions.ts';

/** Bytes as the browser gives them. */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);
/** What the browser is given for its dialog, in the JSON form of WebAuthn. */
const options = z.record(z.string(), z.unknown());

export const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

export const passkeys = {
  list: route({
    method: 'GET',
    path: '/profile/passkeys',
    summary: 'The passkeys of the caller.',
    shows: ['passkey'],
    needs: 'signed-in',
    tokens: 'none',
    background: true,
    input: z.object({}),
    reply: z.object({
      passkeys: z.array(Passkey),
      available: z.boolean().describe('Whether this address can have passkeys: a name, and no IP address'),
    }),
  }),
  begin: route({
    method: 'POST',
    path: '/profile/passkeys/challenge',
    summary: 'Begins the making of a passkey: what the browser is given. Not for access tokens.',
    changes: { nothing: 'It counts once the browser has made it' },
    needs: 'signed-in',
    tokens: 'none',
    input: z.object({ password: z.string().min(1).max(64).describe('The present password of the caller') }),
    reply: z.object({ options }),
    fails: ['wrongPassword', 'tooMany', 'passkeyRefused', 'listFull'],
    example: { password: 'Plumb-2026' },
  }),
  add: route({
    method: 'POST',
    path: '/profile/passkeys',
    summary: 'Takes a passkey that the browser has made. Not for access tokens.',
    changes: ['passkey'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({
      name: name(32),
      credentialId: bytes(2_000),
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(20_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
    reply: z.object({ passkey: Passkey }),
    fails: ['passkeyRefused', 'tooMany'],
    example: { name: 'Phone', credentialId: 'x', clientDataJSON: 'x', attestationObject: 'x' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/profile/passkeys/{passkeyId}',
    summary: 'Removes a passkey of the caller: it signs in no longer. Not for access tokens.',
    changes: ['passkey'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({ passkeyId: id }),
    reply: done,
    fails: ['notFound'],
  }),
  challenge: route({
    method: 'POST',
    path: '/signin/passkey/challenge',
    summary: 'Begins a sign-in by passkey: what the browser is given.',
    changes: { nothing: 'Nobody is signed in yet' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({}),
    reply: z.object({ options }),
    fails: ['tooMany'],
  }),
  signin: route({
    method: 'POST',
    path: '/signin/passkey',
    summary:
      'Signs in by a passkey, whose device has asked for finger, face or PIN: no code follows, and a second factor that the corporation demands is done.',
    changes: { nothing: 'Pages of a session begin without answers' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({
      credentialId: bytes(2_000),
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(4_000),
      userHandle: bytes(200).nullable().default(null),
    }),
    reply: SignedIn,
    fails: ['passkeyRefused', 'tooMany'],
    example: { credentialId: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  }),
};
