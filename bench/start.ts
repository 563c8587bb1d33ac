/** How long a start takes, the first with its demonstration and a later one, and what the server weighs when it only ticks over. */
import { setTimeout as wait } from 'node:timers/promises';
import { makeHome, startProcess } from '../server/test/crash/server-process.ts';
import type { Settings } from './ingest.ts';
import { residentMB, shareMB } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const restMs = 30_000;

export async function start({ runs }: Settings): Promise<Figure[]> {
  const first: number[] = [];
  const later: number[] = [];
  const filling: number[] = [];
  const server: number[] = [];
  const database: number[] = [];
  const env = { DEMO: '' };
  for (let run = 0; run < runs; run++) {
    const home = await makeHome();
    try {
      const startedAt = performance.now();
      const fresh = await startProcess(home, { env });
      first.push(fresh.readyMs / 1000);
      while (!fresh.output.includes('whole year of history')) {
        if (performance.now() - startedAt > 600_000)
          throw new Error(`the demonstration's history is not there after 10 minutes:\n${fresh.output}`);
        await wait(100);
      }
      filling.push((performance.now() - startedAt) / 1000);
      await fresh.stop();
      const again = await startProcess(home, { env });
      later.push(again.readyMs / 1000);
      await wait(restMs);
      server.push(residentMB(again.pid));
      database.push(again.databasePids().reduce((sum, pid) => sum + shareMB(pid), 0));
      await again.stop();
    } finally {
      home.remove();
    }
  }
  return [
    figure('first start with the demonstration, to ready', 's', first, { under: 20 }),
    figure("  until the demonstration's year is filled in", 's', filling),
    figure('later start, to ready', 's', later, { under: 6 }),
    figure('memory of the server at rest', 'MB', server, { under: 300 }),
    figure('memory of PostgreSQL at rest', 'MB', database),
  ];
}
