/**
 * The connection of one device that dials in: it is read by the clock, and by whoever asks. Invariants: one round or raw command
 * is on the line at a time; a line from which nothing comes is ended, for nobody else would notice (behind the NAT of a mobile
 * network a dead line looks like a quiet one).
 */
import type { DialInSetup, EndReason, Round } from '@plumbline/contract/telemetry/dial-in';
import { Plausibility } from '@plumbline/science/quality/plausible';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/context.ts';
import type { Frames } from '../../../devices/frames/frames.port.api.ts';
import type { Carrier } from './carrier.ts';
import type { DialInNewsDesk } from './dial-in-news.ts';
import { type RoundResult, roundInWords, runRound } from './dial-in-round.ts';
import { NmeaReceiver } from './nmea-receiver.ts';
import { type Line, type LineExchange, RtuLine } from './rtu-line.ts';
import { TcpLine } from './tcp-line.ts';

/** Raw commands that may wait for the line. */
const maxWaiting = 8;
/** A receiver sends once in some seconds. */
const firstPositionMs = 10_000;

/** A round that was read, on its way to the database. */
export interface ReadRound {
  readonly text: string;
  /** Samples of it that were refused; called once it is stored. */
  readonly onStored: (refused: number) => void;
  readonly onLost: () => void;
}
/** Storage of rounds: those of a device in their order. */
export interface Rounds {
  put(sncode: string, round: ReadRound): void;
  /** Rounds of a device that are not stored yet. */
  waiting(sncode: string): number;
}

export interface LinkParts {
  /** What it takes for true of the numbers of the device; outlives its connection. */
  readonly plausibility?: Plausibility;
  readonly clock: Clock;
  readonly log: Logger;
  readonly news: DialInNewsDesk;
  readonly store: Rounds;
  readonly frames: Frames;
  readonly onRound: (reads: Round['reads']) => void;
}

export interface LinkOf {
  readonly deviceId: number;
  readonly sncode: string;
  /** null = it was connected to. */
  readonly register: string | null;
  readonly address: string;
}

export interface Answered {
  readonly ok: boolean;
  readonly text: string;
}

const positionAnswers = {
  stored: { ok: true, text: 'the newest position was taken' },
  implausible: { ok: false, text: 'the newest position cannot be true by the bounds of the set-up and is held' },
  none: { ok: false, text: 'no position came since the last one' },
} as const satisfies Readonly<Record<string, Answered>>;

/** Timers and times go by two clocks: one that ends so little before its time was due for that time. */
const earlyMs = 100;

/** When the next round is due, epoch ms: at a whole interval, after the one that a timer has just ended for (`lastMs`). */
export function nextRoundAt(nowMs: number, intervalMs: number, lastMs: number): number {
  const fromMs = lastMs > nowMs && lastMs - nowMs <= earlyMs ? lastMs : nowMs;
  return fromMs - (fromMs % intervalMs) + intervalMs;
}

/** Returns whether it is connected to, over Modbus TCP; else its modem dials in. */
export const isCalled = ({ tcp }: DialInSetup): boolean => (tcp ?? null) !== null;

