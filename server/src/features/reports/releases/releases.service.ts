/**
 * The review of made reports: draft, in review, approved, released, withdrawn. Invariants: each step begins from the state
 * that it belongs to, under the lock of its report; whoever made a report does not approve it unless the project says so;
 * what is released is changed by nobody, by the database's own refusal.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { ReportReview, ReviewState, reportReleases } from '@plumbline/contract/reports/releases';
import { reviewLimits } from '@plumbline/contract/reports/releases';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import {
  filesOf,
  lockReport,
  type ReportRow,
  reportRow,
  shapeOf as reportShape,
  request,
  requireContents,
} from '../period-reports/period-reports.api.ts';
import { whyNotApprove } from './releases.approval.service.ts';
import * as chain from './releases.chain.table.ts';
import { writeCommentOf } from './releases.comments.service.ts';
import * as table from './releases.table.ts';

type Input<K extends keyof typeof reportReleases> = OutputOf<(typeof reportReleases)[K]['input']>;
interface One {
  readonly projectId: number;
  readonly reportId: number;
}

/** A report of the project that is done. Throws notFound, reportNotDone. */
async function doneReport({ db, now }: Context, { projectId, reportId }: One, isLocked: boolean): Promise<ReportRow> {
  const row = await (isLocked ? lockReport(db, reportId, projectId) : reportRow(db, reportId, projectId));
  if (!row || row.expires_at <= now()) throw new Failure('notFound', { reportId });
  if (row.status !== 'Done') throw new Failure('reportNotDone', { reportId });
  return row;
}

/** The report and its review under lock, in one of these states. Throws reportState, reportWriting besides. */
async function locked(context: Context, one: One, states: readonly ReviewState[]) {
  const report = await doneReport(context, one, true);
  const review = await table.lock(context.db, one.reportId, one.projectId);
  if (!states.includes(review.state)) throw new Failure('reportState', { state: review.state });
  return { report, review };
}

const requireStill = ({ task_id }: table.ReviewRow): void => {
  if (task_id !== null) throw new Failure('reportWriting', { taskId: task_id });
};

async function reviewOf({ db }: Context, { projectId, reportId }: One): Promise<ReportReview> {
  const [row, replacedById, seal] = await Promise.all([
    table.one(db, reportId, projectId),
    table.replacedBy(db, reportId),
    chain.ofReport(db, reportId),
  ]);
  return table.shapeOf(row, { replacedById, sealNumber: seal?.number ?? null });
}
const replyOf = async (context: Context, one: One) => ({ review: await reviewOf(context, one) });

export async function get(context: Context, input: Input<'get'>) {
  const report = await doneReport(context, input, false);
  const [files, review, whyNot] = await Promise.all([
    filesOf(context.db, [input.reportId]),
    reviewOf(context, input),
    whyNotApprove(context, report),
  ]);
  return { report: reportShape(report, files), review, mayApprove: whyNot === null, whyNot };
}

export async function states({ db }: Context, { projectId, reportIds }: Input<'states'>) {
  return { states: await table.states(db, projectId, reportIds) };
}

export async function pages(context: Context, input: Input<'pages'>): Promise<Download> {
  const { reportId } = input;
  const report = await doneReport(context, input, false);
  const pdf = (await filesOf(context.db, [reportId])).find(({ format }) => format === 'pdf');
  return await storedDownload(context, pdf?.file_id ?? null, {
    fileName: `${report.first_day}.pdf`,
    where: { reportId },
  });
}

export async function revisions(context: Context, input: Input<'revisions'>) {
  await doneReport(context, input, false);
  return { revisions: await table.revisions(context.db, input.reportId) };
}

export async function setConclusions(context: Context, input: Input<'setConclusions'>) {
  const { review } = await locked(context, input, ['draft', 'inReview']);
  const { db, caller, now } = context;
  const { conclusions, reportId } = input;
  if (conclusions === review.conclusions) return await replyOf(context, input);
  const revision = review.revision + 1;
  if (revision > reviewLimits.revisions) throw new Failure('limitReached', { max: reviewLimits.revisions });
  const by = { by_name: caller.displayName, at: now() };
  await table.insertRevision(db, { report_id: reportId, revision, text: conclusions, ...by });
  await table.update(db, reportId, {
    conclusions,
    revision,
    conclusions_by: caller.displayName,
    conclusions_at: now(),
  });
  return await replyOf(context, input);
}

