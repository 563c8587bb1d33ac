/**
 * Whether a number of a register can be true, for what proves nothing of itself: within the range of the instrument, and not further
 * from the number before than it can have gone.
 *
 * Invariants: a number out of range is never taken. A jump is held once: what confirms it is taken, for what is watched does move.
 */
export interface Bounds {
  /** Null = not bounded. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** The furthest that two numbers in a row may lie apart. */
  readonly jump: number | null;
}

/** Of one device: what was taken last of each number, and what is held. */
export class Plausibility {
  readonly #accepted = new Map<string, number>();
  readonly #pending = new Map<string, number>();

  /** `name` says which number of the device it is. */
  isPlausible(name: string, number: number, { minimum, maximum, jump }: Bounds): boolean {
    if ((minimum !== null && number < minimum) || (maximum !== null && number > maximum)) return false;
    if (jump !== null && !this.#isNear(name, number, jump)) {
      this.#pending.set(name, number);
      return false;
    }
    this.#pending.delete(name);
    this.#accepted.set(name, number);
    return true;
  }

  /** Near to what was taken last, or to what is held since. */
  #isNear(name: string, number: number, jump: number): boolean {
    const [accepted, pending] = [this.#accepted.get(name), this.#pending.get(name)];
    if (accepted === undefined) return true;
    return Math.abs(number - accepted) <= jump || (pending !== undefined && Math.abs(number - pending) <= jump);
  }
}
