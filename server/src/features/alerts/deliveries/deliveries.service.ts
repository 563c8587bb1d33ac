/**
 * The log of what alert rules sent, and what people do about it. Invariants: addresses are whole for those alone who may
 * change rules; what is tried again goes out under the key that it had.
 */
import { randomUUID } from 'node:crypto';
import type { Delivery, deliveries } from '@plumbline/contract/alerts/deliveries';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { places } from '../../site/projects/projects.api.ts';
import { places as alertPlaces } from '../alerts/alerts.api.ts';
import { alertRuleProject, maskerFor } from '../rules/rules.api.ts';
import { silencesOf } from '../silences/silences.api.ts';
import { stepsOf } from './deliveries.escalation.table.ts';
import { sendSoon } from './deliveries.events.ts';
import { deliver } from './deliveries.plan.service.ts';
import { aboutTest } from './deliveries.subjects.table.ts';
import * as table from './deliveries.table.ts';

type Input<K extends keyof typeof deliveries> = OutputOf<(typeof deliveries)[K]['input']>;

const ofAlertMax = 500;
/** Tests of the rules of a project in ten minutes: each may send a hundred messages that cost money. */
const testsMax = 10;
const testsMs = 600_000;

async function shownTo({ db, caller }: Context, projectId: number): Promise<(delivery: Delivery) => Delivery> {
  const place = requireRow((await places(db, [projectId])).get(projectId), { projectId });
  const mask = maskerFor(caller, place);
  return (delivery) => (delivery.medium === 'hook' ? delivery : { ...delivery, recipient: mask(delivery.recipient) });
}

export async function ofAlert(context: Context, { alertId }: Input<'ofAlert'>) {
  const projectId = (await alertPlaces(context.db, [alertId])).get(alertId)?.projectIds[0] ?? 0;
  const shown = await shownTo(context, projectId);
  const { deliveries: rows, total } = await table.page(context.db, { alertId, page: 1, pageSize: ofAlertMax });
  return { deliveries: rows.map(shown), total };
}

export async function escalation({ db }: Context, { alertId }: Input<'escalation'>) {
  const [steps, silences] = await Promise.all([stepsOf(db, alertId), silencesOf(db, alertId)]);
  return { steps, silences };
}

export async function list(context: Context, { projectId, ...filter }: Input<'list'>) {
  const shown = await shownTo(context, projectId);
  const { deliveries: rows, ...rest } = await table.page(context.db, { projectId, ...filter });
  return { deliveries: rows.map(shown), ...rest };
}

/** Throws deliveryOver for what was sent or waits. */
export async function retry(context: Context, { projectId, deliveryId }: Input<'retry'>) {
  const { db, now } = context;
  const shown = await shownTo(context, projectId);
  const one = async () => (await table.page(db, { projectId, id: deliveryId, page: 1, pageSize: 1 })).deliveries[0];
  const before = requireRow(await one(), { deliveryId });
  if (!(await table.requeue(db, deliveryId, now(), new Date(now().getTime() + dayMs))))
    throw new Failure('deliveryOver', { state: before.state });
  await sendSoon(context, [deliveryId]);
  return { delivery: shown((await one()) ?? before) };
}

/** Throws tooMany after ten tests in ten minutes. */
export async function test(context: Context, { projectId, alertRuleId }: Input<'test'>) {
  const { db, now } = context;
  if ((await alertRuleProject(db, alertRuleId)) !== projectId) throw new Failure('notFound', { alertRuleId });
  const since = new Date(now().getTime() - testsMs);
  if ((await table.testsSince(db, projectId, since)) >= testsMax)
    throw new Failure('tooMany', { retryAfterSeconds: testsMs / 1000 });
  const ids = await deliver(db, now(), aboutTest(alertRuleId, `test:${randomUUID()}`, now()));
  return { count: ids.length };
}
