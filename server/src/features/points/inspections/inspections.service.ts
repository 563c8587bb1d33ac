/**
 * Rounds of inspections. Invariants: a round keeps the version of the template that it began with; once finished it is
 * never written again, a correction is another round that says why; of one date of a plan there is one round, and of a plan
 * one that is open, whoever begins it, but for what was made without a network meanwhile; and nothing counts as looked at in this round but what somebody answered or confirmed in it.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { inspections, Round } from '@plumbline/contract/points/inspections';
import {
  fitsQuestion,
  judgeAnswer,
  type Question,
  type RoundAnswers,
  unfinishedOf,
} from '@plumbline/contract/points/inspections.questions';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { write as writeLog } from './inspections.log.table.ts';
import { carryOver } from './inspections.photos.table.ts';
import { scheduleOf, whereOf } from './inspections.plans.service.ts';
import { plan as planOf } from './inspections.plans.table.ts';
import * as table from './inspections.rounds.table.ts';
import { nextStart, presentOccurrence, type Scheduled } from './logic/plan-state.ts';

type Input<K extends keyof typeof inspections> = OutputOf<(typeof inspections)[K]['input']>;

async function found(db: Db, projectId: number, roundId: number): Promise<Round> {
  const round = requireRow(await table.round(db, projectId, roundId), { roundId });
  return round;
}

/** A round that may still be answered, locked. */
export async function openRound(db: Db, projectId: number, roundId: number) {
  const row = requireRow(await table.locked(db, projectId, roundId), { roundId });
  if (row.finished_at !== null)
    throw new Failure('inspectionFinished', { by: row.finished_by, at: row.finished_at.toISOString(), roundId });
  return row;
}

export const list = ({ db }: Context, { projectId, ...filter }: Input<'list'>) => table.rounds(db, projectId, filter);

export const get = async ({ db }: Context, { projectId, roundId }: Input<'get'>) => ({
  round: await found(db, projectId, roundId),
});

/** How long a telephone may be without a network. */
const longestAwayMs = 31 * dayMs;

/** The date that a round made without a network is of. Throws inspectionDateUnknown where it is none of the plan, or long past. */
function statedDate(schedule: Scheduled, dueAt: string, nowMs: number): Date {
  const dueMs = Date.parse(dueAt);
  const isPast = dueMs <= nowMs && dueMs > nowMs - longestAwayMs;
  if (!isPast || presentOccurrence(schedule, dueMs)?.dueAt !== dueMs)
    throw new Failure('inspectionDateUnknown', { dueAt: new Date(dueMs).toISOString() });
  return new Date(dueMs);
}

/** When something was done on site, as it was stated, but not before or after it can have been. */
const timeOnSite = (stated: string | undefined, earliest: Date, at: Date): Date =>
  stated === undefined ? at : new Date(Math.min(at.getTime(), Math.max(Date.parse(stated), earliest.getTime())));

export async function start(context: Context, { projectId, planId, dueAt: stated, madeAt }: Input<'start'>) {
  const { db, now, caller } = context;
  const plan = requireRow(await planOf(db, projectId, planId, true), { planId });
  if (!plan.enabled) throw new Failure('inspectionPlanOff', { name: plan.name });
  const at = now();
  const schedule = scheduleOf(plan);
  const statedAt = stated === undefined ? null : statedDate(schedule, stated, at.getTime());
  const open = await table.openOf(db, planId);
  if (open && (statedAt === null || open.due_at.getTime() === statedAt.getTime()))
    return { round: await found(db, projectId, open.id), isNew: false };
  const dueAt = statedAt ?? presentDate(schedule, at.getTime());
  const there = await table.roundAt(db, planId, dueAt);
  if (there && statedAt !== null) await openRound(db, projectId, there.id);
  if (there) throw tooEarly(schedule, at.getTime());
  const id = await table.insert(db, {
    project_id: projectId,
    plan_id: planId,
    template_id: plan.template_id,
    template_version: plan.template_version,
    location: whereOf(plan),
    due_at: dueAt,
    revision: 1,
    reason: '',
    answers: '{}',
    started_by: caller.displayName,
    started_at: timeOnSite(madeAt, dueAt, at),
  });
  await writeLog(context, { projectId, planId, roundId: id, kind: 'started' });
  return { round: await found(db, projectId, id), isNew: true };
}

const tooEarly = (schedule: Scheduled, nowMs: number): Failure =>
  new Failure('inspectionNotYetTime', { at: new Date(nextStart(schedule, nowMs)).toISOString() });

/** The date that may be inspected now. Throws inspectionNotYetTime before the first. */
function presentDate(schedule: Scheduled, nowMs: number): Date {
  const occurrence = presentOccurrence(schedule, nowMs);
  if (occurrence === null) throw tooEarly(schedule, nowMs);
  return new Date(occurrence.dueAt);
}

