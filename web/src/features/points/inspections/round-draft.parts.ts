/**
 * The answers of a round as one person has them under the pen, beside what the server holds. Pure. Invariant: nothing that
 * was typed is lost to what somebody else saved, and nothing of theirs is overwritten without a decision.
 */
import type { Question, RoundAnswer, RoundAnswers } from '@plumbline/contract/points/inspections.questions';

/** What is compared: the order of fields says nothing. */
const same = (a: RoundAnswer | undefined, b: RoundAnswer | undefined): boolean =>
  JSON.stringify([a?.value ?? null, a?.strokes ?? [], a?.note ?? '', a?.isCopied ?? false]) ===
  JSON.stringify([b?.value ?? null, b?.strokes ?? [], b?.note ?? '', b?.isCopied ?? false]);

export const emptyAnswer: RoundAnswer = { value: null, strokes: [], note: '', isCopied: false };

export interface Merged {
  readonly answers: RoundAnswers;
  /** Questions that both answered, each another way: their answer, by key. Mine stands in `answers`. */
  readonly conflicts: RoundAnswers;
}

/** Mine and theirs, which both began from `base`. */
export function mergeAnswers(base: RoundAnswers, mine: RoundAnswers, theirs: RoundAnswers): Merged {
  const answers: Record<string, RoundAnswer> = {};
  const conflicts: Record<string, RoundAnswer> = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const isMineOld = same(mine[key], base[key]);
    const chosen = isMineOld ? theirs[key] : mine[key];
    if (chosen) answers[key] = chosen;
    if (!isMineOld && !same(theirs[key], base[key]) && !same(mine[key], theirs[key]))
      conflicts[key] = theirs[key] ?? emptyAnswer;
  }
  return { answers, conflicts };
}

/** Returns whether two sets of answers hold the same. */
export const sameAnswers = (a: RoundAnswers, b: RoundAnswers): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));

/** Returns whether a number was typed that is none: it stays on the screen and is not sent. */
export const isUnreadable = ({ kind }: Question, answer: RoundAnswer | undefined): boolean =>
  kind === 'number' && typeof answer?.value === 'string';

/** Returns the answers that may be sent: what is undecided is sent as it stands on the server, what is no number is not sent. */
export function sendable(
  questions: readonly Question[],
  answers: RoundAnswers,
  conflicts: RoundAnswers,
): Record<string, RoundAnswer> {
  const answered = questions.flatMap((question) => {
    const answer = conflicts[question.key] ?? answers[question.key];
    if (!answer || same(answer, emptyAnswer)) return [];
    return [[question.key, isUnreadable(question, answer) ? { ...answer, value: null } : answer] as const];
  });
  return Object.fromEntries(answered);
}

interface StoredDraft {
  readonly base: RoundAnswers;
  readonly answers: RoundAnswers;
}
const keyOf = (accountId: number, roundId: number): string => `plumbline.round.${accountId}.${roundId}`;

/** Returns the unsaved draft of this person in this browser; null = nothing. */
export function readDraft(accountId: number, roundId: number): StoredDraft | null {
  try {
    const text = localStorage.getItem(keyOf(accountId, roundId));
    return text === null ? null : (JSON.parse(text) as StoredDraft);
  } catch {
    return null;
  }
}

/** Keeps what is typed in this browser, over a crash and a dead battery. Says whether there was space for it. */
export function storeDraft(accountId: number, roundId: number, draft: StoredDraft | null): boolean {
  try {
    if (draft === null) localStorage.removeItem(keyOf(accountId, roundId));
    else localStorage.setItem(keyOf(accountId, roundId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
