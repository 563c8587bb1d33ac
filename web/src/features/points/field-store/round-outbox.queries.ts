/**
 * Sends rounds that were made on this device: the round itself, its photos, its answers, and that it is finished. Invariant: each step may
 * be repeated when its answer was lost and changes nothing then, and what was finished by somebody else is not written over.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { inspections, type Round } from '@plumbline/contract/points/inspections';
import { read } from '../../../kernel/reads.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import * as session from '../../../kernel/session.ts';
import { write } from '../../../kernel/writes.ts';
import { sameAnswers } from '../inspections/round-draft.parts.ts';
import { stateAfter } from './entry-state.parts.ts';
import type { FieldRound } from './field-round.parts.ts';
import { mergedRound, sentPhotos, unsentAnswers } from './round-merge.parts.ts';
import { allRounds, changeRound, photosOfRound, putRoundPhoto, roundNow } from './round-store.parts.ts';

const isMine = ({ userId, state }: FieldRound): boolean =>
  (state === 'waiting' || state === 'open') && userId === session.current()?.user.id;

const iso = (ms: number): string => new Date(ms).toISOString();
/** Rounds of merging with somebody who saves at the same time. */
const maxMerges = 5;

/** Sends the rounds of the person who is signed in; open ones are sent as far as they are. Gives what it stopped at; null = nothing. */
export async function sendRounds(): Promise<unknown> {
  for (const { id } of (await allRounds()).filter(isMine)) {
    try {
      await sendRound(id);
    } catch (error) {
      const stopped = await settle(id, error);
      if (stopped !== null) return stopped;
    }
  }
  return null;
}

async function take(id: string, theirs: Round): Promise<void> {
  const sentHere = sentPhotos(await photosOfRound(id));
  await changeRound(id, (round) => mergedRound(round, theirs, sentHere));
}

async function sendRound(id: string): Promise<void> {
  const first = await roundNow(id);
  if (!first || !isMine(first)) return;
  const { projectId, plan, dueAt, begunAt } = first;
  if (first.roundId === null)
    await take(id, (await write(inspections.start, { projectId, planId: plan.id, dueAt, madeAt: iso(begunAt) })).round);
  const roundId = (await roundNow(id))?.roundId;
  if (roundId === null || roundId === undefined) return;
  for (const photo of await photosOfRound(id)) {
    if (photo.isSent) continue;
    const file = new File([photo.file], photo.fileName, { type: photo.file.type });
    await write(inspections.addPhoto, { projectId, roundId, questionKey: photo.questionKey }, { file });
    await putRoundPhoto({ ...photo, isSent: true });
  }
  await sendAnswers(id, roundId);
  const last = await roundNow(id);
  if (last?.state !== 'waiting') return;
  if (Object.keys(last.conflicts).length > 0) {
    await changeRound(id, (round) => ({ ...round, state: 'differs', finishedAt: null }));
    return;
  }
  await write(inspections.finish, { projectId, roundId, ...(last.finishedAt && { madeAt: iso(last.finishedAt) }) });
  await changeRound(id, (round) => ({ ...round, state: 'sent', sentAt: serverNow(), failure: null }));
}

async function sendAnswers(id: string, roundId: number): Promise<void> {
  for (let merges = 0; merges < maxMerges; merges++) {
    const round = await roundNow(id);
    if (!round) return;
    const { payload, isDirty } = unsentAnswers(round);
    if (!isDirty) return;
    try {
      const { projectId, base } = round;
      const answer = await write(
        inspections.answer,
        { projectId, roundId, answers: payload },
        { over: { answers: base } },
      );
      await changeRound(id, (old) => ({ ...old, base: answer.round.answers }));
    } catch (error) {
      const now =
        error instanceof Failure && error.name === 'changedMeanwhile'
          ? (error.detail as { now: Round | null }).now
          : null;
      if (!now) throw error;
      await take(id, now);
    }
  }
}

/** What became of a round by the failure that its sending ended with; gives what stops the sending of the others, or null. */
async function settle(id: string, error: unknown): Promise<unknown> {
  const failure = error instanceof Failure ? { name: error.name, detail: error.detail } : null;
  if (failure?.name === 'inspectionFinished') {
    await overtake(id, failure);
    return null;
  }
  if (stateAfter(error) === null) return error;
  await changeRound(id, (round) => ({ ...round, failure, state: round.state === 'waiting' ? 'refused' : round.state }));
  return null;
}

/** Somebody finished the round: where it holds all that was made here, it has arrived. */
async function overtake(id: string, failure: { readonly name: string; readonly detail: unknown }): Promise<void> {
  const round = await roundNow(id);
  const roundId = round?.roundId ?? (failure.detail as { roundId?: number }).roundId;
  if (!round || roundId === undefined) return;
  const { round: theirs } = await read(inspections.get, { projectId: round.projectId, roundId });
  const isWhole =
    sameAnswers(unsentAnswers(round).payload, theirs.answers) &&
    (await photosOfRound(id)).every(({ isSent }) => isSent);
  await changeRound(id, (old) =>
    isWhole
      ? { ...old, roundId, state: 'sent', sentAt: serverNow(), failure: null }
      : { ...old, roundId, state: 'overtaken', failure },
  );
}

/**
 * Puts what was made here into a correction of the round that somebody else finished: mine where both answered. Throws as the
 * server refuses it.
 */
export async function correctWithMine({ id, projectId, roundId }: FieldRound, reason: string): Promise<void> {
  if (roundId === null) return;
  const { round: theirs } = await write(inspections.correct, { projectId, roundId, reason });
  const sentHere = sentPhotos(await photosOfRound(id));
  await changeRound(id, (old) => ({
    ...mergedRound({ ...old, base: theirs.answers }, theirs, sentHere),
    answers: { ...theirs.answers, ...old.answers },
    conflicts: {},
    state: 'open',
    finishedAt: null,
    failure: null,
  }));
}
