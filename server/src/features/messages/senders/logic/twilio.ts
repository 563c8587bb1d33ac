/** Twilio: a form to a resource of the account, 2010-04-01, HTTP Basic with Account SID and auth token. */
import type { Outbound } from '../../../../kernel/outbound.ts';
import { brief, type Outcome, type Outgoing, type ReadyChannel } from './outgoing.ts';
import { withCountry } from './recipients.ts';

const home = 'https://api.twilio.com';

/** Makes a message or a call; `form` is what it says beside who sends it to whom. Throws what went wrong on the way. */
export async function postToTwilio(
  outbound: Outbound,
  { endpoint, keyId, secret, sign }: ReadyChannel,
  { to, key }: Outgoing,
  { resource, form }: { readonly resource: 'Messages' | 'Calls'; readonly form: Readonly<Record<string, string>> },
): Promise<Outcome> {
  const service = new URL(endpoint ?? home);
  const { status, body } = await outbound.send(
    // Another service may lie below a path, as behind a proxy.
    `${service.origin}${service.pathname.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(keyId ?? '')}/${resource}.json`,
    {
      method: 'POST',
      body: new URLSearchParams({ To: withCountry(to), From: sign ?? '', ...form }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
        'i-twilio-idempotency-token': key,
      },
    },
  );
  return outcomeOf(status, body.toString('utf8'));
}

function outcomeOf(status: number, text: string): Outcome {
  if (status === 201) return { accepted: true, answer: brief(text) };
  // 429 and 5xx pass; a number that does not exist, or a wrong token, does not.
  return { accepted: false, final: status < 500 && status !== 429, answer: brief(`HTTP ${status} ${text}`) };
}
