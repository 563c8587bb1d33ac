/**
 * An app of Feishu or Lark: messages as interactive cards of a bot, edited by their id, with a tenant token that is kept while it
 * is good. The vendor posts a key once within an hour.
 */
import { createDecipheriv, createHash } from 'node:crypto';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { ChatApp } from './chat-app.ts';
import { cutText } from './cut.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel } from './outgoing.ts';
import { sha256 } from './signatures.ts';

const home = 'https://open.feishu.cn';
/** A card may be of 30 kB; one value of it is cut. */
const longest = { card: 24_000, value: 300, outcome: 600 } as const;
/** A token is asked for again before it ends. */
const earlierMs = 300_000;
/** Feishu waits three seconds for the answer to a press. */
const personMs = 2_500;

interface Answer {
  readonly code?: number;
  readonly msg?: string;
  readonly tenant_access_token?: string;
  /** Seconds. */
  readonly expire?: number;
  readonly data?: {
    readonly message_id?: string;
    readonly chat_id?: string;
    readonly user?: {
      readonly name?: string;
      readonly email?: string;
      readonly enterprise_email?: string;
      readonly mobile?: string;
      readonly status?: { readonly is_resigned?: boolean; readonly is_frozen?: boolean };
    };
  };
}
interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly input?: object;
  readonly timeoutMs?: number;
}

