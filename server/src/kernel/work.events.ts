/**
 * A lane of events, worked off in order. Invariant: what the handlers of an event write and its end are one transaction,
 * under a lock of its row: inside the database it has its effect exactly once, whatever crashes.
 */
import type { EventName } from '@plumbline/contract/kernel/events';
import type { EventContext, Handlers } from './events.ts';
import { afterCommit } from './transact.ts';
import type { Db } from './transaction.ts';
import { type Lane, type LaneName, type Rest, WakeLoop } from './work.lanes.ts';
import { dueWork, endWork, lockWork, putOffWork, type WorkRow, type WorkSource } from './work.rows.ts';

const batch = 100;

/**
 * Conditions that move with every reading are evaluated as often as the intake leaves room for, and what came meanwhile is
 * taken together: a tenth of the time at most, and half a minute later at the latest. Short looks rest for a while too, or each
 * condition that is seldom moved would be looked at by itself.
 */
const rests: Partial<Readonly<Record<LaneName, Rest>>> = {
  condition: { times: 9, shortestMs: 300, longestMs: 30_000 },
};

/** Neighbours of one name that can be handled at once; what failed before is handled alone. */
function runsOf(rows: readonly WorkRow[], handlers: Handlers): WorkRow[][] {
  const runs: WorkRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const joins = handlersOf(handlers, row.name).some((each) => 'many' in each) && row.attempts === 0;
    if (joins && last?.[0]?.name === row.name && last[0].attempts === 0) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** An event of a version before, which nothing handles any more, has none. */
const handlersOf = (handlers: Handlers, name: string) => handlers[name as EventName] ?? [];

export class EventLane implements Lane {
  readonly name: LaneName;
  readonly #source: WorkSource;
  readonly #handlers: Handlers;
  readonly #loop: WakeLoop;
  #begun = 0;

  constructor(name: LaneName, source: WorkSource, handlers: Handlers) {
    this.name = name;
    this.#source = source;
    this.#handlers = handlers;
    this.#loop = new WakeLoop(() => this.#takeDue(), source.log, rests[name]);
  }

  get begunCount(): number {
    return this.#begun;
  }
  wake(): void {
    this.#loop.wake();
  }
  settle(): Promise<void> {
    return this.#loop.settle();
  }
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Handles what is due, at most a batch. True = there may be more. */
  async #takeDue(): Promise<boolean> {
    const { db, clock } = this.#source;
    const before = this.#begun;
    const rows = await dueWork(db, { lane: this.name, now: clock.now(), limit: batch });
    for (const run of runsOf(rows, this.#handlers)) {
      if (this.#loop.isStopped) return false;
      await this.#handle(run);
    }
    // Where others have all of them in hand, they also go on.
    return rows.length === batch && this.#begun > before;
  }

  /** Handles events together; where that fails, each alone, so that one at fault holds up none of the others. */
  async #handle(run: readonly WorkRow[]): Promise<void> {
    const acts: (() => void | Promise<void>)[] = [];
    try {
      await this.#source.db.transaction().execute((transaction) => this.#handleIn(transaction, run, acts));
    } catch (error) {
      if (run.length > 1) for (const row of run) await this.#handle([row]);
      else for (const row of run) await putOffWork(this.#source, row, error);
      return;
    }
    await afterCommit(acts, this.#source.log);
  }

  /** Handles those of the events that no other process has in hand, and ends them. */
  async #handleIn(transaction: Db, run: readonly WorkRow[], acts: (() => void | Promise<void>)[]): Promise<void> {
    const { clock, log, context: handed } = this.#source;
    acts.length = 0;
    const locked = await lockWork(
      transaction,
      run.map(({ id }) => id),
    );
    const mine = run.filter(({ id }) => locked.has(id));
    const [first] = mine;
    if (!first) return;
    this.#begun += mine.length;
    const payloads = mine.map(({ input }) => input as never);
    const now = () => clock.now();
    const context: EventContext = { ...handed, db: transaction, now, after: (act) => acts.push(act), log };
    for (const each of handlersOf(this.#handlers, first.name))
      if ('many' in each) await each.many(context, payloads);
      else for (const payload of payloads) await each(context, payload);
    await endWork(transaction, [...locked]);
  }
}
