/**
 * WeChat's web login as it is published: the page with the QR code, the code that comes back, who that is. Its interface takes
 * the application's secret in the query, so no address of a call is ever logged.
 */

import { z } from 'zod';
import type { Outbound } from '../../../../kernel/outbound.ts';

export interface WechatApp {
  readonly appId: string;
  readonly secret: string;
  /** Where people scan the code: https://open.weixin.qq.com. */
  readonly openUrl: string;
  /** Where the server asks: https://api.weixin.qq.com. */
  readonly apiUrl: string;
}
export interface WechatPerson {
  readonly openId: string;
  readonly unionId: string | null;
  readonly nickname: string;
}

const Refused = z.object({ errcode: z.number(), errmsg: z.string().default('') });
const Token = z.object({ access_token: z.string().min(1), openid: z.string().min(1), unionid: z.string().optional() });
const Info = z.object({ openid: z.string().min(1), nickname: z.string().default(''), unionid: z.string().optional() });

/** The page that the browser is sent to. Its parts are in the order that WeChat asks for. */
export const pageOf = ({ appId, openUrl }: WechatApp, redirectUri: string, state: string): string =>
  `${openUrl}/connect/qrconnect?appid=${encodeURIComponent(appId)}&redirect_uri=${encodeURIComponent(redirectUri)}` +
  `&response_type=code&scope=snsapi_login&state=${encodeURIComponent(state)}#wechat_redirect`;

/** Throws Error with what WeChat answered. */
async function call<S extends z.ZodType>(outbound: Outbound, url: string, shape: S): Promise<z.output<S>> {
  const { status, body } = await outbound.send(url, { timeoutMs: 10_000, maxBytes: 64 * 1024 });
  const text = body.toString('utf8');
  const answer: unknown = status === 200 ? JSON.parse(text) : null;
  const refused = Refused.safeParse(answer);
  if (refused.success && refused.data.errcode !== 0)
    throw new Error(`WeChat: ${refused.data.errcode} ${refused.data.errmsg}`.slice(0, 200));
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new Error(`WeChat: status ${status}`);
  return parsed.data;
}

/** Returns the person of a code. Throws Error. */
export async function personOf(outbound: Outbound, app: WechatApp, code: string): Promise<WechatPerson> {
  const query = new URLSearchParams({ appid: app.appId, secret: app.secret, code, grant_type: 'authorization_code' });
  const token = await call(outbound, `${app.apiUrl}/sns/oauth2/access_token?${query}`, Token);
  const who = new URLSearchParams({ access_token: token.access_token, openid: token.openid });
  const info = await call(outbound, `${app.apiUrl}/sns/userinfo?${who}`, Info);
  if (info.openid !== token.openid) throw new Error('WeChat: another openid');
  const nickname = info.nickname.replace(/\p{Cc}/gu, '').slice(0, 64);
  return { openId: token.openid, unionId: info.unionid ?? token.unionid ?? null, nickname };
}
