/**
 * The one worker for everything that is not done within a request: events, tasks, schedules. All are rows of `work`
 * (work.rows.ts), and one vocabulary holds for all: due, taken, ended, put off, stuck. A lane is woken by NOTIFY at once;
 * every second one statement looks for what is due, in case the word was lost or a try was put off.
 */
import type { Clock } from './clock.ts';
import type { Database } from './db.ts';
import type { Handlers } from './events.ts';
import type { Listener } from './listen.ts';
import { pullInDue, pullInSchedules, type Schedule, scheduleWork } from './schedules.ts';
import type { TaskHandler } from './tasks.handler.ts';
import { taskWork } from './tasks.ts';
import type { Db, Logger } from './transaction.ts';
import type { WorkContext } from './work.context.ts';
import { EventLane } from './work.events.ts';
import { type Lane, type LaneName, workChannel } from './work.lanes.ts';
import { WorkLocks } from './work.locks.ts';
import { LongLane, type LongWork } from './work.long.ts';
import { dueLanes, retryStuck, type WorkSource } from './work.rows.ts';

const pollMs = 1_000;
/** Looks between two that also ask whether a clock ahead has put something off. */
const pullInEvery = 60;

/** Makes due again what waits for a time that a clock ahead has written, in the tables of one feature. */
export type PullIn = (db: Db, now: Date) => Promise<void>;

export interface WorkParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly listener: Listener;
  readonly context: WorkContext;
  /** For events: short transactions that others wait for. */
  readonly soon: Pick<Database, 'db'>;
  /** For tasks and schedules. */
  readonly long: Pick<Database, 'db' | 'pool'>;
  /** What is left out stays for other processes. */
  readonly events?: Handlers;
  readonly tasks?: readonly TaskHandler[];
  readonly schedules?: readonly Schedule[];
  /** What features keep of times to come. */
  readonly pullIns?: readonly PullIn[];
  /** Lanes of features' own. */
  readonly lanes?: readonly ((source: WorkSource) => LongWork)[];
}

/** Works until stopped. */
export async function startWork(parts: WorkParts): Promise<Worker> {
  const { clock, log, context, soon, long, events, tasks, schedules = [], pullIns = [], lanes: own = [] } = parts;
  const soonSource: WorkSource = { db: soon.db, clock, log, context };
  const longSource = { db: long.db, pool: long.pool, clock, log, context };
  await retryStuck(soon.db, clock.now());
  const locks = new WorkLocks(long.pool);
  const lanes: Lane[] = [];
  if (events)
    for (const name of ['alert', 'event', 'condition'] as const) lanes.push(new EventLane(name, soonSource, events));
  if (tasks) lanes.push(new LongLane(longSource, taskWork(longSource, tasks), locks));
  if (schedules.length > 0) lanes.push(new LongLane(longSource, await scheduleWork(longSource, schedules), locks));
  for (const make of own) lanes.push(new LongLane(longSource, make(longSource), locks));
  const pullIn = async (now: Date) => {
    await pullInSchedules(long.db, now, schedules);
    for (const each of pullIns) await each(long.db, now);
  };
  const pullDue = (now: Date) => pullInDue(longSource, now, schedules);
  return new Worker(soonSource, parts.listener, { lanes, locks, pullIn, pullDue });
}

export class Worker {
  readonly #source: WorkSource;
  readonly #lanes: ReadonlyMap<LaneName, Lane>;
  readonly #locks: WorkLocks;
  readonly #pullIn: (now: Date) => Promise<void>;
  readonly #pullDue: (now: Date) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #looks = 0;
  #lastMs = 0;

  constructor(
    source: WorkSource,
    listener: Listener,
    {
      lanes,
      locks,
      pullIn,
      pullDue,
    }: {
      lanes: readonly Lane[];
      locks: WorkLocks;
      pullIn: (now: Date) => Promise<void>;
      pullDue: (now: Date) => Promise<void>;
    },
  ) {
    this.#source = source;
    this.#pullIn = pullIn;
    this.#pullDue = pullDue;
    this.#lanes = new Map(lanes.map((lane) => [lane.name, lane]));
    this.#locks = locks;
    this.#unlisten = listener.on(workChannel, (name) =>
      name === null ? this.#wakeAll() : this.#lanes.get(name as LaneName)?.wake(),
    );
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#wakeAll();
  }

  /** Stops taking work; what takes long is told to stop, and goes on elsewhere or at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unlisten();
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
    await this.#locks.close();
  }

  /** Resolves when everything that is due is done, and what that caused. For tests. */
  async settle(): Promise<void> {
    const lanes = [...this.#lanes.values()];
    const begunCount = () => lanes.reduce((sum, lane) => sum + lane.begunCount, 0);
    // Twice, since what had begun before may end with work for a lane that was looked at first.
    for (let quiet = 0; quiet < 2; ) {
      const before = begunCount();
      await Promise.all(lanes.map((lane) => lane.settle()));
      quiet = before === begunCount() ? quiet + 1 : 0;
    }
  }

  #wakeAll(): void {
    for (const lane of this.#lanes.values()) lane.wake();
  }

  /** Each minute, and at once when the clock has gone back. */
  async #pullInWaits(now: Date): Promise<void> {
    const hasGoneBack = now.getTime() < this.#lastMs;
    this.#lastMs = now.getTime();
    if (hasGoneBack || this.#looks++ % pullInEvery === 0) await this.#pullIn(now);
  }

  async #poll(): Promise<void> {
    const { db, clock, log } = this.#source;
    try {
      await this.#pullInWaits(clock.now());
      await this.#pullDue(clock.now());
      for (const name of await dueLanes(db, clock.now())) this.#lanes.get(name)?.wake();
    } catch (error) {
      log.warn({ err: error }, 'work could not be read');
    }
  }
}
