/**
 * A tenant of Feishu on this machine: gives out tokens that end, refuses wrong ones, keeps each card as it is now, posts a
 * key once, and encrypts and signs what people press.
 */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Arrived } from './checking-server.ts';

export const feishuAppId = 'cli_of_the_app';
export const feishuSecret = 'secret-of-the-app';
export const encryptKey = 'encrypt-key-of-the-app';
export const feishuChat = 'oc_dam';

interface Element {
  readonly tag: string;
  readonly text?: { readonly content: string };
  readonly fields?: readonly { readonly text: { readonly content: string } }[];
  readonly actions?: readonly { readonly text: { readonly content: string }; readonly value?: object }[];
  readonly elements?: readonly { readonly content: string }[];
}
export interface FeishuCard {
  readonly config: { readonly update_multi?: boolean };
  readonly header: { readonly template: string; readonly title: { readonly content: string } };
  readonly elements: readonly Element[];
}
export interface FeishuMessage {
  readonly id: string;
  readonly uuid: string;
  card: FeishuCard;
  edits: number;
}
export interface FeishuTenant {
  readonly messages: FeishuMessage[];
  readonly people: Record<string, object>;
  readonly calls: string[];
  /** The one token that is good; another one is given out from now on. */
  token: string;
  /** What is done for a path before it answers: 'cut' = it never does, a text = it answers that. */
  instead: ((call: string) => string | 'cut' | null) | null;
  answer(request: Arrived): { readonly status: number; readonly body: string } | 'cut';
}

const ok = (data: object = {}, more: object = {}) => ({
  status: 200,
  body: JSON.stringify({ code: 0, msg: 'success', data, ...more }),
});
const refused = (code: number, msg: string) => ({ status: 400, body: JSON.stringify({ code, msg }) });

export function openFeishuTenant(): FeishuTenant {
  const tenant: FeishuTenant = {
    messages: [],
    people: {},
    calls: [],
    token: 't-1',
    instead: null,
    answer(request) {
      const call = `${request.method} ${request.path.replace('/open-apis', '').replace(/\?.*/, '')}`;
      tenant.calls.push(call);
      const instead = tenant.instead?.(call) ?? null;
      if (instead !== null && instead !== 'cut') return { status: 200, body: instead };
      const answered = handle(tenant, call, request);
      return instead ?? answered;
    },
  };
  return tenant;
}

function handle(tenant: FeishuTenant, call: string, { path, headers, body }: Arrived) {
  const input = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
  if (call === 'POST /auth/v3/tenant_access_token/internal')
    return input['app_id'] === feishuAppId && input['app_secret'] === feishuSecret
      ? ok({}, { tenant_access_token: tenant.token, expire: 7_200 })
      : refused(10_014, 'app secret invalid');
  if (headers.authorization !== `Bearer ${tenant.token}`)
    return refused(99_991_663, 'Invalid access token for authorization');
  const [, person] = /^GET \/contact\/v3\/users\/(.+)$/.exec(call) ?? [];
  if (person !== undefined) {
    const user = tenant.people[person];
    return user ? ok({ user }) : refused(41_050, 'no user authority');
  }
  const card = JSON.parse(input['content'] ?? '{}') as FeishuCard;
  if (card.config?.update_multi !== true) return refused(230_099, 'card is not shared');
  if (call === 'POST /im/v1/messages') {
    if (
      !path.includes('receive_id_type=chat_id') ||
      input['receive_id'] !== feishuChat ||
      input['msg_type'] !== 'interactive'
    )
      return refused(230_002, 'bot not in chat');
    const there = tenant.messages.find(({ uuid }) => uuid === input['uuid']);
    const message = there ?? { id: `om_${tenant.messages.length + 1}`, uuid: input['uuid'] ?? '', card, edits: 0 };
    if (!there) tenant.messages.push(message);
    return ok({ message_id: message.id, chat_id: feishuChat });
  }
  const message = tenant.messages.find(({ id }) => call === `PATCH /im/v1/messages/${id}`);
  if (!message) return refused(230_011, 'message recalled');
  Object.assign(message, { card, edits: message.edits + 1 });
  return ok();
}

/** Texts of a card from top to bottom, and the buttons that it has. */
export const linesOfCard = ({ header, elements }: FeishuCard): string[] => [
  `${header.template}: ${header.title.content}`,
  ...elements.flatMap(({ text, fields = [], actions = [], elements: notes = [] }) => [
    ...(text ? [text.content] : []),
    ...fields.map((field) => field.text.content),
    ...actions.map((action) => `[${action.text.content}]`),
    ...notes.map(({ content }) => content),
  ]),
];

/** A body as Feishu encrypts it. */
export function encrypted(callback: object, key = encryptKey): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), iv);
  const bytes = Buffer.concat([iv, cipher.update(JSON.stringify(callback), 'utf8'), cipher.final()]);
  return JSON.stringify({ encrypt: bytes.toString('base64') });
}

/** A press as Feishu sends it: also of a card that has no button any more. */
export const pressOf = ({ uuid, id }: FeishuMessage, person: string): object => ({
  schema: '2.0',
  header: { event_id: 'e-1', event_type: 'card.action.trigger', app_id: feishuAppId, tenant_key: 't' },
  event: {
    operator: { open_id: person, tenant_key: 't' },
    token: 'c-1',
    action: { tag: 'button', value: { act: 'acknowledge', key: uuid } },
    host: 'im_message',
    context: { open_message_id: id, open_chat_id: feishuChat },
  },
});

/** The headers by which Feishu signs a body. */
export function feishuHeaders(body: string, at: Date, key = encryptKey): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1_000)), 'a-nonce'];
  const signature = createHash('sha256').update(`${timestamp}${nonce}${key}${body}`).digest('hex');
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-lark-request-timestamp': timestamp,
    'x-lark-request-nonce': nonce,
    'x-lark-signature': signature,
  };
}

export interface FeishuAnswer {
  readonly error?: string;
  readonly challenge?: string;
  readonly toast?: { readonly type: string; readonly content: string };
  readonly card?: { readonly type: string; readonly data: FeishuCard };
}

/** Sends a callback to where the app says that it takes it. */
export async function sendCallback(url: string, channelId: number, body: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/api/channels/${channelId}/feishu`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as FeishuAnswer };
}
