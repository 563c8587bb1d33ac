/**
 * One push message to one browser. Invariant: it throws nothing; a browser that is gone is said to be gone, so that nobody
 * relies on it.
 */
import type { Outbound } from '../../../../kernel/outbound.ts';
import { brief, type Outgoing, outcomeOfError } from '../../../messages/senders/senders.api.ts';
import { type BrowserKeys, encrypt } from './encrypt.ts';
import { authorization, type VapidKeys } from './vapid.ts';

export interface Browser extends BrowserKeys {
  readonly endpoint: string;
}
export type PushOutcome =
  | { readonly accepted: true; readonly answer: string }
  | { readonly accepted: false; readonly final: boolean; readonly isGone: boolean; readonly answer: string };

/** The push service keeps it so long for a device that is off. */
const keepSeconds = 24 * 3_600;
/** Push services take at least 4096 bytes, the header of 86 and the tag included. */
const longestWords = 1_200;

/** What the service worker of the page shows (web/public/worker.js): a title, lines, and where it leads. */
const payloadOf = ({ key, title, facts, link, level }: Outgoing & { level: number | null }): string =>
  JSON.stringify({
    title: title.slice(0, 200),
    body: facts
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
      .slice(0, longestWords),
    // Below the page that subscribed, wherever that is served from.
    path: new URL(link).hash,
    tag: key,
    level,
  });

export async function push(
  outbound: Outbound,
  keys: VapidKeys,
  browser: Browser,
  message: Outgoing & { readonly level: number | null },
  now: Date,
): Promise<PushOutcome> {
  try {
    const { status, body } = await outbound.send(browser.endpoint, {
      method: 'POST',
      body: encrypt(payloadOf(message), browser),
      headers: {
        authorization: authorization(keys, { endpoint: browser.endpoint, contact: contactOf(message.link), now }),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(keepSeconds),
        urgency: (message.level ?? 4) >= 3 ? 'high' : 'normal',
        // A repeat takes the place of the first, where that is still on its way.
        topic: message.key.replaceAll('-', ''),
      },
    });
    const answer = brief(`HTTP ${status} ${body.toString('utf8')}`);
    if (status >= 200 && status < 300) return { accepted: true, answer };
    const isGone = status === 404 || status === 410;
    return { accepted: false, final: isGone || (status < 500 && status !== 429 && status !== 408), isGone, answer };
  } catch (error) {
    return { ...outcomeOfError(error), isGone: false };
  }
}

/** RFC 8292 asks for an address that is https or mailto; what is reached in the open has neither. */
const contactOf = (link: string): string => new URL(link).origin;
