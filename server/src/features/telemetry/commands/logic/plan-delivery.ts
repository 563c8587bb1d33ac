/**
 * Brings collect plans to devices: when one is set, when a device begins to listen, and again until it has answered.
 * Over MQTT it runs where the device is connected; over HTTP see pending-commands.ts. Invariant: what was not answered is sent again; an answer counts once.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { nextCollects } from '@plumbline/science/collect/plan';
import { z } from 'zod';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { objectIn } from '../../../../kernel/json-objects.ts';
import * as table from '../commands.plans.table.ts';

/** An answer is waited for so long before the plan is sent again. */
const againMs = 60_000;
const Answer = z.object({ commandId: z.uuid(), ok: z.boolean(), text: z.string().max(1000).optional() });

export function openPlans(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  send: (sncode: string, payload: string) => boolean,
) {
  /** Sends what is open for these devices; with `again` only what has waited. */
  async function deliver(sncodes: readonly string[], again: boolean): Promise<void> {
    if (sncodes.length === 0) return;
    const now = clock.now();
    const open = await table.open(db, sncodes, again ? new Date(now.getTime() - againMs) : now);
    const sent = open.filter((each) => send(each.sncode, JSON.stringify(commandOf(each, now))));
    if (sent.length > 0)
      await table.delivered(
        db,
        now,
        sent.map(({ commandId }) => commandId),
      );
  }
  const quietly = (work: Promise<void>) => work.catch((error) => log.warn({ err: error }, 'collect plans'));

  const take = (sncode: string, { commandId, ok, text }: z.output<typeof Answer>): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const plan = await table.lockPendingPlan(transaction, sncode, commandId);
      if (!plan) return false;
      const now = clock.now();
      if (!ok) {
        await table.refuse(transaction, now, plan.pointId, text ?? '');
        return true;
      }
      const [next] =
        plan.sent.mode === 'CommandCollect' ? nextCollects(plan.sent, plan.timeZone, now.getTime(), 1) : [];
      await table.confirm(transaction, now, plan, rhythmOf(plan.sent), next === undefined ? null : new Date(next));
      return true;
    });

  return {
    /** Plans were set, or devices listen. */
    deliver: (sncodes: readonly string[]) => quietly(deliver(sncodes, false)),
    again: (sncodes: readonly string[]) => quietly(deliver(sncodes, true)),
    /** What a device answers; false = it is no answer to a plan that waits for one. */
    async answer(sncode: string, text: string): Promise<boolean> {
      const answer = objectIn(Answer, text);
      return answer !== null && (await take(sncode, answer));
    },
  };
}

/** As the device reads it: `text` names the command, `plan` says it. */
export function commandOf({ commandId, channel, timeZone, sent }: table.Open, now: Date): DeviceCommand {
  const { acceleration: _, ...plan } = sent;
  return { commandId, text: 'collect-plan', at: now.toISOString(), plan: { channel, timeZone, ...plan } };
}

/** The longest time between two collections, in seconds; null where nothing is collected. */
function rhythmOf({ timer, intervalSeconds }: table.Open['sent']): number | null {
  if (timer.length === 0) return intervalSeconds;
  const minutes = timer.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))).sort((a, b) => a - b);
  const gaps = minutes.map((minute, i) => (minutes[i + 1] ?? elementAt(minutes, 0) + 1440) - minute);
  return Math.max(...gaps) * 60;
}
