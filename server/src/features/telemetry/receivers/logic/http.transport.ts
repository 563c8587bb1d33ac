/** Messages by HTTP and HTTPS: taken with an answer 2xx. Redirects are not followed. */
import { type Delivered, type Delivery, PushRefused } from './transport.ts';

const timeoutMs = 10_000;
const answerBytes = 65_536;
/** Answers to what is in a message: the same again would be refused again. */
const finalStatuses = new Set([400, 409, 413, 415, 422]);

export async function sendByHttp(delivery: Delivery): Promise<Delivered> {
  const { settings, login, body, outside, shownOutside, outbound } = delivery;
  const url = (query: readonly [string, string][]) => {
    const at = new URL(settings.url);
    for (const [name, value] of query) at.searchParams.set(name, value);
    return at.href;
  };
  const fixed: [string, string][] = [
    ['content-type', delivery.mediaType],
    ...settings.headers.map(({ name, value }): [string, string] => [name, value]),
  ];
  delivery.show({
    method: settings.method,
    url: url(shownOutside.query),
    headers: [...fixed, ...shownOutside.headers],
    body: delivery.shownBody,
  });
  const { status, body: answer } = await outbound.send(url(outside.query), {
    method: settings.method,
    headers: Object.fromEntries([...fixed, ...outside.headers]),
    body,
    timeoutMs,
    maxBytes: answerBytes,
    // Its status says whether the message was taken, however much follows.
    cutsLong: true,
    ...(login.certificate !== '' && { identity: { cert: login.certificate, key: login.key } }),
  });
  const text = answer.toString('utf8');
  if (status >= 200 && status < 300) return { status, answer: text };
  const fault = status >= 300 && status < 400 ? 'redirected' : 'status';
  throw new PushRefused(fault, text, { isFinal: finalStatuses.has(status), status });
}
