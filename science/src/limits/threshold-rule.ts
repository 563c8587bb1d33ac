/** A threshold as people set it, as the judge reads it: the same for back-tests and drawn curves. */
import type { Level, Rule } from './judge.ts';

type Levels = Rule['levels'];
export interface DescribedThreshold {
  readonly kind: Rule['kind'];
  readonly method: Rule['method'];
  readonly levels: Levels;
  readonly base: 'value' | 'cumulative';
  readonly combine: 'and' | 'or';
  readonly rateLevels: Levels | null;
  readonly releaseRatio: number;
  readonly releaseCount: number;
  readonly consecutive: number;
}

export function thresholdRule(threshold: DescribedThreshold): Rule {
  const { kind, method, levels, base, combine, rateLevels, releaseRatio, releaseCount, consecutive } = threshold;
  const shared = { method, levels, releaseRatio, releaseCount, consecutive };
  return kind === 'multi'
    ? { ...shared, kind, base, combine, rate: { method, levels: rateLevels ?? [null, null, null, null] } }
    : { ...shared, kind };
}

/** The limits of a threshold on the value itself, with the sign of their side; none where it compares something else. */
export function valueLimits({ kind, base, method, levels }: DescribedThreshold): { level: Level; value: number }[] {
  if (kind !== 'value' && !(kind === 'multi' && base === 'value')) return [];
  return levels.flatMap((limit, i) => {
    if (limit === null) return [];
    const level = (i + 1) as Level;
    return [
      ...(method === 'lower' ? [] : [{ level, value: limit }]),
      ...(method === 'upper' ? [] : [{ level, value: -limit }]),
    ];
  });
}
