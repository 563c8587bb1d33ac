/**
 * Samples as devices sent them: JSON of any shape. Records of one shape share it, and their numbers are columns. Pure.
 *
 * Invariant: what JSON.parse gave comes back equal, keys in the same order.
 */
import { packInts, type Reader, unpackInts, type Writer } from './bits.ts';
import { decodeColumn, encodeColumn } from './column.ts';

/** The samples of n records. */
export interface Raws {
  /** JSON with 0 in the place of every number. */
  readonly shapes: string[];
  /** Of each record, its shape. */
  readonly shapeOf: Float64Array;
  /** The first, second ... number of each record; NaN where its shape has fewer. */
  readonly slots: Float64Array[];
}

type Node =
  | { readonly kind: 'number' }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly keys: readonly string[]; readonly items: readonly Node[] };

function nodeOf(shape: unknown): Node {
  if (typeof shape === 'number') return { kind: 'number' };
  if (Array.isArray(shape)) return { kind: 'array', items: shape.map(nodeOf) };
  if (typeof shape === 'object' && shape !== null)
    return { kind: 'object', keys: Object.keys(shape), items: Object.values(shape).map(nodeOf) };
  return { kind: 'constant', value: shape };
}

/** Puts the numbers of the sample in order; false where it is of another shape. */
function match(node: Node, sample: unknown, numbers: number[]): boolean {
  switch (node.kind) {
    case 'number':
      if (typeof sample !== 'number') return false;
      numbers.push(sample);
      return true;
    case 'constant':
      return sample === node.value;
    case 'array':
      if (!Array.isArray(sample) || sample.length !== node.items.length) return false;
      for (let i = 0; i < sample.length; i++) if (!match(node.items[i]!, sample[i], numbers)) return false;
      return true;
    default: {
      if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return false;
      let i = 0;
      for (const key in sample) {
        if (key !== node.keys[i]) return false;
        if (!match(node.items[i]!, (sample as Record<string, unknown>)[key], numbers)) return false;
        i++;
      }
      return i === node.keys.length;
    }
  }
}

/** The sample of record `at` again; `cursor.slot` counts its numbers. */
function build(node: Node, slots: readonly Float64Array[], at: number, cursor: { slot: number }): unknown {
  switch (node.kind) {
    case 'number':
      return slots[cursor.slot++]![at]!;
    case 'constant':
      return node.value;
    case 'array':
      return node.items.map((item) => build(item, slots, at, cursor));
    default: {
      const out: Record<string, unknown> = {};
      for (let i = 0; i < node.keys.length; i++) {
        const key = node.keys[i]!;
        const value = build(node.items[i]!, slots, at, cursor);
        // As JSON.parse does: a key of this name is a key, not the prototype.
        if (key === '__proto__')
          Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
        else out[key] = value;
      }
      return out;
    }
  }
}

const zeroed = (_key: string, value: unknown) => (typeof value === 'number' ? 0 : value);

/** The samples of records as columns. */
export function rawsOf(samples: readonly unknown[]): Raws {
  const shapes: string[] = [];
  const nodes: Node[] = [];
  const placeOfShape = new Map<string, number>();
  const shapeOf = new Float64Array(samples.length);
  const slots: Float64Array[] = [];
  const numbers: number[] = [];
  let last = -1;
  for (const [at, sample] of samples.entries()) {
    numbers.length = 0;
    if (last < 0 || !match(nodes[last]!, sample, numbers)) {
      const shape = JSON.stringify(sample ?? null, zeroed);
      last = placeOfShape.get(shape) ?? -1;
      if (last < 0) {
        last = shapes.length;
        placeOfShape.set(shape, last);
        shapes.push(shape);
        nodes.push(nodeOf(JSON.parse(shape)));
      }
      numbers.length = 0;
      match(nodes[last]!, sample ?? null, numbers);
    }
    shapeOf[at] = last;
    while (slots.length < numbers.length) slots.push(new Float64Array(samples.length).fill(Number.NaN));
    for (let i = 0; i < numbers.length; i++) slots[i]![at] = numbers[i]!;
  }
  return { shapes, shapeOf, slots };
}

/** Gives the sample of a record, by its place. */
export function sampleReader({ shapes, shapeOf, slots }: Raws): (at: number) => unknown {
  const nodes: (Node | undefined)[] = [];
  return (at) => {
    const shape = shapeOf[at]!;
    nodes[shape] ??= nodeOf(JSON.parse(shapes[shape]!));
    return build(nodes[shape], slots, at, { slot: 0 });
  };
}

export function writeRaws(writer: Writer, { shapes, shapeOf, slots }: Raws): void {
  const text = Buffer.from(JSON.stringify(shapes));
  writer.count(text.length);
  writer.append(text);
  packInts(writer, shapeOf);
  writer.count(slots.length);
  for (const slot of slots) encodeColumn(writer, slot);
}

export function readRaws(reader: Reader, n: number): Raws {
  const shapes = JSON.parse(reader.take(reader.count()).toString()) as string[];
  const shapeOf = new Float64Array(n);
  unpackInts(reader, n, shapeOf);
  const slots = Array.from({ length: reader.count() }, () => decodeColumn(reader, n));
  return { shapes, shapeOf, slots };
}

/** The samples of `a`, then those of `b`. */
export function joinRaws(a: Raws, b: Raws): Raws {
  const shapes = [...a.shapes];
  const placeOfShape = new Map(shapes.map((shape, place) => [shape, place]));
  const places = b.shapes.map((shape) => placeOfShape.get(shape) ?? shapes.push(shape) - 1);
  const n = a.shapeOf.length + b.shapeOf.length;
  const shapeOf = new Float64Array(n);
  shapeOf.set(a.shapeOf);
  for (let i = 0; i < b.shapeOf.length; i++) shapeOf[a.shapeOf.length + i] = places[b.shapeOf[i]!]!;
  const slots = Array.from({ length: Math.max(a.slots.length, b.slots.length) }, (_, s) => {
    const slot = new Float64Array(n).fill(Number.NaN);
    if (a.slots[s]) slot.set(a.slots[s]);
    if (b.slots[s]) slot.set(b.slots[s], a.shapeOf.length);
    return slot;
  });
  return { shapes, shapeOf, slots };
}

/** Returns the samples of the chosen records, without shapes that no record uses any more. */
export function pickRaws(raws: Raws, chosen: Uint32Array): Raws {
  const shapes: string[] = [];
  const places = new Int32Array(raws.shapes.length).fill(-1);
  const shapeOf = gather(raws.shapeOf, chosen);
  for (let i = 0; i < shapeOf.length; i++) {
    const shape = shapeOf[i]!;
    if (places[shape]! < 0) places[shape] = shapes.push(raws.shapes[shape]!) - 1;
    shapeOf[i] = places[shape]!;
  }
  return { shapes, shapeOf, slots: raws.slots.map((slot) => gather(slot, chosen)) };
}

/** The chosen values, in that order. */
export function gather(values: Float64Array, chosen: Uint32Array): Float64Array {
  const out = new Float64Array(chosen.length);
  for (let i = 0; i < out.length; i++) out[i] = values[chosen[i]!]!;
  return out;
}
