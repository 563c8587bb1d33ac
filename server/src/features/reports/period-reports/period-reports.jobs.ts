/**
 * What comes by the clock: reports of periods that are over are asked for, and old ones deleted with their files thirty days
 * after they were asked for.
 */

import { dayMs } from '@plumbline/contract/kernel/durations';
import type { PeriodType } from '@plumbline/contract/reports/period-reports';
import { reportLimits } from '@plumbline/contract/reports/period-reports';
import type { Db } from '../../../kernel/context.ts';
import { dailyAt, everyMinutes, type Schedule, type ScheduleContext } from '../../../kernel/schedules.ts';
import { transactThen } from '../../../kernel/transact.ts';
import { usableTemplate } from '../templates/templates.api.ts';
import { request } from './period-reports.request.service.ts';
import * as schedules from './period-reports.schedules.table.ts';
import * as table from './period-reports.table.ts';

export const tidyReports: Schedule = {
  name: 'tidy-reports',
  byBelievedTime: true,
  times: dailyAt(3, 57),
  async run({ db, now, log, services: { files } }) {
    for (const { id } of await table.expired(db, now()))
      await transactThen(db, log, async (transaction) => {
        const reportFiles = await table.filesOf(transaction.db, [id]);
        await table.remove(transaction.db, id);
        for (const { file_id } of reportFiles) await files.remove(transaction, file_id);
      });
  },
};

/** The newest version of the template of a schedule; without an id where it is gone, so that the report says so. */
async function newestTemplate(db: Db, row: schedules.ZonedSchedule) {
  if (row.template_name === null) return null;
  const template = row.template_id === null ? null : await usableTemplate(db, row.project_id, row.template_id);
  return template ?? { id: null, name: row.template_name, version: null };
}

/** Asks for the reports of one schedule whose periods are over; those that would have expired already are passed over. */
async function requestDue({ db, now }: ScheduleContext, scheduleId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await schedules.lockSchedule(transaction, scheduleId);
    if (!row) return;
    const nowMs = now().getTime();
    let next = row.next_day;
    for (;;) {
      const period = schedules.nextPeriod({ ...row, next_day: next });
      if (period.toMs + schedules.graceMs > nowMs) break;
      if (period.toMs > nowMs - reportLimits.retentionDays * dayMs)
        await request(
          { db: transaction, now },
          {
            projectId: row.project_id,
            corporationId: row.corporation_id,
            type: row.type as PeriodType,
            event: null,
            period,
            timeZone: row.time_zone,
            formats: row.formats,
            language: row.language,
            fields: row.fields,
            by: { accountId: row.by_id, displayName: row.by_name },
            scheduleId: row.id,
            template: await newestTemplate(transaction, row),
          },
        );
      next = new Date(Date.parse(period.lastDay) + dayMs).toISOString().slice(0, 10);
    }
    if (next !== row.next_day) await schedules.updateSchedule(transaction, row.id, { next_day: next });
  });
}

export const makeDueReports: Schedule = {
  name: 'make-due-reports',
  times: everyMinutes(5),
  atStart: true,
  async run(context) {
    const failures: unknown[] = [];
    for (const { id } of await schedules.schedulesInForce(context.db)) {
      if (context.signal.aborted) return;
      // One that fails keeps none of the others from being made.
      await requestDue(context, id).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
};
