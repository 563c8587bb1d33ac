/** What a frame of Modbus RTU asks and is answered, as numbers to show. Pure; it throws on no bytes. */
import { AnswerReader } from './answer-reader.ts';
import { type ReadFunction, type RtuRequest, readFunctions } from './requests.ts';

export interface DescribedRequest {
  readonly unit: number;
  readonly function: number;
  readonly address: number;
  /** Registers or bits of a read; of a write to one place, what is written. */
  readonly count: number;
}

/** null = it is no request that the gateway sends by itself. */
export function describeRequest(bytes: Uint8Array): DescribedRequest | null {
  const [unit = 0, code = 0, addressHigh = 0, addressLow = 0, countHigh = 0, countLow = 0] = bytes;
  if (bytes.length < 8 || unit < 1 || unit > 247) return null;
  return { unit, function: code, address: addressHigh * 256 + addressLow, count: countHigh * 256 + countLow };
}

export type DescribedAnswer =
  | { readonly kind: 'registers'; readonly registers: readonly number[] }
  | { readonly kind: 'bits'; readonly bits: readonly boolean[] }
  | { readonly kind: 'exception'; readonly code: number }
  /** Nothing but silence, a wrong check sum, bytes that are no answer. */
  | { readonly kind: 'timeout' | 'crc' | 'noise' };

/** Returns a description of the bytes after a read; null = what was sent is no read. */
export function describeAnswer(requestBytes: Uint8Array, answer: Uint8Array): DescribedAnswer | null {
  const request = describeRequest(requestBytes);
  if (!request || !isRead(request.function) || request.count < 1 || request.count > 2000) return null;
  if (request.function > 2 && request.count > 125) return null;
  const { unit, address, count } = request;
  const reader = new AnswerReader({ unit, address, count, function: request.function } as RtuRequest);
  const readAnswer = reader.take(answer);
  if (!readAnswer) return { kind: reader.why() };
  if (readAnswer.kind === 'exception') return readAnswer;
  const { data } = readAnswer;
  if (request.function <= 2)
    return {
      kind: 'bits',
      bits: Array.from({ length: count }, (_, at) => (((data[at >> 3] ?? 0) >> (at & 7)) & 1) === 1),
    };
  const registers = Array.from({ length: count }, (_, at) => (data[at * 2] ?? 0) * 256 + (data[at * 2 + 1] ?? 0));
  return { kind: 'registers', registers };
}

const isRead = (code: number): code is ReadFunction => (readFunctions as readonly number[]).includes(code);
