import { z } from 'zod';
import { languages, limits, refreshIntervals, themes } from '../kernel/constants.ts';
import { accountTypes, type Permission, projectPermissions } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { done, id, name, paging, password, pictureFile } from '../points/fields.ts';

/** Seconds without a click before sign-in is asked again: from a minute to 30 days; every negative number means never. */
const sessionTimeout = z
  .int()
  .max(30 * 86_400)
  .refine((seconds) => seconds < 0 || seconds >= 60, 'sessionTimeoutShort')
  .overwrite((seconds) => Math.max(seconds, -1));

/** Kept per user for the screens; the names are the specification's. */
export const homePanels = ['map', 'alerts', 'watched', 'health', 'activity', 'statistics', 'favourites'] as const;
export type HomePanel = (typeof homePanels)[number];

/** How somebody arranged Home. Alerts are always on it. */
export const HomeChoice = z.object({
  panels: z
    .array(z.object({ panel: z.enum(homePanels), isWide: z.boolean() }))
    .max(homePanels.length)
    .refine((list) => new Set(list.map(({ panel }) => panel)).size === list.length, 'addressRepeat')
    .refine((list) => list.some(({ panel }) => panel === 'alerts'), 'required')
    .describe('In their order; two beside each other, a wide one alone'),
  watchedProjectId: id.nullable().describe('Of which project points are watched; null = of all'),
  watchedCount: z.union([z.literal(6), z.literal(12), z.literal(20)]),
  favouriteIds: z.array(id).max(50).describe('Projects in the panel of favourites, in their order'),
});
export type HomeChoice = z.output<typeof HomeChoice>;

export const Preferences = z.object({
  isCollapse: z.boolean().default(false).describe('The sidebar shows icons alone'),
  isCollapseOnData: z.boolean().default(true).describe('The same on pages that are full of measured data'),
  isTreeFolded: z.boolean().default(false).describe('The data view shows no tree of points'),
  home: HomeChoice.nullable().default(null).describe('null = Home as it comes'),
  sidebarWidthPx: z.int().min(200).max(2000).default(220),
  sound: z.boolean().default(true).describe('A new alert sounds'),
  speech: z.boolean().default(false).describe('A new alert is read out by a voice of the browser'),
  alertVolume: z.int().min(1).max(100).default(100).describe('Of sound and voice, percent'),
  alertFrom: z.int().min(1).max(4).default(1).describe('Alerts of this level and above sound and are read out'),
  alertRepeats: z
    .boolean()
    .default(false)
    .describe('Sound and voice come again every half minute until the alert was seen'),
  professional: z.boolean().default(false).describe('Ids, raw samples and requests are shown on every page'),
  languagePack: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,2}$/)
    .nullable()
    .default(null)
    .describe('A language pack over the language of the account'),
  timesIn: z
    .enum(['project', 'mine'])
    .default('project')
    .describe('Times of a project are shown in its own zone, or in that of the reader'),
  refresh: z
    .enum(['off', ...refreshIntervals])
    .default('off')
    .describe('How often Home, project, data view and custom charts are read again by themselves'),
  sessionTimeout: sessionTimeout.default(limits.sessionTimeoutSeconds).describe('The same as that of the profile'),
});
export type Preferences = z.output<typeof Preferences>;

export const username = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}._@-]{2,32}$/u);

/** Ways in: a password, a password with the code of an app, a passkey, an identity provider, WeChat. */
export const signInWays = ['password', 'code', 'passkey', 'sso', 'wechat'] as const;
export type SignInWay = (typeof signInWays)[number];
export const secondFactorKinds = ['totp', 'passkey'] as const;

