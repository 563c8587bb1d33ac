import { Failure } from '@plumbline/contract/kernel/errors';
import { inspections, type Round } from '@plumbline/contract/points/inspections';
import type { RoundAnswer, RoundAnswers } from '@plumbline/contract/points/inspections.questions';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { download } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { emptyAnswer, mergeAnswers, readDraft, sameAnswers, sendable, storeDraft } from './round-draft.parts.ts';

/** The address under which a photo of a round is shown. A photo never becomes another: it is fetched once and kept a while. */
export function useRoundPhoto(projectId: number, roundId: number, photoId: number) {
  const { data, isError } = useQuery({
    queryKey: [inspections.file.path, roundId, photoId],
    queryFn: async () => (await download(inspections.file, { projectId, roundId, photoId })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data]);
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address);
    },
    [address],
  );
  return { address, isFailed: isError };
}

/** The plans of a project, read again: they become due and overdue by the clock alone. */
export const usePlans = (projectId: number) => useRead(inspections.plans, { projectId }, { refetchInterval: 60_000 });

/** A round, read again while it is open: somebody else may be in it. */
export const useRound = (projectId: number, roundId: number) =>
  useRead(
    inspections.get,
    { projectId, roundId },
    { refetchInterval: (query) => (query.state.data?.round.state === 'open' ? 10_000 : false) },
  );

/** `kept` = typed and not yet sent, kept in this browser; `lost` = there is no space to keep it. */
export type Saving = 'saved' | 'saving' | 'kept' | 'lost';
const quietMs = 1_500;
const againMs = 15_000;

/** The answers under the pen, beside what the server holds; begun from what this browser has of them. */
function useMergedAnswers(accountId: number, round: Round) {
  const [state, put] = useState(() => {
    const stored = readDraft(accountId, round.id);
    const merged = stored && mergeAnswers(stored.base, stored.answers, round.answers);
    return {
      base: round.answers as RoundAnswers,
      answers: round.answers as RoundAnswers,
      conflicts: {} as RoundAnswers,
      ...merged,
    };
  });
  const follow = useCallback((theirs: RoundAnswers): void => {
    put((old) => {
      if (sameAnswers(theirs, old.base)) return old;
      const merged = mergeAnswers(old.base, old.answers, theirs);
      return { base: theirs, answers: merged.answers, conflicts: { ...old.conflicts, ...merged.conflicts } };
    });
  }, []);
  const set = (key: string, change: Partial<RoundAnswer>): void =>
    put((old) => ({
      ...old,
      answers: { ...old.answers, [key]: { ...emptyAnswer, ...old.answers[key], isCopied: false, ...change } },
    }));
  const decide = (key: string, whose: 'mine' | 'theirs'): void =>
    put((old) => {
      const { [key]: theirs, ...conflicts } = old.conflicts;
      if (!theirs) return old;
      return { ...old, conflicts, answers: whose === 'mine' ? old.answers : { ...old.answers, [key]: theirs } };
    });
  const saved = useCallback((base: RoundAnswers) => put((old) => ({ ...old, base })), []);
  return { state, follow, set, decide, saved };
}

/** Sends answers over what their author saw; what another saved meanwhile goes to `follow`. */
function useSending(
  { projectId, roundId }: { readonly projectId: number; readonly roundId: number },
  { payload, base }: { readonly payload: Record<string, RoundAnswer>; readonly base: RoundAnswers },
  { follow, saved }: Record<'follow' | 'saved', (answers: RoundAnswers) => void>,
) {
  const { run } = useWrite(inspections.answer);
  const [phase, setPhase] = useState<'rest' | 'saving' | 'failed'>('rest');
  const [other, setOther] = useState<string | null>(null);
  const running = useRef(false);
  const save = useCallback(async (): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPhase('saving');
    try {
      const { round } = await run({ projectId, roundId, answers: payload }, { over: { answers: base } });
      saved(round.answers);
      setPhase('rest');
      return true;
    } catch (error) {
      const isTheirs = error instanceof Failure && error.name === 'changedMeanwhile';
      if (isTheirs) {
        const { by, now } = error.detail as { by: string | null; now: Round | null };
        setOther(by);
        if (now) follow(now.answers);
      }
      setPhase(isTheirs ? 'rest' : 'failed');
      return false;
    } finally {
      running.current = false;
    }
  }, [run, projectId, roundId, payload, base, follow, saved]);
  return { phase, other, running, save };
}

/** The answers of an open round under the pen: stored here at once, sent when the pen rests, merged with what others save. */
export function useRoundDraft(projectId: number, round: Round) {
  const accountId = useSession().user.id;
  const { id: roundId, questions } = round;
  const { state, follow, set, decide, saved } = useMergedAnswers(accountId, round);
  const { base, answers, conflicts } = state;
  const payload = useMemo(() => sendable(questions, answers, conflicts), [questions, answers, conflicts]);
  const sending = useSending({ projectId, roundId }, { payload, base }, { follow, saved });
  const { phase, other, running, save } = sending;
  const [isStored, setStored] = useState(true);
  useEffect(() => {
    if (!running.current) follow(round.answers);
  }, [round.answers, follow, running]);
  const isDirty = !sameAnswers(payload, base);
  const isUnsaved = isDirty || !sameAnswers(answers, base);
  useEffect(() => {
    setStored(storeDraft(accountId, roundId, isUnsaved ? { base, answers } : null));
  }, [accountId, roundId, isUnsaved, base, answers]);
  useEffect(() => {
    if (!isDirty || phase === 'saving') return;
    const timer = setTimeout(() => void save(), phase === 'failed' ? againMs : quietMs);
    return () => clearTimeout(timer);
  }, [isDirty, phase, save]);
  const saving: Saving = phase === 'saving' ? 'saving' : !isUnsaved ? 'saved' : isStored ? 'kept' : 'lost';
  return { answers, conflicts, other, saving, isDirty, hasFailed: phase === 'failed', set, decide, save };
}