export class DialInLink {
  readonly of: LinkOf;
  readonly #parts: LinkParts;
  readonly #socket: Carrier;
  readonly #line: Line;
  readonly #connectedAt: Date;
  readonly #onEnd: () => void;
  /** null = it is read over Modbus. */
  readonly #receiver: NmeaReceiver | null;
  readonly #plausibility: Plausibility;
  #setup: DialInSetup;
  #timer: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #lastByteAt: Date;
  #refused = 0;
  #lost = 0;
  #ended: EndReason | null = null;
  #isReplaced = false;
  /** The first position of a receiver does not wait for the clock. */
  #isFirst = false;
  /** What is on the line, and after it what waits. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #round: Promise<unknown> | null = null;

  constructor(parts: LinkParts, of: LinkOf, opened: { socket: Carrier; setup: DialInSetup; onEnd: () => void }) {
    this.of = of;
    this.#parts = parts;
    this.#socket = opened.socket;
    this.#setup = opened.setup;
    this.#plausibility = parts.plausibility ?? new Plausibility();
    this.#onEnd = opened.onEnd;
    const onExchange = (exchange: LineExchange): void => this.#noteExchange(exchange);
    this.#receiver = opened.setup.nmea
      ? new NmeaReceiver({
          clock: parts.clock,
          frames: parts.frames,
          sncode: of.sncode,
          address: of.address,
          plausibility: this.#plausibility,
          nmea: () => this.#setup.nmea,
          onEpoch: () => this.#takeFirst(),
        })
      : null;
    this.#line =
      isCalled(opened.setup) && !opened.setup.nmea
        ? new TcpLine(opened.socket, onExchange)
        : new RtuLine(opened.socket, onExchange);
    this.#connectedAt = parts.clock.now();
    this.#lastByteAt = this.#connectedAt;
  }

  get isNmea(): boolean {
    return this.#receiver !== null;
  }

  /** `isFresh`: its newest round is so young that it is read by the clock alone. */
  start({ isFresh }: { readonly isFresh: boolean }): void {
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.on('close', () => this.end('closed'));
    this.#socket.resume();
    this.#noteConnection('connected');
    this.#watchSilence();
    this.#report(null);
    this.#schedule();
    this.#isFirst = !isFresh;
    if (!isFresh && !this.#receiver) this.#readAll('connected');
  }

  /** Its set-up is another: the next round is by it. A connection that ended while that was looked up stays ended. */
  update(setup: DialInSetup): void {
    if (this.#ended) return;
    this.#setup = setup;
    this.#watchSilence();
    this.#schedule();
  }

  /** `null` = a newer connection took its place and reports for itself. */
  end(reason: EndReason | null): void {
    if (this.#ended) return;
    this.#ended = reason ?? 'closed';
    this.#isReplaced = reason === null;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#receiver?.close();
    this.#line.close();
    this.#noteConnection('disconnected');
    this.#socket.destroy();
    this.#report(null);
    this.#onEnd();
  }

  /** Waits for what is on the line to end. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Reads the rows of these channels now; null = all of them. */
  async collect(channels: readonly string[] | null): Promise<Answered> {
    if (this.#receiver) {
      return positionAnswers[this.#takePosition('command')];
    }
    const { rows } = this.#setup;
    const chosenRows = channels ? rows.filter(({ channel }) => channels.includes(channel)) : rows;
    if (chosenRows.length === 0) return { ok: false, text: 'no row of the register map reads this' };
    const result = await this.#inTurn(() => this.#read('command', chosenRows));
    if (!result) return { ok: false, text: 'too much is waiting for this connection' };
    const isAnswered = result.reads.some(({ outcome }) => outcome === 'answer' || outcome === 'late');
    return { ok: isAnswered, text: roundInWords(result) };
  }

  /** Sends bytes and gives what came back, in hexadecimal. */
  async raw(bytes: Uint8Array): Promise<Answered> {
    const { downlink } = this.#setup;
    if (!downlink && !isCalled(this.#setup))
      return { ok: false, text: 'the set-up of the device allows no bytes to it' };
    const answer = await this.#inTurn(() => this.#line.raw(bytes, this.#setup.answerWithinMs));
    if (!answer) return { ok: false, text: 'too much is waiting for this connection' };
    const text = Buffer.from(answer).toString('hex').toUpperCase();
    return { ok: answer.length > 0, text: text || 'no byte came back' };
  }

  #take(bytes: Buffer): void {
    this.#lastByteAt = this.#parts.clock.now();
    this.#silence?.refresh();
    // A sign of life without bytes: a modem over UDP said who it is again.
    if (bytes.length === 0) return;
    this.#receiver?.take(bytes);
    if (this.#line.take(bytes) || this.#receiver) return;
    this.#parts.frames.device(this.of.sncode, () => ({
      direction: 'in',
      link: 'dialIn',
      kind: 'bytes',
      topic: this.of.address,
      content: bytes,
    }));
  }

  #noteConnection(kind: 'connected' | 'disconnected'): void {
    const detail = this.#ended ?? '';
    this.#parts.frames.device(this.of.sncode, () => ({
      direction: 'none',
      link: 'dialIn',
      kind,
      topic: this.of.address,
      detail,
    }));
  }

  /** What was asked, and whatever came until it was over. */
  #noteExchange({ sentAt, sent, received, outcome, exception, latencyMs }: LineExchange): void {
    const { frames, clock } = this.#parts;
    if (!frames.isRecorded(this.of.sncode)) return;
    const link = 'dialIn' as const;
    const topic = this.of.address;
    frames.device(this.of.sncode, () => ({
      direction: 'out',
      link,
      kind: 'request',
      topic,
      content: sent,
      at: sentAt(clock.now()),
    }));
    const isWrong = outcome !== 'answer' && outcome !== 'bytes';
    frames.device(this.of.sncode, () => ({
      direction: 'in',
      link,
      kind: 'answer',
      topic,
      content: received,
      latencyMs,
      error: isWrong ? outcome : null,
      detail: exception === null ? '' : String(exception),
    }));
  }

  /** Waits for the line; null = too many wait already. */
  async #inTurn<T>(use: () => Promise<T>): Promise<T | null> {
    if (this.#waiting >= maxWaiting) return null;
    this.#waiting++;
    const own = this.#turn.then(use).finally(() => {
      this.#waiting--;
    });
    this.#turn = own.catch(() => undefined);
    return own;
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end('silent'), this.#setup.silentSeconds * 1000);
  }

  #schedule(lastMs = 0): void {
    clearTimeout(this.#timer);
    const dueMs = nextRoundAt(this.#parts.clock.now().getTime(), this.#setup.intervalSeconds * 1000, lastMs);
    this.#timer = setTimeout(() => {
      this.#schedule(dueMs);
      this.#readAll('interval');
    }, dueMs - this.#parts.clock.now().getTime());
  }

  /** A round that is due while one is on its way, or waits, is that one. */
  #readAll(cause: Round['cause']): void {
    if (this.#receiver) return void this.#takePosition(cause);
    const { enabled, rows } = this.#setup;
    if (!enabled || rows.length === 0 || this.#round) return;
    this.#round = this.#inTurn(() => this.#read(cause, this.#setup.rows))
      .catch((error) => this.#parts.log.warn({ err: error, sncode: this.of.sncode }, 'a round failed'))
      .finally(() => {
        this.#round = null;
      });
  }

  async #read(cause: Round['cause'], rows: DialInSetup['rows']): Promise<RoundResult> {
    const { clock, onRound } = this.#parts;
    const at = clock.now();
    const result = await runRound(this.#line, this.#setup, rows, this.#plausibility);
    onRound(result.reads);
    if (Object.keys(result.samples).length > 0) this.#put(at, result.samples);
    const times = { at: at.toISOString(), endedAt: clock.now().toISOString() };
    this.#report({ ...times, cause, reads: result.reads, position: null });
    return result;
  }

  #put(at: Date, channels: unknown): void {
    this.#parts.store.put(this.of.sncode, {
      text: JSON.stringify({ at: at.toISOString(), channels }),
      onStored: (refused) => {
        this.#refused = refused;
        this.#report(null);
      },
      onLost: () => {
        this.#lost++;
        this.#report(null);
      },
    });
  }

  #takeFirst(): void {
    if (!this.#isFirst) return;
    this.#isFirst = false;
    this.#takePosition('connected');
  }

  /** What became of the newest position; where there was none that is the news, once the receiver has had the time to send one. */
  #takePosition(cause: Round['cause']): 'stored' | 'implausible' | 'none' {
    const { enabled, nmea } = this.#setup;
    if (!enabled || !nmea || !this.#receiver) return 'none';
    const now = this.#parts.clock.now();
    const { epoch, position } = this.#receiver.due();
    const at = new Date(epoch?.at ?? now);
    const isImplausible = position.rejected.length > 0;
    if (epoch) {
      this.#isFirst = false;
      this.#parts.onRound([]);
      if (!isImplausible) this.#put(at, { [nmea.channel]: epoch.values });
    } else if (now.getTime() - this.#connectedAt.getTime() < firstPositionMs) return 'none';
    this.#report({ at: at.toISOString(), endedAt: now.toISOString(), cause, reads: [], position });
    if (!epoch) return 'none';
    return isImplausible ? 'implausible' : 'stored';
  }

  #report(round: Round | null): void {
    if (this.#isReplaced) return;
    const { news, clock, store } = this.#parts;
    const { deviceId, sncode, address } = this.of;
    news.add({
      deviceId,
      address,
      connectedAt: this.#connectedAt,
      endedAt: this.#ended ? clock.now() : null,
      endReason: this.#ended,
      lastByteAt: this.#lastByteAt,
      round,
      waiting: store.waiting(sncode),
      lost: this.#lost,
      refused: this.#refused,
    });
    this.#lost = 0;
  }
}
