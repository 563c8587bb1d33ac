/** Seals what is due, once a minute; a backlog goes on in the next minute. */
import { everyMinutes, type Schedule } from '../../kernel/schedules.ts';
import { sealDue } from './store.seal.table.ts';

const runMs = 50_000;

export const sealReadings: Schedule = {
  name: 'seal-readings',
  times: everyMinutes(1),
  run: ({ pool, now, log, signal }) =>
    sealDue(pool, () => now().getTime(), {
      until: AbortSignal.any([signal, AbortSignal.timeout(runMs)]),
      // One point that cannot be sealed (a damaged segment) must not keep the others from it.
      failed: (pointId, error) => log.error({ err: error, pointId }, 'a point could not be sealed'),
    }),
};
