/** What a report says of surveys in figures. Pure; every number is one of the matrix that the table shows. */

import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Range } from '../../../charts/frame/range.ts';
import { formatTime } from '../../../kernel/format.ts';
import type { SurveyMatrix } from '../tables/matrices.parts.tsx';

/** A number of one place. */
export interface Placed {
  readonly place: number;
  readonly value: number;
  readonly level: number | null;
}

/** The largest and the smallest of a column by their signs, and the farthest by size; null without a value. Of equals the first. */
function extremesOf(values: readonly (number | null)[], levels: readonly (number | null)[]) {
  let [max, min, farthest]: (Placed | null)[] = [null, null, null];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const candidate = { place, value, level: levels[place] ?? null };
    if (!max || value > max.value) max = candidate;
    if (!min || value < min.value) min = candidate;
    if (!farthest || Math.abs(value) > Math.abs(farthest.value)) farthest = candidate;
  }
  return { max: max ?? null, min: min ?? null, farthest: farthest ?? null };
}

/** One survey of a report. */
export interface DatedFigures {
  readonly at: number;
  readonly max: Placed | null;
  readonly min: Placed | null;
  readonly farthest: Placed | null;
  /** The change since the survey before that is largest by size, and where; null of the first. */
  readonly change: Placed | null;
  /** That change by the days between the two; null where they are less than a day apart. */
  readonly perDay: number | null;
  /** The worst level that a place reaches; null = not judged. */
  readonly level: number | null;
  readonly missing: number;
}

/** Every survey of a matrix, oldest first. */
export function datedFigures({ surveys }: Pick<SurveyMatrix, 'surveys'>): DatedFigures[] {
  return surveys.map(({ at, values, levels }, i) => {
    const before = surveys[i - 1];
    const changes = values.map((value, place) => {
      const then = before?.values[place] ?? null;
      return value === null || then === null ? null : value - then;
    });
    const change = before ? extremesOf(changes, []).farthest : null;
    const days = before ? (at - before.at) / dayMs : 0;
    const judged = levels.filter((level) => level !== null);
    return {
      at,
      ...extremesOf(values, levels),
      change,
      perDay: change && days >= 1 ? change.value / days : null,
      level: judged.length > 0 ? Math.max(...judged) : null,
      missing: values.filter((value) => value === null).length,
    };
  });
}

const minute = (at: number, zone: string): string => formatTime(at, zone).slice(0, 16);
/** The stretch that a report made at `now` is of. A range up to now is asked for in steps and ends a little later: paper does not. */
export const periodWords = ({ from, to }: Range, zone: string, now: number): string =>
  `${minute(from, zone)} – ${minute(Math.min(to, Math.max(now, from)), zone)}`;
