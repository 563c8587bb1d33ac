/**
 * Robots of chat groups, each in the format that its maker publishes: WeCom and DingTalk take Markdown, Feishu a post,
 * Teams an Adaptive Card, Slack blocks. DingTalk and Feishu sign where their robot has a secret.
 */
import type { ChannelKind } from '@plumbline/contract/messages/channels';
import { brief, colonOf, type Outcome, type Outgoing, type ReadyChannel, type Send } from './outgoing.ts';
import { hmac } from './signatures.ts';

/** Letters that mean something in Markdown are words here. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, (letter) => `\\${letter}`);
const markdown = ({ title, facts, link, linkWords, language }: Outgoing): string =>
  [
    `### ${plain(title)}`,
    ...facts.map(([name, value]) => `**${plain(name)}**${colonOf({ language })}${plain(value)}`),
    `[${plain(linkWords)}](${link})`,
  ].join('\n\n');

type Body = (message: Outgoing, signing: { readonly secret: string; readonly now: Date }) => object;
type RobotKind = Extract<ChannelKind, 'wecom' | 'dingtalk' | 'feishu' | 'teams' | 'slack'>;

const bodies: Readonly<Record<RobotKind, Body>> = {
  wecom: (message) => ({ msgtype: 'markdown', markdown: { content: markdown(message).slice(0, 1_300) } }),
  dingtalk: (message) => ({ msgtype: 'markdown', markdown: { title: message.title, text: markdown(message) } }),
  feishu: (message, signing) => ({
    ...feishuSignature(signing),
    msg_type: 'post',
    content: { post: feishuPost(message) },
  }),
  teams: (message) => ({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card(message) }],
  }),
  slack: (message) => ({
    text: slackText(message.title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: message.title.slice(0, 150) } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: message.facts
            .map(([name, value]) => `*${slackText(name)}*${colonOf(message)}${slackText(value)}`)
            .join('\n'),
        },
      },
      { type: 'section', text: { type: 'mrkdwn', text: `<${message.link}|${slackText(message.linkWords)}>` } },
    ],
  }),
};

const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const feishuPost = ({ title, facts, link, linkWords, language }: Outgoing) => ({
  [{ en: 'en_us', 'zh-CN': 'zh_cn', 'zh-TW': 'zh_tw' }[language]]: {
    title,
    content: [
      ...facts.map(([name, value]) => [{ tag: 'text', text: `${name}${colonOf({ language })}${value}` }]),
      [{ tag: 'a', text: linkWords, href: link }],
    ],
  },
});

/** Feishu signs nothing with "seconds, line end, secret" as the key. */
function feishuSignature({ secret, now }: { readonly secret: string; readonly now: Date }) {
  if (secret === '') return {};
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').toString('base64') };
}

const card = ({ title, facts, link, linkWords }: Outgoing) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [
    { type: 'TextBlock', text: plain(title), weight: 'Bolder', size: 'Medium', wrap: true },
    { type: 'FactSet', facts: facts.map(([name, value]) => ({ title: plain(name), value: plain(value) })) },
  ],
  actions: [{ type: 'Action.OpenUrl', title: linkWords, url: link }],
});

/** DingTalk has its signature in the address: milliseconds, line end and secret, signed with the secret. */
function addressOf({ kind, url, secret }: ReadyChannel, now: Date): string {
  if (kind !== 'dingtalk' || secret === '') return url;
  const signed = new URL(url);
  const timestamp = String(now.getTime());
  signed.searchParams.set('timestamp', timestamp);
  signed.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`).toString('base64'));
  return signed.href;
}

export const sendToRobot: Send = async (outbound, channel, message, now) => {
  const body = bodies[channel.kind as RobotKind](message, { secret: channel.secret, now });
  const { status, body: answer } = await outbound.send(addressOf(channel, now), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': message.key },
  });
  return outcomeOf(status, answer.toString('utf8'));
};

/** Robots say in the body what went wrong, with status 200; Slack and Teams by the status. 0 = well. */
function outcomeOf(status: number, text: string): Outcome {
  const code = codeIn(text);
  if (status >= 200 && status < 300 && (code === null || code === 0))
    return { accepted: true, answer: brief(`HTTP ${status} ${text}`) };
  // Too many at once (WeCom 45009, DingTalk 130101, Feishu 9499 and 11232) passes.
  const passes = status >= 500 || status === 429 || [45009, 130101, 9499, 11232, -1].includes(code ?? 0);
  return { accepted: false, final: !passes, answer: brief(`HTTP ${status} ${text}`) };
}

function codeIn(text: string): number | null {
  try {
    const { errcode, code, StatusCode } = JSON.parse(text) as Record<string, unknown>;
    const status = errcode ?? code ?? StatusCode;
    return typeof status === 'number' ? status : null;
  } catch {
    return null;
  }
}
