/**
 * Sends one message by one channel. Invariant: it throws nothing; whatever goes wrong on the way is an outcome, and only
 * an answer that says so makes a message accepted.
 */
import type { ChannelKind } from '@plumbline/contract/messages/channels';
import { OutboundRefused } from '../../../../kernel/outbound.ts';
import { isAway, PluginFault } from '../../../platform/plugins/plugins.api.ts';
import { sendEmail } from './email.ts';
import { feishuApp } from './feishu-app.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel, type Send, type Ways } from './outgoing.ts';
import { sendToRobot } from './robots.ts';
import { slackApp } from './slack-app.ts';
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
  slackApp: slackApp.post,
  feishuApp: feishuApp.post,
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

/** Returns the outcome of a try that met no answer. */
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

/**
 * By a push type of a plug-in: the plug-in says what is to be sent and what an answer means; the call itself is made here, by the
 * guarded way out, to the host that the channel or the manifest names and to no other. Throws OutboundRefused, and what the network throws.
 */
async function sendByPlugin(
  { outbound, plugins }: Ways,
  { pushType, url, secret }: ReadyChannel,
  { key, title, facts, link, foot, language, level = null, data }: Outgoing,
): Promise<Outcome> {
  const part = pushType ?? '';
  try {
    const message = { key, title, facts, link, foot, language, level, data };
    const { request, hosts } = await plugins.request(part, { channel: { url, secret }, message });
    const to = new URL(request.url);
    const allowed = hosts.length > 0 ? hosts.includes(to.hostname) : to.host === new URL(url).host;
    if (!allowed) throw new OutboundRefused('address', `${part} may not send to ${to.host}`);
    // What is secret goes no more openly than the address of the channel says.
    if (to.protocol === 'http:' && new URL(url).protocol === 'https:') throw new OutboundRefused('scheme', to.protocol);
    const { status, body } = await outbound.send(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
    });
    const { accepted, final, answer } = await plugins.outcome(part, { status, body: body.toString('utf8') });
    const words = brief(`HTTP ${status} ${answer.replace(/\p{Cc}+/gu, ' ')}`);
    return accepted ? { accepted, answer: words } : { accepted, final, answer: words };
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    // Whatever is wrong with the plug-in, somebody may mend it: the message is tried again as long as it is worth something.
    const what = isAway(error.fault) ? 'the plug-in cannot be called' : 'the plug-in failed';
    return { accepted: false, final: false, answer: brief(`${what}: ${error.message}`) };
  }
}
