/**
 * What becomes of messages whose work an operator discarded. Invariant: none is lost without a word: the log of the messages says
 * that they were not sent, and who decided it.
 */
import { discardedBy } from '@plumbline/contract/alerts/deliveries';
import type { Events } from '@plumbline/contract/kernel/events';
import type { Db } from '../../../kernel/context.ts';
import { emitMany, type Handlers } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { deliveryWork, type Planned, planWork } from './deliveries.events.ts';
import { type News, queueNews } from './deliveries.news.table.ts';
import { peopleOnDuty } from './deliveries.plan.service.ts';
import { logUnsent, queue, rostersOf, triedAlone } from './deliveries.queue.table.ts';
import { endDiscarded } from './deliveries.send.table.ts';
import { aboutAlerts, aboutDevice, type Subjects } from './deliveries.subjects.table.ts';

type Discarded = Events['workDiscarded'];

/** What its plan was about: `alertIds` of alerts; undefined = it planned nothing. */
function plannedBy({ name, input }: Discarded): { about: Subjects; alertIds: readonly number[] } | undefined {
  if (name === 'alertRaised') {
    const { alertId } = input as Events['alertRaised'];
    return { about: aboutAlerts([alertId]), alertIds: [alertId] };
  }
  if (name !== planWork) return undefined;
  const planned = input as Exclude<Planned, { about: 'news' }>;
  // What waits to be told together is looked at every minute as well.
  if (planned.about === 'storms') return undefined;
  return planned.about === 'device'
    ? { about: aboutDevice(planned.overdue, new Date(planned.atMs)), alertIds: [] }
    : { about: aboutAlerts(planned.alertIds), alertIds: planned.alertIds };
}

/** Returns how alerts went on, where its plan was about that. */
function newsIn({ name, input }: Discarded): News | undefined {
  const planned = name === planWork ? (input as Planned) : undefined;
  return planned?.about === 'news' ? planned : undefined;
}

/** Writes what would have been sent as failed; whom the rules tell may be what could not be found out. */
async function log(db: Db, now: Date, discarded: Discarded): Promise<void> {
  const answer = `${discardedBy}${discarded.byName}`;
  const news = newsIn(discarded);
  if (news) return void (await triedAlone(db, async () => void (await queueNews(db, now, news, answer))));
  const plan = plannedBy(discarded);
  if (!plan) return;
  const isWritten = await triedAlone(db, async () => {
    const onDuty = await peopleOnDuty(db, now, await rostersOf(db, now, plan.about));
    await queue(db, now, plan.about, onDuty, { discarded: answer });
  });
  if (!isWritten) await logUnsent(db, now, plan.alertIds, answer);
}

export const logDiscarded: Handlers = {
  workDiscarded: [
    async ({ db, now }, discarded) => {
      const at = now();
      if (discarded.name !== deliveryWork) return await log(db, at, discarded);
      const { deliveryId } = discarded.input as { readonly deliveryId: number };
      const ended = await endDiscarded(db, deliveryId, at, `${discardedBy}${discarded.byName}`);
      await emitMany(
        sqlOver(db),
        at,
        'deliveryFailed',
        ended.map((id) => ({ deliveryId: id })),
      );
    },
  ],
};
