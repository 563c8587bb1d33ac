import { z } from 'zod';
import { brandShape } from '../kernel/brand.ts';
import { languages } from '../kernel/constants.ts';
import { permissions } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { done } from '../points/fields.ts';
import { Preferences, User } from './users.ts';

/** Data that a signed-in page needs to begin. `permissions` = held anywhere; a project's own come with the project. */
export const Session = {
  user: User,
  preferences: Preferences,
  permissions: z.array(z.enum(permissions as [(typeof permissions)[number], ...(typeof permissions)[number][]])),
  corporation: z
    .object({
      id: z.int(),
      title: z.string(),
      ...brandShape,
      documentDisabled: z.boolean(),
      flags: z.record(z.string(), z.boolean()).describe('Its feature flags'),
      demonstration: z
        .enum(languages)
        .nullable()
        .describe('The language in which it is the demonstration of the installation; null = it is none'),
    })
    .nullable(),
  staticVersion: z.string(),
  viewer: z.string().nullable().describe('The administrator who sees as this user; null = the user themselves'),
  isPrivate: z.boolean().describe('A private deployment: documents and releases are hidden'),
  needsSecondFactor: z.boolean().describe('True while only setting up a second factor is allowed'),
};

/** Answer of every way of signing in: what a page begins with. */
export const SignedIn = z.object({
  token: z.string(),
  ...Session,
  isSimplePwd: z.boolean().describe('Whether the password that was shown is weaker than new ones must be'),
  isWxBind: z.boolean().describe('Whether a WeChat account is bound to this one'),
});

export const sessions = {
  loginInfo: route({
    method: 'GET',
    path: '/login-info',
    summary:
      'Returns what the sign-in page needs: whether set-up is pending, the ways in, and the demonstration account, with its password for the key that is printed where the server was started.',
    shows: ['installation'],
    needs: 'anyone',
    background: true,
    input: z.object({
      demo: z.string().max(40).optional().describe('Key of the demonstration, from the address that its start prints'),
    }),
    reply: z.object({
      setup: z.boolean(),
      version: z.string(),
      brand: z.object(brandShape).nullable().describe('Of the corporation whose host name the request names'),
      registration: z.boolean().describe('Whether somebody can register now: a registration code is out'),
      recovery: z
        .boolean()
        .describe('Whether forgotten passwords are recovered here: some account has an address for it'),
      sso: z.boolean().describe('Whether some corporation has an identity provider'),
      passkeys: z.boolean().describe('Whether some account has a passkey'),
      wechat: z.boolean().describe('Whether people sign in by WeChat'),
      ssoDomain: z
        .string()
        .nullable()
        .describe('Of the corporation whose host name the request names, where it has one'),
      demo: z.object({ username: z.string(), password: z.string().nullable() }).nullable(),
    }),
  }),
  signin: route({
    method: 'POST',
    path: '/signin',
    summary: 'Signs in by username and password. Fails with `secondFactorNeeded` where a code must follow.',
    changes: { nothing: 'Pages of a session begin without answers' },
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ username: z.string().trim().min(1).max(64), password: z.string().min(1).max(64) }),
    reply: SignedIn,
    fails: ['credentialsWrong', 'secondFactorNeeded', 'tooMany'],
  }),
  session: route({
    method: 'GET',
    path: '/session',
    summary: 'Returns the user of the token.',
    shows: ['user', 'member', 'role', 'corporation'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    beforeSecondFactor: true,
    input: z.object({}),
    reply: z.object(Session),
  }),
  signout: route({
    method: 'POST',
    path: '/signout',
    summary: 'Ends this session.',
    changes: { nothing: 'Pages of a session end with it' },
    needs: 'signed-in',
    tokens: 'unscoped',
    secures: 'signOut',
    beforeSecondFactor: true,
    whileSeeing: true,
    input: z.object({}),
    reply: done,
  }),
};
