/**
 * Finds the answer to one request in whatever bytes arrive: one at a time, with noise before it, and with heartbeats of the
 * modem before, after and inside it. Pure.
 *
 * Invariants: an answer is only what begins as its request demands and ends in its check sum; a heartbeat is taken out of it only
 * where the check sum fails otherwise; the bytes that are kept, and the work for each, are bounded.
 */
import { hasCrc } from './crc.ts';
import { type AnswerShape, answerShape, type RtuRequest } from './requests.ts';

export type RtuAnswer =
  /** The data of a read; empty for a write. */
  | { readonly kind: 'data'; readonly data: Uint8Array }
  /** The slave refuses: code 1 function, 2 address, 3 value, 4 failure, 5 later, 6 busy. */
  | { readonly kind: 'exception'; readonly code: number };

/** Why there is no answer when the time for it is over. */
export type NoAnswer =
  /** Not one byte but heartbeats. */
  | 'timeout'
  /** An answer arrived whole, and its check sum was wrong. */
  | 'crc'
  /** Bytes arrived, and no answer among them. */
  | 'noise';

const maxBytes = 1024;
/** Of heartbeats inside an answer each may belong to its data: so many are tried one way and the other. */
const maxHeartbeats = 4;

export class AnswerReader {
  readonly #shapes: readonly AnswerShape[];
  readonly #heartbeat: Uint8Array;
  #bytes = new Uint8Array(0);
  /** No answer begins before this place. */
  #from = 0;
  #isCorrupt = false;
  /** Bytes that were let go because too many came. */
  #dropped = 0;

  /** `heartbeat`: what the modem sends by itself, empty for nothing. */
  constructor(request: RtuRequest, heartbeat: Uint8Array = new Uint8Array(0)) {
    const shape = answerShape(request);
    this.#shapes = [shape, { head: [request.unit, request.function | 0x80], length: 5 }];
    this.#heartbeat = heartbeat;
  }

  /** Takes bytes; gives the answer once it is there. */
  take(bytes: Uint8Array): RtuAnswer | null {
    for (let at = 0; at < bytes.length; at += 64) {
      const answer = this.#takeSome(bytes.subarray(at, at + 64));
      if (answer) return answer;
    }
    return null;
  }

  /** What was wrong, when nothing more is waited for. */
  why(): NoAnswer {
    if (this.#isCorrupt) return 'crc';
    const remaining = without(this.#bytes, this.#heartbeat);
    return remaining.length === 0 && this.#dropped === 0 ? 'timeout' : 'noise';
  }

  #takeSome(bytes: Uint8Array): RtuAnswer | null {
    this.#bytes = joined(this.#bytes, bytes);
    if (this.#bytes.length > maxBytes) {
      const spare = this.#bytes.length - maxBytes;
      this.#bytes = this.#bytes.slice(spare);
      this.#from = Math.max(0, this.#from - spare);
      this.#dropped += spare;
    }
    let isSettled = true;
    for (let at = this.#from; at < this.#bytes.length; at++) {
      const answer = this.#readAt(at);
      if (typeof answer === 'object') return answer;
      if (answer === 'open') isSettled = false;
      if (isSettled) this.#from = at + 1;
    }
    return null;
  }

  /** The answer that begins here; 'open' = it may still become one. */
  #readAt(at: number): RtuAnswer | 'none' | 'open' {
    let isOpen = false;
    for (const shape of this.#shapes) {
      const frame = this.#frameAt(at, shape);
      if (frame === 'open') isOpen = true;
      else if (frame !== 'none') {
        const isException = shape !== this.#shapes[0];
        if (isException) return { kind: 'exception', code: frame[2] ?? 0 };
        return { kind: 'data', data: frame.slice(3, shape.length - 2) };
      }
    }
    return isOpen ? 'open' : 'none';
  }

  #frameAt(at: number, { head, length }: AnswerShape): Uint8Array | 'none' | 'open' {
    const bytes = this.#bytes;
    const size = this.#heartbeat.length;
    const plain = bytes.subarray(at, at + length);
    const fits = begins(plain, head);
    if (fits && plain.length === length && hasCrc(plain)) return plain.slice();
    if (fits && plain.length === length) this.#isCorrupt = true;
    if (plain.length < length && fits) return 'open';
    if (size === 0) return 'none';
    // What begins otherwise may begin with the head and a heartbeat inside it; never with the heartbeat itself.
    if (plain[0] !== head[0]) return 'none';
    const longest = length + maxHeartbeats * size;
    const places = placesOf(this.#heartbeat, bytes.subarray(at, at + longest)).slice(0, maxHeartbeats);
    for (let choice = 1; choice < 1 << places.length; choice++) {
      const chosen = places.filter((_, nth) => choice & (1 << nth));
      const remaining = cutOut(bytes.subarray(at, at + length + chosen.length * size), chosen, size);
      if (remaining.length !== length || !begins(remaining, head)) continue;
      if (hasCrc(remaining)) return remaining;
      this.#isCorrupt = true;
    }
    return bytes.length - at < longest ? 'open' : 'none';
  }
}

/** Returns whether bytes agree with the head as far as both go. */
function begins(bytes: Uint8Array, head: readonly number[]): boolean {
  for (let i = 0; i < head.length && i < bytes.length; i++) if (bytes[i] !== head[i]) return false;
  return true;
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** Where a pattern stands in bytes; no two places overlap. */
function placesOf(pattern: Uint8Array, bytes: Uint8Array): number[] {
  const places: number[] = [];
  if (pattern.length === 0) return places;
  for (let at = 0; at + pattern.length <= bytes.length; at++) {
    if (!pattern.every((byte, nth) => bytes[at + nth] === byte)) continue;
    places.push(at);
    at += pattern.length - 1;
  }
  return places;
}

const cutOut = (bytes: Uint8Array, places: readonly number[], size: number): Uint8Array =>
  bytes.filter((_, at) => !places.some((place) => at >= place && at < place + size));

/** The bytes with every heartbeat taken out. */
const without = (bytes: Uint8Array, heartbeat: Uint8Array): Uint8Array =>
  heartbeat.length === 0 ? bytes : cutOut(bytes, placesOf(heartbeat, bytes), heartbeat.length);
