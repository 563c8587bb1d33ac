/**
 * Reports that are made by themselves when their period is over. Invariant: each period of a schedule is reported once,
 * whatever goes down meanwhile: the report and the step to the next period are one transaction.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { periodReports } from '@plumbline/contract/reports/period-reports';
import { periodOf } from '@plumbline/science/series/periods';
import { zoneOf } from '@plumbline/science/series/zone';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { reportDefaultsOf, templateOf } from '../templates/templates.api.ts';
import { requireContents } from './period-reports.request.service.ts';
import * as table from './period-reports.schedules.table.ts';

type Input<K extends keyof typeof periodReports> = OutputOf<(typeof periodReports)[K]['input']>;

/** Today, by the clock of a zone. */
const todayIn = (timeZone: string, at: Date): string =>
  new Date(zoneOf(timeZone).localOf(at.getTime())).toISOString().slice(0, 10);

export async function schedules({ db }: Context, { projectId }: Input<'schedules'>) {
  return { schedules: (await table.schedulesOf(db, projectId)).map(table.scheduleShape) };
}

export async function createSchedule(context: Context, { projectId, ...input }: Input<'createSchedule'>) {
  const { db, caller, now } = context;
  const defaults = await reportDefaultsOf(db, projectId);
  const { templateId = defaults.templateId, type = defaults.period, ...schedule } = input;
  await requireContents(context, projectId, templateId !== null);
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const template = templateId === null ? null : await templateOf(db, projectId, templateId);
  const at = now();
  const { firstDay } = periodOf(type, todayIn(project.timeZone, at), undefined, project.timeZone);
  const { id } = await onUniqueViolation(
    table.insertSchedule(db, {
      ...schedule,
      type,
      project_id: projectId,
      next_day: firstDay,
      by_id: caller.accountId,
      by_name: caller.displayName,
      created_at: at,
      template_id: templateId,
      template_name: template?.name ?? null,
    }),
    'report_schedule_name',
    new Failure('nameTaken'),
  );
  return await scheduleOf(context, id, projectId);
}

async function scheduleOf({ db }: Context, id: number, projectId: number) {
  const row = requireRow(await table.oneSchedule(db, id, projectId), { scheduleId: id });
  return { schedule: table.scheduleShape(row) };
}

export async function updateSchedule(context: Context, input: Input<'updateSchedule'>) {
  const { projectId, scheduleId, enabled, formats } = input;
  const { db, now } = context;
  const row = requireRow(await table.oneSchedule(db, scheduleId, projectId), { scheduleId });
  const isBack = enabled === true && !row.enabled;
  const today = todayIn(row.time_zone, now());
  await table.updateSchedule(db, scheduleId, {
    ...(enabled !== undefined && { enabled }),
    ...(formats && { formats }),
    // What was over while it was off is not made up for.
    ...(isBack && { next_day: table.nextPeriod({ ...row, next_day: today }).firstDay }),
  });
  return await scheduleOf(context, scheduleId, projectId);
}

export async function removeSchedule({ db }: Context, { projectId, scheduleId }: Input<'removeSchedule'>) {
  if (!(await table.oneSchedule(db, scheduleId, projectId))) throw new Failure('notFound', { scheduleId });
  await table.removeSchedule(db, scheduleId);
  return {};
}
