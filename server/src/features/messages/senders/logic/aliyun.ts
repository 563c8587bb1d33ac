/**
 * Alibaba Cloud, RPC style: a POST whose parameters stand in the query, signed by ACS3-HMAC-SHA256
 * (help.aliyun.com, "V3 request structure and signature").
 */
import { randomUUID } from 'node:crypto';
import type { Outbound } from '../../../../kernel/outbound.ts';
import { brief, type Outcome, type ReadyChannel } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { hmac, percentEncoded, sha256 } from './signatures.ts';

const algorithm = 'ACS3-HMAC-SHA256';

/** Chinese numbers go without their country. */
export const numberForAliyun = (to: string): string => withCountry(to).replace(/^\+86/, '').replace('+', '');

interface Call {
  /** Where the service is unless the channel names another address. */
  readonly home: string;
  readonly action: string;
  readonly version: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Calls one of its services and gives what became of it; throws what went wrong on the way. */
export async function callAliyun(
  outbound: Outbound,
  { endpoint, keyId, secret }: ReadyChannel,
  { home, action, version, parameters }: Call,
  now: Date,
): Promise<Outcome> {
  const url = new URL(endpoint ?? home);
  const query = Object.entries(parameters)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join('&');
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    // Of the request, not of the message: the vendor takes none twice. OutId is the same at every try.
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': version,
  };
  const signed = Object.keys(headers).sort();
  const canonical = [
    'POST',
    '/',
    query,
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    signed.join(';'),
    headers['x-acs-content-sha256'],
  ].join('\n');
  const signature = hmac(secret, `${algorithm}\n${sha256(canonical)}`).toString('hex');
  const authorization = `${algorithm} Credential=${keyId},SignedHeaders=${signed.join(';')},Signature=${signature}`;
  const { status, body } = await outbound.send(`${url.origin}/?${query}`, {
    method: 'POST',
    headers: { ...headers, authorization },
  });
  return outcomeOf(status, body.toString('utf8'));
}

/** Codes by which the vendor asks to come again: too many at once, or itself in trouble. */
const passing = /^(isv\.BUSINESS_LIMIT_CONTROL|isp\.|Throttling|ServiceUnavailable|InternalError)/;

function outcomeOf(status: number, text: string): Outcome {
  const { Code = '', Message = '' } = jsonOf(text);
  if (status === 200 && Code === 'OK') return { accepted: true, answer: brief(text) };
  const answer = brief(Code ? `${Code}: ${Message}` : `HTTP ${status} ${text}`);
  return { accepted: false, final: Code !== '' && !passing.test(Code) && status < 500, answer };
}

function jsonOf(text: string): { Code?: string; Message?: string } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
