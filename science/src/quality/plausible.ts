/**
 * Plausibility of a number that arrived, for what proves nothing of itself: within the range of the instrument, and
 * not further from the number before than it can have gone.
 *
 * Invariants: a number out of range is never taken. A jump is held once: what confirms it is taken, for what is watched does move.
 * The same message sent again confirms nothing.
 */
export interface Bounds {
  /** Null or absent = not bounded. */
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** The furthest that two numbers in a row may lie apart. */
  readonly jump?: number | null;
}

export const isInRange = (number: number, { minimum = null, maximum = null }: Bounds): boolean =>
  (minimum === null || number >= minimum) && (maximum === null || number <= maximum);

interface Known {
  readonly number: number;
  /** When it was measured, epoch ms; null = what is asked for has no time but that it was asked. */
  readonly at: number | null;
}

/** Plausibility of the numbers of one device: what was taken last of each number, and what is held. */
export class Plausibility {
  readonly #accepted = new Map<string, Known>();
  readonly #pending = new Map<string, Known>();

  /** `name` says which number of the device it is. What is older than the newest that was taken has its range alone to keep to. */
  isPlausible(name: string, number: number, bounds: Bounds, at: number | null = null): boolean {
    if (!isInRange(number, bounds)) return false;
    const accepted = this.#accepted.get(name);
    if (isBefore(at, accepted)) return true;
    const { jump = null } = bounds;
    if (jump !== null && accepted && Math.abs(number - accepted.number) > jump) {
      const pending = this.#pending.get(name);
      const isNext = pending !== undefined && (at === null || pending.at === null || at > pending.at);
      if (!isNext || Math.abs(number - pending.number) > jump) {
        if (!isBefore(at, pending)) this.#pending.set(name, { number, at });
        return false;
      }
    }
    this.#pending.delete(name);
    this.#accepted.set(name, { number, at });
    return true;
  }
}

const isBefore = (at: number | null, last: Known | undefined): boolean =>
  at !== null && last !== undefined && last.at !== null && at < last.at;

/** A number that was not taken. */
export interface Rejection {
  readonly channel: string;
  readonly quantity: string;
  readonly number: number;
}
type Quantities = Readonly<Record<string, unknown>>;
type Bounded = Bounds & { readonly channel: string; readonly quantity: string };

/** Samples without the numbers that cannot be true, and those; of a channel of which nothing is left there is no sample. */
export function plausiblePart(
  channels: Readonly<Record<string, Quantities>>,
  bounded: readonly Bounded[],
  plausibility: Plausibility,
  at: number | null,
): { readonly channels: Readonly<Record<string, Quantities>>; readonly rejected: readonly Rejection[] } {
  const rejected: Rejection[] = [];
  for (const { channel, quantity, ...bounds } of bounded) {
    const number = channels[channel]?.[quantity];
    if (typeof number !== 'number' || plausibility.isPlausible(`${channel} ${quantity}`, number, bounds, at)) continue;
    rejected.push({ channel, quantity, number });
  }
  if (rejected.length === 0) return { channels, rejected };
  const isRejected = (channel: string, quantity: string): boolean =>
    rejected.some((each) => each.channel === channel && each.quantity === quantity);
  const left = Object.entries(channels).map(([channel, quantities]) => {
    const numbers = Object.entries(quantities).map(([name, value]) => [name, isRejected(channel, name) ? null : value]);
    return [channel, Object.fromEntries(numbers) as Quantities] as const;
  });
  return { channels: Object.fromEntries(left.filter(([, each]) => Object.values(each).some(isPresent))), rejected };
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
