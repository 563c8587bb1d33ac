/**
 * What a watcher of this process asks: /metrics (Prometheus). Invariant: labels come from route patterns,
 * never from what a caller sent, so their number is bounded.
 */
import { timingSafeEqual } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { freeBytes } from './readiness.ts';
import { hashOf } from './secrets.ts';
import { bearer } from './serve.ts';
import type { Figures } from './web-process.messages.ts';

interface MetricsParts {
  readonly config: Config;
  readonly storage: readonly string[];
  /** What the process counts that serves the pages of this one; added to its own. */
  readonly figuresOfOthers: () => Promise<Figures>;
}

/** Registers /metrics and gives the registry, for the counters of other parts. Call before the features: hooks see later routes only. */
export function metrics(app: FastifyInstance, { config, storage, figuresOfOthers }: MetricsParts): Registry {
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
    const others = await figuresOfOthers();
    const all =
      others.length > 0 ? AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), [...others]]) : registry;
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await all.metrics());
  });
  new Gauge({
    name: 'plumbline_storage_free_bytes',
    help: 'Bytes left on the disk that holds the data folder',
    registers: [registry],
    async collect() {
      this.set((await freeBytes(storage)) ?? Number.NaN);
    },
  });
  return registry;
}

/** Whoever brings the token. Without one nobody is answered: a proxy on this machine looks like a person at it. */
function admitWatcher(request: FastifyRequest, token: string | null) {
  if (token === null) throw new Failure('notAllowed', { needs: 'METRICS_TOKEN' });
  const given = bearer(request.headers.authorization);
  if (!given || !timingSafeEqual(hashOf(given), hashOf(token))) throw new Failure('notSignedIn');
}
