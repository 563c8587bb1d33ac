/** The log of data push, refused messages sent again, a period queued, and a try whose request and answer are shown. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { pushLimits } from '@plumbline/contract/reports/push-rules';
import type { pushSending } from '@plumbline/contract/reports/push-sending';
import { alertRow, type PushRow, rowsOf } from '@plumbline/science/push/rows';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { PushSecrets } from '../../../kernel/tables.push.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { openAlerts } from '../../alerts/alerts/alerts.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { formatOf } from '../push-formats/push-formats.api.ts';
import { pushedAlert, readingsIn } from '../push-formats/push-formats.content.api.ts';
import { newestReading } from '../push-formats/push-formats.newest.api.ts';
import { pointsOf, pushRuleOf } from '../push-rules/push-rules.api.ts';
import * as queue from '../push-rules/push-rules.queue.api.ts';
import { post } from './logic/post.ts';

type Input<K extends keyof typeof pushSending> = OutputOf<(typeof pushSending)[K]['input']>;

/** Tests of a rule in a quarter of an hour: each is a request to somebody else. */
const testsAtOnce = 20;

const ruleOf = async ({ db }: Context, projectId: number, pushRuleId: number) =>
  requireRow(await pushRuleOf(db, projectId, pushRuleId), { pushRuleId });

export async function logs(context: Context, { projectId, pushRuleId, limit, failed }: Input<'logs'>) {
  const { id } = await ruleOf(context, projectId, pushRuleId);
  const refusals = await queue.refusalsOf(context.db, id);
  return {
    logs: await queue.logsOf(context.db, id, limit, failed === 1),
    refusals: refusals.map(({ id: refusalId, at, items, fault, detail }) => ({
      id: refusalId,
      at: at.toISOString(),
      items: items.length,
      fault,
      detail,
    })),
  };
}

export async function replay(context: Context, { projectId, pushRuleId, refusalId }: Input<'replay'>) {
  const { db, now } = context;
  const { id } = await ruleOf(context, projectId, pushRuleId);
  const refusals = await queue.takeRefusals(db, id, refusalId);
  if (refusalId !== undefined && refusals.length === 0) throw new Failure('notFound', { refusalId });
  await queue.queueItems(
    db,
    now(),
    id,
    refusals.flatMap(({ items }) => items),
  );
  return { messages: refusals.length };
}

export async function backfill(context: Context, { projectId, pushRuleId, from, to }: Input<'backfill'>) {
  const rule = await ruleOf(context, projectId, pushRuleId);
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (toMs - fromMs > pushLimits.backfillDays * dayMs)
    throw new Failure('spanExceeded', { days: pushLimits.backfillDays });
  const format = await formatOf(context.db, projectId, rule.format_id);
  if (format?.dataKeys.length === 0) throw new Failure('pushParameter', { fault: 'alertsOnly' });
  const project = requireRow(await namedProject(context.db, projectId), { projectId });
  const taskId = await queueTask(context, {
    kind: 'pushBackfill',
    corporationId: project.corporationId,
    projectId,
    subject: { name: rule.name },
    input: { ruleId: rule.id, fromMs, toMs },
  });
  return { taskId };
}

/** Throws tooMany beyond some twenty in a quarter of an hour. */
export async function test(context: Context, { projectId, pushRuleId }: Input<'test'>) {
  const { db, now, services } = context;
  const rule = await ruleOf(context, projectId, pushRuleId);
  await reserve(db, now(), [{ key: `push-test:${rule.id}`, max: testsAtOnce, beyond: 'refuse' }]);
  const format = requireRow(await formatOf(db, projectId, rule.format_id), { pushRuleId });
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const message = { project: project.name, projectId, sentAt: now().getTime(), timeZone: rule.settings.timeZone };
  const rows: PushRow[] = [];
  if (format.alertKeys.length > 0) {
    const [first] = (await openAlerts(db, { projectId }, 1)).alerts;
    const alert = first && (await pushedAlert(db, projectId, first.id));
    if (alert) rows.push(alertRow(format.alertKeys, alert, message));
  } else {
    const latest = await newestReading(db, projectId, await pointsOf(db, rule.id));
    if (latest) {
      const content = { projectId, raw: rule.settings.raw, fields: rule.settings.fields };
      const span = { pointIds: [latest.pointId], fromMs: latest.atMs, toMs: latest.atMs, limit: 1 };
      const inSpan = await readingsIn(db, services.pool, content, span);
      for (const reading of inSpan.get(latest.pointId)?.readings ?? []) rows.push(...rowsOf(format, reading, message));
    }
  }
  if (rows.length === 0) return { request: null, status: null, fault: null, answer: '', ms: 0 };
  const secrets = rule.secrets as PushSecrets;
  const target = { rule, settings: rule.settings, secrets, format, links: null };
  const sent = await post(services, target, format.layout === 'single' ? rows.slice(0, 1) : rows, message);
  const { request, status, fault, answer, ms, bytes } = sent;
  await queue.insertLog(db, rule.id, now(), { rows: 1, bytes, ms, status, fault, answer });
  return { request, status, fault, answer, ms };
}
