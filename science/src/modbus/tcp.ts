/**
 * Frames of Modbus TCP: a header with a transaction number, a length and a unit, and what RTU would send without its check sum.
 * Source: "MODBUS Messaging on TCP/IP Implementation Guide V1.0b", section 3.1.3 (MBAP header). Pure.
 *
 * Invariant: what is kept of a stream is bounded by the longest frame; a stream whose header is none can never be read again.
 */
import { frameOf, type RtuRequest } from './requests.ts';

export interface TcpFrame {
  readonly transaction: number;
  readonly unit: number;
  /** Function code and what follows it. */
  readonly pdu: Uint8Array;
}

const headerBytes = 7;
const maxPduBytes = 253;

export const tcpFrameOf = ({ transaction, unit, pdu }: TcpFrame): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    transaction >> 8,
    transaction & 0xff,
    0,
    0,
    (pdu.length + 1) >> 8,
    (pdu.length + 1) & 0xff,
    unit,
    ...pdu,
  ]);

/** The frame of a request. Throws RequestFault as that of RTU. */
export function tcpRequest(request: RtuRequest, transaction: number): Uint8Array<ArrayBuffer> {
  return tcpFrameOf({ transaction, unit: request.unit, pdu: frameOf(request).subarray(1, -2) });
}

/** Takes a stream apart, however it is cut. */
export class TcpFrameReader {
  #bytes = new Uint8Array(0);
  #isBroken = false;

  /** The frames that are whole now; null = what came is no Modbus TCP, and nothing after it can be read. */
  take(bytes: Uint8Array): TcpFrame[] | null {
    if (this.#isBroken) return null;
    const all = new Uint8Array(this.#bytes.length + bytes.length);
    all.set(this.#bytes);
    all.set(bytes, this.#bytes.length);
    const frames: TcpFrame[] = [];
    let at = 0;
    for (;;) {
      const frame = frameAt(all, at);
      if (frame === 'broken') {
        this.#isBroken = true;
        return null;
      }
      if (frame === 'open') break;
      frames.push(frame);
      at += headerBytes + frame.pdu.length;
    }
    this.#bytes = all.slice(at);
    return frames;
  }
}

function frameAt(bytes: Uint8Array, at: number): TcpFrame | 'open' | 'broken' {
  const [high = 0, low = 0, protocolHigh, protocolLow, lengthHigh, lengthLow, unit] = bytes.subarray(
    at,
    at + headerBytes,
  );
  if ((protocolHigh ?? 0) !== 0 || (protocolLow ?? 0) !== 0) return 'broken';
  if (lengthLow === undefined || lengthHigh === undefined) return 'open';
  const length = lengthHigh * 256 + lengthLow;
  if (length < 2 || length > maxPduBytes + 1) return 'broken';
  if (unit === undefined || bytes.length - at < headerBytes + length - 1) return 'open';
  return { transaction: high * 256 + low, unit, pdu: bytes.slice(at + headerBytes, at + headerBytes + length - 1) };
}

export type TcpAnswer =
  | { readonly kind: 'data'; readonly data: Uint8Array }
  | { readonly kind: 'exception'; readonly code: number }
  /** It has the number of the request, and is no answer to it. */
  | { readonly kind: 'wrong' };

/** Returns the answer of a frame to the request of its number. */
export function tcpAnswer(request: RtuRequest, { unit, pdu }: TcpFrame): TcpAnswer {
  const [code = 0, second = 0] = pdu;
  if (unit !== request.unit) return { kind: 'wrong' };
  if (code === (request.function | 0x80) && pdu.length === 2) return { kind: 'exception', code: second };
  if (code !== request.function) return { kind: 'wrong' };
  if (request.function > 4) return pdu.length === 5 ? { kind: 'data', data: new Uint8Array(0) } : { kind: 'wrong' };
  const count = 'count' in request ? request.count : 0;
  const bytes = request.function <= 2 ? Math.ceil(count / 8) : count * 2;
  return second === bytes && pdu.length === bytes + 2 ? { kind: 'data', data: pdu.slice(2) } : { kind: 'wrong' };
}
