/** Single sign-on by OpenID Connect: the identity provider of a corporation, and signing in by it. */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { done, host, id } from '../points/fields.ts';
import { SignedIn } from './sessions.ts';

/** Domain that people enter to be sent to their identity provider: the part of an e-mail address after the @. */
export const ssoDomain = host.toLowerCase();
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);
/** http is for a provider inside one's own network, which the setting OUTBOUND_ALLOW must name. */
const issuer = line(500).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password && !url.hash;
}, 'url');

export const firstSignIns = ['refuse', 'create'] as const;
/** Mapping of a group of the provider: a user group of the corporation, or an account type. */
export const GroupMapping = z
  .strictObject({
    group: line(200).describe('As the provider names it'),
    userGroupId: id.nullable(),
    type: z.enum(['Manager']).nullable().describe('Members of such a group are managers, everybody else a normal user'),
  })
  .refine(({ userGroupId, type }) => (userGroupId === null) !== (type === null), {
    path: ['userGroupId'],
    message: 'required',
  });
export type GroupMapping = z.output<typeof GroupMapping>;

const settings = {
  enabled: z.boolean(),
  domain: ssoDomain.describe('What people enter at sign-in; one corporation has it'),
  issuer: issuer.describe('Its discovery document is at /.well-known/openid-configuration'),
  clientId: line(200),
  firstSignIn: z
    .enum(firstSignIns)
    .describe('refuse = only who has an account of that username; create = an account is opened'),
  usernameClaim: line(64).describe('Which claim is the username'),
  groupsClaim: line(64).describe('Which claim lists the groups'),
  groups: z.array(GroupMapping).max(100),
};
export const SsoConnection = z
  .object({
    ...settings,
    hasSecret: z.boolean(),
    redirectUri: z.string().describe('To be entered at the provider'),
    logoutUri: z.string().describe('To be entered at the provider: where it says that somebody signed out there'),
  })
  .meta({ id: 'SsoConnection' });
export type SsoConnection = z.output<typeof SsoConnection>;

const place = { within: 'corporationId' } as const;
const input = { corporationId: id };
export const maxSsoText = 4_000;

export const sso = {
  get: route({
    ...place,
    method: 'GET',
    path: '/corporations/{corporationId}/sso',
    summary: 'The identity provider of a corporation, without its secret.',
    shows: ['sso'],
    needs: 'Update:Corporation',
    input: z.object(input),
    reply: z.object({
      connection: SsoConnection.nullable(),
      redirectUri: z.string().describe('To be entered at the provider'),
      logoutUri: z.string().describe('To be entered at the provider: where it says that somebody signed out there'),
    }),
  }),
  put: route({
    ...place,
    method: 'PUT',
    path: '/corporations/{corporationId}/sso',
    summary: 'Sets the identity provider of a corporation. A secret that is empty stays as it is.',
    changes: ['sso', 'installation'],
    needs: 'Update:Corporation',
    tokens: 'none',
    secures: 'secret',
    guards: { read: 'get', part: 'connection' },
    input: z.object({ ...input, ...settings, secret: z.string().max(500).default('') }),
    reply: z.object({ connection: SsoConnection }),
    fails: ['nameTaken', 'notFound'],
    example: {
      corporationId: 1,
      enabled: true,
      domain: 'example.com',
      issuer: 'https://id.example.com',
      clientId: 'plumbline',
      secret: 'a long secret',
      firstSignIn: 'refuse',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
      groups: [],
    },
  }),
  check: route({
    ...place,
    method: 'POST',
    path: '/corporations/{corporationId}/sso/check',
    summary: 'Asks the identity provider of a corporation for its discovery document and gives what is in the way.',
    changes: { nothing: 'It asks the provider' },
    needs: 'Update:Corporation',
    ownTransaction: true,
    input: z.object(input),
    reply: z.object({ problem: z.string().nullable() }),
    fails: ['notFound'],
  }),
  remove: route({
    ...place,
    method: 'DELETE',
    path: '/corporations/{corporationId}/sso',
    summary: 'Takes the identity provider of a corporation away. Accounts stay; those opened by it have no password.',
    changes: ['sso', 'installation'],
    needs: 'Update:Corporation',
    tokens: 'none',
    secures: 'secret',
    input: z.object(input),
    reply: done,
    fails: ['notFound'],
  }),
  redirect: route({
    method: 'POST',
    path: '/sso-redirect/{ssoDomain}',
    summary:
      'Begins a single sign-on: gives the address of the identity provider, and a challenge that the same browser keeps until it comes back.',
    changes: { nothing: 'Nobody is signed in yet' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ ssoDomain }),
    reply: z.object({ address: z.string(), challenge: z.string() }),
    fails: ['ssoRefused', 'tooMany'],
    example: { ssoDomain: 'example.com' },
  }),
  signin: route({
    method: 'POST',
    path: '/sso-signin',
    summary:
      'Ends a single sign-on with what the identity provider gave the browser, by the challenge that it began with, once. Fails with `secondFactorNeeded` where the account has a second factor.',
    changes: { nothing: 'Pages of a session begin without answers' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({
      challenge: z.string().min(1).max(100),
      query: z.string().min(1).max(maxSsoText).describe('The query of the address that the provider came back to'),
      language: z.enum(languages).default('en').describe('Of the page: an account that is opened gets it'),
    }),
    reply: SignedIn,
    fails: ['ssoRefused', 'secondFactorNeeded', 'tooMany'],
    example: { challenge: 'plc_', query: 'code=x&state=y' },
  }),
  signout: route({
    method: 'POST',
    path: '/sso-signout',
    summary:
      'Ends this session, and gives the address at which the identity provider ends its own; null where it was not begun there.',
    changes: { nothing: 'Pages of a session end with it' },
    needs: 'signed-in',
    tokens: 'none',
    secures: 'signOut',
    beforeSecondFactor: true,
    ownTransaction: true,
    input: z.object({}),
    reply: z.object({ address: z.string().nullable() }),
  }),
};
