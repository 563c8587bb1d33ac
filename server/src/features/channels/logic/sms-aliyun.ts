/**
 * SMS by Alibaba Cloud: SendSms of dysmsapi 2017-05-25, signed by ACS3-HMAC-SHA256
 * (help.aliyun.com, "V3 request structure and signature").
 */
import { randomUUID } from 'node:crypto';
import { brief, type Outcome, type Send } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { hmac, percentEncoded, sha256 } from './signatures.ts';
import { smsParameters } from './sms-text.ts';

const home = 'https://dysmsapi.aliyuncs.com';
const algorithm = 'ACS3-HMAC-SHA256';

/** Chinese numbers go without their country. */
const numberFor = (to: string): string => withCountry(to).replace(/^\+86/, '').replace('+', '');

export const sendByAliyun: Send = async (outbound, channel, message, now) => {
  const { endpoint, keyId, secret, sign, templateCode } = channel;
  const url = new URL(endpoint ?? home);
  const query = Object.entries({
    OutId: message.key,
    PhoneNumbers: numberFor(message.to),
    SignName: sign ?? '',
    TemplateCode: templateCode ?? '',
    TemplateParam: JSON.stringify(Object.fromEntries(smsParameters(channel, message.language, message.variables))),
  })
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join('&');
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    // Of the request, not of the message: the vendor takes none twice. OutId is the same at every try.
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': '2017-05-25',
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
};

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
