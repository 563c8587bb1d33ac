/** The shape of a format, and of what it decodes. The rules are in format.ts and places.ts. */
import { type BinaryOrder, type BinaryType, fromHex, type MissingPart, type Tag } from './layout.ts';
import { fromBase64, type Uplink } from './uplink.ts';

export const contents = ['json', 'csv', 'binary'] as const;

export interface FormatRow {
  /**
   * Where the number lies. JSON: a path (`data.temp`). CSV: the name of a column, or its number (`#3`, from 1). Binary: the
   * byte counted from 0 (`4`), negative from the end, of a tagged payload the tag before it (`0367+0`).
   */
  readonly from: string;
  /** Of binary content alone. */
  readonly type: BinaryType;
  readonly order: BinaryOrder;
  readonly bits: string | null;
  readonly scale: number;
  readonly offset: number;
  /** What is sent where there is no value, before scale and offset. */
  readonly nothing: number | null;
  /** What the instrument can measure, after scale and offset; absent in formats of before there were bounds. */
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  /** The furthest that two numbers in a row can lie apart. */
  readonly jump?: number | null;
  /** A channel of the device; `device` = the device itself, whose quantities are voltage and signal. */
  readonly channel: string;
  readonly quantity: string;
}

export const timeForms = ['ymd', 'dmy', 'mdy', 'unixSeconds', 'unixMs', 'yearDay'] as const;
export interface FormatTime {
  /**
   * As `from` of a row; of CSV also several columns, `Date + Time`; of binary content a whole number of 4 bytes, seconds since
   * 1970.
   */
  readonly from: string;
  readonly form: (typeof timeForms)[number];
  /** Of a time without a zone. */
  readonly timeZone: string;
}

export interface Format {
  readonly content: (typeof contents)[number];
  /** Of LoRaWAN: only messages of this port; null = of every port. */
  readonly port: number | null;
  /** JSON: the path of a list of records, each with its time; '' = the message is one record. */
  readonly records: string;
  /** CSV. */
  readonly separator: ',' | ';' | '\t' | '|';
  readonly decimal: '.' | ',';
  /** CSV: the line with the names of the columns, from 1; 0 = there is none. Data begin after it. */
  readonly headerLine: number;
  /** CSV: the first line of data, where units or remarks lie between; null = the one after the names. */
  readonly dataLine?: number | null;
  /** Binary content that arrives as text. */
  readonly encoding: 'bytes' | 'hex' | 'base64';
  /** Binary: the tags of a tagged payload; empty = every number has its own place. */
  readonly tags: readonly Tag[];
  /** null = the time of the wrapping, or of the arrival. */
  readonly time: FormatTime | null;
  readonly rows: readonly FormatRow[];
}

export type Missing = MissingPart | 'absent' | 'notNumber' | 'nothing' | 'implausible';
export type Amount = number | null;
/** Result of a row in a record: a number, a list of them (of `[*]`), or why not. */
export type Cell = number | readonly Amount[] | Missing;

export interface DecodedRecord {
  /** Epoch ms; null = no time of its own. */
  readonly at: number | null;
  readonly channels: Readonly<Record<string, Readonly<Record<string, Amount | readonly Amount[]>>>>;
  readonly device: { readonly voltage?: number; readonly signal?: number };
  /** By row of the format. */
  readonly cells: readonly Cell[];
}
export const formatFaults = [
  'notJson',
  'notText',
  'notBytes',
  'notLists',
  'tooMany',
  'timeMissing',
  'columnMissing',
  'tagUnknown',
  'implausible',
  'empty',
] as const;
export type FormatFault = (typeof formatFaults)[number];

export interface Decoded {
  readonly records: readonly DecodedRecord[];
  readonly faults: readonly FormatFault[];
}

/** The channel of rows about the device itself. */
export const deviceChannel = 'device';

/** The bytes of binary content, as its encoding has it; null = they are none. */
export function bytesOf({ encoding }: Pick<Format, 'encoding'>, { bytes, text }: Uplink): Uint8Array | null {
  if (encoding === 'bytes' || text === null) return bytes;
  return encoding === 'hex' ? fromHex(text.trim()) : fromBase64(text.trim());
}
