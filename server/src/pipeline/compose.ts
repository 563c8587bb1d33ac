/**
 * Composite points: a record of a composite stands at each time of its first slave at which every other slave has a
 * reading no further than half the composite's interval; of several the nearest, of two equally near the earlier. So
 * the same readings give the same records in whatever order they arrive. Values are corrected ones; a value that is
 * missing or failed its tests makes the formulas that need it give nothing. Pure.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { quality, qualityOf } from '@plumbline/science/quality/flags';
import { applyCorrections, columnsNeeded } from '@plumbline/science/series/corrections';
import type { BoundComposite, BoundSlave } from './bind.ts';

/** A slave's readings, ascending; NaN = no value that counts. */
export interface Readings {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}
export interface Composed {
  readonly at: number;
  /** By variable: the sample that the formulas read. */
  readonly sample: Readonly<Record<string, number | null>>;
}

export const halfIntervalMs = (composite: BoundComposite): number => composite.intervalSeconds * 500;

/** The records of a composite at times of its first slave in [fromMs, toMs]; `slaves` in the order of the composite's. */
export function compose(
  composite: BoundComposite,
  slaves: readonly Readings[],
  fromMs: number,
  toMs: number,
): Composed[] {
  const [leading] = slaves;
  if (!leading) return [];
  const half = halfIntervalMs(composite);
  const out: Composed[] = [];
  const places = slaves.map(() => 0);
  for (let i = 0; i < leading.times.length; i++) {
    const at = leading.times[i]!;
    if (at < fromMs || at > toMs) continue;
    const sample: Record<string, number | null> = {};
    let complete = true;
    for (const [k, { times, values }] of slaves.entries()) {
      let place = places[k]!;
      while (place + 1 < times.length && Math.abs(times[place + 1]! - at) < Math.abs(times[place]! - at)) place++;
      places[k] = place;
      if (times.length === 0 || Math.abs(times[place]! - at) > half) {
        complete = false;
        break;
      }
      const value = values[place]!;
      sample[elementAt(composite.slaves, k).variable] = Number.isNaN(value) ? null : value;
    }
    if (complete) out.push({ at, sample });
  }
  return out;
}

/** Returns the columns of a slave that must be at hand. */
export const columnsOf = ({ keys, fieldIndex, corrections, options }: BoundSlave): number[] =>
  columnsNeeded(keys, [fieldIndex], corrections, options);

/** A slave's stored columns (of `columnsOf`) as its composites read them. */
export function readingsOf(
  slave: BoundSlave,
  stored: {
    readonly times: Float64Array;
    readonly columns: readonly Float64Array[];
    readonly flags: readonly (ArrayLike<number> | null)[];
  },
): Readings {
  const needed = columnsOf(slave);
  const own = needed.indexOf(slave.fieldIndex);
  const keys = needed.map((index) => elementAt(slave.keys, index));
  const all = applyCorrections(stored.times, stored.columns, keys, slave.corrections, slave.options);
  const corrected = elementAt(all, own);
  const flags = stored.flags[own] ?? null;
  if (flags === null) return { times: stored.times, values: corrected };
  const values = corrected.map((value, i) => (qualityOf(flags[i]!) === quality.fail ? Number.NaN : value));
  return { times: stored.times, values };
}