export const User = z
  .object({
    id: z.int(),
    name: z.string().describe('What one signs in with'),
    displayName: z.string(),
    type: z.enum(accountTypes),
    corporationId: z.int().nullable().describe('null for a System account'),
    theme: z.enum(themes),
    language: z.enum(languages),
    avatar: z.string().nullable().describe('File id'),
    sessionTimeout: z.int().describe('Seconds without a click before sign-in is asked again; negative = never'),
    disabled: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** Rights of an access token, among those of its owner. */
export const TokenScope = z
  .object({
    permissions: z
      .array(z.enum(projectPermissions as [Permission, ...Permission[]]))
      .min(1)
      .max(projectPermissions.length)
      .describe('Held where the owner holds them too'),
    projectIds: z.array(id).min(1).max(200).nullable().describe('null = every project that the owner may see'),
  })
  .meta({ id: 'TokenScope' });
export type TokenScope = z.output<typeof TokenScope>;

export const AccessToken = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    scope: TokenScope.nullable().describe('null = all that its owner may do, but accounts, passwords and tokens'),
    use: z.object({
      calls: z.int().describe('Requests since it was made, a quarter of a minute ago at the latest'),
      refused: z.int().describe('Those of them that were made to wait (429)'),
      refusedAt: z.string().nullable().describe('When that was last; null = never'),
    }),
  })
  .meta({ id: 'AccessToken' });

