/**
 * A connection that Modbus TCP is spoken over: one request is on its way at a time. Invariants: an answer belongs to the request
 * whose number it has, and one that comes after its time is let go; a stream that is no Modbus TCP is ended, for nothing in it can
 * be read any more.
 */
import type { RtuRequest } from '@plumbline/science/modbus/requests';
import { type TcpFrame, TcpFrameReader, tcpAnswer, tcpFrameOf, tcpRequest } from '@plumbline/science/modbus/tcp';
import type { Carrier } from './carrier.ts';
import { type Line, type LineAnswer, LineClosed, type LineExchange, type LineTiming } from './rtu-line.ts';

interface Waiting {
  readonly transaction: number;
  readonly take: (frame: TcpFrame) => void;
  readonly fail: (error: Error) => void;
}

export class TcpLine implements Line {
  readonly #socket: Carrier;
  readonly #onExchange: (exchange: LineExchange) => void;
  readonly #reader = new TcpFrameReader();
  #waiting: Waiting | null = null;
  #transaction = 0;
  #isClosed = false;

  constructor(socket: Carrier, onExchange: (exchange: LineExchange) => void = () => undefined) {
    this.#socket = socket;
    this.#onExchange = onExchange;
  }

  take(bytes: Uint8Array): boolean {
    const frames = this.#reader.take(bytes);
    if (frames === null) {
      this.#socket.destroy();
      return false;
    }
    for (const frame of frames) if (frame.transaction === this.#waiting?.transaction) this.#waiting.take(frame);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.fail(new LineClosed());
  }

  async request(request: RtuRequest, { timeoutMs }: LineTiming): Promise<LineAnswer> {
    const transaction = this.#next();
    const sent = tcpRequest(request, transaction);
    const begunAt = performance.now();
    const frame = await this.#exchange(transaction, sent, timeoutMs);
    const answer = answerOf(request, frame, Math.round(performance.now() - begunAt));
    this.#note(sent, frame, begunAt, answer);
    return answer;
  }

  /** The first byte is the unit, the rest what is asked of it; what comes back is the same. */
  async raw(bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const transaction = this.#next();
    const [unit = 0, ...pdu] = bytes;
    const sent = tcpFrameOf({ transaction, unit, pdu: Uint8Array.from(pdu.slice(0, 253)) });
    const begunAt = performance.now();
    const frame = await this.#exchange(transaction, sent, timeoutMs);
    this.#note(sent, frame, begunAt, { outcome: 'bytes', exception: null, latencyMs: null });
    return frame ? Uint8Array.from([frame.unit, ...frame.pdu]) : new Uint8Array();
  }

  #next(): number {
    this.#transaction = (this.#transaction + 1) & 0xffff;
    return this.#transaction;
  }

  /** null = nothing came in time. Throws LineClosed. */
  #exchange(transaction: number, sent: Uint8Array, withinMs: number): Promise<TcpFrame | null> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new LineClosed());
      const end = (act: () => void) => {
        clearTimeout(timer);
        this.#waiting = null;
        act();
      };
      const timer = setTimeout(() => end(() => resolve(null)), withinMs);
      this.#waiting = {
        transaction,
        take: (frame) => end(() => resolve(frame)),
        fail: (error) => end(() => reject(error)),
      };
      this.#socket.write(sent);
    });
  }

  #note(
    sent: Uint8Array,
    frame: TcpFrame | null,
    begunAt: number,
    { outcome, exception, latencyMs }: Pick<LineExchange, 'outcome' | 'exception' | 'latencyMs'>,
  ): void {
    const agoMs = performance.now() - begunAt;
    const sentAt = (now: Date) => new Date(now.getTime() - agoMs);
    const received = frame ? tcpFrameOf(frame) : new Uint8Array();
    this.#onExchange({ sentAt, sent, received, outcome, exception, latencyMs });
  }
}

function answerOf(request: RtuRequest, frame: TcpFrame | null, latencyMs: number): LineAnswer {
  const noAnswer = { data: null, exception: null };
  if (!frame) return { ...noAnswer, outcome: 'timeout', latencyMs: null };
  const answer = tcpAnswer(request, frame);
  if (answer.kind === 'exception') return { outcome: 'exception', data: null, exception: answer.code, latencyMs };
  if (answer.kind === 'wrong') return { ...noAnswer, outcome: 'noise', latencyMs };
  return { ...noAnswer, outcome: 'answer', data: answer.data, latencyMs };
}
