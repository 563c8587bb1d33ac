/**
 * A register map tried on frames that a person pastes: answers of RTU or TCP, each after its request or alone. Pure; it throws
 * on no text. The numbers come from the functions that read instruments.
 */
import { fromHex } from '../formats/layout.ts';
import { hasCrc } from './crc.ts';
import { type MapRow, readsOf } from './register-map.ts';
import { type MissingNumber, numberIn, registerTypes } from './registers.ts';
import { frameOf, type ReadFunction } from './requests.ts';

/**
 * notBytes: a line is no bytes in hexadecimal; noFrame: neither RTU with its check sum nor TCP with its header; exception: the
 * instrument refuses; noRead: an answer to nothing that this map reads; requestOnly: a request without its answer.
 */
export type TriedFault = 'notBytes' | 'noFrame' | 'exception' | 'noRead' | 'requestOnly';

export interface TriedFrames {
  /** Of each row, in the order given; null = nothing that was pasted holds it. */
  readonly numbers: readonly (number | MissingNumber | null)[];
  /** What is wrong with a line, from 1; `code` of an exception. */
  readonly faults: readonly { readonly line: number; readonly fault: TriedFault; readonly code: number | null }[];
}

interface Pdu {
  readonly unit: number;
  readonly code: number;
  /** What follows the function code. */
  readonly rest: Uint8Array;
}
interface Span {
  readonly unit: number;
  readonly function: number;
  readonly address: number;
  readonly count: number;
}

/** Lines that are looked at: more than a round of any map has. */
const maxLines = 1_000;

export function tryFrames(rows: readonly MapRow[], text: string): TriedFrames {
  const numbers: (number | MissingNumber | null)[] = rows.map(() => null);
  const faults: { line: number; fault: TriedFault; code: number | null }[] = [];
  const reads = readsOf(rows).map(({ request }): Span => request);
  let open: (Span & { line: number }) | null = null;
  for (const [at, line] of text.split(/\r?\n/).slice(0, maxLines).entries()) {
    if (line.trim() === '') continue;
    const wrong = (fault: TriedFault, code: number | null = null) => faults.push({ line: at + 1, fault, code });
    const bytes = fromHex(line.replaceAll(/0x|[,;]/gi, ' '));
    const pdu = bytes && pduOf(bytes);
    if (!pdu) {
      wrong(bytes ? 'noFrame' : 'notBytes');
      continue;
    }
    const request: Span | null = open === null || !answers(pdu, open) ? requestOf(pdu) : null;
    if (request) {
      if (open) faults.push({ line: open.line, fault: 'requestOnly', code: null });
      open = { ...request, line: at + 1 };
      continue;
    }
    if ((pdu.code & 0x80) !== 0) wrong('exception', pdu.rest[0] ?? 0);
    else if (!fill(numbers, rows, pdu, open ?? takeRead(reads, pdu))) wrong('noRead');
    open = null;
  }
  if (open) faults.push({ line: open.line, fault: 'requestOnly', code: null });
  return { numbers, faults };
}

/** The frames that a round sends over RTU, in hexadecimal, for whoever asks an instrument with a tool of their own. */
export const requestsOf = (rows: readonly MapRow[], most?: number): string[] =>
  readsOf(rows, most).map(({ request }) =>
    [...frameOf(request)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' '),
  );

/** RTU where the check sum is right, else TCP where the header fits. */
function pduOf(bytes: Uint8Array): Pdu | null {
  if (bytes.length >= 5 && hasCrc(bytes))
    return { unit: bytes[0] ?? 0, code: bytes[1] ?? 0, rest: bytes.subarray(2, -2) };
  const [, , protocolHigh, protocolLow, high = 0, low = 0, unit = 0, code = 0] = bytes;
  const isTcp = bytes.length >= 9 && protocolHigh === 0 && protocolLow === 0 && high * 256 + low === bytes.length - 6;
  return isTcp ? { unit, code, rest: bytes.subarray(8) } : null;
}

function requestOf({ unit, code, rest }: Pdu): Span | null {
  const [addressHigh = 0, addressLow = 0, countHigh = 0, countLow = 0] = rest;
  const count = countHigh * 256 + countLow;
  if (code < 1 || code > 4 || rest.length !== 4 || count < 1 || count > (code <= 2 ? 2000 : 125)) return null;
  return { unit, function: code, address: addressHigh * 256 + addressLow, count };
}

const bytesOf = ({ function: code, count }: Span): number => (code <= 2 ? Math.ceil(count / 8) : count * 2);

/** Returns whether it is what a request is answered. */
const answers = ({ unit, code, rest }: Pdu, open: Span): boolean =>
  unit === open.unit &&
  (code === (open.function | 0x80) ||
    (code === open.function && rest[0] === bytesOf(open) && rest.length === bytesOf(open) + 1));

/** An answer alone does not say where its registers begin: it is of the first read that has its length and is not answered. */
function takeRead(open: Span[], { unit, code, rest }: Pdu): Span | null {
  const at = open.findIndex(
    (read) => read.unit === unit && read.function === code && bytesOf(read) === rest[0] && rest.length === rest[0] + 1,
  );
  return at < 0 ? null : (open.splice(at, 1)[0] ?? null);
}

/** Writes the numbers that an answer holds; false = none of a row. */
function fill(
  numbers: (number | MissingNumber | null)[],
  rows: readonly MapRow[],
  pdu: Pdu,
  span: Span | null,
): boolean {
  if (!span || !answers(pdu, span)) return false;
  const data = pdu.rest.subarray(1);
  let isFilled = false;
  for (const [at, row] of rows.entries()) {
    const length = row.function <= 2 ? 1 : registerTypes[row.type];
    const isInside = row.address >= span.address && row.address + length <= span.address + span.count;
    if (row.unit !== span.unit || row.function !== (span.function as ReadFunction) || !isInside) continue;
    numbers[at] = numberIn(data, row.address - span.address, row);
    isFilled = true;
  }
  return isFilled;
}