/** Throws badInput for an answer to nothing, or of another kind than its question. */
function checkAnswers(questions: readonly Question[], answers: RoundAnswers): void {
  const byKey = new Map(questions.map((question) => [question.key, question]));
  const wrong = Object.entries(answers).flatMap(([key, answer]) => {
    const question = byKey.get(key);
    return question && fitsQuestion(question, answer) ? [] : [{ path: `answers.${key}`, message: 'answerUnfit' }];
  });
  if (wrong.length > 0) throw new Failure('badInput', wrong);
}

export async function answer({ db }: Context, { projectId, roundId, answers }: Input<'answer'>) {
  await openRound(db, projectId, roundId);
  const { questions } = await found(db, projectId, roundId);
  checkAnswers(questions, answers);
  await table.update(db, roundId, { answers: JSON.stringify(answers) });
  return { round: await found(db, projectId, roundId) };
}

/** What of the last round may be taken over: never what proves that somebody was there. */
const copied = ['choice', 'number', 'text'] as const satisfies readonly Question['kind'][];
const isCopiedKind = ({ kind }: Question): boolean => (copied as readonly string[]).includes(kind);

export async function copy(context: Context, { projectId, roundId }: Input<'copy'>) {
  const { db } = context;
  const row = await openRound(db, projectId, roundId);
  if (row.copied_from !== null) throw new Failure('inspectionCopyDuplicate');
  const last = await table.lastBefore(db, row.plan_id, row.due_at);
  if (!last) throw new Failure('inspectionLastNotFound');
  if (last.template_id !== row.template_id || last.template_version !== row.template_version)
    throw new Failure('inspectionTemplateDiffers', { last: last.template_version, now: row.template_version });
  const { questions } = await found(db, projectId, roundId);
  const filled = questions.filter(isCopiedKind).flatMap((question) => {
    const [own, before] = [row.answers[question.key], last.answers[question.key]];
    const isFree = judgeAnswer(question, own, 0) === 'unanswered';
    if (!isFree || !before || before.value === null) return [];
    return [[question.key, { ...before, note: own?.note || before.note, isCopied: true }] as const];
  });
  const answers = { ...row.answers, ...Object.fromEntries(filled) };
  await table.update(db, roundId, { answers: JSON.stringify(answers), copied_from: last.id });
  await writeLog(context, { projectId, planId: row.plan_id, roundId, kind: 'copied' });
  return { round: await found(db, projectId, roundId) };
}

/** Asked again, it gives what was finished: the answer may have been lost on its way. */
export async function finish(context: Context, { projectId, roundId, madeAt }: Input<'finish'>) {
  const { db, now, caller } = context;
  const row = requireRow(await table.locked(db, projectId, roundId), { roundId });
  const { questions, answers, photos } = await found(db, projectId, roundId);
  if (row.finished_at === null) {
    const photosOf = (key: string) => photos.filter(({ questionKey }) => questionKey === key).length;
    const unfinished = unfinishedOf(questions, answers, photosOf);
    if (unfinished.length > 0)
      throw new Failure('inspectionIncomplete', { count: unfinished.length, questions: unfinished });
    const judged = questions.map((each) => judgeAnswer(each, answers[each.key], photosOf(each.key)));
    await table.update(db, roundId, {
      finished_by: caller.displayName,
      finished_at: timeOnSite(madeAt, row.started_at, now()),
      faults: judged.filter((each) => each === 'fault').length,
      out_of_limits: judged.filter((each) => each === 'outOfLimits').length,
    });
    const kind = row.revision > 1 ? 'corrected' : 'finished';
    await writeLog(context, { projectId, planId: row.plan_id, roundId, kind, detail: row.reason });
  }
  return { round: await found(db, projectId, roundId) };
}

/** Begins the next version of a finished round, with its answers and photos. Throws inspectionReplaced where there is one already. */
export async function correct(context: Context, { projectId, roundId, reason }: Input<'correct'>) {
  const { db, now, caller } = context;
  const row = requireRow(await table.locked(db, projectId, roundId), { roundId });
  if (row.finished_at === null) throw new Failure('inspectionNotFinished');
  const newest = await table.roundAt(db, row.plan_id, row.due_at);
  if (newest && newest.id !== roundId) {
    if (newest.finished_at !== null) throw new Failure('inspectionReplaced');
    return { round: await found(db, projectId, newest.id), isNew: false };
  }
  const id = await table.insert(db, {
    project_id: projectId,
    plan_id: row.plan_id,
    template_id: row.template_id,
    template_version: row.template_version,
    location: row.location,
    due_at: row.due_at,
    revision: row.revision + 1,
    reason,
    answers: JSON.stringify(row.answers),
    copied_from: row.copied_from,
    started_by: caller.displayName,
    started_at: now(),
  });
  await carryOver(db, roundId, id);
  await writeLog(context, { projectId, planId: row.plan_id, roundId: id, kind: 'correctionStarted', detail: reason });
  return { round: await found(db, projectId, id), isNew: true };
}
