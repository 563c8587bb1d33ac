/** How far a value, and its cumulative change, are over the limit that holds them and below the next one. Pure; judged by judge.ts. */
import { type DrawnRule, type LimitLevels, type LimitLine, limitsOf } from './drawn-limits.ts';
import { levelOf } from './judge.ts';

/** Distances are not negative, in the unit of the field. */
export interface LimitDistance {
  readonly level: number;
  readonly distance: number;
}
export interface MeasuredDistance extends LimitDistance {
  /** Quantity on which the limit lies. */
  readonly quantity: 'value' | 'cumulative';
}

/** A value as its side of the limits sees it: larger is worse. */
const sizeOf = (value: number, method: LimitLevels['method']): number =>
  method === 'twoSided' ? Math.abs(value) : method === 'lower' ? -value : value;

/** How far a value is from the next level above its own; null at the highest, or without limits. */
export function distanceToNext(value: number | null, limits: readonly LimitLevels[]): LimitDistance | null {
  if (value === null) return null;
  let nearest: LimitDistance | null = null;
  for (const { levels, method } of limits) {
    const size = sizeOf(value, method);
    const i = levels.findIndex((limit) => limit !== null && limit > size);
    const limit = levels[i];
    if (limit === undefined || limit === null) continue;
    if (!nearest || limit - size < nearest.distance) nearest = { level: i + 1, distance: limit - size };
  }
  return nearest;
}

/** How far a value is over the highest level that it has reached; null below all of them. */
export function distanceOver(value: number | null, limits: readonly LimitLevels[]): LimitDistance | null {
  if (value === null) return null;
  let highest: LimitDistance | null = null;
  for (const { levels, method } of limits) {
    const level = levelOf(value, levels, method);
    const limit = levels.slice(0, level).findLast((each) => each !== null);
    if (limit === undefined || limit === null) continue;
    if (!highest || level > highest.level) highest = { level, distance: sizeOf(value, method) - limit };
  }
  return highest;
}

/** The limit that holds a value, or its cumulative change, at the highest level. Of several indicators one alone holds nothing. */
export function levelReached(
  rules: readonly DrawnRule[],
  field: string,
  value: number | null,
  change: number | null,
): MeasuredDistance | null {
  const single = rules.filter(({ kind }) => kind !== 'multi');
  const ofValue = distanceOver(value, limitsOf(single, field, 'value'));
  const ofChange = distanceOver(change, limitsOf(single, field, 'cumulative'));
  if (ofValue && (!ofChange || ofValue.level >= ofChange.level)) return { ...ofValue, quantity: 'value' };
  return ofChange && { ...ofChange, quantity: 'cumulative' };
}

/** The next level above a value by its limits, and above its cumulative change by those on that: the nearer of the two. */
export function nextLevel(
  rules: readonly DrawnRule[],
  field: string,
  value: number | null,
  change: number | null,
): MeasuredDistance | null {
  const onValue = distanceToNext(value, limitsOf(rules, field, 'value'));
  const onChange = distanceToNext(change, limitsOf(rules, field, 'cumulative'));
  const nearer = onValue && onChange ? onValue.distance <= onChange.distance : onValue !== null;
  if (nearer) return onValue && { ...onValue, quantity: 'value' };
  return onChange && { ...onChange, quantity: 'cumulative' };
}

/** How far a raised value is past its limit, and which way: up over it, or down under one on the lower side. */
export function pastLimit(
  value: number,
  threshold: number,
): { readonly side: 'over' | 'under'; readonly distance: number } {
  return { side: value >= threshold ? 'over' : 'under', distance: Math.abs(value - threshold) };
}

/**
 * The lines on the curve of values that a level of these distances has, each level once: of a limit on both sides the line beside
 * the value. Empty where the limit lies on a change that no number on the value stands for.
 */
export function linesBeside(
  lines: readonly LimitLine[],
  value: number | null,
  distances: readonly (MeasuredDistance | null)[],
): LimitLine[] {
  if (value === null) return [];
  return distances.flatMap((each) => {
    if (!each) return [];
    const ofLevel = lines.filter(
      (line) => line.level === each.level && (line.cumulative !== undefined) === (each.quantity === 'cumulative'),
    );
    const nearest = ofLevel.toSorted((a, b) => Math.abs(a.value - value) - Math.abs(b.value - value))[0];
    return nearest ? [nearest] : [];
  });
}

/**
 * The limit to watch, as its line lies beside a value: the one that it comes to next, or the highest that it has reached. null
 * where there is none, or no line on the value stands for it.
 */
export function lineToWatch(
  rules: readonly DrawnRule[],
  field: string,
  { value, change }: { readonly value: number | null; readonly change: number | null },
  lines: readonly LimitLine[],
): LimitLine | null {
  const watched = nextLevel(rules, field, value, change) ?? levelReached(rules, field, value, change);
  return linesBeside(lines, value, [watched])[0] ?? null;
}
