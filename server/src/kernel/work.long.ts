/**
 * A lane of work that takes long: tasks and schedules. Each runs under a lock (work.locks.ts), in transactions of its own.
 * Invariant: a piece of work runs in one process at a time, and again from where it was when that process dies.
 */
import { type Lane, type LaneName, WakeLoop } from './work.lanes.ts';
import type { WorkLocks } from './work.locks.ts';
import {
  dueWork,
  endWork,
  findDue,
  groupOf,
  moveWork,
  nextTry,
  putOffWork,
  type WorkRow,
  type WorkSource,
} from './work.rows.ts';

/** Why work is stopped: somebody cancelled it, its lock may be gone, or the server stops. */
export type StopReason = 'cancelled' | 'lockLost' | 'serverStops';

/** Work of a lane. */
export interface LongWork {
  readonly lane: LaneName;
  /** Work of other names stays for processes that know it. */
  readonly names: readonly string[];
  readonly maxRunning: number;
  /** Does it, to its end. Throws where it must be tried again, and when the server stops. */
  run(row: WorkRow, abort: AbortController): Promise<void>;
  /** When it is to be done again; null = never. */
  nextAt(row: WorkRow, now: Date): Date | null;
  /**
   * The groups (`group` of the input) of which nothing is begun here at present: what they wait for does not hold up the others.
   * Left out = no work has a group.
   */
  resting?(now: Date): readonly string[];
  /** Of what runs here, the ids of what somebody cancelled. */
  cancelled(running: readonly WorkRow[]): Promise<readonly number[]>;
}

interface Running {
  readonly row: WorkRow;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

export class LongLane implements Lane {
  readonly #source: WorkSource;
  readonly #work: LongWork;
  readonly #locks: WorkLocks;
  readonly #loop: WakeLoop;
  readonly #running = new Map<number, Running>();
  #begun = 0;

  constructor(source: WorkSource, work: LongWork, locks: WorkLocks) {
    this.#source = source;
    this.#work = work;
    this.#locks = locks;
    this.#loop = new WakeLoop(() => this.#takeDue(), source.log);
  }

  get name(): LaneName {
    return this.#work.lane;
  }
  get begunCount(): number {
    return this.#begun;
  }
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when nothing of it is due or runs, here or elsewhere. */
  async settle(): Promise<void> {
    for (;;) {
      await this.#loop.settle();
      const ended = this.#ended();
      if (ended.length > 0) await Promise.race(ended);
      else if ((await this.#due(1)).length === 0) return;
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    for (const { abort } of this.#running.values()) abort.abort('serverStops' satisfies StopReason);
    await Promise.all(this.#ended());
  }

  #ended(): Promise<void>[] {
    return [...this.#running.values()].map(({ ended }) => ended);
  }

  #due(limit: number): Promise<WorkRow[]> {
    const { db, clock } = this.#source;
    const now = clock.now();
    const { lane, names } = this.#work;
    return dueWork(db, { lane, names, now, limit, resting: this.#work.resting?.(now) ?? [] });
  }

  #rests(row: WorkRow): boolean {
    const group = groupOf(row);
    return group !== null && (this.#work.resting?.(this.#source.clock.now()).includes(group) ?? false);
  }

  /** Begins what is due and in no other process's hands. */
  async #takeDue(): Promise<boolean> {
    await this.#stopCancelled();
    let isPassed = false;
    for (const row of await this.#due(100)) {
      if (this.#loop.isStopped || this.#running.size >= this.#work.maxRunning) return false;
      if (this.#running.has(row.id)) continue;
      // Since the query its group may have begun to rest: others may wait behind those that were found.
      if (this.#rests(row)) isPassed = true;
      else await this.#take(row.id);
    }
    return isPassed;
  }

  async #stopCancelled(): Promise<void> {
    const running = [...this.#running.values()].map(({ row }) => row);
    if (running.length === 0) return;
    for (const id of await this.#work.cancelled(running))
      this.#running.get(id)?.abort.abort('cancelled' satisfies StopReason);
  }

  async #take(id: number): Promise<void> {
    const abort = new AbortController();
    if (!(await this.#locks.take(id, () => abort.abort('lockLost' satisfies StopReason)))) return;
    // Another process may have ended it between the query and the lock.
    const row = await findDue(this.#source.db, id, this.#source.clock.now());
    if (!row) return this.#locks.release(id);
    this.#begun++;
    const ended = this.#run(row, abort).finally(() => {
      this.#running.delete(id);
      this.#loop.wake();
    });
    this.#running.set(id, { row, abort, ended });
  }

  async #run(row: WorkRow, abort: AbortController): Promise<void> {
    try {
      await this.#work.run(row, abort);
      await this.#end(row);
    } catch (error) {
      // Without its lock, or its server, it has not failed: whoever takes it next goes on.
      const reason: StopReason | undefined = abort.signal.reason;
      if (reason !== 'lockLost' && reason !== 'serverStops') await this.#putOff(row, error);
    } finally {
      await this.#locks.release(row.id);
    }
  }

  async #end(row: WorkRow): Promise<void> {
    const { db, clock } = this.#source;
    const nextAt = this.#work.nextAt(row, clock.now());
    if (nextAt) await moveWork(db, row.id, nextAt);
    else await endWork(db, [row.id]);
  }

  async #putOff(row: WorkRow, error: unknown): Promise<void> {
    const { clock, log } = this.#source;
    const again = nextTry(clock.now(), row.attempts);
    const nextAt = this.#work.nextAt(row, clock.now());
    await putOffWork(this.#source, row, error, nextAt && nextAt < again ? nextAt : again).catch((failed) =>
      log.warn({ err: failed, work: row.id }, 'failed work could not be put off'),
    );
  }
}