function jsonOf(text: string): Answer {
  try {
    const answer = JSON.parse(text) as Answer | null;
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

interface Answered {
  readonly answer: Answer;
  readonly outcome: Outcome;
}

async function request(
  outbound: Outbound,
  { endpoint }: ReadyChannel,
  { method, path, input, timeoutMs }: Call,
  token: string | null,
): Promise<Answered> {
  const service = new URL(endpoint ?? home);
  const base = `${service.origin}${service.pathname.replace(/\/+$/, '')}/open-apis`;
  const { status, body } = await outbound.send(`${base}${path}`, {
    method,
    ...(input && { body: JSON.stringify(input) }),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const text = body.toString('utf8');
  const answer = jsonOf(text);
  if (status === 200 && answer.code === 0)
    return { answer, outcome: { accepted: true, answer: brief(`HTTP 200 ${answer.data?.message_id ?? 'ok'}`) } };
  const final = status < 500 && status !== 429 && answer.code !== undefined && !passing.has(answer.code);
  const words = answer.code === undefined ? text : `${answer.code} ${answer.msg ?? ''}`;
  return { answer, outcome: { accepted: false, final, answer: brief(`HTTP ${status} ${words}`) } };
}

/** Too many at once, or a fault on their side. */
const passing: ReadonlySet<number> = new Set([99991400, 11232, 230020, 230049, 2200, 1000004, 1000005]);
/** The token is none any more. */
const tokenEnded: ReadonlySet<number> = new Set([99991661, 99991663, 99991668, 99991671]);
/** Errors about the message itself, which was withdrawn or is older than can be edited. */
const isOfMessage = (code: number | undefined): boolean =>
  code !== undefined && code >= 230_001 && code < 231_000 && !passing.has(code);

const tokens = new Map<string, { readonly token: string; readonly untilMs: number }>();
const maxTokens = 500;
const keyOf = ({ endpoint, appId, secret }: ReadyChannel) => sha256(`${endpoint ?? home} ${appId} ${secret}`);

/** By the clock of this process, which nobody sets. */
async function tokenOf(outbound: Outbound, channel: ReadyChannel, timeoutMs?: number): Promise<Answered | string> {
  const valid = tokens.get(keyOf(channel));
  if (valid && valid.untilMs > performance.now()) return valid.token;
  const answered = await request(
    outbound,
    channel,
    {
      method: 'POST',
      path: '/auth/v3/tenant_access_token/internal',
      input: { app_id: channel.appId, app_secret: channel.secret },
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
    null,
  );
  const { tenant_access_token: token, expire = 0 } = answered.answer;
  if (!answered.outcome.accepted || !token) return answered;
  tokens.delete(keyOf(channel));
  tokens.set(keyOf(channel), { token, untilMs: performance.now() + expire * 1_000 - earlierMs });
  for (const oldest of tokens.keys()) if (tokens.size > maxTokens) tokens.delete(oldest);
  return token;
}

async function callFeishu(outbound: Outbound, channel: ReadyChannel, call: Call): Promise<Answered> {
  for (let tries = 1; ; tries++) {
    const token = await tokenOf(outbound, channel, call.timeoutMs);
    if (typeof token !== 'string') return token;
    const answered = await request(outbound, channel, call, token);
    if (tries > 1 || !tokenEnded.has(answered.answer.code ?? 0)) return answered;
    tokens.delete(keyOf(channel));
  }
}

/** Signs of Markdown as entities. */
const plain = (text: string): string => text.replace(/[&<>*~_`[\]#|\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const words = (content: string) => ({ tag: 'plain_text', content });
const markdown = (content: string) => ({ tag: 'lark_md', content });
const colours = ['blue', 'blue', 'yellow', 'orange', 'red'] as const;

/** Returns a message as a card of Feishu, for a post, an edit, or the answer to a press. */
export function feishuCard({ key, title, facts, foot, level, link, linkWords, card }: Outgoing): object {
  const template = { open: colours[level ?? 1] ?? 'blue', acknowledged: 'green', over: 'grey' }[card?.tone ?? 'open'];
  const outcomes = (card?.outcomes ?? []).map((each) => ({
    tag: 'div',
    text: markdown(
      [`**${plain(cutText(each.title, longest.outcome))}**`, plain(cutText(each.details, longest.outcome))]
        .filter((text) => text !== '')
        .join('\n'),
    ),
  }));
  const acknowledge =
    card && card.acknowledge !== null
      ? [{ tag: 'button', type: 'primary', text: words(card.acknowledge), value: { act: 'acknowledge', key } }]
      : [];
  const actions = [...acknowledge, { tag: 'button', type: 'default', text: words(linkWords), url: link }];
  return {
    // Also of what is edited: else it is another's card.
    config: { update_multi: true, wide_screen_mode: true },
    header: { template, title: words(title) },
    elements: [
      ...outcomes,
      { tag: 'div', fields: fieldsOf(facts) },
      { tag: 'action', actions },
      { tag: 'note', elements: [words(foot)] },
    ],
  };
}

/** Facts in two columns, as many as the card has room for. */
function fieldsOf(facts: Outgoing['facts']): object[] {
  let bytes = 0;
  return facts.flatMap(([name, value]) => {
    const content = `**${plain(name)}**\n${plain(cutText(value, longest.value))}`;
    bytes += Buffer.byteLength(content) + 60;
    return bytes > longest.card ? [] : [{ is_short: value.length <= 40, text: markdown(content) }];
  });
}

/** Numbers with and without their country: a telephone may have been verified as either. */
const addressesOf = (mobile: string | undefined): string[] =>
  mobile ? [mobile, ...(mobile.startsWith('+86') ? [mobile.slice(3)] : [])] : [];

export const feishuApp: ChatApp = {
  async post(outbound, channel, message) {
    const { answer, outcome } = await callFeishu(outbound, channel, {
      method: 'POST',
      path: '/im/v1/messages?receive_id_type=chat_id',
      input: {
        receive_id: channel.chatId,
        msg_type: 'interactive',
        content: JSON.stringify(feishuCard(message)),
        uuid: message.key,
      },
    });
    if (!outcome.accepted) return outcome;
    const messageId = answer.data?.message_id;
    return messageId
      ? { ...outcome, posted: { chat: answer.data?.chat_id ?? channel.chatId ?? '', messageId } }
      : { accepted: false, final: false, answer: 'Feishu names no message' };
  },

  /** Nobody has to look: the same key is not posted again, and its message is named. */
  find: async () => null,

  async edit(outbound, channel, { messageId }, message) {
    const { answer, outcome } = await callFeishu(outbound, channel, {
      method: 'PATCH',
      path: `/im/v1/messages/${encodeURIComponent(messageId)}`,
      input: { content: JSON.stringify(feishuCard(message)) },
    });
    return outcome.accepted ? outcome : { ...outcome, isGone: isOfMessage(answer.code) };
  },

  async personOf(outbound, channel, openId) {
    const path = `/contact/v3/users/${encodeURIComponent(openId)}?user_id_type=open_id`;
    const { answer } = await callFeishu(outbound, channel, { method: 'GET', path, timeoutMs: personMs });
    const { name = '', email, enterprise_email: ofFirm, mobile, status } = answer.data?.user ?? {};
    const left = status?.is_resigned === true || status?.is_frozen === true;
    const emails = [email, ofFirm].filter((each) => each !== undefined && each !== '') as string[];
    return { name, addresses: left ? [] : [...new Set([...emails, ...addressesOf(mobile)])] };
  },
};

/** Returns the text of an encrypted body: AES-256-CBC with the SHA-256 of the encrypt key. Throws Error where it was encrypted with another. */
export function openedByFeishu(encryptKey: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const key = createHash('sha256').update(encryptKey).digest();
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
  return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
}
