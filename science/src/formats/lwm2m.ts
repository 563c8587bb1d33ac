/**
 * What an LwM2M client reports, as a server hands it on: TLV, or SenML in JSON or CBOR. The values lie under the names of the
 * OMA registry: `temperature.0.sensorValue` is /3303/0/5700. TLV does not name its object: the end of the topic or path does
 * (`…/3303/0`). A resource that is unknown is left out, since its bytes could be of any kind.
 * Source: OMA-TS-LightweightM2M-V1_0_2, section 6.4 (data formats, TLV in 6.4.3), OMA-TS-LightweightM2M_Core-V1_1_1, 7.4.
 */
import { objectName, resourceOf } from './lwm2m-objects.ts';
import { readSenMlNumbers } from './senml.ts';
import { type Arrival, nothingOf, type Unwrapped, uplinkLimits, uplinkOf } from './uplink.ts';

type Value = number | string;
/** Values by names of objects, numbers of instances, names of resources. A resource with instances is a list. */
type Tree = Map<string, Map<string, Map<string, Value | Map<number, Value>>>>;

export function readLwm2m(content: Uint8Array, { topic, receivedAt }: Arrival, source: string): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  if (content.length === 0) return nothingOf('otherShape');
  return isSenMl(content) ? ofSenMl(content, receivedAt, source, topic) : ofTlv(content, topic, source);
}

/** `[` of JSON, white space before it, or a CBOR list whose first element is a map. TLV may begin with the same byte as a list. */
function isSenMl(content: Uint8Array): boolean {
  const [first = 0, second = 0] = content;
  if (first === 0x5b || first === 0x20 || first === 0x0a || first === 0x0d || first === 0x09) return true;
  return first >> 5 === 4 && second >> 5 === 5;
}

function ofSenMl(content: Uint8Array, receivedAt: number, source: string, topic: string): Unwrapped {
  const read = readSenMlNumbers(content, receivedAt);
  if ('fault' in read) return nothingOf(read.fault);
  const trees = new Map<number, Tree>();
  let isStrange = false;
  for (const { baseName, name, at, value } of read.list) {
    const recordPath = pathOf(`${baseName}${name}`) ?? [];
    // A short one goes on from where the topic ends.
    const path = recordPath.length >= 3 ? recordPath : pathOf(`${topic}/${baseName}${name}`);
    const [object, instance, resource, part] = path ?? [];
    if (object === undefined || instance === undefined || resource === undefined) {
      isStrange = true;
      continue;
    }
    const tree = trees.get(at) ?? (new Map() as Tree);
    if (trees.size >= uplinkLimits.uplinks && !trees.has(at)) return nothingOf('tooMany');
    trees.set(at, tree);
    const definition = resourceOf(object, resource);
    put(tree, [object, instance], definition?.name ?? String(resource), value, part ?? null);
  }
  return {
    uplinks: [...trees].map(([at, tree]) => uplinkOf({ source, at, object: objectOf(tree) })),
    faults: isStrange ? ['objectMissing'] : [],
  };
}

function ofTlv(content: Uint8Array, topic: string, source: string): Unwrapped {
  const path = pathOf(topic);
  if (path === null) return nothingOf('objectMissing');
  const [object = 0, instance = 0] = path;
  const entries = readTlv(content);
  if (entries === null) return nothingOf('otherShape');
  const tree: Tree = new Map();
  for (const entry of entries)
    if (entry.kind === 'instance') {
      const inner = readTlv(entry.data);
      if (inner === null) return nothingOf('otherShape');
      for (const each of inner) if (!putEntry(tree, [object, entry.id], each)) return nothingOf('otherShape');
    } else if (!putEntry(tree, [object, instance], entry)) return nothingOf('otherShape');
  return { uplinks: [uplinkOf({ source, object: objectOf(tree) })], faults: [] };
}

const kinds = ['instance', 'part', 'parts', 'resource'] as const;
interface Entry {
  /** An instance of an object, an instance of a resource, a resource with instances, a resource. */
  readonly kind: (typeof kinds)[number];
  readonly id: number;
  readonly data: Uint8Array;
}

