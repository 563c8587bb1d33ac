/**
 * The clock of the machine against the time that has passed. A clock that is set forward by more than an hour, or has gained more
 * than a week while nothing ran here, is not believed until it is back or a person says that it is right: what ends or deletes by age goes on by
 * the time that has passed, so that a clock in 2030 deletes nothing. Everything else goes by the clock as it is.
 *
 * Invariant: the believed time is never ahead of the clock, and passes as time does.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Db, Logger } from './transaction.ts';

/** What the clock may gain before it is a jump; less is the work of NTP. */
const jumpMs = 5_000;
/** Largest gain at once that is believed. */
export const believedJumpMs = 3_600_000;
/** Longest time without any process that is believed. */
export const believedGapMs = 7 * 86_400_000;
const checkMs = 10_000;
const rememberedMs = 86_400_000;

export interface ClockJump {
  /** By the clock after it. */
  readonly at: string;
  /** Negative = back. */
  readonly seconds: number;
}
export interface ClockState {
  /** How far the clock is ahead of what is believed; 0 = it is believed. */
  readonly aheadSeconds: number;
  /** Of the last day, by the time that has passed. */
  readonly jumps: readonly ClockJump[];
}
/** What the processes of an installation leave for those that start after them. */
interface Mark {
  readonly believedAt: string;
  /** What the clock said when a person called it right. */
  readonly rightAt: string | null;
}

export interface WatchedClock extends Clock {
  believed(): Date;
}

/** Watches a clock that may be set; one that nobody sets is believed. */
export async function watchClock(clock: Clock, db: Db, log: Logger): Promise<ClockWatch> {
  const watch = new ClockWatch(clock, db, log);
  await watch.begin();
  return watch;
}

export class ClockWatch {
  readonly clock: WatchedClock;
  readonly #given: Clock;
  readonly #db: Db;
  readonly #log: Logger;
  /** A moment at which the clock was believed. */
  #anchor: { readonly atMs: number; readonly elapsedMs: number };
  /** What the clock was off by at the last look: a difference to it is a jump. */
  #offMs = 0;
  #jumps: { readonly elapsedMs: number; readonly jump: ClockJump }[] = [];
  #jumpCount = 0;
  /** Called after a jump, by whoever tells people. */
  onJump: (jump: ClockJump, aheadSeconds: number) => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;

  constructor(clock: Clock, db: Db, log: Logger) {
    this.#given = clock;
    this.#db = db;
    this.#log = log;
    this.#anchor = this.#present();
    this.clock = {
      now: () => clock.now(),
      ...(clock.elapsedMs && { elapsedMs: () => clock.elapsedMs?.() ?? 0 }),
      believed: () => this.#compare(),
    };
  }

  /** Jumps since the process began. */
  get jumpCount(): number {
    return this.#jumpCount;
  }

  async begin(): Promise<void> {
    if (!this.#given.elapsedMs) return;
    const mark = await this.#mark();
    const present = this.#present();
    const believedMs = mark ? Date.parse(mark.believedAt) : present.atMs;
    const isRight = isNear(mark?.rightAt, present.atMs);
    if (present.atMs - believedMs > believedGapMs && !isRight) {
      this.#anchor = { atMs: believedMs, elapsedMs: present.elapsedMs };
      this.#offMs = present.atMs - believedMs;
      this.#log.error(
        { believed: mark?.believedAt, clock: new Date(present.atMs).toISOString() },
        'the clock is more than a week ahead of when this installation last ran: nothing is deleted by it until somebody says that it is right',
      );
    }
    this.#timer = setInterval(() => void this.check(), checkMs);
    this.#timer.unref();
    await this.check();
  }

  /** Looks now, takes the word of a person that the clock is right, and leaves a mark. */
  async check(): Promise<void> {
    if (!this.#given.elapsedMs) return;
    this.#compare();
    try {
      const mark = await this.#mark();
      const nowMs = this.#given.now().getTime();
      if (isNear(mark?.rightAt, nowMs)) this.#believe();
      const fresh: Mark = { believedAt: this.#compare().toISOString(), rightAt: mark?.rightAt ?? null };
      await writeSetting(this.#db, 'clock', fresh);
    } catch (error) {
      this.#log.debug({ err: error }, 'the time could not be noted');
    }
  }

  state(): ClockState {
    const believedMs = this.#compare().getTime();
    const since = (this.#given.elapsedMs?.() ?? 0) - rememberedMs;
    this.#jumps = this.#jumps.filter(({ elapsedMs }) => elapsedMs >= since);
    return {
      aheadSeconds: Math.round((this.#given.now().getTime() - believedMs) / 1000),
      jumps: this.#jumps.map(({ jump }) => jump),
    };
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #present() {
    return { atMs: this.#given.now().getTime(), elapsedMs: this.#given.elapsedMs?.() ?? 0 };
  }

  #believe(): void {
    this.#anchor = this.#present();
    this.#offMs = 0;
  }

  /** Compares, and gives what is believed. */
  #compare(): Date {
    if (!this.#given.elapsedMs) return this.#given.now();
    const { atMs, elapsedMs } = this.#present();
    const expectedMs = this.#anchor.atMs + elapsedMs - this.#anchor.elapsedMs;
    const offMs = atMs - expectedMs;
    if (Math.abs(offMs - this.#offMs) >= jumpMs) this.#note(offMs - this.#offMs, atMs, elapsedMs);
    this.#offMs = offMs;
    if (offMs > believedJumpMs) return new Date(expectedMs);
    this.#believe();
    return new Date(atMs);
  }

  #note(byMs: number, atMs: number, elapsedMs: number): void {
    const jump = { at: new Date(atMs).toISOString(), seconds: Math.round(byMs / 1000) };
    this.#jumpCount++;
    this.#jumps = [...this.#jumps.slice(-19), { elapsedMs, jump }];
    this.#log.error(jump, 'the clock of this machine has jumped');
    const offMs = atMs - this.#anchor.atMs - elapsedMs + this.#anchor.elapsedMs;
    this.onJump(jump, offMs > believedJumpMs ? Math.round(offMs / 1000) : 0);
  }

  async #mark(): Promise<Mark | null> {
    return ((await readSetting(this.#db, 'clock')) as Mark | undefined) ?? null;
  }
}

/** Exposes the clock as metrics. */
export function exposeClock(registry: Registry, watch: ClockWatch): void {
  new Gauge({
    name: 'plumbline_clock_ahead_seconds',
    help: 'How far the clock is ahead of the time that is believed; 0 = it is believed',
    registers: [registry],
    collect() {
      this.set(watch.state().aheadSeconds);
    },
  });
  new Counter({
    name: 'plumbline_clock_jumps_total',
    help: 'Times that the clock moved by five seconds and more against the time that passed, since the process began',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(watch.jumpCount);
    },
  });
}

/** Returns whether somebody called this time of the clock right just now. */
const isNear = (rightAt: string | null | undefined, nowMs: number): boolean =>
  typeof rightAt === 'string' && Math.abs(Date.parse(rightAt) - nowMs) < 120_000;

/** A person says that the clock is right: every process believes it at its next look. */
export async function callClockRight(db: Db, now: Date): Promise<void> {
  const mark = (await readSetting(db, 'clock', { locked: true })) as Mark | undefined;
  await writeSetting(db, 'clock', {
    believedAt: mark?.believedAt ?? now.toISOString(),
    rightAt: now.toISOString(),
  } satisfies Mark);
}
