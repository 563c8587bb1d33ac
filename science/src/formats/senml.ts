/**
 * SenML in JSON or CBOR (the first byte tells which): a list of records whose base fields hold for those after them. A time
 * below 2^28 counts from now.
 * The source is the base name, without `urn:dev:...:` and what separates it from the names of quantities.
 * Source: RFC 8428 (Sensor Measurement Lists), RFC 9039 (device URNs).
 */
import { isCborList, recordsOfCbor } from './senml-cbor.ts';
import {
  type Arrival,
  isObject,
  nothingOf,
  numberOf,
  readJson,
  textOf,
  type Unwrapped,
  uplinkLimits,
  uplinkOf,
  type WrappingFault,
} from './uplink.ts';

const relativeBelow = 2 ** 28;

interface Base {
  name: string;
  time: number;
  value: number;
}

export function readSenMl(content: Uint8Array, { receivedAt }: Pick<Arrival, 'receivedAt'>): Unwrapped {
  const numbers = readSenMlNumbers(content, receivedAt);
  if ('fault' in numbers) return nothingOf(numbers.fault);
  const groups = new Map<string, { source: string; at: number; object: Record<string, number> }>();
  for (const { baseName, name: recordName, at, value } of numbers.list) {
    const { source, name } = namesOf(baseName, recordName);
    const key = `${at} ${source}`;
    const group = groups.get(key) ?? { source, at, object: {} };
    if (groups.size >= uplinkLimits.uplinks && !groups.has(key)) return nothingOf('tooMany');
    groups.set(key, group);
    Object.defineProperty(group.object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return { uplinks: [...groups.values()].map(uplinkOf), faults: [] };
}

/** A record with a number: base name and own name, epoch ms, value with its base value. */
export interface SenMlNumber {
  readonly baseName: string;
  readonly name: string;
  readonly at: number;
  readonly value: number;
}

/** Every number of a SenML message, in its order. */
export function readSenMlNumbers(
  content: Uint8Array,
  receivedAt: number,
): { readonly list: readonly SenMlNumber[] } | { readonly fault: WrappingFault } {
  if (content.length > uplinkLimits.bytes) return { fault: 'tooLong' };
  const read = isCborList(content) ? { value: recordsOfCbor(content) } : readJson(content);
  if ('fault' in read) return { fault: read.fault };
  const records: unknown = read.value;
  if (!Array.isArray(records) || records.length === 0) return { fault: 'otherShape' };
  if (records.length > uplinkLimits.names) return { fault: 'tooMany' };
  const base: Base = { name: '', time: 0, value: 0 };
  const list: SenMlNumber[] = [];
  for (const record of records as unknown[]) {
    if (!isObject(record)) return { fault: 'otherShape' };
    if (typeof record['bn'] === 'string') base.name = record['bn'];
    base.time = numberOf(record['bt']) ?? base.time;
    base.value = numberOf(record['bv']) ?? base.value;
    const value = amountOf(record, base.value);
    if (value === null) continue;
    const time = base.time + (numberOf(record['t']) ?? 0);
    const at = Math.round(time < relativeBelow ? receivedAt + time * 1000 : time * 1000);
    if (!Number.isFinite(at)) continue;
    list.push({ baseName: base.name, name: textOf(record['n']), at, value });
  }
  return { list };
}

function amountOf(record: Readonly<Record<string, unknown>>, base: number): number | null {
  if (typeof record['vb'] === 'boolean') return record['vb'] ? 1 : 0;
  const value = numberOf(record['v']);
  if (value !== null) return base + value;
  return numberOf(record['s']);
}

/** `urn:dev:mac:0024befffe804ff1/` and `temp` -> the source 0024befffe804ff1 and the name temp. */
function namesOf(baseName: string, name: string): { source: string; name: string } {
  const fullName = `${baseName}${name}`.slice(0, 512).replace(/^urn:dev:[a-z0-9]+:/i, '');
  const cut = baseName === '' ? lastSeparator(fullName) : fullName.length - name.length;
  const source = fullName.slice(0, cut).replace(/[/:_]+$/, '');
  const resourceName = fullName.slice(cut).replace(/^[/:_]+/, '');
  return { source, name: resourceName === '' ? 'value' : resourceName };
}

const lastSeparator = (text: string): number => Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1;
