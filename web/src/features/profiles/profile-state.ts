import { type Axis, axes, type Measure, measures } from '@plumbline/science/profiles/survey';
import { useCallback, useMemo } from 'react';
import type { Range } from '../../charts/frame/range.ts';
import { useSearch } from '../../kernel/url-state.ts';

/** What a profile shows. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface ProfileState {
  readonly axis: Axis;
  readonly measure: Measure;
  /** Displacements count from the survey nearest to this time, epoch ms; null = from the initial values. */
  readonly baselineAt: number | null;
  /** How many surveys are spread over the range, where no times are chosen. */
  readonly count: number;
  /** Times that a person chose, epoch ms, ascending; null = spread over the range. */
  readonly times: readonly number[] | null;
  /** The joint whose curve over time stands beside; null = the one that moved farthest. */
  readonly joint: number | null;
}

export const surveyCounts = [2, 4, 7, 12, 24] as const;
const usualCount = 7;
/** Times that are chosen one by one. */
export const maxTimes = 24;
const hourMs = 3_600_000;

const instantIn = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

export function readProfile(search: URLSearchParams): ProfileState {
  const count = Number(search.get('surveys'));
  const joint = search.get('joint');
  const times = (search.get('times') ?? '')
    .split(',')
    .map(instantIn)
    .filter((at) => at !== null)
    .slice(0, maxTimes);
  return {
    axis: axes.find((axis) => axis === search.get('axis')) ?? 'x',
    measure: measures.find((measure) => measure === search.get('measure')) ?? 'cumulative',
    baselineAt: instantIn(search.get('baseline')),
    count: surveyCounts.find((each) => each === count) ?? usualCount,
    times: times.length > 0 ? times.sort((a, b) => a - b) : null,
    joint: joint !== null && /^\d{1,3}$/.test(joint) ? Number(joint) : null,
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/** The address with the state in it; what is as it begins is left out, and what others keep there stays. */
export function writeProfile(search: URLSearchParams, state: ProfileState): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null): void =>
    value === null ? next.delete(name) : next.set(name, value);
  put('axis', state.axis === 'x' ? null : state.axis);
  put('measure', state.measure === 'cumulative' ? null : state.measure);
  put('baseline', state.baselineAt === null ? null : iso(state.baselineAt));
  put('surveys', state.count === usualCount ? null : String(state.count));
  put('times', state.times === null ? null : state.times.map(iso).join(','));
  put('joint', state.joint === null ? null : String(state.joint));
  return next;
}

export function useProfileState(): [ProfileState, (change: Partial<ProfileState>) => void] {
  const [search, setSearch] = useSearch();
  const state = useMemo(() => readProfile(search), [search]);
  const change = useCallback(
    (part: Partial<ProfileState>) => setSearch((old) => writeProfile(old, { ...readProfile(old), ...part })),
    [setSearch],
  );
  return [state, change];
}

/** The times to ask for, and how far from each a survey may be: half the way to the next one, at most twelve hours. */
export function requestedTimes(
  { times, count }: Pick<ProfileState, 'times' | 'count'>,
  { from, to }: Range,
  intervalSeconds: number,
): { readonly times: readonly number[]; readonly toleranceSeconds: number } {
  const stepMs = (to - from) / (count - 1);
  const chosen = times ?? Array.from({ length: count }, (_, i) => Math.round(from + stepMs * i));
  const gapMs = Math.min(...chosen.slice(1).map((at, i) => at - (chosen[i] ?? at)), 24 * hourMs);
  const halfMs = Math.max(Math.min(gapMs / 2, 12 * hourMs), intervalSeconds * 500);
  return { times: chosen, toleranceSeconds: Math.max(1, Math.round(halfMs / 1000)) };
}
