/**
 * A Slack workspace on this machine: takes what an app sends, refuses a wrong token, keeps each message as it is now, and
 * signs what people press.
 */
import { createHmac } from 'node:crypto';
import type { Arrived, CheckingServer } from './checking-server.ts';

export const slackToken = 'xoxb-of-the-app';
export const slackSigningSecret = 'signing-secret-of-the-app';
export const slackChat = 'C0DAM';

interface Block {
  readonly type: string;
  readonly text?: { readonly text: string };
  readonly fields?: readonly { readonly text: string }[];
  readonly elements?: readonly { readonly action_id?: string; readonly value?: string; readonly url?: string }[];
}
export interface SlackMessage {
  readonly ts: string;
  text: string;
  blocks: readonly Block[];
  metadata: { readonly event_payload?: { readonly key?: string } };
  edits: number;
}

export interface SlackWorkspace {
  readonly messages: SlackMessage[];
  /** Texts that one person alone sees. */
  readonly whispers: { readonly user: string; readonly text: string }[];
  /** Proved e-mail addresses of people. */
  readonly people: Record<string, string>;
  /** Methods that were called, since they were looked at last. */
  readonly calls: string[];
  /** Answers in the place of its own; 'cut' after it has done what it was asked. */
  instead: ((method: string) => { readonly status: number; readonly body: string } | 'cut' | null) | null;
  answer(request: Arrived): { readonly status: number; readonly body: string } | 'cut';
  /** A press of the button of a message, also of one that it had once. */
  press(message: SlackMessage, user: string, at: Date): Pressed;
}
/** A request as Slack sends it. */
export interface Pressed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ok = (more: object = {}) => ({ status: 200, body: JSON.stringify({ ok: true, ...more }) });
const refused = (error: string) => ({ status: 200, body: JSON.stringify({ ok: false, error }) });

/** Returns the workspace; `vendor.answer` is to be its `answer`, or to ask it for paths that begin with `/api/`. */
export function openSlackWorkspace(): SlackWorkspace {
  const workspace: SlackWorkspace = {
    messages: [],
    whispers: [],
    people: {},
    calls: [],
    instead: null,
    answer(request) {
      const method = request.path.replace('/api/', '');
      workspace.calls.push(method);
      if (request.headers.authorization !== `Bearer ${slackToken}`) return refused('invalid_auth');
      const other = workspace.instead?.(method) ?? null;
      if (other !== null && other !== 'cut') return other;
      const answered = handle(workspace, method, request);
      return other ?? answered;
    },
    press(message, user, at) {
      const payload = {
        type: 'block_actions',
        user: { id: user, username: user },
        container: { type: 'message', message_ts: message.ts, channel_id: slackChat },
        channel: { id: slackChat, name: 'dam' },
        message: { ts: message.ts, blocks: message.blocks },
        response_url: 'https://hooks.slack.example/actions/1',
        actions: [
          {
            type: 'button',
            action_id: 'acknowledge',
            value: message.metadata.event_payload?.key ?? '',
            action_ts: '1.0',
          },
        ],
      };
      return signedForm(`payload=${encodeURIComponent(JSON.stringify(payload))}`, at);
    },
  };
  return workspace;
}

/** A form as Slack signs it. */
export function signedForm(body: string, at: Date, secret = slackSigningSecret): Pressed {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const hash = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${hash}`,
    },
  };
}

function handle(workspace: SlackWorkspace, method: string, request: Arrived) {
  if (method === 'users.info') {
    const email = workspace.people[new URLSearchParams(request.body).get('user') ?? ''];
    if (email === undefined) return refused('user_not_found');
    return ok({ user: { real_name: email, is_email_confirmed: !email.startsWith('?'), profile: { email } } });
  }
  const input = JSON.parse(request.body) as Record<string, never>;
  if (input['channel'] !== slackChat) return refused('channel_not_found');
  const { text, blocks, metadata } = input as unknown as SlackMessage;
  if (method === 'chat.postMessage') {
    const ts = `1773813600.00000${workspace.messages.length + 1}`;
    workspace.messages.push({ ts, text, blocks, metadata, edits: 0 });
    return ok({ ts, channel: slackChat });
  }
  if (method === 'chat.update') {
    const message = workspace.messages.find(({ ts }) => ts === input['ts']);
    if (!message) return refused('message_not_found');
    Object.assign(message, { text, blocks, edits: message.edits + 1 });
    return ok({ ts: message.ts, channel: slackChat });
  }
  if (method === 'chat.postEphemeral') {
    workspace.whispers.push({ user: String(input['user']), text });
    return ok();
  }
  if (method === 'conversations.history')
    return ok({
      messages: workspace.messages.map((each) => ({
        ts: each.ts,
        text: each.text,
        metadata: { event_type: 'plumbline_message', ...each.metadata },
      })),
    });
  return refused('unknown_method');
}

/** Texts of a message from top to bottom, and the buttons that it has. */
export const linesOf = ({ blocks }: SlackMessage): string[] =>
  blocks.flatMap(({ text, fields = [], elements = [] }) => [
    ...(text ? [text.text] : []),
    ...fields.map((field) => field.text),
    ...elements.flatMap(({ action_id }) => (action_id ? [`[${action_id}]`] : [])),
  ]);

/** Sends a press to where the app says that it takes it. */
export async function sendPress(url: string, channelId: number, { body, headers }: Pressed) {
  const response = await fetch(`${url}/api/channels/${channelId}/slack`, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

/** Has a vendor of a test answer as this workspace. */
export const answerAs = (vendor: CheckingServer, workspace: SlackWorkspace): void => {
  vendor.answer = (request) => workspace.answer(request);
};
