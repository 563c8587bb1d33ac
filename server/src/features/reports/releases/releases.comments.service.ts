/** What people write about a report while it is reviewed. Invariant: an answer belongs to a thread of its own report. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { reportReleases } from '@plumbline/contract/reports/releases';
import { reviewLimits } from '@plumbline/contract/reports/releases';
import type { Context } from '../../../kernel/context.ts';
import { lockReport, reportRow } from '../period-reports/period-reports.api.ts';
import * as table from './releases.comments.table.ts';
import * as reviews from './releases.table.ts';

type Input<K extends keyof typeof reportReleases> = OutputOf<(typeof reportReleases)[K]['input']>;

/** Throws notFound, reportNotDone; with `writes` also reportState where it is released. */
async function requireReport(
  { db, now }: Context,
  { projectId, reportId }: { readonly projectId: number; readonly reportId: number },
  writes: boolean,
): Promise<reviews.ReviewRow> {
  const row = await (writes ? lockReport(db, reportId, projectId) : reportRow(db, reportId, projectId));
  if (!row || row.expires_at <= now()) throw new Failure('notFound', { reportId });
  if (row.status !== 'Done') throw new Failure('reportNotDone', { reportId });
  const review = await reviews.one(db, reportId, projectId);
  const { state } = review;
  if (writes && (state === 'released' || state === 'withdrawn')) throw new Failure('reportState', { state });
  return review;
}

export async function comments(context: Context, input: Input<'comments'>) {
  await requireReport(context, input, false);
  const rows = await table.ofVersions(context.db, input.reportId);
  return { comments: rows.map((row) => table.commentOf(row, row.version)) };
}

type Written = Omit<Input<'addComment'>, 'projectId' | 'edition'> & { readonly edition: number };

/** Writes a comment to a report that the caller holds the lock of. Throws limitReached, and notFound for another thread. */
export async function writeCommentOf(
  { db, caller, now }: Context,
  { reportId, parentId, section, page, place, edition, text }: Written,
): Promise<table.CommentRow> {
  if ((await table.count(db, reportId)) >= reviewLimits.comments)
    throw new Failure('limitReached', { max: reviewLimits.comments });
  const thread = parentId === null ? null : await table.one(db, parentId, reportId);
  if (parentId !== null && (!thread || thread.parent_id !== null))
    throw new Failure('notFound', { commentId: parentId });
  return await table.insert(db, {
    report_id: reportId,
    parent_id: parentId,
    section: thread?.section ?? section,
    page: thread ? thread.page : page,
    place_x: thread ? thread.place_x : (place?.x ?? null),
    place_y: thread ? thread.place_y : (place?.y ?? null),
    edition,
    text,
    by_id: caller.accountId,
    by_name: caller.displayName,
    at: now(),
  });
}

export async function addComment(context: Context, input: Input<'addComment'>) {
  const review = await requireReport(context, input, true);
  const edition = Math.min(input.edition ?? review.edition, review.edition);
  return { comment: table.commentOf(await writeCommentOf(context, { ...input, edition }), review.version) };
}

export async function resolveComment(context: Context, input: Input<'resolveComment'>) {
  const { version } = await requireReport(context, input, true);
  const { db, caller, now } = context;
  const comment = await table.one(db, input.commentId, input.reportId);
  if (!comment || comment.parent_id !== null) throw new Failure('notFound', { commentId: input.commentId });
  const by = input.resolved ? { name: caller.displayName, at: now() } : null;
  return { comment: table.commentOf(await table.setResolved(db, comment.id, by), version) };
}
