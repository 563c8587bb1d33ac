/**
 * Whether this process can do its work now: what a probe is answered. Invariant: "ready" is answered only while a reading
 * that arrives now would be stored and pages are served; each obstacle has a name.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Database, volatileSettings } from './db.ts';

/** A database that has not answered by then counts as away. */
const answerMs = 2_000;
/** A reading that has waited for so long means that storing is stalled. */
const longestQueueSeconds = 20;
/** A failed batch counts until one succeeds, or until nothing more was tried for so long. */
const failureSeconds = 60;

export type Obstacle =
  | 'databaseAway'
  | 'databaseReadOnly'
  | 'notDurable'
  | 'storageFull'
  | 'ingestStalled'
  | 'pagesAway';

/** State that the pipeline of readings reports. */
export interface IngestState {
  /** Since when the oldest reading waits that is not stored; 0 = none does. */
  readonly oldestSeconds: number;
  /** The last batch failed, for this reason; null = it was stored. */
  readonly failure: { readonly name: string; readonly secondsAgo: number } | null;
}

export interface Readiness {
  /** The obstacles; empty = ready. */
  obstacles(): Promise<Obstacle[]>;
  /** Tells where readings are stored in this process. */
  watch(ingest: () => IngestState): void;
}

/** `arePagesAway` = whether the process that serves the pages of this one does not answer. */
export function openReadiness({ pool }: Database, arePagesAway: () => boolean = () => false): Readiness {
  let ingest: (() => IngestState) | null = null;
  return {
    async obstacles() {
      const found = new Set<Obstacle>(await databaseObstacles(pool));
      const state = ingest?.();
      if (state && state.oldestSeconds > longestQueueSeconds) found.add('ingestStalled');
      if (state?.failure && state.failure.secondsAgo < failureSeconds) found.add(obstacleOf(state.failure.name));
      if (arePagesAway()) found.add('pagesAway');
      return [...found];
    },
    watch(given) {
      ingest = given;
    },
  };
}

const obstacleOf = (failure: string): Obstacle =>
  failure === 'storageFull' || failure === 'databaseReadOnly'
    ? failure
    : failure === 'unavailable'
      ? 'databaseAway'
      : 'ingestStalled';

async function databaseObstacles(pool: Database['pool']): Promise<Obstacle[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), answerMs);
  });
  const names = ['transaction_read_only', ...volatileSettings];
  const query = pool
    .query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS t(name)',
      [names],
    )
    .then(
      ({ rows }) => rows,
      () => null,
    );
  try {
    const rows = await Promise.race([query, late]);
    if (!rows) return ['databaseAway'];
    const found: Obstacle[] = [];
    if (rows.some(({ name, value }) => name === 'transaction_read_only' && value === 'on'))
      found.push('databaseReadOnly');
    if (rows.some(({ name, value }) => name !== 'transaction_read_only' && value === 'off')) found.push('notDurable');
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/** `/livez`: the process answers. `/readyz` and `/healthz`: it can do its work. */
export function probes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  for (const path of ['/readyz', '/healthz'])
    app.get(path, async (_request, reply) => {
      const reasons = await readiness.obstacles();
      if (reasons.length > 0) reply.code(503).header('retry-after', '5');
      return reply
        .header('cache-control', 'no-store')
        .send(reasons.length > 0 ? { status: 'degraded', reasons } : { status: 'ok' });
    });
}

/** Bytes left on the fullest of the disks that hold `paths`; null where it is not known. */
export async function freeBytes(paths: readonly string[]): Promise<number | null> {
  const each = await Promise.all(
    paths.map((path) =>
      statfs(path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      ),
    ),
  );
  const known = each.filter((bytes) => bytes !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
