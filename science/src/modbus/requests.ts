/**
 * Requests of a Modbus RTU master and what an answer to each looks like: functions 1 to 6, 15 and 16 of the "MODBUS
 * Application Protocol Specification V1.1b3". Pure.
 *
 * Invariant: the length of an answer follows from its request. What a slave claims of itself is never a length to wait for.
 */
import { withCrc } from './crc.ts';

export const readFunctions = [1, 2, 3, 4] as const;
export type ReadFunction = (typeof readFunctions)[number];

export type RtuRequest = { readonly unit: number; readonly address: number } & (
  | { readonly function: ReadFunction; readonly count: number }
  | { readonly function: 5; readonly on: boolean }
  | { readonly function: 6; readonly value: number }
  | { readonly function: 15; readonly bits: readonly boolean[] }
  | { readonly function: 16; readonly values: readonly number[] }
);

/** At most so many of one read: what fits into a frame of 256 bytes. */
export const maxOfRead = { bits: 2000, registers: 125 } as const;
const maxOfWrite = { bits: 1968, registers: 123 } as const;

export class RequestFault extends Error {}

const need = (right: boolean, text: string): void => {
  if (!right) throw new RequestFault(text);
};
const isWhole = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;
const word = (value: number): [number, number] => [value >>> 8, value & 0xff];

/** The frame of a request. Throws RequestFault where no slave could be sent it: unit 0 is for all and answered by none. */
export function frameOf(request: RtuRequest): Uint8Array {
  const { unit, address } = request;
  need(isWhole(unit, 1, 247), 'a unit is 1 to 247');
  need(isWhole(address, 0, 0xffff), 'an address is 0 to 65535');
  return withCrc([unit, request.function, ...word(address), ...bodyOf(request)]);
}

function bodyOf(request: RtuRequest): number[] {
  switch (request.function) {
    case 5:
      return [request.on ? 0xff : 0, 0];
    case 6:
      need(isWhole(request.value, 0, 0xffff), 'a register holds 0 to 65535');
      return word(request.value);
    case 15:
      needSpan(request.address, request.bits.length, maxOfWrite.bits);
      return [...word(request.bits.length), Math.ceil(request.bits.length / 8), ...packed(request.bits)];
    case 16:
      needSpan(request.address, request.values.length, maxOfWrite.registers);
      need(
        request.values.every((value) => isWhole(value, 0, 0xffff)),
        'a register holds 0 to 65535',
      );
      return [...word(request.values.length), request.values.length * 2, ...request.values.flatMap(word)];
    default:
      needSpan(request.address, request.count, request.function <= 2 ? maxOfRead.bits : maxOfRead.registers);
      return word(request.count);
  }
}

function needSpan(address: number, count: number, most: number): void {
  need(isWhole(count, 1, most), `1 to ${most} at once`);
  need(address + count <= 0x10000, 'it goes beyond address 65535');
}

function packed(bits: readonly boolean[]): number[] {
  const bytes = new Array<number>(Math.ceil(bits.length / 8)).fill(0);
  for (const [at, bit] of bits.entries()) if (bit) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  return bytes;
}

/** How an answer to a request begins, and how long it is with its check sum. */
export interface AnswerShape {
  readonly head: readonly number[];
  readonly length: number;
}

export function answerShape(request: RtuRequest): AnswerShape {
  const { unit } = request;
  if (request.function > 4) {
    // Writes are answered by what was written: 5 and 6 whole, 15 and 16 without their values.
    return { head: [...frameOf(request).subarray(0, 6)], length: 8 };
  }
  const count = 'count' in request ? request.count : 0;
  const bytes = request.function <= 2 ? Math.ceil(count / 8) : count * 2;
  return { head: [unit, request.function, bytes], length: bytes + 5 };
}
