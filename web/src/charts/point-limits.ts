import type { Threshold } from '@plumbline/contract/points/points';
import type { quantities } from '@plumbline/contract/readings/readings';
import { limitsOf } from '@plumbline/science/limits/drawn-limits';
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
