/** The content of one message: its body with the keys of the format, and beside it the same with its secrets masked. */
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import { mediaTypes, writeBody } from '@plumbline/science/push/body';
import { metaEntries, type PushMessage, type PushRow } from '@plumbline/science/push/rows';
import { authOf } from './auth.ts';

const mask = '••••';
const shownLength = 20_000;

interface Content {
  readonly rows: readonly PushRow[];
  readonly message: PushMessage;
  /** Secrets of auth keys by path, opened. */
  readonly opened: ReadonlyMap<string, string>;
  /** By path of the auth key. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Throws SecretMissing. */
export function writeMessage(format: CustomPushType, { rows, message, opened, tokens }: Content) {
  const meta = metaEntries(format.metaKeys, message, rows.length);
  const auth = authOf({ keys: format.authKeys, secrets: opened, meta, nowMs: message.sentAt, tokens });
  const body = writeBody(format, rows, [...meta, ...auth.inBody]);
  const outside = auth.outside(body);
  const isSecret = (path: string) =>
    format.authKeys.some((key) => key.path === path && key.method !== 'random' && key.method !== 'timestamp');
  const masked = (pairs: readonly [string, string][]) =>
    pairs.map(([name, value]): [string, string] => [name, isSecret(name) ? mask : value]);
  const shownBody = writeBody(format, rows, [
    ...meta,
    ...auth.inBody.map(({ path, value }) => ({ path, value: isSecret(path) ? mask : value })),
  ]);
  return {
    body,
    shownBody: shownBody.slice(0, shownLength),
    mediaType: mediaTypes[format.body],
    outside,
    shownOutside: { headers: masked(outside.headers), query: masked(outside.query) },
    rows,
    meta,
  };
}

/** A text without the secrets that a receiver has repeated in it. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((masked, secret) => masked.replaceAll(secret, mask), text);
