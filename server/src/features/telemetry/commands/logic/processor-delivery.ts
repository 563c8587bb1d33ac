/**
 * Brings devices how they are to work on what they measure. Invariant: what was not answered is sent again after a minute,
 * always as it was last set.
 */
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { noteAnswer } from '../commands.instruments.table.ts';
import { isAwaited, markSent, type OpenProcessor, openProcessorsOf } from '../commands.processors.table.ts';
import { commandIdOf } from './command-delivery.ts';

const againMs = 60_000;

export function openProcessors(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger },
  send: (sncode: string, payload: string) => boolean,
) {
  /** Sends what is open for these devices; with `again` only what has waited. */
  async function deliver(sncodes: readonly string[], again: boolean): Promise<void> {
    if (sncodes.length === 0) return;
    const now = clock.now();
    const open = await openProcessorsOf(db, sncodes, again ? new Date(now.getTime() - againMs) : now);
    const sent = open.filter((each) => send(each.sncode, JSON.stringify(processorCommand(each, now))));
    if (sent.length > 0)
      await markSent(
        db,
        now,
        sent.map(({ commandId }) => commandId),
      );
  }
  const quietly = (work: Promise<void>) => work.catch((error) => log.warn({ err: error }, 'processors of devices'));

  return {
    /** Settings were made, or devices listen. */
    deliver: (sncodes: readonly string[]) => quietly(deliver(sncodes, false)),
    again: (sncodes: readonly string[]) => quietly(deliver(sncodes, true)),
    /** What a device answers; false = it is no answer to settings that wait for one. */
    async answer(deviceId: number, text: string): Promise<boolean> {
      const commandId = commandIdOf(text);
      if (commandId === null || !(await isAwaited(db, deviceId, commandId))) return false;
      await noteAnswer(db, clock.now(), deviceId, commandId, text);
      return true;
    },
  };
}

/** The settings as the device reads them: all of them, whichever was changed. */
export const processorCommand = ({ commandId, wanted }: OpenProcessor, now: Date): DeviceCommand => ({
  commandId,
  text: 'instrument-write',
  part: 'processor',
  value: wanted,
  at: now.toISOString(),
});
