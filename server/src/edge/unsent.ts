/**
 * Which messages the centre has not taken: stretches of numbers. The last one is open and is of what comes now; those before
 * it are what came while the link was down. Pure.
 *
 * Invariant: each number is taken once, let go and counted, or in exactly one stretch.
 */

interface Stretch {
  from: number;
  to: number;
}
export interface UnsentFile {
  readonly behind: readonly Readonly<Stretch>[];
  readonly live: number;
  readonly dropped: number;
  readonly damaged: number;
  readonly refusedFull: number;
}

export class Unsent {
  #behind: Stretch[];
  #live: number;
  dropped: number;
  damaged: number;
  refusedFull: number;

  /** `first` and `next`: what the log holds. What was removed from it before was taken, or counted. */
  constructor(saved: UnsentFile | null, { first, next }: { readonly first: number; readonly next: number }) {
    this.#behind = (saved?.behind ?? []).flatMap(({ from, to }) => clipped({ from, to }, first, next));
    // A file of before the newest messages came: they are sent again, and count once.
    this.#live = Math.min(next, Math.max(first, saved?.live ?? first));
    this.dropped = saved?.dropped ?? 0;
    this.damaged = saved?.damaged ?? 0;
    this.refusedFull = saved?.refusedFull ?? 0;
  }

  /** The number of the next live message. */
  get live(): number {
    return this.#live;
  }

  /** The oldest stretch of what came while the link was down; null = there is none. */
  get behind(): Readonly<Stretch> | null {
    return this.#behind[0] ?? null;
  }

  /** Messages that wait. `next` = the number that the next message gets. */
  waiting(next: number): number {
    return this.#behind.reduce((sum, { from, to }) => sum + to - from, next - this.#live);
  }

  /** The number of the oldest message that waits; null = none. */
  oldest(next: number): number | null {
    return this.behind?.from ?? (this.#live < next ? this.#live : null);
  }

  advanceLive(to: number): void {
    this.#live = Math.max(this.#live, to);
  }

  advanceBehind(to: number): void {
    const [oldest] = this.#behind;
    if (!oldest) return;
    oldest.from = Math.max(oldest.from, Math.min(to, oldest.to));
    if (oldest.from === oldest.to) this.#behind.shift();
  }

  /** What waits so far is behind from now on: what comes next goes at once. */
  cut(next: number): void {
    if (this.#live >= next) return;
    const last = this.#behind.at(-1);
    if (last?.to === this.#live) last.to = next;
    else this.#behind.push({ from: this.#live, to: next });
    this.#live = next;
  }

  /** Everything before a number is let go; what had not been taken of it is counted. */
  drop(before: number): void {
    const lost = this.#behind.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, before) - from), 0);
    this.dropped += lost + Math.max(0, before - this.#live);
    this.#behind = this.#behind.flatMap((each) => clipped(each, before, Number.POSITIVE_INFINITY));
    this.#live = Math.max(this.#live, before);
  }

  /** Returns whether any of these numbers waits. */
  needs(first: number, end: number): boolean {
    return this.#live < end || this.#behind.some(({ from, to }) => from < end && first < to);
  }

  toJSON(): UnsentFile {
    const { dropped, damaged, refusedFull } = this;
    return { behind: this.#behind.map((each) => ({ ...each })), live: this.#live, dropped, damaged, refusedFull };
  }
}

function clipped({ from, to }: Stretch, first: number, next: number): Stretch[] {
  const part = { from: Math.max(from, first), to: Math.min(to, next) };
  return part.from < part.to ? [part] : [];
}
