/**
 * Reports of periods: what the owner of a site reads daily, weekly, monthly. Made in the background and kept for thirty
 * days. Invariant: a report is whole or has no file; whoever makes one could have read everything that is in it.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  type PeriodType,
  type periodReports,
  type ReportEvent,
  reportLimits,
} from '@plumbline/contract/reports/period-reports';
import { libraryText } from '@plumbline/contract/reports/templates.library-words';
import { periodOf } from '@plumbline/science/series/periods';
import { zoneOf } from '@plumbline/science/series/zone';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { alertOf } from '../../alerts/alerts/alerts.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { filesOfVersion, reportDefaultsOf, requireSound, templateOf } from '../templates/templates.api.ts';
import { fileNameOf } from './logic/file-name.ts';
import { request, requireContents } from './period-reports.request.service.ts';
import * as table from './period-reports.table.ts';

type Input<K extends keyof typeof periodReports> = OutputOf<(typeof periodReports)[K]['input']>;

export { createSchedule, removeSchedule, schedules, updateSchedule } from './period-reports.schedules.service.ts';

export async function list({ db, now }: Context, input: Input<'list'>) {
  const { rows, total } = await table.ofProject(db, now(), input);
  const files = await table.filesOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    reports: rows.map((row) =>
      table.shapeOf(
        row,
        files.filter(({ report_id }) => report_id === row.id),
      ),
    ),
    total,
  };
}

export async function make(context: Context, input: Input<'make'>) {
  const { db, caller, now } = context;
  const { projectId, formats, language, fields } = input;
  const defaults = await reportDefaultsOf(db, projectId);
  const { type = defaults.period, library, templateId = library ? null : defaults.templateId } = input;
  await requireContents(context, projectId, templateId !== null || library !== undefined);
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const { timeZone, corporationId } = project;
  const event = input.alertId === undefined ? null : await eventOf(context, projectId, input.alertId);
  const period = event ? periodOfEvent(event, timeZone, now()) : checkedPeriod({ ...input, type }, timeZone, now());
  const ready = library ? { id: null, name: libraryText(library, language), version: null, library } : null;
  const template = templateId === null ? ready : await soundTemplate(context, input, templateId);
  const row = await request(context, {
    projectId,
    corporationId,
    type,
    event,
    period,
    timeZone,
    formats,
    language,
    fields,
    by: caller,
    scheduleId: null,
    template,
  });
  return { report: table.shapeOf(row, []) };
}

/** Throws notFound, and reportTemplateFaulty for one whose texts could not be filled in. */
async function soundTemplate({ db }: Context, { projectId, formats }: Input<'make'>, templateId: number) {
  const template = await templateOf(db, projectId, templateId);
  const named = { template_id: template.id, template_version: template.version };
  await requireSound(db, projectId, template.content, await filesOfVersion(db, named, formats));
  return template;
}

/** The alert as the report keeps it. Throws notFound for one that is none of the project. */
async function eventOf({ db }: Context, projectId: number, alertId: number): Promise<ReportEvent> {
  const alert = requireRow(await alertOf(db, projectId, alertId), { alertId });
  const { readingAt: at, releasedAt: over, pointName: point, structureName: structure, level } = alert;
  return { alertId, at, over, point, structure, level };
}

/** From the day before it was measured to the day after it was over, or to today. Throws spanExceeded. */
function periodOfEvent({ at, over }: ReportEvent, timeZone: string, now: Date) {
  const zone = zoneOf(timeZone);
  const dayOf = (ms: number) => new Date(zone.localOf(ms)).toISOString().slice(0, 10);
  const lastMs = over === null ? now.getTime() : Math.min(now.getTime(), Date.parse(over) + dayMs);
  const [firstMs, until] = [Date.parse(at) - dayMs, dayOf(lastMs)];
  const days = (Date.parse(until) - Date.parse(dayOf(firstMs))) / dayMs + 1;
  if (days > reportLimits.days) throw new Failure('spanExceeded', { days: reportLimits.days });
  return periodOf('custom', dayOf(firstMs), until, timeZone);
}

/** Throws startAfterEnd, spanExceeded, reportPeriodAhead. */
function checkedPeriod(
  { type, day, until }: Pick<Input<'make'>, 'day' | 'until'> & { readonly type: PeriodType },
  timeZone: string,
  at: Date,
) {
  // The contract lets no other request pass.
  if (type === 'event' || day === undefined) throw new Failure('badInput', [{ path: 'day', message: 'required' }]);
  if (until !== undefined) {
    const days = (Date.parse(until) - Date.parse(day)) / dayMs + 1;
    if (days < 1) throw new Failure('startAfterEnd');
    if (days > reportLimits.days) throw new Failure('spanExceeded', { days: reportLimits.days });
  }
  const period = periodOf(type, day, until, timeZone);
  if (period.fromMs >= at.getTime())
    throw new Failure('reportPeriodAhead', { from: new Date(period.fromMs).toISOString() });
  return period;
}

export async function file(context: Context, { projectId, reportId, format }: Input<'file'>): Promise<Download> {
  const row = await table.one(context.db, reportId, projectId);
  if (!row || row.expires_at <= context.now()) throw new Failure('notFound', { reportId });
  const [stored, project] = await Promise.all([
    table.file(context.db, reportId, format),
    namedProject(context.db, projectId),
  ]);
  return await storedDownload(context, stored?.file_id ?? null, {
    fileName: fileNameOf(project?.name ?? '', row, format),
    where: { reportId, format },
  });
}

export async function remove(context: Context, { projectId, reportId }: Input<'remove'>) {
  const { db, services } = context;
  const row = requireRow(await table.lock(db, reportId, projectId), { reportId });
  if (table.isForever(row)) throw new Failure('reportSealed', { reportId });
  // While it is being made, its task is what can be stopped.
  if (row.status === 'Pending') throw new Failure('reportBusy', { taskId: row.task_id });
  const reportFiles = await table.filesOf(db, [reportId]);
  await table.remove(db, reportId);
  for (const { file_id } of reportFiles) await services.files.remove(context, file_id);
  return {};
}
