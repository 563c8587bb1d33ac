/**
 * What a device that speaks HTTP is to do: the same collect plans and commands that MQTT brings, handed out when it asks
 * or delivers. Invariant: what was not answered is handed out again after a minute; looking costs nothing while nothing
 * is known to wait.
 */
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import * as plans from '../commands.plans.table.ts';
import * as processors from '../commands.processors.table.ts';
import * as commands from '../commands.table.ts';
import { commandOf } from './plan-delivery.ts';
import { processorCommand } from './processor-delivery.ts';

const againMs = 60_000;
/** A plan may come to wait without anyone saying so (another device feeds the point): looked for this often. */
const unaskedMs = 600_000;
/** Of one answer: bounded, the others come with the next. */
const maxPlans = 50;

const idsOf = (list: readonly { readonly commandId: string }[]) => list.map(({ commandId }) => commandId);

export function openPendingCommands({
  db,
  clock,
  log,
  upgrades,
}: {
  db: Db;
  clock: Clock;
  log: Logger;
  /** What other features owe. */
  upgrades: { fetch(sncode: string): Promise<DeviceCommand[]> };
}) {
  /** When there may be something for a device; none = now. */
  const nextCheckAt = new Map<string, number>();

  async function fetchDue(sncode: string): Promise<DeviceCommand[]> {
    const now = clock.now();
    // Before the question: what is asked for meanwhile must be found the next time.
    nextCheckAt.set(sncode, now.getTime() + unaskedMs);
    const open = (await plans.open(db, [sncode], now)).slice(0, maxPlans);
    const settings = await processors.openProcessorsOf(db, [sncode], now);
    const waiting = await commands.waiting(db, now, [sncode], false);
    const old = now.getTime() - againMs;
    const due = (at: Date | null) => at === null || at.getTime() <= old;
    const duePlans = open.filter(({ deliveredAt }) => due(deliveredAt));
    const dueSettings = settings.filter(({ sentAt }) => due(sentAt));
    const dueCommands = waiting.filter(({ sentAt }) => due(sentAt));
    if (duePlans.length > 0) await plans.delivered(db, now, idsOf(duePlans));
    if (dueSettings.length > 0) await processors.markSent(db, now, idsOf(dueSettings));
    if (dueCommands.length > 0) await commands.sent(db, now, idsOf(dueCommands));
    const others = await upgrades.fetch(sncode);
    if (open.length + settings.length + waiting.length + others.length > 0)
      nextCheckAt.set(sncode, Math.min(nextCheckAt.get(sncode) ?? 0, now.getTime() + againMs));
    return [
      ...duePlans.map((each) => commandOf(each, now)),
      ...dueSettings.map((each) => processorCommand(each, now)),
      ...dueCommands.map(({ message }) => message),
      ...others,
    ];
  }

  return {
    /** Something may wait for a device; null = for any. */
    wake(sncode: string | null) {
      if (sncode === null) nextCheckAt.clear();
      else nextCheckAt.delete(sncode);
    },
    /** A device asks for its commands. */
    fetch: (sncode: string): Promise<DeviceCommand[]> => fetchDue(sncode),
    /** What goes along with the answer to readings. Never fails: they are stored. */
    async piggyback(sncode: string): Promise<DeviceCommand[]> {
      if ((nextCheckAt.get(sncode) ?? 0) > clock.now().getTime()) return [];
      return await fetchDue(sncode).catch((error) => {
        nextCheckAt.delete(sncode);
        log.warn({ err: error, sncode }, 'commands of a device could not be read');
        return [];
      });
    },
  };
}
export type PendingCommands = ReturnType<typeof openPendingCommands>;
