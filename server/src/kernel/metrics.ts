/**
 * What a watcher of this process asks: /metrics (Prometheus) and /healthz. Invariant: labels come from route patterns,
 * never from what a caller sent, so their number is bounded.
 */
import { timingSafeEqual } from 'node:crypto';
import { Failure } from '@plumbline/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Config, isLoopback } from './config.ts';
import type { Database } from './db.ts';
import { hashOf } from './secrets.ts';
import { bearer } from './serve.ts';

/** A database that has not answered by then counts as away. */
const healthTimeoutMs = 2_000;

/** Registers both addresses and gives the registry, for the counters of other parts. Call before the rooms: hooks see later routes only. */
export function metrics(
  app: FastifyInstance,
  { config, database }: { readonly config: Config; readonly database: Database },
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'plumbline_http_request_seconds',
    help: 'Duration of HTTP requests by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.addHook('onClose', async () => registry.clear());

  app.get('/metrics', async (request, reply) => {
    admitWatcher(request, config.metricsToken);
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
  app.get('/healthz', async (_request, reply) => {
    const well = await answers(database);
    return reply
      .code(well ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: well ? 'ok' : 'degraded' });
  });
  return registry;
}

/** With a token set, whoever brings it; without one, this machine alone and not through a proxy on it. */
function admitWatcher(request: FastifyRequest, token: string | null) {
  if (token !== null) {
    const given = bearer(request.headers.authorization);
    if (given && timingSafeEqual(hashOf(given), hashOf(token))) return;
    throw new Failure('notSignedIn');
  }
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
  if (!isLoopback(peer) || forwarded) throw new Failure('notAllowed', { needs: 'METRICS_TOKEN' });
}

async function answers({ pool }: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), healthTimeoutMs);
  });
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
