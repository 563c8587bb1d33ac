/**
 * Group commit: what arrives while a commit is in flight shares the next one. Knows nothing of what it commits.
 *
 * Invariants: one commit at a time, in the order of turns (queue.ts); `add` resolves after the commit that holds its entry
 * and not before; no more waits than the limits allow; an entry that cannot be committed costs no other one its place.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { openQueue } from './queue.ts';

/** Share of an entry in the limits, and whose turn it waits for. */
export interface Weight {
  readonly turn: number;
  readonly rows: number;
  readonly bytes: number;
}
export interface GroupCommitParts<Entry, Result> {
  /** Rows and bytes that may wait, in all; rows of one commit, where more than one entry shares it. */
  readonly limits: { readonly rows: number; readonly bytes: number; readonly rowsOfCommit: number };
  /** Commits entries together, or none of them; gives the result of each, in order. */
  commit(entries: readonly Entry[]): Promise<readonly Result[]>;
  /** Returns whether what is wrong lies in an entry: the others are committed without it. */
  isAboutEntry(error: unknown): boolean;
  /** Nothing of these entries was committed; gives what they are answered. Must not throw. */
  failed(error: unknown, entries: readonly Entry[]): unknown;
}

interface Waiter<Entry, Result> {
  readonly entry: Entry;
  readonly weight: Weight;
  /** By performance.now(). */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit<Entry, Result> {
  readonly #parts: GroupCommitParts<Entry, Result>;
  readonly #queue = openQueue<Waiter<Entry, Result>>();
  #rows = 0;
  #bytes = 0;
  /** Since when the oldest waits of those that are being committed. */
  #oldestOfCommit: number | null = null;
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(parts: GroupCommitParts<Entry, Result>) {
    this.#parts = parts;
  }

  /** Rows that are not committed yet. */
  get rows(): number {
    return this.#rows;
  }

  /** Since when the oldest entry waits, by performance.now(); null = none does. */
  get oldestSince(): number | null {
    const waiting = this.#queue.heads().map(({ since }) => since);
    if (this.#oldestOfCommit !== null) waiting.push(this.#oldestOfCommit);
    return waiting.length === 0 ? null : Math.min(...waiting);
  }

  /** Returns whether so much more may wait; never after `close`. */
  hasCapacity({ rows, bytes }: Pick<Weight, 'rows' | 'bytes'>): boolean {
    const { limits } = this.#parts;
    return !this.#closed && this.#rows + rows <= limits.rows && this.#bytes + bytes <= limits.bytes;
  }

  /** Resolves when the entry is committed. Throws `busy` where there is no room for it. */
  async add(entry: Entry, weight: Weight): Promise<Result> {
    if (!this.hasCapacity(weight)) throw new Failure('busy');
    this.#rows += weight.rows;
    this.#bytes += weight.bytes;
    return new Promise<Result>((resolve, reject) => {
      this.#queue.add(weight.turn, { entry, weight, since: performance.now(), resolve, reject });
      // The next turn of the loop: what else the sockets hold now joins the same commit.
      this.#running ??= new Promise<void>((go) => setImmediate(go)).then(() => this.#run());
    });
  }

  /** Takes nothing more, and waits for what was taken. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.size > 0) {
      const waiters = this.#next();
      this.#oldestOfCommit = Math.min(...waiters.map(({ since }) => since));
      await this.#commit(waiters);
      this.#oldestOfCommit = null;
      for (const { weight } of waiters) {
        this.#rows -= weight.rows;
        this.#bytes -= weight.bytes;
      }
    }
    this.#running = null;
  }

  /** The entries of the next commit, one of each turn after the other; at least one, however big. */
  #next(): Waiter<Entry, Result>[] {
    const waiters: Waiter<Entry, Result>[] = [];
    let rows = 0;
    for (let next = this.#queue.peek(); next; next = this.#queue.peek()) {
      rows += next.weight.rows;
      if (waiters.length > 0 && rows > this.#parts.limits.rowsOfCommit) break;
      this.#queue.take();
      waiters.push(next);
    }
    return waiters;
  }

  async #commit(waiters: readonly Waiter<Entry, Result>[]): Promise<void> {
    const { commit, isAboutEntry, failed } = this.#parts;
    const entries = waiters.map(({ entry }) => entry);
    try {
      const results = await commit(entries);
      if (results.length !== entries.length)
        throw new Error(`${results.length} results of ${entries.length} entries that were committed`);
      for (const [i, result] of results.entries()) waiters[i]?.resolve(result);
    } catch (error) {
      if (waiters.length > 1 && isAboutEntry(error)) {
        const half = waiters.length >> 1;
        await this.#commit(waiters.slice(0, half));
        return this.#commit(waiters.slice(half));
      }
      const answer = failed(error, entries);
      for (const { reject } of waiters) reject(answer);
    }
  }
}
