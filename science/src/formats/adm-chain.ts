/**
 * Chains of nodes (ADM): each node says its own address, `3-00A1F2`, the place in the chain before the hyphen. Nodes answer in
 * any order and may be silent; what comes of them is one list for each quantity, by the places of the nodes:
 *
 * - JSON: `{"nodes": [{"address": "1-00A1F2", "x": 0.12, "y": -0.03, "temp": 18.2}, ...], "length": 15, ...}`, or `nodes` as an
 *   object by address; everything else of the message stays where it was.
 * - Lines: `1-00A1F2,0.12,-0.03,18.2`, in the order x, y, temp.
 *
 * A format then reads `x[*]`, `y[*]`, `temp[*]`.
 * Source: the specification, sections 3 and 8 (ADM address `n-xxxxxx`), and the domain reference, 2.1 and 7.1.
 *
 * Invariant: the value of node n is at place n or it is null; a silent node never moves another to its place.
 */
import { isObject, type JsonObject, nothingOf, readText, type Unwrapped, uplinkLimits, uplinkOf } from './uplink.ts';

const maxNodes = 150;
const written = /^(\d{1,3})-([\dA-Fa-f]{6})$/;
const quantitiesOfLines = ['x', 'y', 'temp'];
/** A chain of more quantities is none. */
const maxQuantities = 20;

interface Node {
  readonly place: number;
  readonly values: readonly (readonly [string, number | null])[];
}

export function readAdmChain(content: Uint8Array, source: string): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const text = readText(content);
  if (text === null) return nothingOf('notText');
  const read = text.trimStart().startsWith('{') ? ofJson(text) : ofLines(text);
  if ('fault' in read) return nothingOf(read.fault);
  const lists = listsOf(read.nodes, read.length);
  if (lists === null) return nothingOf('nodesRepeat');
  return { uplinks: [uplinkOf({ source, object: { ...read.rest, ...lists } })], faults: [] };
}

type ReadNodes =
  | { readonly nodes: readonly Node[]; readonly length: number; readonly rest: JsonObject }
  | { readonly fault: 'notJson' | 'otherShape' | 'tooMany' };

function ofJson(text: string): ReadNodes {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { fault: 'notJson' };
  }
  if (!isObject(message)) return { fault: 'otherShape' };
  const nodeList = message['nodes'];
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(nodeList)
    ? nodeList.map((node: unknown) => [isObject(node) ? node['address'] : undefined, node] as const)
    : isObject(nodeList)
      ? Object.entries(nodeList)
      : [];
  if (entries.length === 0) return { fault: 'otherShape' };
  if (entries.length > maxNodes) return { fault: 'tooMany' };
  const nodes: Node[] = [];
  for (const [address, node] of entries) {
    const place = placeOf(address);
    if (place === null || !isObject(node)) return { fault: 'otherShape' };
    const values = Object.entries(node).filter(([name]) => name !== 'address' && /^[A-Za-z]\w{0,31}$/.test(name));
    nodes.push({ place, values: values.slice(0, maxQuantities).map(([name, value]) => [name, amountOf(value)]) });
  }
  const { nodes: _, length, ...quantities } = message;
  return { nodes, length: lengthOf(length), rest: quantities };
}

function ofLines(text: string): ReadNodes {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return { fault: 'otherShape' };
  if (lines.length > maxNodes) return { fault: 'tooMany' };
  const nodes: Node[] = [];
  for (const line of lines) {
    const [address = '', ...cells] = line.split(/[,;\t]/).map((cell) => cell.trim());
    const place = placeOf(address);
    if (place === null) return { fault: 'otherShape' };
    nodes.push({ place, values: quantitiesOfLines.map((name, at) => [name, amountOf(cells[at] ?? '')]) });
  }
  return { nodes, length: 0, rest: {} };
}

/** null = two nodes say that they are at one place: which of them is, would be a guess. */
function listsOf(nodes: readonly Node[], length: number): Record<string, (number | null)[]> | null {
  if (new Set(nodes.map(({ place }) => place)).size < nodes.length) return null;
  const longest = Math.max(length, ...nodes.map(({ place }) => place));
  const lists = new Map<string, (number | null)[]>();
  for (const { place, values } of nodes)
    for (const [name, value] of values) {
      const list = lists.get(name) ?? Array.from({ length: longest }, () => null);
      if (lists.size >= maxQuantities && !lists.has(name)) continue;
      list[place - 1] = value;
      lists.set(name, list);
    }
  return Object.fromEntries(lists);
}

function placeOf(address: unknown): number | null {
  const place = typeof address === 'string' ? Number(written.exec(address.trim())?.[1] ?? 0) : 0;
  return place >= 1 && place <= maxNodes ? place : null;
}

const lengthOf = (length: unknown): number =>
  typeof length === 'number' && Number.isInteger(length) && length >= 1 && length <= maxNodes ? length : 0;

function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value)) return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}
