/**
 * What alert rules make of an event: a delivery for each recipient, and the steps that follow where nobody reacts. Done
 * again it adds none: a subject reaches an address once. Who is on duty is found out for the moment of the alert, or of
 * the step; a roster by which nobody can be reached is reported to those who may change the rules. What falls into a
 * quiet window is withheld, and told of together when the window ends; what rises outside of the hours of a rule waits for
 * their beginning.
 */
import type { Db } from '../../../kernel/context.ts';
import { emitMany } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import type { WorkSource } from '../../../kernel/work.rows.ts';
import { onDutyBy } from '../duty/duty.api.ts';
import { takeEnded, withhold } from '../silences/silences.api.ts';
import { type DueStep, stopRisen } from './deliveries.escalation.table.ts';
import { type Planned, planStorms, sendSoon } from './deliveries.events.ts';
import { countAlone } from './deliveries.flood.table.ts';
import { awaitHours } from './deliveries.hours.table.ts';
import { byReason, type News, queueNews } from './deliveries.news.table.ts';
import { livesMs, type OnDuty, planSteps, queue, queueDigest, rostersOf } from './deliveries.queue.table.ts';
import { byPlace, followersOf, joinCalls, joinStorms, queueStorms } from './deliveries.storms.table.ts';
import { aboutAlerts, aboutDevice, aboutSteps, type Subjects } from './deliveries.subjects.table.ts';
import { togetherMs } from './logic/storms.ts';

export async function planDeliveries({ db }: Pick<WorkSource, 'db'>, planned: Planned): Promise<void> {
  const at = new Date(planned.atMs);
  await db.transaction().execute(async (transaction) => {
    if (planned.about === 'device') return void (await deliver(transaction, at, aboutDevice(planned.overdue, at)));
    await countAlone(transaction);
    if (planned.about === 'storms') return await deliverStorms(transaction, at);
    if (planned.about === 'news') return await deliverNews(transaction, at, planned);
    await deliverAlerts(transaction, at, await withhold(transaction, at, planned.alertIds));
  });
}

async function deliverAlerts(transaction: Db, at: Date, alertIds: readonly number[]): Promise<void> {
  if (alertIds.length === 0) return;
  await joinStorms(transaction, at, alertIds);
  await deliver(transaction, at, aboutAlerts(alertIds));
  await planCollected(transaction, at);
  await planStepsOf(transaction, at, alertIds);
  await stopRisen(transaction, at, alertIds);
  await awaitHours(transaction, at, alertIds);
}

/** Tells whom steps name that are due; what a rule tells when its hours begin has its own steps from then on. */
export async function deliverSteps(transaction: Db, at: Date, steps: readonly DueStep[]): Promise<void> {
  if (steps.length === 0) return;
  const alertsOf = (some: readonly DueStep[]) => some.map(({ alertId }) => alertId);
  await deliver(transaction, at, aboutSteps(steps, await followersOf(transaction, alertsOf(steps))));
  const begun = steps.filter(({ step }) => step === 0);
  if (begun.length === 0) return;
  await planCollected(transaction, at);
  for (const some of await byPlace(transaction, alertsOf(begun)))
    await planSteps(transaction, at, aboutSteps(begun.filter(({ alertId }) => some.includes(alertId))));
  await stopRisen(transaction, at, alertsOf(begun));
}

/** Plans the message about what was collected because it rose with others; their calls are part of the first one. */
async function planCollected(transaction: Db, at: Date): Promise<void> {
  if (await joinCalls(transaction, at)) await planStorms({ db: transaction }, new Date(at.getTime() + togetherMs));
}

/** Steps of what begins first: those of what joins it are the same where they are the same rule's. */
async function planStepsOf(transaction: Db, at: Date, alertIds: readonly number[], hours = {}): Promise<void> {
  for (const some of await byPlace(transaction, alertIds))
    if (some.length > 0) await planSteps(transaction, at, aboutAlerts(some), hours);
}

/** Tells of what rose with others, where its time has come. */
export async function deliverStorms(transaction: Db, at: Date): Promise<void> {
  const ids = await queueStorms(transaction, at, new Date(at.getTime() + livesMs));
  await sendSoon({ db: transaction, now: () => at }, ids);
}

/** Tells whoever was told of alerts how they went on; those of another verdict or reason are another message. */
async function deliverNews(transaction: Db, at: Date, { alertIds, ...news }: News): Promise<void> {
  for (const some of await byReason(transaction, alertIds))
    await sendSoon({ db: transaction, now: () => at }, await queueNews(transaction, at, { ...news, alertIds: some }));
}

/** Queues what is to be sent about the subjects of `about`, and gives the ids of what is new. */
export async function deliver(transaction: Db, at: Date, about: Subjects): Promise<number[]> {
  const onDuty = await peopleOnDuty(transaction, at, await rostersOf(transaction, at, about));
  const ids = await queue(transaction, at, about, onDuty);
  await sendSoon({ db: transaction, now: () => at }, ids);
  return ids;
}

/** Returns the people on duty by rosters; those by which nobody who can act is reached are reported. */
export async function peopleOnDuty(transaction: Db, at: Date, rosterIds: readonly number[]): Promise<OnDuty[]> {
  const rosters = await onDutyBy(transaction, rosterIds, at);
  const gaps = rosters.filter(({ isGap }) => isGap);
  await emitMany(
    sqlOver(transaction),
    at,
    'dutyGap',
    gaps.map(({ rosterId, projectId }) => ({ rosterId, projectId })),
  );
  return rosters.flatMap(({ rosterId, rosterName, people }) =>
    people.map((person) => ({ rosterId, rosterName, ...person })),
  );
}

/** Tells of what quiet windows withheld that are over, where it is still open; the steps of these alerts begin now. */
export async function endWindows(transaction: Db, at: Date): Promise<void> {
  for (const { alertIds: withheld, ...window } of await takeEnded(transaction, at)) {
    // Another window may be open over the same place: its end tells of them.
    const alertIds = await withhold(transaction, at, withheld);
    if (alertIds.length === 0) continue;
    const anyHour = { atAnyHour: true };
    const rosters = await rostersOf(transaction, at, aboutAlerts(alertIds), anyHour);
    const onDuty = await peopleOnDuty(transaction, at, rosters);
    const ids = await queueDigest(transaction, at, window, alertIds, onDuty);
    await sendSoon({ db: transaction, now: () => at }, ids);
    await joinStorms(transaction, at, alertIds);
    await planStepsOf(transaction, at, alertIds, anyHour);
    await stopRisen(transaction, at, alertIds);
  }
}
