/**
 * SenML in JSON: a list of records whose base fields hold for those after them. A time below 2^28 counts from now.
 * The source is the base name, without `urn:dev:...:` and what separates it from the names of quantities.
 * Source: RFC 8428 (Sensor Measurement Lists), RFC 9039 (device URNs).
 */
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
} from './uplink.ts';

const relativeBelow = 2 ** 28;

interface Base {
  name: string;
  time: number;
  value: number;
}

export function readSenMl(content: Uint8Array, { receivedAt }: Pick<Arrival, 'receivedAt'>): Unwrapped {
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  if (!Array.isArray(read.value) || read.value.length === 0) return nothingOf('otherShape');
  if (read.value.length > uplinkLimits.names) return nothingOf('tooMany');
  const base: Base = { name: '', time: 0, value: 0 };
  const groups = new Map<string, { source: string; at: number; object: Record<string, number> }>();
  for (const record of read.value) {
    if (!isObject(record)) return nothingOf('otherShape');
    if (typeof record['bn'] === 'string') base.name = record['bn'];
    base.time = numberOf(record['bt']) ?? base.time;
    base.value = numberOf(record['bv']) ?? base.value;
    const value = amountOf(record, base.value);
    if (value === null) continue;
    const time = base.time + (numberOf(record['t']) ?? 0);
    const at = Math.round(time < relativeBelow ? receivedAt + time * 1000 : time * 1000);
    const { source, name } = namesOf(base.name, textOf(record['n']));
    const key = `${at} ${source}`;
    const group = groups.get(key) ?? { source, at, object: {} };
    if (groups.size >= uplinkLimits.uplinks && !groups.has(key)) return nothingOf('tooMany');
    groups.set(key, group);
    Object.defineProperty(group.object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return { uplinks: [...groups.values()].map(uplinkOf), faults: [] };
}

function amountOf(record: Readonly<Record<string, unknown>>, base: number): number | null {
  if (typeof record['vb'] === 'boolean') return record['vb'] ? 1 : 0;
  const value = numberOf(record['v']);
  if (value !== null) return base + value;
  return numberOf(record['s']);
}

/** `urn:dev:mac:0024befffe804ff1/` and `temp` -> the source 0024befffe804ff1 and the name temp. */
function namesOf(baseName: string, name: string): { source: string; name: string } {
  const whole = `${baseName}${name}`.slice(0, 512).replace(/^urn:dev:[a-z0-9]+:/i, '');
  const cut = baseName === '' ? lastSeparator(whole) : whole.length - name.length;
  const source = whole.slice(0, cut).replace(/[/:_]+$/, '');
  const rest = whole.slice(cut).replace(/^[/:_]+/, '');
  return { source, name: rest === '' ? 'value' : rest };
}

const lastSeparator = (text: string): number => Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1;