const maxEntries = 10_000;

/** null = the bytes end within an entry, or there are too many. */
function readTlv(bytes: Uint8Array): Entry[] | null {
  const entries: Entry[] = [];
  let at = 0;
  const unsigned = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 256 + (bytes[at + i] ?? Number.NaN);
    at += count;
    return value;
  };
  while (at < bytes.length) {
    const type = unsigned(1);
    const id = unsigned(type & 0x20 ? 2 : 1);
    const size = (type >> 3) & 3;
    const length = size === 0 ? type & 7 : unsigned(size);
    if (!Number.isFinite(id + length) || at + length > bytes.length || entries.length >= maxEntries) return null;
    entries.push({ kind: kinds[type >> 6] ?? 'resource', id, data: bytes.subarray(at, at + length) });
    at += length;
  }
  return entries;
}

/** false = the entry has no place here, or the parts of it cannot be read. */
function putEntry(tree: Tree, where: readonly [number, number], { kind, id, data }: Entry): boolean {
  if (kind === 'instance' || kind === 'part') return false;
  const definition = resourceOf(where[0], id);
  if (kind === 'resource') {
    const value = definition === null ? null : valueIn(definition.kind, data);
    if (definition !== null && value !== null) put(tree, where, definition.name, value, null);
    return true;
  }
  const parts = readTlv(data);
  if (parts === null || parts.some((part) => part.kind !== 'part')) return false;
  for (const part of parts) {
    const value = definition === null ? null : valueIn(definition.kind, part.data);
    if (definition !== null && value !== null) put(tree, where, definition.name, value, part.id);
  }
  return true;
}

/** null = the bytes are not of this kind. */
function valueIn(kind: 'integer' | 'float' | 'boolean' | 'time' | 'text', data: Uint8Array): Value | null {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (kind === 'text') return data.length > 512 ? null : new TextDecoder().decode(data);
  if (kind === 'float') {
    const value = data.length === 4 ? view.getFloat32(0) : data.length === 8 ? view.getFloat64(0) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  }
  if (kind === 'boolean') return data.length === 1 && (data[0] ?? 2) < 2 ? (data[0] ?? 0) : null;
  if (data.length === 1) return view.getInt8(0);
  if (data.length === 2) return view.getInt16(0);
  if (data.length === 4) return view.getInt32(0);
  return data.length === 8 ? Number(view.getBigInt64(0)) : null;
}

function put(
  tree: Tree,
  [object, instance]: readonly [number, number],
  name: string,
  value: Value,
  part: number | null,
): void {
  const instances = tree.get(objectName(object)) ?? new Map<string, Map<string, Value | Map<number, Value>>>();
  tree.set(objectName(object), instances);
  const resources = instances.get(String(instance)) ?? new Map<string, Value | Map<number, Value>>();
  instances.set(String(instance), resources);
  if (part === null) resources.set(name, value);
  else {
    const resource = resources.get(name);
    resources.set(name, (resource instanceof Map ? resource : new Map<number, Value>()).set(part, value));
  }
}

/** Parts of a resource are a list in the order of their numbers. */
function objectOf(tree: Tree): Record<string, unknown> {
  const listOf = (parts: Map<number, Value>) => [...parts].sort(([a], [b]) => a - b).map(([, value]) => value);
  return Object.fromEntries(
    [...tree].map(([object, instances]) => [
      object,
      Object.fromEntries(
        [...instances].map(([instance, resources]) => [
          instance,
          Object.fromEntries(
            [...resources].map(([name, value]) => [name, value instanceof Map ? listOf(value) : value]),
          ),
        ]),
      ),
    ]),
  );
}

/** The numbers at the end of a path, at most four: object, instance, resource, instance of it. null = it ends with none. */
function pathOf(path: string): number[] | null {
  const numbers: number[] = [];
  for (const part of path
    .split('/')
    .filter((each) => each !== '')
    .reverse()) {
    if (!/^\d{1,5}$/.test(part) || numbers.length === 4) break;
    numbers.unshift(Number(part));
  }
  return numbers.length === 0 ? null : numbers;
}
