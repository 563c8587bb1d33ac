/** The entries of this browser on the page, and their sending while there is a network. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useMaybeSession } from '../../../kernel/session.ts';
import type { FieldRound, FieldRoundPhoto } from './field-round.parts.ts';
import { allEntries, type FieldEntry, onEntriesChange } from './field-store.parts.ts';
import { sendWaiting } from './outbox.queries.ts';
import { isNoteOpen } from './photo-hold.parts.ts';
import { isUnsentRound } from './round-merge.parts.ts';
import { allRoundPhotos, allRounds, onRoundsChange } from './round-store.parts.ts';

const tryEveryMs = 15_000;
const entriesQuery = queryOptions({
  queryKey: ['fieldWork', 'entries'],
  queryFn: allEntries,
  staleTime: 0,
  retry: false,
});

export interface Entries {
  readonly entries: readonly FieldEntry[];
  readonly rounds: readonly FieldRound[];
  readonly roundPhotos: readonly FieldRoundPhoto[];
  /** True once they were read from the disk of this device. */
  readonly areRead: boolean;
  readonly isSending: boolean;
  /** What the last sending stopped at; null = nothing of this person waits. */
  readonly stoppedAt: unknown;
  readonly sendNow: () => void;
}

export function useEntries(): Entries {
  const { data, refetch } = useQuery(entriesQuery);
  const { isSending, stoppedAt, sendNow } = useSending();
  const userId = useMaybeSession()?.user.id;
  useEffect(() => onEntriesChange(() => void refetch()), [refetch]);
  const waiting = (data ?? []).filter(
    (entry) => entry.state === 'waiting' && entry.userId === userId && !isNoteOpen(entry),
  ).length;
  const { rounds, photos } = useRounds();
  const waitingRounds = rounds.filter((round) => round.userId === userId && isUnsentRound(round, photos)).length;
  const pending = waiting + waitingRounds;
  // At once where something new waits or somebody signed in, and again by the clock while something does.
  useEffect(() => {
    if (pending === 0) return;
    sendNow();
    const timer = setInterval(sendNow, tryEveryMs);
    addEventListener('online', sendNow);
    return () => {
      clearInterval(timer);
      removeEventListener('online', sendNow);
    };
  }, [pending, sendNow]);
  return {
    entries: data ?? [],
    rounds,
    roundPhotos: photos,
    areRead: data !== undefined,
    isSending,
    stoppedAt,
    sendNow,
  };
}

function useSending() {
  const [state, setState] = useState<{ isSending: boolean; stoppedAt: unknown }>({ isSending: false, stoppedAt: null });
  const sendNow = useCallback(() => {
    setState((old) => ({ ...old, isSending: true }));
    sendWaiting().then(
      (stoppedAt) => setState({ isSending: false, stoppedAt }),
      (error: unknown) => setState({ isSending: false, stoppedAt: error }),
    );
  }, []);
  return { ...state, sendNow };
}

/** When each point was entered last in this browser, epoch ms; what was refused counts as not done. */
export function enteredTimes(entries: readonly FieldEntry[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { kind, state, point, at } of entries)
    if (kind === 'reading' && state !== 'refused')
      times.set(point.id, Math.max(times.get(point.id) ?? 0, Date.parse(at)));
  return times;
}

/** The rounds of this browser with their photos. */
function useRounds(): { readonly rounds: readonly FieldRound[]; readonly photos: readonly FieldRoundPhoto[] } {
  const { data, refetch } = useQuery(roundsQuery);
  useEffect(() => onRoundsChange(() => void refetch()), [refetch]);
  return data ?? noRounds;
}
const noRounds = { rounds: [], photos: [] };
const roundsQuery = queryOptions({
  queryKey: ['fieldWork', 'rounds'],
  queryFn: async () => ({ rounds: await allRounds(), photos: await allRoundPhotos() }),
  staleTime: 0,
  retry: false,
});

/** How many entries and rounds of a person the server does not have yet; null = not known. */
export function useUnsent(userId: number): number | null {
  const { data } = useQuery(entriesQuery);
  const { rounds } = useRounds();
  const isUnsent = (each: { readonly userId: number; readonly state: string }): boolean =>
    each.userId === userId && each.state !== 'sent';
  return data ? data.filter(isUnsent).length + rounds.filter(isUnsent).length : null;
}

/** How many entries of each project the server does not have yet, whoever's they are. */
export function useWaiting(): readonly { readonly projectId: number; readonly count: number }[] {
  const { data } = useQuery(entriesQuery);
  const { rounds } = useRounds();
  const counts = new Map<number, number>();
  for (const { state, projectId } of [...(data ?? []), ...rounds])
    if (state !== 'sent') counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return Array.from(counts, ([projectId, count]) => ({ projectId, count }));
}
