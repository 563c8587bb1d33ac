/**
 * The ways by which this process sends: how many messages each has in hand, and which does not answer. Invariant: a mail
 * server or vendor that hangs holds up its own messages and no others.
 */

/** Of one way at once. */
const maxOfWay = 8;
const [shortestRestMs, longestRestMs] = [15_000, 120_000];

interface Rest {
  readonly untilMs: number;
  readonly lastsMs: number;
}

export class Ways {
  readonly #inHand = new Map<string, number>();
  readonly #rests = new Map<string, Rest>();

  begin(way: string): void {
    this.#inHand.set(way, this.#count(way) + 1);
  }

  /** A try of a way has ended, with an answer or without. */
  end(way: string, wasSilent: boolean, now: Date): void {
    const left = this.#count(way) - 1;
    if (left > 0) this.#inHand.set(way, left);
    else this.#inHand.delete(way);
    if (wasSilent) this.#rest(way, now.getTime());
    else this.#rests.delete(way);
  }

  /** Those of which nothing is to be begun now: full, or at rest after a silence. After a rest one message goes ahead. */
  resting(now: Date): string[] {
    const full = [...this.#inHand].flatMap(([way, count]) =>
      count >= (this.#rests.has(way) ? 1 : maxOfWay) ? [way] : [],
    );
    const silent = [...this.#rests].flatMap(([way, { untilMs }]) => (untilMs > now.getTime() ? [way] : []));
    return [...new Set([...full, ...silent])];
  }

  #count(way: string): number {
    return this.#inHand.get(way) ?? 0;
  }

  /** Several that were in hand together are one silence. */
  #rest(way: string, nowMs: number): void {
    const before = this.#rests.get(way);
    if (before && before.untilMs > nowMs) return;
    const lastsMs = Math.min(before ? before.lastsMs * 2 : shortestRestMs, longestRestMs);
    this.#rests.set(way, { untilMs: nowMs + lastsMs, lastsMs });
  }
}
