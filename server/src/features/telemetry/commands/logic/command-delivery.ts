/**
 * Brings the commands in the queue to the devices that are connected here, and keeps their answers. Invariant: a command
 * that was not sent is sent when its device listens; what came back is kept with the command that it belongs to.
 */
import { z } from 'zod';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import * as table from '../commands.table.ts';

export function openCommands(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  send: (sncode: string, payload: string) => boolean,
) {
  async function deliver(sncodes: readonly string[]): Promise<void> {
    if (sncodes.length === 0) return;
    const now = clock.now();
    const sent = (await table.waiting(db, now, sncodes, true)).filter((each) =>
      send(each.sncode, JSON.stringify(each.message)),
    );
    if (sent.length > 0)
      await table.sent(
        db,
        now,
        sent.map(({ commandId }) => commandId),
      );
  }
  // One after the other: what one has sent the next does not send again.
  let last: Promise<void> = Promise.resolve();

  return {
    deliver(sncodes: readonly string[]): Promise<void> {
      last = last.then(() => deliver(sncodes)).catch((error) => log.warn({ err: error }, 'commands'));
      return last;
    },
    answer: (deviceId: number, text: string) => table.answered(db, clock.now(), deviceId, commandIdOf(text), text),
  };
}

const Named = z.object({ commandId: z.uuid() });

/** A device may answer with the command's id, or with plain text. */
export function commandIdOf(text: string): string | null {
  if (!text.startsWith('{')) return null;
  try {
    return Named.safeParse(JSON.parse(text)).data?.commandId ?? null;
  } catch {
    return null;
  }
}
