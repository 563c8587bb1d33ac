/**
 * Message of somebody else's network: its sender, the time of measurement, and its content. The readers
 * of wrappings (the-things-stack.ts, senml.ts, ...) give these; a format (format.ts) makes samples of channels of them. Pure.
 */

export interface Uplink {
  /** Who sent it, as the network names it: DevEUI, serial number, name of a station; '' = the message does not say. */
  readonly source: string;
  /** Epoch ms; null = the message has no time of its own. */
  readonly at: number | null;
  /** Content that was JSON or has named values; undefined = it has none. */
  readonly object: unknown;
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
  /** Of LoRaWAN: the port (FPort); null elsewhere. */
  readonly port: number | null;
  /** dBm at the best gateway; null = not known. */
  readonly signal: number | null;
}

export const wrappingFaults = [
  'notText',
  'notJson',
  'tooLong',
  'tooMany',
  'otherShape',
  'badCheckSum',
  'timeMissing',
  'payloadDamaged',
  'birthMissing',
  'outOfOrder',
  'objectMissing',
  'nodesRepeat',
] as const;
export type WrappingFault = (typeof wrappingFaults)[number];

export interface Unwrapped {
  readonly uplinks: readonly Uplink[];
  /** What could not be read, each kind once. */
  readonly faults: readonly WrappingFault[];
}

/** Facts of a message besides its content. */
export interface Arrival {
  /** MQTT topic, path below the address of a webhook, or name of a file. */
  readonly topic: string;
  /** Epoch ms, when it arrived. */
  readonly receivedAt: number;
  /** IANA zone of times that have none of their own. */
  readonly timeZone: string;
}

/** No message has more. */
export const uplinkLimits = { bytes: 1_048_576, uplinks: 10_000, names: 10_000 } as const;

export const nothingOf = (...faults: WrappingFault[]): Unwrapped => ({ uplinks: [], faults });

export const uplinkOf = (fields: Partial<Uplink>): Uplink => ({
  source: '',
  at: null,
  object: undefined,
  text: null,
  bytes: null,
  port: null,
  signal: null,
  ...fields,
});

export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Epoch ms of an instant that has its zone; null = it is none. */
export function instantOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 64 || !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(value)) return null;
  const at = Date.parse(value);
  return Number.isFinite(at) ? at : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes; null = they are none. */
export function readText(content: Uint8Array): string | null {
  try {
    return utf8.decode(content);
  } catch {
    return null;
  }
}

export type ReadJson = { readonly value: unknown } | { readonly fault: WrappingFault };

export function readJson(content: Uint8Array): ReadJson {
  if (content.length > uplinkLimits.bytes) return { fault: 'tooLong' };
  const text = readText(content);
  if (text === null) return { fault: 'notText' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'notJson' };
  }
}

/** The bytes of base64; null = it is none. */
export function fromBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length > 4_096 || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return null;
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The highest number under a name in a list of objects; null = there is none. */
export function highestOf(list: unknown, name: string): number | null {
  if (!Array.isArray(list)) return null;
  let highest: number | null = null;
  for (const each of list.slice(0, 100)) {
    const value = isObject(each) ? numberOf(each[name]) : null;
    if (value !== null && (highest === null || value > highest)) highest = value;
  }
  return highest;
}
