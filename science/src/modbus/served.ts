/**
 * What a Modbus TCP server answers: registers made of values, and the answers to requests. Pure.
 * Source: "MODBUS Application Protocol Specification V1.1b3", sections 6.3, 6.4 and 7.
 *
 * Invariants: nothing is written; a register that no row fills is refused, never 0; a value that is not good is not a number.
 */
import type { ByteOrder } from './registers.ts';

export interface ServedValue {
  readonly address: number;
  readonly type: 'float32' | 'int32';
  readonly order: ByteOrder;
  /** What is served; null = none. */
  readonly value: number | null;
  /** 0 unknown, 1 good, 2 stale, 3 never read, 4 failed, 5 too large. */
  readonly state: number;
  /** 0 unknown, 1 normal, 2 to 5 the levels. */
  readonly level: number;
  /** Seconds since 1970; 0 = never. */
  readonly seconds: number;
}

/** Registers by address. */
export type RegisterImage = ReadonlyMap<number, number>;

/** The quiet NaN that every control system knows, and the lowest whole number, which is no value of an instrument. */
const noFloat = 0x7fc00000;
const noInteger = 0x80000000;

export const fitsInt32 = (value: number): boolean => Math.round(value) > -(2 ** 31) && Math.round(value) < 2 ** 31;
export const fitsFloat32 = (value: number): boolean => Number.isFinite(Math.fround(value));

export function imageOf(values: readonly ServedValue[]): RegisterImage {
  const image = new Map<number, number>();
  for (const { address, type, order, value, state, level, seconds } of values) {
    const words = [
      ...wordsOf(bitsOf(type, value), order),
      state,
      level,
      ...wordsOf(Math.min(Math.max(Math.floor(seconds), 0), 2 ** 32 - 1), order),
    ];
    for (const [at, word] of words.entries()) image.set(address + at, word);
  }
  return image;
}

function bitsOf(type: ServedValue['type'], value: number | null): number {
  const view = new DataView(new ArrayBuffer(4));
  if (type === 'float32') {
    if (value === null || !fitsFloat32(value)) view.setUint32(0, noFloat);
    else view.setFloat32(0, value);
  } else if (value === null || !fitsInt32(value)) view.setUint32(0, noInteger);
  else view.setInt32(0, Math.round(value));
  return view.getUint32(0);
}

function wordsOf(bits: number, order: ByteOrder): [number, number] {
  const [high, low] = [Math.floor(bits / 0x10000), bits % 0x10000];
  const swap = (word: number) => (word % 256) * 256 + Math.floor(word / 256);
  if (order === 'ABCD') return [high, low];
  if (order === 'CDAB') return [low, high];
  return order === 'BADC' ? [swap(high), swap(low)] : [swap(low), swap(high)];
}

export const exceptions = { function: 1, address: 2, value: 3, failure: 4, path: 10 } as const;
export const exceptionOf = (code: number, exception: number): Uint8Array =>
  Uint8Array.of((code | 0x80) & 0xff, exception);

const maxRegisters = 125;

/** The answer to a request. Holding and input registers are the same; anything else is a function that there is not. */
export function answerOf(pdu: Uint8Array, image: RegisterImage): Uint8Array {
  const [code = 0, addressHigh = 0, addressLow = 0, countHigh = 0, countLow = 0] = pdu;
  if (code !== 3 && code !== 4) return exceptionOf(code, exceptions.function);
  const [address, count] = [addressHigh * 256 + addressLow, countHigh * 256 + countLow];
  if (pdu.length !== 5 || count < 1 || count > maxRegisters) return exceptionOf(code, exceptions.value);
  const answer = new Uint8Array(2 + count * 2);
  answer[0] = code;
  answer[1] = count * 2;
  for (let at = 0; at < count; at++) {
    const word = image.get(address + at);
    if (word === undefined) return exceptionOf(code, exceptions.address);
    answer[2 + at * 2] = word >> 8;
    answer[3 + at * 2] = word & 0xff;
  }
  return answer;
}
