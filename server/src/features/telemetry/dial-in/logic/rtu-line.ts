/**
 * A connection that Modbus RTU is spoken over: one request is on its way at a time, and what comes without one is let go.
 *
 * Invariant: an answer that comes after its time is never taken for that of a later request. Frames of Modbus RTU have no number, so
 * after a request without an answer nothing is sent for the same time again, in which the answer is still recognised.
 */
import type { ReadOutcome } from '@plumbline/contract/telemetry/dial-in';
import { AnswerReader, type RtuAnswer } from '@plumbline/science/modbus/answer-reader';
import { frameOf, type RtuRequest } from '@plumbline/science/modbus/requests';
import type { Carrier } from './carrier.ts';

/** The bus turns around between an answer and the next request. */
const gapMs = 20;
const maxRawBytes = 512;
/** Of what came until an answer was there. */
const maxNotedBytes = 8_192;

export class LineClosed extends Error {}

export interface LineTiming {
  readonly timeoutMs: number;
  readonly heartbeat: Uint8Array;
}

export interface LineAnswer {
  readonly outcome: Exclude<ReadOutcome, 'skipped'>;
  readonly data: Uint8Array | null;
  readonly exception: number | null;
  readonly latencyMs: number | null;
}

/** Exchange on a line: what was sent, and whatever came until that was over. */
export interface LineExchange {
  /** When it was sent, on the clock of whoever asks. */
  readonly sentAt: (now: Date) => Date;
  readonly sent: Uint8Array;
  readonly received: Uint8Array;
  /** `bytes` = they were sent as they are, and anything is an answer. */
  readonly outcome: LineAnswer['outcome'] | 'bytes';
  readonly exception: number | null;
  readonly latencyMs: number | null;
}

/** A connection that is asked for registers, over RTU or TCP. */
export interface Line {
  /** Returns whether it came while something was waited for. */
  take(bytes: Uint8Array): boolean;
  /** Whoever waits for an answer learns that none will come. */
  close(): void;
  /** Sends a request and waits for what becomes of it. Throws LineClosed. */
  request(request: RtuRequest, timing: LineTiming): Promise<LineAnswer>;
  /** Sends bytes as they are. Throws LineClosed. */
  raw(bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
}

export class RtuLine implements Line {
  readonly #socket: Carrier;
  readonly #onExchange: (exchange: LineExchange) => void;
  /** What came since the last thing was sent, bounded. */
  #received: Uint8Array[] = [];
  #receivedBytes = 0;
  #isClosed = false;
  /** Takes what comes while something is waited for. */
  #taker: ((bytes: Uint8Array) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(socket: Carrier, onExchange: (exchange: LineExchange) => void = () => undefined) {
    this.#socket = socket;
    this.#onExchange = onExchange;
  }

  /** Returns whether it came while something was waited for. */
  take(bytes: Uint8Array): boolean {
    if (!this.#taker) return false;
    if (this.#receivedBytes < maxNotedBytes) {
      this.#received.push(bytes);
      this.#receivedBytes += bytes.length;
    }
    this.#taker(bytes);
    return true;
  }

  /** Whoever waits for an answer learns that none will come. */
  close(): void {
    this.#isClosed = true;
    this.#fail?.(new LineClosed());
  }

  /** Sends a request and waits for what becomes of it. Throws LineClosed. */
  async request(request: RtuRequest, { timeoutMs, heartbeat }: LineTiming): Promise<LineAnswer> {
    const reader = new AnswerReader(request, heartbeat);
    let found: RtuAnswer | null = null;
    const begunAt = performance.now();
    const sent = frameOf(request);
    this.#begin();
    await this.#exchange(sent, timeoutMs, (bytes) => {
      found ??= reader.take(bytes);
      return found ? 'over' : 'more';
    });
    let isLate = false;
    if (!found && reader.why() !== 'crc') {
      isLate = true;
      await this.#exchange(null, timeoutMs, (bytes) => {
        found ??= reader.take(bytes);
        return found ? 'over' : 'more';
      });
    }
    const latencyMs = found ? Math.round(performance.now() - begunAt) : null;
    const answer = answerOf(found, isLate, latencyMs) ?? {
      outcome: reader.why(),
      data: null,
      exception: null,
      latencyMs,
    };
    this.#note(sent, begunAt, answer);
    await this.#pause(gapMs);
    return answer;
  }

  /** Sends bytes as they are, and gives what comes until it is quiet. Throws LineClosed. */
  async raw(bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const received: number[] = [];
    const begunAt = performance.now();
    this.#begin();
    await this.#exchange(bytes, timeoutMs, (more) => {
      received.push(...more.subarray(0, maxRawBytes - received.length));
      return received.length < maxRawBytes ? 'quiet' : 'over';
    });
    this.#note(bytes, begunAt, { outcome: 'bytes', exception: null, latencyMs: null });
    await this.#pause(timeoutMs);
    return Uint8Array.from(received);
  }

  #begin(): void {
    this.#received = [];
    this.#receivedBytes = 0;
  }

  #note(
    sent: Uint8Array,
    begunAt: number,
    { outcome, exception, latencyMs }: Pick<LineExchange, 'outcome' | 'exception' | 'latencyMs'>,
  ): void {
    const agoMs = performance.now() - begunAt;
    const received = Buffer.concat(this.#received);
    this.#begin();
    const sentAt = (now: Date) => new Date(now.getTime() - agoMs);
    this.#onExchange({ sentAt, sent, received, outcome, exception, latencyMs });
  }

  /** `take` says whether it is over, goes on, or is over once nothing more comes for a moment. */
  #exchange(
    sent: Uint8Array | null,
    withinMs: number,
    take: (bytes: Uint8Array) => 'over' | 'more' | 'quiet',
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new LineClosed());
      let timer = setTimeout(() => end(), withinMs);
      const end = (error?: Error) => {
        clearTimeout(timer);
        this.#taker = null;
        this.#fail = null;
        if (error) reject(error);
        else resolve();
      };
      this.#fail = end;
      this.#taker = (bytes) => {
        const verdict = take(bytes);
        if (verdict === 'over') end();
        if (verdict !== 'quiet') return;
        clearTimeout(timer);
        timer = setTimeout(() => end(), Math.min(300, withinMs));
      };
      if (sent) this.#socket.write(sent);
    });
  }

  #pause(ms: number): Promise<void> {
    return this.#exchange(null, ms, () => 'more');
  }
}

function answerOf(answer: RtuAnswer | null, isLate: boolean, latencyMs: number | null): LineAnswer | null {
  if (!answer) return null;
  if (answer.kind === 'exception') return { outcome: 'exception', data: null, exception: answer.code, latencyMs };
  return { outcome: isLate ? 'late' : 'answer', data: answer.data, exception: null, latencyMs };
}
