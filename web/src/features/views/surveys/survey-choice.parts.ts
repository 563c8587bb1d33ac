import { hourMs } from '@plumbline/contract/kernel/durations';
import { spread } from '@plumbline/science/display/spread';
import { nearest, type Range } from '../../../charts/frame/range.ts';
import { withParameters } from '../../../kernel/address-state.ts';

/** Surveys that a view of shapes compares. Invariant: all of it lies in the address, beside what the view itself keeps there. */
export interface SurveyChoice {
  /** Movements count from the survey nearest to this time, epoch ms; null = from the initial values. */
  readonly baselineAt: number | null;
  /** How many surveys are spread over the range, where no times are chosen. */
  readonly count: number;
  /** Times that a person chose, epoch ms, ascending; null = spread over the range. */
  readonly times: readonly number[] | null;
  /** The survey that is looked at is the one nearest to this time, epoch ms; null = the newest. */
  readonly playedAt: number | null;
}

export const surveyCounts = [2, 4, 7, 12, 24] as const;
const usualCount = 7;
/** Times that are chosen one by one. */
export const maxTimes = 24;

export const instantIn = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

export function readChoice(search: URLSearchParams): SurveyChoice {
  const count = Number(search.get('surveys'));
  const times = (search.get('times') ?? '')
    .split(',')
    .map(instantIn)
    .filter((at) => at !== null)
    .slice(0, maxTimes);
  return {
    baselineAt: instantIn(search.get('baseline')),
    count: surveyCounts.find((each) => each === count) ?? usualCount,
    times: times.length > 0 ? times.sort((a, b) => a - b) : null,
    playedAt: instantIn(search.get('played')),
  };
}

const iso = (at: number): string => new Date(at).toISOString();

/** The address with the choice in it; what is as it begins is left out, and what others keep there stays. */
export const writeChoice = (
  search: URLSearchParams,
  { baselineAt, count, times, playedAt }: SurveyChoice,
): URLSearchParams =>
  withParameters(search, {
    baseline: baselineAt === null ? null : iso(baselineAt),
    surveys: count === usualCount ? null : String(count),
    times: times === null ? null : times.map(iso).join(','),
    played: playedAt === null ? null : iso(playedAt),
  });

/** The place of the survey that is looked at among those that were found, ascending; -1 of none. */
export const playedPlace = (times: readonly number[], playedAt: number | null): number =>
  playedAt === null ? times.length - 1 : nearest(times, playedAt);

/** Returns the change of the address when a survey is chosen by its place; the newest stays the newest when others follow. */
export const playedChange = (times: readonly number[], place: number): Pick<SurveyChoice, 'playedAt'> => ({
  playedAt: place >= times.length - 1 ? null : (times[place] ?? null),
});

/** Times to ask for, and how far from each a survey may be. */
export interface RequestedTimes {
  /** Epoch ms, ascending. */
  readonly times: readonly number[];
  readonly toleranceSeconds: number;
}

/**
 * The times to ask for: of the surveys of the range as many as are wanted, the first and the last among them; times spread over it
 * where `surveys` is null, because it is full of them. A survey may be half the way to the next one from its time, at most twelve hours.
 */
export function requestedTimes(
  { times, count }: Pick<SurveyChoice, 'times' | 'count'>,
  { from, to }: Range,
  surveys: readonly number[] | null,
): RequestedTimes {
  const stepMs = (to - from) / (count - 1);
  // None at all: the answer is to say so, and not to be empty.
  const existing = surveys !== null && surveys.length > 0 ? spread(surveys, count) : null;
  const chosen = times ?? existing ?? Array.from({ length: count }, (_, i) => Math.round(from + stepMs * i));
  const gapMs = Math.min(...chosen.slice(1).map((at, i) => at - (chosen[i] ?? at)), 24 * hourMs);
  return { times: chosen, toleranceSeconds: Math.max(1, Math.round(gapMs / 2000)) };
}
