/** Seals what is due, once a minute; a backlog goes on in the next minute. */
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { learnFailed } from './store.edit.table.ts';
import { sealDue } from './store.seal.table.ts';
import { learnShown } from './store.shown.api.ts';

const runMs = 50_000;

export const sealReadings: Schedule = {
  name: 'seal-readings',
  times: everyMinutes(1),
  async run({ pool, now, log, signal }) {
    // One point that cannot be sealed (a damaged segment) must not keep the others from it.
    const failed = (pointId: number, error: unknown) =>
      log.error({ err: error, pointId }, 'a point could not be sealed');
    await learnFailed(pool, failed);
    await learnShown(pool, failed);
    await sealDue(pool, () => now().getTime(), {
      until: AbortSignal.any([signal, AbortSignal.timeout(runMs)]),
      failed,
    });
  },
};
