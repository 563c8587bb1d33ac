/**
 * The lease of a gateway process: it says every few seconds that it lives. Invariant: a device is shown as connected only
 * while the process that holds it does so, and a process that was taken for dead says anew what it holds.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { hold } from '../../../devices/devices/devices.states.api.ts';
import * as table from '../gateway.leases.table.ts';

const beatMs = 5_000;

export async function openLease(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  /** `held` = sncodes connected here; `onLost` is called with those whose gateway died. */
  { connected, onLost }: { connected: () => readonly string[]; onLost: (sncode: string) => void },
) {
  const id = randomUUID();
  await table.begin(db, id, clock.now());
  let beating: Promise<void> | null = null;

  async function beatOnce() {
    try {
      if (!(await table.beat(db, id))) {
        log.warn({ lease: id }, 'this gateway was taken for dead; it says again what it holds');
        await table.begin(db, id, clock.now());
        await hold(db, id, connected());
      }
      for (const sncode of await table.dropDead(db)) onLost(sncode);
    } catch (error) {
      log.warn({ err: error }, 'the lease of this gateway could not be renewed');
    }
  }
  const beat = () => {
    beating ??= beatOnce().finally(() => {
      beating = null;
    });
    return beating;
  };
  const timer = setInterval(beat, beatMs);
  return {
    id,
    /** Renews the lease now, and lets go of the connections of gateways that died. */
    beat,
    async close() {
      clearInterval(timer);
      await beating;
      await table.end(db, id);
    },
  };
}
