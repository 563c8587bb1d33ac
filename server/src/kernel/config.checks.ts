/** What is wrong with the value of a setting, as the end of a sentence; null = nothing. Pure, but for the certificate files. */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';

export function urlProblem(text: string, protocols: readonly string[]): string | null {
  const forms = protocols.map((protocol) => `${protocol}//`).join(' or ');
  if (!URL.canParse(text)) return `must be a whole address that begins with ${forms}`;
  const { protocol, host } = new URL(text);
  return protocols.includes(protocol) && host ? null : `must begin with ${forms} and name a host`;
}

/** An address or network, as a proxy that is trusted is named. */
export function proxyProblem(entry: string): string | null {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return null;
  const [address = '', prefix, more] = entry.split('/');
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0;
  const known = bits > 0 && more === undefined;
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return known && fits ? null : `${entry} is no IP address and no network such as 10.0.0.0/8 (names are not looked up)`;
}

/** A host name, address or network that outbound calls may reach. */
export function outboundProblem(entry: string): string | null {
  if (proxyProblem(entry) === null) return null;
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry) ? null : `${entry} is no host name, IP address or network`;
}

/** Names the setting too: either file may be the cause. */
export function certificateProblem(certFile: string, keyFile: string): string | null {
  const read = (name: string, path: string): string | Error => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return new Error(`${name}=${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  };
  const cert = read('MQTT_TLS_CERT', certFile);
  const key = read('MQTT_TLS_KEY', keyFile);
  if (cert instanceof Error) return cert.message;
  if (key instanceof Error) return key.message;
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) return `MQTT_TLS_CERT=${certFile}: holds no PEM certificate`;
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) return `MQTT_TLS_KEY=${keyFile}: holds no PEM private key`;
  try {
    createSecureContext({ cert, key });
    return null;
  } catch (error) {
    return `MQTT_TLS_CERT=${certFile}, MQTT_TLS_KEY=${keyFile}: do not go together (${(error as Error).message})`;
  }
}

/** A name or address as it stands in a request, without scheme, port and path. */
export const hostProblem = (host: string): string | null =>
  /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(host) ? null : `${host} is not the name of a host`;

/** The public half of an Ed25519 pair, DER in base64. */
export const licenceKeyProblem = (text: string): string | null =>
  isPublicKey(text) ? null : 'is no public key of Ed25519 in base64 (npm run licence -- keys <folder> makes a pair)';

/** `acme=MCowBQYDK2Vw...` */
export function pluginKeyProblem(entry: string): string | null {
  const at = entry.indexOf('=');
  if (!/^[\p{L}\d][\p{L}\d ._-]{0,39}$/u.test(entry.slice(0, Math.max(0, at)))) return `${entry} is no name=key`;
  const keys = 'npm run plugin -- keys <folder> makes a pair';
  return isPublicKey(entry.slice(at + 1)) ? null : `${entry} has no public key of Ed25519 in base64 (${keys})`;
}

function isPublicKey(text: string): boolean {
  try {
    const { asymmetricKeyType } = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
