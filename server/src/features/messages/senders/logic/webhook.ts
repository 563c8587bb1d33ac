/**
 * A webhook of somebody's own program. The body is signed: `X-Plumbline-Signature: t=<seconds>,v1=<hex>` with
 * HMAC-SHA256 over `<seconds>.<body>`, so that it can neither be made up nor played again later.
 */

import { version } from '../../../../kernel/version.ts';
import { brief, type Send } from './outgoing.ts';
import { hmac } from './signatures.ts';

export const sendToWebhook: Send = async (outbound, channel, message, now) => {
  const { title, facts, link, language, data, key } = message;
  const body = JSON.stringify({ key, title, language, facts: Object.fromEntries(facts), link, ...data });
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = hmac(channel.secret, `${seconds}.${body}`).toString('hex');
  const { status, body: answer } = await outbound.send(channel.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Plumbline/${version}`,
      'idempotency-key': key,
      'x-plumbline-signature': `t=${seconds},v1=${signature}`,
    },
  });
  if (status >= 200 && status < 300)
    return { accepted: true, answer: brief(`HTTP ${status} ${answer.toString('utf8')}`) };
  const final = status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
  return { accepted: false, final, answer: brief(`HTTP ${status} ${answer.toString('utf8')}`) };
};
