/** Messages about reports: what is on its way to recipients and hooks, and what became of it. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { type ReportMessage, reportLinkLimits } from '@plumbline/contract/reports/links';
import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type TableRow, tableRows } from '../../../kernel/rows.ts';
import type { RowOf, Tables } from '../../../kernel/tables.ts';

export type MessageRow = RowOf<'report_message'>;

/** Writes what is to be sent; what is there already under its key is not sent twice. */
export async function insert(db: Db, rows: readonly Insertable<Tables['report_message']>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('report_message')
    .values([...rows])
    .onConflict((on) => on.column('key').doNothing())
    .execute();
}

export const ofReport = (db: Db, reportId: number): Promise<MessageRow[]> =>
  db
    .selectFrom('report_message')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .limit(reportLinkLimits.messages)
    .execute();

const ofReportColumns = {
  corporation_id: 'number',
  project_name: 'text',
  corporation_title: 'text',
  corporation_logo: 'text?',
  type: 'text',
  first_day: 'text',
  last_day: 'text',
} as const satisfies Columns;
/** Subject of a message, with what it needs of its report. */
export type DueMessage = TableRow<'report_message', typeof ofReportColumns>;

/** Takes one that is due, for so long: nobody else takes it meanwhile. Undefined = none is. */
export async function claim(db: Db, now: Date, until: Date): Promise<DueMessage | undefined> {
  const { rows } = await tableRows('report_message', ofReportColumns)`
    UPDATE report_message m SET attempts = attempts + 1, next_try_at = ${until}
    FROM project j JOIN corporation c ON c.id = j.corporation_id, report p
    WHERE m.id = (SELECT d.id FROM report_message d WHERE d.state = 'queued' AND d.next_try_at <= ${now}
        ORDER BY d.next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND j.id = m.project_id AND p.id = m.report_id
    RETURNING m.*, j.corporation_id, j.name AS project_name, c.title AS corporation_title,
      c.logo AS corporation_logo, p.type, p.first_day, p.last_day`.execute(db);
  return rows[0];
}

/** Writes the outcome of a try; where the message is over, the token of its link is forgotten. */
export async function settle(
  db: Db,
  id: number,
  {
    state,
    answer,
    nextTryAt,
    sentAt,
  }: { state: MessageRow['state']; answer: string; nextTryAt: Date | null; sentAt: Date | null },
): Promise<void> {
  await db
    .updateTable('report_message')
    .set({ state, answer, next_try_at: nextTryAt, sent_at: sentAt, ...(state !== 'queued' && { sealed: null }) })
    .where('id', '=', id)
    .execute();
}

export const messageOf = (row: MessageRow): z.output<typeof ReportMessage> => ({
  id: row.id,
  medium: row.medium as 'email' | 'hook',
  about: row.about as 'made' | 'released',
  to: row.medium === 'email' ? `${row.name} <${row.address}>` : row.name,
  state: row.state as z.output<typeof ReportMessage>['state'],
  attempts: row.attempts,
  answer: row.answer,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});
export const languageOf = ({ language }: Pick<MessageRow, 'language'>): Language => language as Language;

/** Messages about reports that a clock ahead has put off beyond the longest pause. */
export async function pullInReportMessages(db: Db, now: Date): Promise<void> {
  await sql`UPDATE report_message SET next_try_at = ${now}
    WHERE state = 'queued' AND next_try_at > ${now}::timestamptz + make_interval(secs => ${3_600})`.execute(db);
}