/** Has the files of a report written anew, and remembers by which task. */
async function write(context: Context, report: ReportRow, purpose: 'review' | 'release'): Promise<void> {
  const { db, now, caller } = context;
  const project = requireRow(await namedProject(db, report.project_id), { projectId: report.project_id });
  const taskId = await queueTask(
    { db, now, caller },
    {
      kind: 'writeReport',
      corporationId: project.corporationId,
      projectId: project.id,
      subject: { firstDay: report.first_day, lastDay: report.last_day },
      input: { reportId: report.id, purpose, origin: context.origin },
    },
  );
  await table.update(db, report.id, { task_id: taskId });
}

export async function submit(context: Context, input: Input<'submit'>) {
  const { report, review } = await locked(context, input, ['draft']);
  requireStill(review);
  const by = { submitted_by: context.caller.displayName, submitted_at: context.now() };
  await table.update(context.db, input.reportId, { state: 'inReview', ...by });
  await write(context, report, 'review');
  return await replyOf(context, input);
}

export async function sendBack(context: Context, input: Input<'sendBack'>) {
  const { review } = await locked(context, input, ['inReview', 'approved']);
  requireStill(review);
  const none = { submitted_by: null, submitted_at: null, approved_by: null, approved_at: null };
  await table.update(context.db, input.reportId, { state: 'draft', ...none });
  const about = { section: 'cover', page: null, place: null, parentId: null, edition: review.edition } as const;
  await writeCommentOf(context, { ...input, ...about, text: input.reason });
  return await replyOf(context, input);
}

export async function approve(context: Context, input: Input<'approve'>) {
  const { report, review } = await locked(context, input, ['inReview']);
  requireStill(review);
  const whyNot = await whyNotApprove(context, report);
  if (whyNot) throw new Failure(whyNot);
  const by = { approved_by: context.caller.displayName, approved_at: context.now() };
  await table.update(context.db, input.reportId, { state: 'approved', ...by });
  return await replyOf(context, input);
}

export async function release(context: Context, input: Input<'release'>) {
  const { report, review } = await locked(context, input, ['approved']);
  requireStill(review);
  await write(context, report, 'release');
  return await replyOf(context, input);
}

export async function withdraw(context: Context, input: Input<'withdraw'>) {
  const { review } = await locked(context, input, ['released']);
  requireStill(review);
  await table.update(context.db, input.reportId, {
    state: 'withdrawn',
    withdrawn_by: context.caller.displayName,
    withdrawn_at: context.now(),
    withdrawn_reason: input.reason,
  });
  return await replyOf(context, input);
}

export async function newVersion(context: Context, input: Input<'newVersion'>) {
  const { db, caller } = context;
  const { report, review } = await locked(context, input, ['released', 'withdrawn']);
  await requireContents(context, input.projectId, report.template_name !== null);
  const successor = await table.successorOf(db, input.reportId);
  // One at a time: the newest is the one to go on from.
  if (successor !== null) throw new Failure('reportState', { state: review.state, reportId: successor });
  const project = requireRow(await namedProject(db, input.projectId), { projectId: input.projectId });
  const { firstDay, lastDay } = { firstDay: report.first_day, lastDay: report.last_day };
  const row = await request(context, {
    projectId: project.id,
    corporationId: project.corporationId,
    type: report.type,
    event: report.event,
    period: { firstDay, lastDay, fromMs: report.from_at.getTime(), toMs: report.to_at.getTime() },
    timeZone: report.time_zone,
    formats: report.formats,
    language: report.language,
    fields: report.fields,
    by: caller,
    scheduleId: null,
    template: templateOf(report),
  });
  await table.begin(db, {
    reportId: row.id,
    projectId: project.id,
    version: review.version + 1,
    replacesId: report.id,
  });
  return { report: reportShape(row, []) };
}

/** With the template, and the version of it, that a report was made with; null = that of the product. */
const templateOf = ({ template_id, template_name, template_version, library }: ReportRow) =>
  template_name === null ? null : { id: template_id, name: template_name, version: template_version, library };
