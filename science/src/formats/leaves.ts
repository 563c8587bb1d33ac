/**
 * What a message holds: the values in it with the path by which a format reads each, for people who do not write paths. Pure; it
 * throws on no value.
 */
import { readTime } from '../series/local-time.ts';

export interface Leaf {
  readonly path: string;
  readonly value: number | string;
  readonly kind: 'number' | 'time' | 'text';
}

const maxDepth = 6;
const maxText = 200;

/** At most `limit` values of an object, in its order; of lists the first three elements. */
export function leavesOf(root: unknown, limit: number): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (leaves.length >= limit || depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const [at, each] of value.slice(0, 3).entries()) walk(each, `${path}[${at}]`, depth + 1);
      return;
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) walk(each, joined(path, name), depth + 1);
      return;
    }
    const leaf = path === '' ? null : leafOf(path, value);
    if (leaf) leaves.push(leaf);
  };
  walk(root, '', 0);
  return leaves;
}

const joined = (path: string, name: string): string => {
  if (/^[^.[\]"'\s]+$/.test(name)) return path === '' ? name : `${path}.${name}`;
  return `${path}["${name.replaceAll('"', '')}"]`;
};

function leafOf(path: string, value: unknown): Leaf | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { path, value, kind: 'number' } : null;
  if (typeof value === 'boolean') return { path, value: Number(value), kind: 'number' };
  if (typeof value !== 'string' || value === '') return null;
  const text = value.slice(0, maxText);
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return { path, value: Number(text), kind: 'number' };
  const isTime = text.length <= 40 && 'at' in readTime(text, 'ymd', 'UTC', 'earlier');
  return { path, value: text, kind: isTime ? 'time' : 'text' };
}
