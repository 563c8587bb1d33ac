/** Tencent Cloud: a POST of JSON, signed by TC3-HMAC-SHA256 (cloud.tencent.com, "Signature v3"). */
import type { Outbound } from '../../../../kernel/outbound.ts';
import { brief, type Outcome, type ReadyChannel } from './outgoing.ts';
import { hmac, sha256 } from './signatures.ts';

const algorithm = 'TC3-HMAC-SHA256';

interface Call {
  /** As the signature names it: sms, vms. */
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
}
interface Status {
  readonly Code: string;
  readonly Message: string;
}
interface Answer {
  readonly Response?: {
    readonly Error?: Status;
    /** Of SMS. */
    readonly SendStatusSet?: readonly Status[];
    /** Of a call that was taken. */
    readonly SendStatus?: { readonly CallId?: string };
  };
}

/** Calls one of its services and gives what became of it; throws what went wrong on the way. */
export async function callTencent(
  outbound: Outbound,
  { endpoint, keyId, secret, region }: ReadyChannel,
  { service, action, version, input }: Call,
  now: Date,
): Promise<Outcome> {
  const url = new URL(endpoint ?? `https://${service}.tencentcloudapi.com`);
  const body = JSON.stringify(input);
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
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-timestamp': timestamp,
      'x-tc-region': region ?? '',
    },
  });
  return outcomeOf(status, answer.toString('utf8'));
}

const passing = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.(Timeout|JsonParseFail))/;

function outcomeOf(httpStatus: number, text: string): Outcome {
  const { Response } = jsonOf(text);
  if (Response?.SendStatus?.CallId && !Response.Error) return { accepted: true, answer: brief(text) };
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
