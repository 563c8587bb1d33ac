/**
 * Secrets of a push rule. Invariant: one goes only to the server it was given for, encrypted where it was given for an encrypted
 * connection, and by the method it was given for.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import type { PushSettings } from '@plumbline/contract/reports/push-rules';
import { secretsOfTransport, transportOf, transportSecrets } from '@plumbline/contract/reports/push-transports';
import type { Context } from '../../../../kernel/context.ts';
import type { PushSecrets } from '../../../../kernel/tables.push.ts';

/** Method of a secret that is of the transport, and of no auth key. */
const transportMethod = 'transport';

/** Scheme, host and port. `URL.origin` is the text 'null' for schemes that are not of the web. */
function originOf(url: string | null): string {
  if (url === null) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.toLowerCase()}`;
}
const isDatabase = (url: string): boolean => ['postgresql', 'mysql'].includes(transportOf(url) ?? '');

/** Returns whether a secret would be sent to somebody else than it was given for, or in the clear. */
export const isElsewhere = (before: PushSettings, after: PushSettings): boolean =>
  originOf(before.url) !== originOf(after.url) ||
  originOf(before.tokenUrl) !== originOf(after.tokenUrl) ||
  (isDatabase(after.url) && before.table.tls && !after.table.tls);

/** New secrets sealed beside those that stay; an empty one takes a secret of the transport away. Throws pushParameter, and badInput for a certificate that is none. */
export function sealSecrets(
  { services }: Context,
  { format, url }: { readonly format: CustomPushType; readonly url: string },
  settingsGiven: Readonly<Record<string, string>>,
  before: PushSecrets,
): PushSecrets {
  const methods = new Map<string, string>(format.authKeys.map(({ path, method }) => [path, method]));
  for (const name of secretsOfTransport(transportOf(url))) methods.set(name, transportMethod);
  const unknown = Object.keys(settingsGiven).find((path) => !methods.has(path));
  if (unknown !== undefined) throw new Failure('pushParameter', { fault: 'secretUnknown', key: unknown });
  requireIdentity(settingsGiven);
  const stays = ([path, { method }]: [string, PushSecrets[string]]) =>
    methods.get(path) === method && settingsGiven[path] === undefined;
  const sealed = Object.entries(settingsGiven)
    .filter(([, secret]) => secret !== '')
    .map(([path, secret]) => [path, { method: methods.get(path) ?? '', sealed: services.secrets.encrypt(secret) }]);
  return Object.fromEntries([...Object.entries(before).filter(stays), ...sealed]);
}

const refused = (message: string) => new Failure('badInput', [{ path: 'secrets', message }]);

/** A certificate comes with its key, or neither. */
function requireIdentity(settingsGiven: Readonly<Record<string, string>>): void {
  const certificate = settingsGiven[transportSecrets.certificate] ?? '';
  const key = settingsGiven[transportSecrets.key] ?? '';
  if (certificate === '' && key === '') return;
  let isPair = false;
  try {
    isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw refused('pushCertificate');
  }
  if (!isPair) throw refused('pushCertificate');
}

/** Where the address changes, what was given for the one before is to be given again: nobody signs in nameless by mistake. */
export function requireAgain(
  { url }: PushSettings,
  before: PushSecrets,
  after: Readonly<Record<string, unknown>>,
): void {
  const names: readonly string[] = secretsOfTransport(transportOf(url));
  if (names.some((name) => before[name] !== undefined && after[name] === undefined)) throw refused('pushSecretAgain');
}
