/**
 * What must have reached the outside of a crash test, worked out from the alerts and the rules alone, and what did: e-mails
 * as the mail server took them, SMS as the vendor was asked. Knows nothing of how deliveries are queued or sent.
 */

/** A message as it arrived. */
export interface Received {
  readonly medium: 'email' | 'sms';
  readonly to: string;
  /** By which its receiver recognises a repeat. */
  readonly key: string;
  /** What it is about, as far as its words say: see `labelOf`. */
  readonly about: string;
}

export interface RaisedAlert {
  readonly id: number;
  readonly level: number;
  readonly point: string;
  readonly threshold: number;
  readonly readingAt: Date;
}

/** Somebody who is to be told of alerts from a level on. */
export interface Recipient {
  readonly medium: 'email' | 'sms';
  readonly to: string;
  readonly fromLevel: number;
}

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });

/** An e-mail names its alert by a link; an SMS by point, limit and time, which no two alerts share. */
export const labelOf = (
  medium: Received['medium'],
  { id, point, threshold, readingAt }: Omit<RaisedAlert, 'level'>,
): string => (medium === 'email' ? `alert ${id}` : `${point} ${threshold.toFixed(2)} ${clock.format(readingAt)}`);

/** Returns the differences, in sentences: nothing may be missing, sent under two keys, or sent to anybody else. */
export function compareMessages(
  alerts: readonly RaisedAlert[],
  recipients: readonly Recipient[],
  received: readonly Received[],
): { expected: number; repeated: number; faults: string[] } {
  const faults: string[] = [];
  const found = Map.groupBy(received, ({ medium, to, about }) => `${medium} to ${to} about ${about}`);
  const wanted = new Set<string>();
  for (const alert of alerts)
    for (const { medium, to, fromLevel } of recipients)
      if (alert.level >= fromLevel) wanted.add(`${medium} to ${to} about ${labelOf(medium, alert)}`);
  let repeated = 0;
  for (const line of wanted) {
    const messages = found.get(line) ?? [];
    const keys = new Set(messages.map(({ key }) => key));
    if (messages.length === 0) faults.push(`never came: ${line}`);
    if (keys.size > 1) faults.push(`came under ${keys.size} keys: ${line}`);
    repeated += Math.max(0, messages.length - 1);
  }
  for (const line of found.keys()) if (!wanted.has(line)) faults.push(`came and should not: ${line}`);
  const lines = new Map<string, string>();
  for (const { key, medium, to, about } of received) {
    const line = `${medium} to ${to} about ${about}`;
    if ((lines.get(key) ?? line) !== line) faults.push(`one key, two messages: ${lines.get(key)}; ${line}`);
    lines.set(key, line);
  }
  return { expected: wanted.size, repeated, faults: faults.slice(0, 100) };
}
