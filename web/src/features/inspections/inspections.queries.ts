import { Failure } from '@plumbline/contract/errors';
import { inspections, type Round } from '@plumbline/contract/inspections';
import type { RoundAnswer, RoundAnswers } from '@plumbline/contract/inspections.questions';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { download } from '../../kernel/call.ts';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
import { emptyAnswer, keepDraft, keptDraft, mergeAnswers, sameAnswers, sendable } from './round-draft.ts';

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

/** The answers of an open round under the pen: kept here at once, sent when the pen rests, merged with what others save. */
export function useRoundDraft(projectId: number, round: Round) {
  const accountId = useSession().user.id;
  const { id: roundId, questions } = round;
  const { run } = useWrite(inspections.answer);
  const [state, put] = useState(() => {
    const kept = keptDraft(accountId, roundId);
    const merged = kept && mergeAnswers(kept.base, kept.answers, round.answers);
    return { base: round.answers, answers: round.answers, conflicts: {} as RoundAnswers, ...merged };
  });
  const [phase, setPhase] = useState<'rest' | 'saving' | 'failed'>('rest');
  const [isKept, setKept] = useState(true);
  const [other, setOther] = useState<string | null>(null);
  const running = useRef(false);

  const follow = useCallback((theirs: RoundAnswers): void => {
    put((old) => {
      if (sameAnswers(theirs, old.base)) return old;
      const merged = mergeAnswers(old.base, old.answers, theirs);
      return { base: theirs, answers: merged.answers, conflicts: { ...old.conflicts, ...merged.conflicts } };
    });
  }, []);
  useEffect(() => {
    if (!running.current) follow(round.answers);
  }, [round.answers, follow]);

  const payload = useMemo(
    () => sendable(questions, state.answers, state.conflicts),
    [questions, state.answers, state.conflicts],
  );
  const isDirty = !sameAnswers(payload, state.base);
  const isHeld = isDirty || !sameAnswers(state.answers, state.base);
  useEffect(() => {
    setKept(keepDraft(accountId, roundId, isHeld ? { base: state.base, answers: state.answers } : null));
  }, [accountId, roundId, isHeld, state.base, state.answers]);

  const save = useCallback(async (): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPhase('saving');
    try {
      const answer = await run({ projectId, roundId, answers: payload }, { over: { answers: state.base } });
      put((old) => ({ ...old, base: answer.round.answers }));
      setPhase('rest');
      return true;
    } catch (error) {
      if (error instanceof Failure && error.name === 'changedMeanwhile') {
        const { by, now } = error.detail as { by: string | null; now: Round | null };
        setOther(by);
        if (now) follow(now.answers);
        setPhase('rest');
      } else setPhase('failed');
      return false;
    } finally {
      running.current = false;
    }
  }, [run, projectId, roundId, payload, state.base, follow]);

  useEffect(() => {
    if (!isDirty || phase === 'saving') return;
    const timer = setTimeout(() => void save(), phase === 'failed' ? againMs : quietMs);
    return () => clearTimeout(timer);
  }, [isDirty, phase, save]);

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
  const saving: Saving = phase === 'saving' ? 'saving' : !isHeld ? 'saved' : isKept ? 'kept' : 'lost';
  return {
    answers: state.answers,
    conflicts: state.conflicts,
    other,
    saving,
    isDirty,
    hasFailed: phase === 'failed',
    set,
    decide,
    save,
  };
}
