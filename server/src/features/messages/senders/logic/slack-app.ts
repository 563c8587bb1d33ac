/**
 * A Slack app: chat.postMessage and chat.update with a bot token, blocks with two buttons. Each message bears its key as
 * metadata, so that one that was posted by a try without an answer is found again (conversations.history).
 */
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { ChatApp, Posted } from './chat-app.ts';
import { cutText } from './cut.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel } from './outgoing.ts';

const home = 'https://slack.com';
const eventType = 'plumbline_message';
/** What Slack takes: of a header, of a field, fields of a section, blocks of a message. */
const longest = { header: 150, field: 1_900, fields: 10, blocks: 45 } as const;
/** Clocks of two machines differ, and a message is posted a little after it was begun. */
const earlierMs = 120_000;
/** Slack waits three seconds for the answer to a press. */
const personMs = 2_500;

interface Answer {
  readonly ok?: boolean;
  readonly error?: string;
  readonly ts?: string;
  readonly channel?: string;
  readonly user?: {
    readonly real_name?: string;
    readonly is_bot?: boolean;
    readonly deleted?: boolean;
    readonly is_email_confirmed?: boolean;
    readonly profile?: { readonly email?: string };
  };
  readonly messages?: readonly {
    readonly ts?: string;
    readonly metadata?: { readonly event_type?: string; readonly event_payload?: { readonly key?: string } };
  }[];
}

async function callSlack(
  outbound: Outbound,
  { endpoint, secret }: ReadyChannel,
  method: string,
  input: Readonly<Record<string, unknown>> | URLSearchParams,
  timeoutMs?: number,
): Promise<{ readonly answer: Answer; readonly outcome: Outcome }> {
  const service = new URL(endpoint ?? home);
  const isForm = input instanceof URLSearchParams;
  const { status, body } = await outbound.send(
    `${service.origin}${service.pathname.replace(/\/+$/, '')}/api/${method}`,
    {
      method: 'POST',
      body: isForm ? input.toString() : JSON.stringify(input),
      headers: {
        'content-type': `application/${isForm ? 'x-www-form-urlencoded' : 'json'}; charset=utf-8`,
        authorization: `Bearer ${secret}`,
      },
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
  );
  const text = body.toString('utf8');
  const answer = jsonOf(text);
  if (status === 200 && answer.ok === true)
    return { answer, outcome: { accepted: true, answer: brief(`HTTP 200 ${answer.ts ?? 'ok'}`) } };
  const final =
    status < 500 && status !== 429 && !passing.test(answer.error ?? '') && (status !== 200 || answer.ok === false);
  return { answer, outcome: { accepted: false, final, answer: brief(`HTTP ${status} ${answer.error ?? text}`) } };
}

/** Errors after which the same call may do. */
const passing = /^(rate_?limited|internal_error|fatal_error|service_unavailable|request_timeout)$/;
/** Errors by which a message cannot be edited, now or later. */
const gone =
  /^(message_not_found|cant_update_message|edit_window_closed|channel_not_found|is_archived|not_in_channel)$/;

function jsonOf(text: string): Answer {
  try {
    const answer = JSON.parse(text) as Answer | null;
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string, most: number) => ({ type: 'plain_text', text: cutText(text, most) });

/** Facts in two columns, ten to a section. */
function factSections(facts: Outgoing['facts']): object[] {
  const fields = facts.map(([name, value]) => mrkdwn(cutText(`*${escaped(name)}*\n${escaped(value)}`, longest.field)));
  return Array.from({ length: Math.ceil(fields.length / longest.fields) }, (_, i) => ({
    type: 'section',
    fields: fields.slice(i * longest.fields, (i + 1) * longest.fields),
  }));
}

function blocksOf({ key, title, facts, foot, link, linkWords, card }: Outgoing): object[] {
  const outcomes = (card?.outcomes ?? []).map((each) => ({
    type: 'section',
    text: mrkdwn(
      cutText([`*${escaped(each.title)}*`, escaped(each.details)].filter(Boolean).join('\n'), longest.field),
    ),
  }));
  const open = { type: 'button', action_id: 'open', url: link, text: plain(linkWords, 75) };
  const end =
    card && card.acknowledge !== null
      ? {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'acknowledge',
              value: key,
              style: 'primary',
              text: plain(card.acknowledge, 75),
            },
            open,
          ],
        }
      : { type: 'section', text: mrkdwn(`<${link}|${escaped(linkWords)}>`) };
  const body = [{ type: 'header', text: plain(title, longest.header) }, ...outcomes, ...factSections(facts)];
  return [...body.slice(0, longest.blocks), end, { type: 'context', elements: [mrkdwn(escaped(foot))] }];
}

const contentOf = (message: Outgoing) => ({
  // What a notification shows, and whoever sees no blocks.
  text: escaped(message.card?.outcomes[0]?.title ?? message.title),
  blocks: blocksOf(message),
  metadata: { event_type: eventType, event_payload: { key: message.key } },
});

export const slackApp: ChatApp = {
  async post(outbound, channel, message) {
    const input = { channel: channel.chatId, unfurl_links: false, ...contentOf(message) };
    const { answer, outcome } = await callSlack(outbound, channel, 'chat.postMessage', input);
    if (!outcome.accepted) return outcome;
    return answer.ts
      ? { ...outcome, posted: { chat: answer.channel ?? channel.chatId ?? '', messageId: answer.ts } }
      : { accepted: false, final: false, answer: 'Slack names no message' };
  },

  async find(outbound, channel, key, since) {
    const oldest = String((since.getTime() - earlierMs) / 1_000);
    const input = { channel: channel.chatId, oldest, limit: 200, include_all_metadata: true };
    const { answer, outcome } = await callSlack(outbound, channel, 'conversations.history', input);
    // Without the right to read (missing_scope) nobody can say: the message is posted.
    if (!outcome.accepted && !outcome.final) throw new Error(outcome.answer);
    const ts = answer.messages?.find(
      ({ metadata }) => metadata?.event_type === eventType && metadata.event_payload?.key === key,
    )?.ts;
    return ts === undefined ? null : ({ chat: channel.chatId ?? '', messageId: ts } satisfies Posted);
  },

  async edit(outbound, channel, { chat, messageId }, message) {
    const input = { channel: chat, ts: messageId, ...contentOf(message) };
    const { answer, outcome } = await callSlack(outbound, channel, 'chat.update', input);
    return outcome.accepted ? outcome : { ...outcome, isGone: gone.test(answer.error ?? '') };
  },

  async personOf(outbound, channel, user) {
    // This method takes no JSON.
    const { answer } = await callSlack(outbound, channel, 'users.info', new URLSearchParams({ user }), personMs);
    const { profile, is_email_confirmed: isConfirmed, is_bot: isBot, deleted, real_name: name } = answer.user ?? {};
    const email = isConfirmed === true && !isBot && !deleted ? profile?.email : undefined;
    return { name: name ?? '', addresses: email ? [email] : [] };
  },
};

/** Sends one person of a channel a text that nobody else sees. */
export async function whisperInSlack(
  outbound: Outbound,
  channel: ReadyChannel,
  { chat, personId }: { readonly chat: string; readonly personId: string },
  text: string,
): Promise<void> {
  const input = { channel: chat, user: personId, text: escaped(text) };
  await callSlack(outbound, channel, 'chat.postEphemeral', input, personMs);
}
