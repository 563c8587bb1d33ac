/**
 * Whether a number of a register can be true, for what proves nothing of itself: within the range of the instrument, and not further
 * from the number before than it can have gone.
 *
 * Invariants: a number out of range is never taken. A jump is held once: what confirms it is taken, for what is watched does move.
 */
export interface Bounds {
  /** Null = not bounded. */
  readonly least: number | null;
  readonly most: number | null;
  /** The furthest that two numbers in a row may lie apart. */
  readonly jump: number | null;
}

/** Of one device: what was taken last of each number, and what is held. */
export class Plausibility {
  readonly #taken = new Map<string, number>();
  readonly #held = new Map<string, number>();

  /** `name` says which number of the device it is. */
  isPlausible(name: string, number: number, { least, most, jump }: Bounds): boolean {
    if ((least !== null && number < least) || (most !== null && number > most)) return false;
    if (jump !== null && !this.#isNear(name, number, jump)) {
      this.#held.set(name, number);
      return false;
    }
    this.#held.delete(name);
    this.#taken.set(name, number);
    return true;
  }

  /** Near to what was taken last, or to what is held since. */
  #isNear(name: string, number: number, jump: number): boolean {
    const [taken, held] = [this.#taken.get(name), this.#held.get(name)];
    if (taken === undefined) return true;
    return Math.abs(number - taken) <= jump || (held !== undefined && Math.abs(number - held) <= jump);
  }
}
