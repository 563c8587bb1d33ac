import type { Threshold } from '@plumbline/contract/points/points';
import type { quantities } from '@plumbline/contract/readings/readings';
import { type LimitLevels, limitsOf } from '@plumbline/science/limits/drawn-limits';
import { type Level, levelOf } from '@plumbline/science/limits/judge';

export { drawnLimits, limitsOf } from '@plumbline/science/limits/drawn-limits';

/** A point's thresholds as they are drawn and told. Invariant: judged as the pipeline judges (science/limits). */
type Quantity = (typeof quantities)[number];
/** Returns the value of an alert in the drawn quantity; null when it does not belong there. */
export function drawnAlert(
  alert: { readonly measure: Quantity | 'condition'; readonly value: number },
  quantity: Quantity,
  initial: number | null,
): number | null {
  if (alert.measure === quantity) return alert.value;
  return alert.measure === 'cumulative' && quantity === 'value' && initial !== null ? initial + alert.value : null;
}

/** How far a value is from the next level above its own; null at the highest, or without limits. */
export function distanceToNext(
  value: number | null,
  limits: readonly LimitLevels[],
): { level: number; distance: number } | null {
  if (value === null) return null;
  let nearest: { level: number; distance: number } | null = null;
  for (const { levels, method } of limits) {
    const size = method === 'twoSided' ? Math.abs(value) : method === 'lower' ? -value : value;
    for (const [i, limit] of levels.entries()) {
      if (limit === null || limit <= size) continue;
      const distance = limit - size;
      if (!nearest || distance < nearest.distance) nearest = { level: i + 1, distance };
      break;
    }
  }
  return nearest;
}

/** How far a value is over the highest level that it has reached; null below all of them. */
export function distanceOver(
  value: number | null,
  limits: readonly LimitLevels[],
): { level: number; distance: number } | null {
  if (value === null) return null;
  let highest: { level: number; distance: number } | null = null;
  for (const { levels, method } of limits) {
    const level = levelOf(value, levels, method);
    const limit = levels.slice(0, level).findLast((each) => each !== null);
    if (limit === undefined || limit === null) continue;
    const size = method === 'twoSided' ? Math.abs(value) : method === 'lower' ? -value : value;
    if (!highest || level > highest.level) highest = { level, distance: size - limit };
  }
  return highest;
}

/** The limit that holds a value, or its cumulative change, at the highest level. Of several indicators one alone holds nothing. */
export function levelReached(
  thresholds: readonly Threshold[],
  field: string,
  value: number | null,
  change: number | null,
): { level: number; distance: number; quantity: 'value' | 'cumulative' } | null {
  const single = thresholds.filter(({ kind }) => kind !== 'multi');
  const ofValue = distanceOver(value, limitsOf(single, field, 'value'));
  const ofChange = distanceOver(change, limitsOf(single, field, 'cumulative'));
  if (ofValue && (!ofChange || ofValue.level >= ofChange.level)) return { ...ofValue, quantity: 'value' };
  return ofChange && { ...ofChange, quantity: 'cumulative' };
}

/** The next level above a value by its limits, and above its cumulative change by those on that: the nearer of the two. */
export function nextLevel(
  thresholds: readonly Threshold[],
  field: string,
  value: number | null,
  change: number | null,
): { level: number; distance: number; quantity: 'value' | 'cumulative' } | null {
  const onValue = distanceToNext(value, limitsOf(thresholds, field, 'value'));
  const onChange = distanceToNext(change, limitsOf(thresholds, field, 'cumulative'));
  const nearer = onValue && onChange ? onValue.distance <= onChange.distance : onValue !== null;
  if (nearer) return onValue && { ...onValue, quantity: 'value' };
  return onChange && { ...onChange, quantity: 'cumulative' };
}

/** The level of a stored reading by the point's limits on values and changes; rates need neighbours and stay out. */
export function levelOfRow(
  thresholds: readonly Threshold[],
  keys: readonly string[],
  values: readonly (number | null)[],
  cumulative: readonly (number | null)[],
): Level {
  let level: Level = 0;
  keys.forEach((key, i) => {
    for (const [quantity, value] of [['value', values[i]] as const, ['cumulative', cumulative[i]] as const]) {
      if (value === null || value === undefined) continue;
      for (const { levels, method } of limitsOf(
        thresholds.filter((rule) => rule.kind !== 'multi'),
        key,
        quantity,
      )) {
        const reached = levelOf(value, levels, method);
        if (reached > level) level = reached;
      }
    }
  });
  return level;
}
