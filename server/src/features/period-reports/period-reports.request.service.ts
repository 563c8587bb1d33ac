/** Asking for a report: who may, and the report that waits with the task that makes it. */
import { getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import { reportLimits } from '@plumbline/contract/period-reports';
import type { Permission } from '@plumbline/contract/permissions';
import type { Period } from '@plumbline/science/series/periods';
import { permissionAt } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { queueTask } from '../../kernel/tasks.queue.ts';
import { places } from '../projects/projects.api.ts';
import * as table from './period-reports.table.ts';

const dayMs = 86_400_000;
/** What is in a report: without these its maker would read by it what is closed to them. */
const contents: readonly Permission[] = [
  'Retrieve:Data',
  'Retrieve:Alert',
  'Retrieve:Device',
  'Retrieve:MeasuringPoint',
];

/** Throws notAllowed for who may not read everything that is in a report of the project. */
export async function requireContents({ db, caller }: Context, projectId: number): Promise<void> {
  const place = getOrThrow(await places(db, [projectId]), projectId);
  const needs = contents.find((permission) => permissionAt(caller, permission, place) !== 'yes');
  if (needs) throw new Failure('notAllowed', { needs });
}

export interface ReportRequest {
  readonly projectId: number;
  readonly corporationId: number;
  readonly type: table.ReportRow['type'];
  readonly period: Period;
  readonly timeZone: string;
  readonly formats: string[];
  readonly language: string;
  readonly fields: string;
  /** In whose name; null = the account is gone. */
  readonly by: { readonly accountId: number | null; readonly displayName: string };
  readonly scheduleId: number | null;
}

/** Writes the report that waits, and its task. */
export async function request(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { projectId, corporationId, type, period, timeZone, formats, language, fields, by, scheduleId }: ReportRequest,
): Promise<table.ReportRow> {
  const at = now();
  const { firstDay, lastDay, fromMs, toMs } = period;
  const { id } = await table.insert(db, {
    project_id: projectId,
    type,
    first_day: firstDay,
    last_day: lastDay,
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
  });
  const { accountId, displayName } = by;
  const taskId = await queueTask(
    { db, now, ...(accountId !== null && { caller: { accountId, displayName } }) },
    { kind: 'makeReport', corporationId, projectId, subject: { firstDay, lastDay }, input: { reportId: id } },
  );
  return await table.setTask(db, id, taskId);
}
