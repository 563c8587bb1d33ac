/**
 * Offers held readings to the pipeline again, once the clock has reached them or their channel is there. Stored first,
 * let go afterwards: a crash between the two offers them once more, which changes nothing.
 */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { believedNow, type Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/context.ts';
import type { Sql } from '../../../../kernel/sql.ts';
import type { Directory } from '../../../../pipeline/directory.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import * as table from '../gateway.deferred.table.ts';

const everyMs = 30_000;
const atOnce = gatewayLimits.recordsPerMessage;

export function openDeferredReadings({
  sql,
  clock,
  log,
  directory,
  pipeline,
}: {
  sql: Sql;
  clock: Clock;
  log: Logger;
  directory: Directory;
  pipeline: Pipeline;
}) {
  let running: Promise<void> | null = null;
  let stopped = false;

  async function offerAll() {
    const nowMs = clock.now().getTime();
    const expired = await table.expire(sql, believedNow(clock).getTime());
    if (expired > 0) log.warn({ expired }, 'held readings could not be stored for 30 days and were dropped');
    for (;;) {
      const due = await table.due(sql, nowMs + gatewayLimits.futureToleranceSeconds * 1000, atOnce);
      for (const [sncode, deviceReadings] of Map.groupBy(due, (each) => each.sncode)) {
        if (stopped) return;
        await offer(sncode, deviceReadings);
      }
      if (due.length < atOnce) return;
    }
  }

  async function offer(sncode: string, deviceReadings: readonly table.DueReading[]) {
    const device = await directory.device(sncode);
    if (!device) return;
    const records = deviceReadings.map(({ at, channel, raw }) => ({ at, channels: { [channel]: raw } }));
    await pipeline.accept(device, JSON.stringify(records));
    await table.letGo(sql, deviceReadings);
    log.info({ sncode, readings: deviceReadings.length }, 'held readings were offered again');
  }

  const offerNow = () => {
    running ??= offerAll()
      .catch((error) => log.warn({ err: error }, 'held readings could not be offered again'))
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(offerNow, everyMs);
  return {
    /** Offers what is due now. */
    offer: offerNow,
    async close() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
