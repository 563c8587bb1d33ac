/** The web app and the headers that every answer carries. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import statics from '@fastify/static';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPackAddress } from './base-map.ts';
import { type Config, isLoopback } from './config.ts';

const dist = join(import.meta.dirname, '../../../web/dist');

/** `config` may change while the server runs: it is read at each request. */
export async function site(app: FastifyInstance, config: Pick<Config, 'tilesUrl' | 'hosts'>) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: sourcesOf(() => config.tilesUrl) },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Below, where the request came over TLS; over plain HTTP it would lock people out.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onSend', async (request, reply) => {
    // As the proxy says that is named in TRUST_PROXY.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${180 * 86_400}`);
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=()');
  });
  app.addHook('onRequest', async (request) => {
    refuseUnreadable(request.url);
    const { hosts } = config;
    if (hosts.length > 0 && !mayBeCalled(request, hosts)) throw new Failure('hostUnknown');
  });
  if (existsSync(dist)) {
    await app.register(statics, {
      root: dist,
      preCompressed: true,
      wildcard: true,
      setHeaders: (reply, path) => {
        // What has a hash in its name never changes; the page itself is requested each time.
        reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(() => {
    throw new Failure('notFound');
  });
}

type Sources = NonNullable<Exclude<NonNullable<FastifyHelmetOptions['contentSecurityPolicy']>, boolean>['directives']>;

/** Watchers call a process by its address, and learn nothing but that it lives. */
const probes = new Set(['/livez', '/readyz', '/healthz']);

/** Returns whether a request names us as one of these, or as this machine; as the proxy says that is named in TRUST_PROXY. */
function mayBeCalled({ hostname, url }: FastifyRequest, hosts: readonly string[]): boolean {
  const name = hostname.toLowerCase();
  return hosts.includes(name) || isLoopback(name.replace(/^\[(.*)\]$/, '$1')) || probes.has(url);
}

/** `//`, `..` and their encoded kin never reach a route: what is matched is what was asked for. */
function refuseUnreadable(url: string): void {
  const [path = ''] = url.split('?', 1);
  if (/\/\/|\/\.\.?(?:\/|$)|%2f|%5c|%2e|%00|\\/i.test(path))
    throw new Failure('badInput', [{ path: 'url', message: 'unreadable' }]);
  // Nothing is called so; a file system would refuse the name in its own way.
  const isTooLong = (part: string) => Buffer.byteLength(part) > 255;
  if (path.length > 4_000 || decodeURIComponent(path).split('/').some(isTooLong)) throw new Failure('notFound');
}

/** The one script inside the page itself, by its hash: nothing else that might be written into a page is ever run. */
function firstScript(): string[] {
  const page = join(dist, 'index.html');
  const scripts = existsSync(page) ? readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g) : [];
  return Array.from(scripts, ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/** From where a page may load what: from here, and map tiles from where the installation has them. */
function sourcesOf(tilesUrl: () => string | null): Sources {
  const tiles = (): string => {
    const url = tilesUrl();
    // A pack is read by the server.
    return url && !isPackAddress(url) ? new URL(url).origin : '';
  };
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...firstScript()],
    // The component kit writes its styles at run time.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', tiles],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'", 'data:', 'blob:'],
    // Sockets to this server alone; not every browser takes 'self' for those.
    'connect-src': ["'self'", ({ headers }) => socketsOf(headers.host), tiles],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
}

/** Where a page of this address may open sockets. A name that is none is not repeated. */
const socketsOf = (host = ''): string =>
  /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host) ? `ws://${host} wss://${host}` : '';
