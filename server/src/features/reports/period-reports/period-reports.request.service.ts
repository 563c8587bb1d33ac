/** Asking for a report: who may, and the report that waits with the task that makes it. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type ReportEvent, reportLimits } from '@plumbline/contract/reports/period-reports';
import type { Period } from '@plumbline/science/series/periods';
import type { Context } from '../../../kernel/context.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import * as table from './period-reports.table.ts';

export { requireContents } from '../contents/contents.rights.api.ts';

export interface ReportRequest {
  readonly projectId: number;
  readonly corporationId: number;
  readonly type: table.ReportRow['type'];
  /** Of a report of an event; else null. */
  readonly event: ReportEvent | null;
  readonly period: Period;
  readonly timeZone: string;
  readonly formats: string[];
  readonly language: string;
  readonly fields: string;
  /** In whose name; null = the account is gone. */
  readonly by: { readonly accountId: number | null; readonly displayName: string };
  readonly scheduleId: number | null;
  readonly template: TemplateRef | null;
}

/** What a report is made with; `id` null = it was deleted meanwhile, which is what its report then says. */
interface TemplateRef {
  readonly id: number | null;
  readonly name: string;
  readonly version: number | null;
  /** A ready template as it is; `id` is null then. */
  readonly library?: string | null;
}

/** Writes the report that waits, and its task. */
export async function request(
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    projectId,
    corporationId,
    type,
    event,
    period,
    timeZone,
    formats,
    language,
    fields,
    by,
    scheduleId,
    template,
  }: ReportRequest,
): Promise<table.ReportRow> {
  const at = now();
  const { firstDay, lastDay, fromMs, toMs } = period;
  const series = {
    project_id: projectId,
    type,
    first_day: firstDay,
    last_day: lastDay,
    template_id: template?.id ?? null,
    library: template?.library ?? null,
  };
  const { id } = await table.insert(db, {
    ...series,
    number: await table.numberFor(db, series),
    event: event && JSON.stringify(event),
    from_at: new Date(fromMs),
    to_at: new Date(toMs),
    time_zone: timeZone,
    formats,
    language,
    fields,
    by_id: by.accountId,
    by_name: by.displayName,
    created_at: at,
    expires_at: new Date(at.getTime() + reportLimits.retentionDays * dayMs),
    schedule_id: scheduleId,
    template_version: template?.version ?? null,
    template_name: template?.name ?? null,
  });
  const { accountId, displayName } = by;
  const taskId = await queueTask(
    { db, now, ...(accountId !== null && { caller: { accountId, displayName } }) },
    { kind: 'makeReport', corporationId, projectId, subject: { firstDay, lastDay }, input: { reportId: id } },
  );
  return await table.setTask(db, id, taskId);
}
