/**
 * The client certificate of an HTTP request whose TLS ended at a reverse proxy. Invariant: the header is read where a setting names
 * it, and from the proxies that are trusted alone: from anybody else it is as if it were not there.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../../kernel/config.ts';
import { addressOf, isInside } from '../../../../kernel/networks.ts';

/** DER; null = the proxy handed none on. */
export type Proxied = (request: Pick<FastifyRequest, 'socket' | 'headers'>) => Buffer | null;

/** By the names that TRUST_PROXY takes besides addresses. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const longest = 32_768;

export function openProxied({
  deviceCertHeader,
  trustProxy,
}: Pick<Config, 'deviceCertHeader' | 'trustProxy'>): Proxied {
  if (deviceCertHeader === null) return () => null;
  const proxies = trustProxy.flatMap((entry) => named[entry] ?? [entry]);
  return ({ socket, headers }) => {
    const value = headers[deviceCertHeader];
    if (typeof value !== 'string' || value.length > longest || !isInside(addressOf(socket), proxies)) return null;
    return derOf(value);
  };
}

/** As RFC 9440 writes it (`:base64:`), or as PEM with its characters escaped, as nginx does. */
function derOf(value: string): Buffer | null {
  const [, plain] = /^:([A-Za-z0-9+/=]+):$/.exec(value.trim()) ?? [];
  if (plain !== undefined) return Buffer.from(plain, 'base64');
  try {
    const [, body] =
      /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/.exec(decodeURIComponent(value)) ?? [];
    return body === undefined ? null : Buffer.from(body, 'base64');
  } catch {
    return null;
  }
}
