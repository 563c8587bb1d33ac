/**
 * SMS by Tencent Cloud: SendSms of 2021-01-11, signed by TC3-HMAC-SHA256 (cloud.tencent.com, "Signature v3").
 */
import { brief, type Outcome, type Send } from './outgoing.ts';
import { withCountry } from './recipients.ts';
import { hmac, sha256 } from './signatures.ts';
import { smsParameters } from './sms-text.ts';

const home = 'https://sms.tencentcloudapi.com';
const service = 'sms';
const algorithm = 'TC3-HMAC-SHA256';

export const sendByTencent: Send = async (outbound, channel, message, now) => {
  const { endpoint, keyId, secret, appId, region, sign, templateCode } = channel;
  const url = new URL(endpoint ?? home);
  const body = JSON.stringify({
    PhoneNumberSet: [withCountry(message.to)],
    SmsSdkAppId: appId,
    SignName: sign,
    TemplateId: templateCode,
    TemplateParamSet: smsParameters(channel, message.language, message.variables).map(([, value]) => value),
    SessionContext: message.key,
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const date = now.toISOString().slice(0, 10);
  const type = 'application/json; charset=utf-8';
  const signedHeaders = 'content-type;host';
  const canonical = ['POST', '/', '', `content-type:${type}`, `host:${url.host}`, '', signedHeaders, sha256(body)];
  const scope = `${date}/${service}/tc3_request`;
  const text = [algorithm, timestamp, scope, sha256(canonical.join('\n'))].join('\n');
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  const { status, body: answer } = await outbound.send(`${url.origin}/`, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      host: url.host,
      authorization: `${algorithm} Credential=${keyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': timestamp,
      'x-tc-region': region ?? '',
    },
  });
  return outcomeOf(status, answer.toString('utf8'));
};

interface Answer {
  readonly Response?: {
    readonly Error?: { readonly Code: string; readonly Message: string };
    readonly SendStatusSet?: readonly { readonly Code: string; readonly Message: string }[];
  };
}
const passing = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.(Timeout|JsonParseFail))/;

function outcomeOf(httpStatus: number, text: string): Outcome {
  const { Response } = jsonOf(text);
  const status = Response?.Error ?? Response?.SendStatusSet?.[0];
  if (status?.Code === 'Ok') return { accepted: true, answer: brief(text) };
  if (!status) return { accepted: false, final: false, answer: brief(`HTTP ${httpStatus} ${text}`) };
  return { accepted: false, final: !passing.test(status.Code), answer: brief(`${status.Code}: ${status.Message}`) };
}

function jsonOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