export const users = {
  list: route({
    method: 'GET',
    path: '/users',
    summary: 'The users of a corporation, by name.',
    shows: ['user'],
    needs: 'Retrieve:User',
    within: 'corporationId',
    ownCorporation: true,
    input: z.object({ corporationId: id, keyword: z.string().trim().max(50).optional(), ...paging }),
    reply: z.object({ users: z.array(User), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/users',
    summary: 'Opens an account in a corporation. Nobody can open one above their own type.',
    changes: ['user'],
    needs: 'Create:User',
    tokens: 'none',
    secures: 'rights',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: username,
      displayName: name(32),
      type: z.enum(['Admin', 'Manager', 'Normal']),
      password,
    }),
    reply: z.object({ user: User }),
    ownTransaction: true,
    fails: ['nameTaken', 'tooMany'],
    example: { corporationId: 1, name: 'zhang.wei', displayName: 'Zhang Wei', type: 'Normal', password: 'Plumb-2026' },
  }),
  get: route({
    method: 'GET',
    path: '/users/{userId}',
    summary: 'One user.',
    shows: ['user'],
    needs: 'Retrieve:User',
    within: 'userId',
    input: z.object({ userId: id }),
    reply: z.object({ user: User }),
  }),
  update: route({
    method: 'PATCH',
    path: '/users/{userId}',
    aliases: [{ method: 'PUT', path: '/users/{userId}' }],
    summary: 'Changes a user of the corporation.',
    changes: ['user'],
    needs: 'Update:User',
    secures: 'rights',
    within: 'userId',
    guards: { read: 'get', part: 'user' },
    input: z.object({
      userId: id,
      displayName: name(32).optional(),
      type: z.enum(['Admin', 'Manager', 'Normal']).optional(),
    }),
    reply: z.object({ user: User }),
    fails: ['protectedRecord'],
  }),
  setPassword: route({
    method: 'PUT',
    path: '/users/{userId}/password',
    summary: 'Sets a new password of a user, ends their sessions and tokens, and lifts a delay of sign-in.',
    changes: ['user'],
    needs: 'Update:User',
    tokens: 'none',
    secures: 'rights',
    within: 'userId',
    ownTransaction: true,
    fails: ['tooMany'],
    input: z.object({ userId: id, password }),
    reply: done,
    example: { userId: 1, password: 'Plumb-2026' },
  }),
  disable: route({
    method: 'PATCH',
    path: '/users/{userId}/disable',
    summary: 'Disables a user and ends their sessions at once, or enables them again.',
    changes: ['user'],
    needs: 'Update:User',
    secures: 'rights',
    within: 'userId',
    input: z.object({ userId: id, disabled: z.boolean() }),
    reply: z.object({ user: User }),
    fails: ['protectedRecord'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/{userId}',
    summary: 'Removes a user. Records of what they did keep their name.',
    changes: ['user', 'member'],
    needs: 'Delete:User',
    secures: 'rights',
    within: 'userId',
    input: z.object({ userId: id }),
    reply: done,
    fails: ['protectedRecord'],
  }),
  profile: route({
    method: 'GET',
    path: '/profile',
    aliases: [{ path: '/users/{userId}/profile' }],
    summary: 'The caller.',
    shows: ['user'],
    needs: 'signed-in',
    tokens: 'unscoped',
    input: z.object({}),
    reply: z.object({ user: User, preferences: Preferences }),
  }),
  updateProfile: route({
    method: 'PATCH',
    path: '/profile',
    aliases: [{ path: '/users/{userId}/profile' }, { method: 'PUT', path: '/users/{userId}/profile' }],
    summary: 'The caller changes their own profile.',
    changes: ['user'],
    needs: 'signed-in',
    tokens: 'unscoped',
    input: z.object({
      displayName: name(32).optional(),
      theme: z.enum(themes).optional(),
      language: z.enum(languages).optional(),
      sessionTimeout: sessionTimeout.optional(),
    }),
    reply: z.object({ user: User }),
    example: { displayName: 'Zhang Wei' },
  }),
  updatePreference: route({
    method: 'PATCH',
    path: '/profile/preferences',
    logged: false,
    aliases: [{ path: '/users/{userId}/preferences' }],
    summary: 'The caller changes one preference.',
    changes: { nothing: 'The page that changed it shows it already' },
    needs: 'signed-in',
    tokens: 'unscoped',
    background: true,
    // The longest is an arrangement of Home.
    bodyLimit: 16 * 1024,
    input: z.object({
      preferenceKey: z.enum(Object.keys(Preferences.shape) as [keyof Preferences, ...(keyof Preferences)[]]),
      value: z.unknown().describe('As the preference is in `preferences` of the answer'),
    }),
    reply: z.object({ preferences: Preferences }),
    example: { preferenceKey: 'isCollapse', value: true },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/profile/password',
    summary: 'The caller changes their own password; their other sessions and their access tokens end.',
    changes: { nothing: 'What pages show does not depend on it' },
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({ current: z.string().min(1).max(64), password }),
    reply: done,
    ownTransaction: true,
    fails: ['wrongPassword', 'tooMany'],
    example: { current: 'Plumb-2026', password: 'Plumb-2027' },
  }),
  setAvatar: route({
    method: 'PUT',
    path: '/profile/avatar',
    aliases: [{ path: '/users/{userId}/avatar' }],
    summary: 'The caller gives themselves a picture.',
    changes: ['user'],
    needs: 'signed-in',
    tokens: 'unscoped',
    kind: 'upload',
    upload: { ...pictureFile, maxBytes: 1024 * 1024 },
    input: z.object({}),
    reply: z.object({ user: User }),
  }),
  avatar: route({
    method: 'GET',
    path: '/profile/avatar',
    aliases: [{ path: '/users/{userId}/avatar' }],
    summary: 'The picture of the caller.',
    shows: ['user'],
    needs: 'signed-in',
    tokens: 'unscoped',
    kind: 'download',
    background: true,
    input: z.object({}),
    reply: z.unknown(),
  }),
  listTokens: route({
    method: 'GET',
    path: '/profile/access-tokens',
    aliases: [{ path: '/users/{userId}/access-tokens' }],
    summary: 'The access tokens of the caller, without their secrets.',
    shows: ['accessToken'],
    needs: 'signed-in',
    tokens: 'none',
    input: z.object({}),
    reply: z.object({ accessTokens: z.array(AccessToken) }),
  }),
  createToken: route({
    method: 'POST',
    path: '/profile/access-tokens',
    aliases: [{ path: '/users/{userId}/access-tokens' }],
    summary: 'Makes an access token for programs. Its text is shown this once.',
    changes: ['accessToken'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({
      name: name(32),
      expiresInDays: z.int().min(1).max(366).default(90),
      scope: TokenScope.nullable()
        .default(null)
        .describe(
          'Such a token does nothing beyond projects: no users, roles, corporation or warehouse. null = all that the caller may do, but accounts, passwords and tokens',
        ),
    }),
    reply: z.object({ accessToken: AccessToken, token: z.string() }),
    fails: ['notFound', 'listFull'],
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/profile/access-tokens/{tokenId}',
    aliases: [{ path: '/users/{userId}/access-tokens/{tokenId}' }],
    summary: 'Revokes an access token of the caller at once.',
    changes: ['accessToken'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({ tokenId: id }),
    reply: done,
  }),
};
