/** SMS by Twilio: Messages of 2010-04-01, HTTP Basic with Account SID and auth token. */
import { brief, type Outcome, type Send } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { smsText } from './sms-text.ts';

const home = 'https://api.twilio.com';

export const sendByTwilio: Send = async (outbound, channel, message) => {
  const { endpoint, keyId, secret, sign } = channel;
  const url = new URL(endpoint ?? home);
  const form = new URLSearchParams({
    To: withCountry(message.to),
    From: sign ?? '',
    Body: smsText(channel, message.language, message.variables),
  });
  const { status, body } = await outbound.send(
    `${url.origin}/2010-04-01/Accounts/${encodeURIComponent(keyId ?? '')}/Messages.json`,
    {
      method: 'POST',
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
        'i-twilio-idempotency-token': message.key,
      },
    },
  );
  return outcomeOf(status, body.toString('utf8'));
};

function outcomeOf(status: number, text: string): Outcome {
  if (status === 201) return { accepted: true, answer: brief(text) };
  // 429 and 5xx pass; a number that does not exist, or a wrong token, does not.
  return { accepted: false, final: status < 500 && status !== 429, answer: brief(`HTTP ${status} ${text}`) };
}
