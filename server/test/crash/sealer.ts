/**
 * Seals every second point again and again, while devices deliver and the database is killed: the job of the server would
 * come once a minute. The other points keep their rows, so that both kinds of reading are compared.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { sealPoint } from '../../src/features/platform/store/store.seal.table.ts';

export function keepSealing(databaseUrl: () => string): { readonly batches: number; stop(): Promise<void> } {
  let stopped = false;
  let batches = 0;
  async function once() {
    const client = new pg.Client({ connectionString: databaseUrl() });
    client.on('error', () => undefined);
    try {
      await client.connect();
      while (!stopped) {
        const { rows } = await client.query<{ point_id: number }>(
          'SELECT point_id FROM point_state WHERE point_id % 2 = 0 ORDER BY point_id',
        );
        for (const { point_id } of rows) {
          if (stopped) break;
          if ((await sealPoint(client, point_id, Date.now())).sealed > 0) batches++;
        }
        await wait(20);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  const running = (async () => {
    while (!stopped) {
      // Killed under it: it begins again when the database is back.
      await once().catch(() => undefined);
      await wait(50);
    }
  })();
  return {
    get batches() {
      return batches;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
