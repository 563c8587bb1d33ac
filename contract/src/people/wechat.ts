/** Signing in by WeChat: its web login, and which accounts somebody of WeChat has. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';
import { SignedIn } from './sessions.ts';

/** What WeChat gave the browser; it is redeemed once, by `info`. */
const code = z.string().min(1).max(200);
const challenge = z.string().min(1).max(100).describe('Of `redirect`; the browser that began keeps it');
const noTags = { nothing: 'Pages of a session begin without answers' } as const;

export const wechat = {
  redirect: route({
    method: 'POST',
    path: '/wechat/redirect',
    summary: 'Begins a sign-in by WeChat: gives the address of its page, and a challenge for the way back.',
    changes: noTags,
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({}),
    reply: z.object({ address: z.string(), challenge: z.string() }),
    fails: ['vendorNotConfigured', 'tooMany'],
  }),
  info: route({
    method: 'POST',
    path: '/wechat/{code}/info',
    summary: 'Redeems what WeChat gave the browser, once, and gives who came back.',
    changes: noTags,
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ code, challenge, state: z.string().min(1).max(200) }),
    reply: z.object({ nickname: z.string() }),
    fails: ['ssoRefused', 'vendorNotConfigured'],
    example: { code: 'x', challenge: 'plc_', state: 'x' },
  }),
  users: route({
    method: 'POST',
    path: '/wechat/{code}/users',
    summary: 'The accounts to which somebody of WeChat is bound, after `info`.',
    changes: noTags,
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ code, challenge }),
    reply: z.object({ users: z.array(z.object({ id: z.int(), name: z.string(), displayName: z.string() })) }),
    fails: ['ssoRefused'],
    example: { code: 'x', challenge: 'plc_' },
  }),
  signin: route({
    method: 'POST',
    path: '/wx-signin',
    summary:
      'Signs in by WeChat after `info`: in the only account that is bound, or the one that is named. Fails with `secondFactorNeeded` where a code must follow.',
    changes: noTags,
    needs: 'anyone',
    ownTransaction: true,
    input: z.object({ challenge, accountId: id.optional() }),
    reply: SignedIn,
    fails: ['ssoRefused', 'wechatNotBound', 'secondFactorNeeded'],
    example: { challenge: 'plc_' },
  }),
  bind: route({
    method: 'POST',
    path: '/wechat/{code}/bind',
    summary: 'Binds somebody of WeChat to an account by its username and password, after `info`, and signs in.',
    changes: noTags,
    needs: 'anyone',
    secures: 'rights',
    ownTransaction: true,
    input: z.object({
      code,
      challenge,
      username: z.string().trim().min(1).max(64),
      password: z.string().min(1).max(64),
    }),
    reply: SignedIn,
    fails: ['ssoRefused', 'credentialsWrong', 'secondFactorNeeded', 'tooMany'],
    example: { code: 'x', challenge: 'plc_', username: 'zhang.wei', password: 'Plumb-2026' },
  }),
  get: route({
    method: 'GET',
    path: '/wechat/binding',
    summary: 'Whether the caller is bound to somebody of WeChat.',
    shows: ['wechat'],
    needs: 'signed-in',
    tokens: 'none',
    background: true,
    input: z.object({}),
    reply: z.object({
      available: z.boolean().describe('Whether WeChat is set up here'),
      nickname: z.string().nullable(),
      since: z.string().nullable().describe('null = not bound'),
    }),
  }),
  unbind: route({
    method: 'POST',
    path: '/wechat/unbind',
    summary: 'Takes the binding of the caller away: WeChat opens the account no longer. Not for access tokens.',
    changes: ['wechat'],
    needs: 'signed-in',
    tokens: 'none',
    secures: 'rights',
    input: z.object({}),
    reply: done,
    fails: ['notFound'],
  }),
};
