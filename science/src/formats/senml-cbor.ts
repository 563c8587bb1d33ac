/**
 * SenML in CBOR: the same records as in JSON, with whole numbers for the names of the fields.
 * Source: RFC 8428, section 6 (labels of table 4); RFC 8949.
 */
import { type CborValue, readCbor } from './cbor.ts';

/** Field of SenML by its label. Fields below zero are base fields. */
const labels: Readonly<Record<number, string>> = {
  [-1]: 'bver',
  [-2]: 'bn',
  [-3]: 'bt',
  [-4]: 'bu',
  [-5]: 'bv',
  [-6]: 'bs',
  0: 'n',
  1: 'u',
  2: 'v',
  3: 'vs',
  4: 'vb',
  5: 's',
  6: 't',
  7: 'ut',
  8: 'vd',
};

/** A list of CBOR begins so; a JSON text never does. */
export const isCborList = (content: Uint8Array): boolean => (content[0] ?? 0) >> 5 === 4;

/** The records as JSON would have them; null = the bytes are no list of CBOR maps. */
export function recordsOfCbor(content: Uint8Array): readonly Readonly<Record<string, unknown>>[] | null {
  const read = readCbor(content);
  if (read === null || !Array.isArray(read.value)) return null;
  const records: Record<string, unknown>[] = [];
  for (const each of read.value as readonly CborValue[]) {
    if (!(each instanceof Map)) return null;
    records.push(fieldsOf(each as ReadonlyMap<string | number, CborValue>));
  }
  return records;
}

function fieldsOf(map: ReadonlyMap<string | number, CborValue>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of map) {
    const name = typeof key === 'number' ? labels[key] : key;
    if (name !== undefined)
      Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return fields;
}
