/** A round of this device beside the one of the server. Pure. Invariant: nothing answered here is lost to what somebody else saved. */
import type { Round } from '@plumbline/contract/points/inspections';
import type { Question, RoundAnswers } from '@plumbline/contract/points/inspections.questions';
import { unfinishedOf } from '@plumbline/contract/points/inspections.questions';
import { isUnreadable, mergeAnswers, sameAnswers, sendable } from '../inspections/round-draft.parts.ts';
import type { FieldRound, FieldRoundPhoto } from './field-round.parts.ts';

/** Takes up what the server holds. `sentHere` = how many of its photos are of this device, by question. */
export function mergedRound(round: FieldRound, theirs: Round, sentHere: Readonly<Record<string, number>>): FieldRound {
  const { answers, conflicts } = mergeAnswers(round.base, round.answers, theirs.answers);
  const photosThere = Object.fromEntries(
    theirs.questions.map(({ key }) => [
      key,
      Math.max(0, theirs.photos.filter(({ questionKey }) => questionKey === key).length - (sentHere[key] ?? 0)),
    ]),
  );
  return {
    ...round,
    roundId: theirs.id,
    questions: theirs.questions,
    base: theirs.answers,
    answers,
    conflicts: { ...round.conflicts, ...conflicts },
    photosThere,
  };
}

/** How many photos of each question the server has of this device. */
export const sentPhotos = (photos: readonly FieldRoundPhoto[]): Readonly<Record<string, number>> =>
  countsOf(photos.filter(({ isSent }) => isSent));
function countsOf(photos: readonly FieldRoundPhoto[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { questionKey } of photos) counts[questionKey] = (counts[questionKey] ?? 0) + 1;
  return counts;
}

/** Returns how many photos a question has, here and there. */
export function photoCounter({ photosThere }: FieldRound, photos: readonly FieldRoundPhoto[]): (key: string) => number {
  const here = countsOf(photos);
  return (key) => (photosThere[key] ?? 0) + (here[key] ?? 0);
}

/** Answers that may be sent, and whether the server lacks any of it. */
export function unsentAnswers({ questions, answers, conflicts, base }: FieldRound) {
  const payload = sendable(questions, answers, conflicts);
  return { payload, isDirty: !sameAnswers(payload, base) };
}

/** Returns the keys of questions that keep a round from being finished. */
export function leftOf(
  round: FieldRound,
  answers: RoundAnswers,
  photoCount: (key: string) => number,
): ReadonlySet<string> {
  const unreadable = round.questions.filter((each: Question) => isUnreadable(each, answers[each.key]));
  return new Set([
    ...unfinishedOf(round.questions, answers, photoCount),
    ...unreadable.map(({ key }) => key),
    ...Object.keys(round.conflicts),
  ]);
}

/** Returns whether the server lacks something of a round that may be sent. */
export function isUnsentRound(round: FieldRound, photos: readonly FieldRoundPhoto[]): boolean {
  if (round.state === 'waiting') return true;
  const isHere = ({ fieldRoundId, isSent }: FieldRoundPhoto): boolean => fieldRoundId === round.id && !isSent;
  return round.state === 'open' && (round.roundId === null || unsentAnswers(round).isDirty || photos.some(isHere));
}
