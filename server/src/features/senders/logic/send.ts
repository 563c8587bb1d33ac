/**
 * Sends one message by one channel. Invariant: it throws nothing; whatever goes wrong on the way is an outcome, and only
 * an answer that says so makes a message accepted.
 */
import type { ChannelKind } from '@plumbline/contract/channels';
import { OutboundRefused } from '../../../kernel/outbound.ts';
import { sendEmail } from './email.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel, type Send, type Ways } from './outgoing.ts';
import { sendByPlugin } from './plugin-push.ts';
import { sendToRobot } from './robots.ts';
import { sendByAliyun } from './sms-aliyun.ts';
import { sendByTencent } from './sms-tencent.ts';
import { sendByTwilio } from './sms-twilio.ts';
import { callByAliyun } from './voice-aliyun.ts';
import { callByTencent } from './voice-tencent.ts';
import { callByTwilio } from './voice-twilio.ts';
import { sendToWebhook } from './webhook.ts';

const senders: Readonly<Record<Exclude<ChannelKind, 'plugin'>, Send>> = {
  email: sendEmail,
  aliyun: sendByAliyun,
  tencent: sendByTencent,
  twilio: sendByTwilio,
  aliyunVoice: callByAliyun,
  tencentVoice: callByTencent,
  twilioVoice: callByTwilio,
  webhook: sendToWebhook,
  wecom: sendToRobot,
  dingtalk: sendToRobot,
  feishu: sendToRobot,
  teams: sendToRobot,
  slack: sendToRobot,
};

export async function sendBy(
  { outbound, plugins }: Ways,
  channel: ReadyChannel,
  message: Outgoing,
  now: Date,
): Promise<Outcome> {
  try {
    const { kind } = channel;
    if (kind === 'plugin') return await sendByPlugin({ outbound, plugins }, channel, message);
    return await senders[kind](outbound, channel, message, now);
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** What a try that met no answer came to. */
export const outcomeOfError = (error: unknown): Extract<Outcome, { accepted: false }> => ({
  accepted: false,
  final: error instanceof OutboundRefused,
  answer: brief(reasonOf(error)),
});

/** Without addresses of webhooks, which are secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, cause } = error as Error & { code?: unknown };
  if (cause instanceof OutboundRefused) return reasonOf(cause);
  return typeof code === 'string' && !error.message.includes(code) ? `${code}: ${error.message}` : error.message;
}
