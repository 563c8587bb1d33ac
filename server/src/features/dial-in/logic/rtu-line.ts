/**
 * A connection that Modbus RTU is spoken over: one request is on its way at a time, and what comes without one is let go.
 *
 * Invariant: an answer that comes after its time is never taken for that of a later request. Frames of Modbus RTU have no number, so
 * after a request without an answer nothing is sent for the same time again, in which the answer is still recognised.
 */
import type { Socket } from 'node:net';
import type { ReadOutcome } from '@plumbline/contract/dial-in';
import { AnswerReader, type RtuAnswer } from '@plumbline/science/modbus/answer-reader';
import { frameOf, type RtuRequest } from '@plumbline/science/modbus/requests';

/** The bus turns around between an answer and the next request. */
const gapMs = 20;
const maxRawBytes = 512;

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

export class RtuLine {
  readonly #socket: Socket;
  #isClosed = false;
  /** Takes what comes while something is waited for. */
  #taker: ((bytes: Uint8Array) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  take(bytes: Uint8Array): void {
    this.#taker?.(bytes);
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
    await this.#exchange(frameOf(request), timeoutMs, (bytes) => {
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
    await this.#pause(gapMs);
    return answerOf(found, isLate, latencyMs) ?? { outcome: reader.why(), data: null, exception: null, latencyMs };
  }

  /** Sends bytes as they are, and gives what comes until it is quiet. Throws LineClosed. */
  async raw(bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const received: number[] = [];
    await this.#exchange(bytes, timeoutMs, (more) => {
      received.push(...more.subarray(0, maxRawBytes - received.length));
      return received.length < maxRawBytes ? 'quiet' : 'over';
    });
    await this.#pause(timeoutMs);
    return Uint8Array.from(received);
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

function answerOf(found: RtuAnswer | null, isLate: boolean, latencyMs: number | null): LineAnswer | null {
  if (!found) return null;
  if (found.kind === 'exception') return { outcome: 'exception', data: null, exception: found.code, latencyMs };
  return { outcome: isLate ? 'late' : 'answer', data: found.data, exception: null, latencyMs };
}
