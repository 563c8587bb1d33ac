/** How a plan stands at an instant. Pure. Invariant: what was not finished is never `done`, whatever else is unknown. */
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { PlanState } from '@plumbline/contract/points/inspections.plans';
import { lastOccurrence, occurrenceAt, type Recurrence } from '@plumbline/science/series/recurrence';

export interface Scheduled extends Recurrence {
  readonly graceHours: number;
  readonly isEnabled: boolean;
  /** Epoch ms: what was to be finished before this is not missed. */
  readonly countsFrom: number;
  readonly timeZone: string;
}
export interface Occurrence {
  /** When a round may begin, when it is overdue, and when the next may begin; epoch ms. */
  readonly dueAt: number;
  readonly deadlineAt: number;
  readonly nextAt: number;
}

/** Missed rounds that are looked for behind the present one, after the server was down. */
const searchedBack = 10;

function occurrenceOf(plan: Scheduled, index: number): Occurrence {
  const [dueAt, nextAt] = [occurrenceAt(plan, index, plan.timeZone), occurrenceAt(plan, index + 1, plan.timeZone)];
  return { dueAt, deadlineAt: Math.min(dueAt + plan.graceHours * hourMs, nextAt), nextAt };
}

/** The round in question: the last that could have begun; null where none could, or the plan is younger than its deadline. */
export function presentOccurrence(plan: Scheduled, now: number): Occurrence | null {
  const index = lastOccurrence(plan, now, plan.timeZone);
  if (index === null) return null;
  const occurrence = occurrenceOf(plan, index);
  return occurrence.deadlineAt <= plan.countsFrom ? null : occurrence;
}

/** When the next round may begin, epoch ms. */
export function nextStart(plan: Scheduled, now: number): number {
  return occurrenceAt(plan, (lastOccurrence(plan, now, plan.timeZone) ?? -1) + 1, plan.timeZone);
}

/** Occurrences whose deadline has passed, newest first: some of the last ones. */
export function pastDeadline(plan: Scheduled, now: number): Occurrence[] {
  const last = lastOccurrence(plan, now, plan.timeZone);
  if (last === null || !plan.isEnabled) return [];
  return Array.from({ length: Math.min(last + 1, searchedBack) }, (_, back) => occurrenceOf(plan, last - back)).filter(
    ({ deadlineAt }) => deadlineAt <= now && deadlineAt > plan.countsFrom,
  );
}

/** The state of a plan whose present round, if it has begun, is finished or not. */
export function stateOf(
  { isEnabled }: Pick<Scheduled, 'isEnabled'>,
  occurrence: Occurrence | null,
  round: { readonly isFinished: boolean } | undefined,
  now: number,
): PlanState {
  if (!isEnabled) return 'off';
  if (occurrence === null) return 'waiting';
  if (round?.isFinished) return 'done';
  if (occurrence.deadlineAt <= now) return 'overdue';
  return round ? 'begun' : 'due';
}
