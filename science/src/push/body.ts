/**
 * Rows of a push as the body of a message: JSON, XML, CSV or a form. Objects are put together from paths of bounded length, without
 * a prototype, and written without recursion.
 */
import type { PushLayout } from './format.ts';
import type { PushEntry, PushRow, PushValue } from './rows.ts';

interface Tree {
  [name: string]: Tree | Tree[] | PushValue;
}
const newTree = (): Tree => Object.create(null) as Tree;

/** Media type of each body. */
export const mediaTypes: Readonly<Record<PushLayout['body'], string>> = {
  json: 'application/json',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
};

/** Writes something at the end of a path; what stands on the way and is no tree gives way to one. */
function place(tree: Tree, path: readonly string[], value: Tree[string]): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) at = next;
    else {
      const branch = newTree();
      at[name] = branch;
      at = branch;
    }
  }
  at[path.at(-1) ?? ''] = value;
}

function treeOf(entries: readonly PushEntry[], into = newTree()): Tree {
  for (const { path, value } of entries) place(into, path.split('/'), value);
  return into;
}

/** The body of one message: many rows in layout `batch`, one in `single`. `meta` = its meta keys and the auth keys in it. */
export function writeBody(
  format: Pick<PushLayout, 'body' | 'layout' | 'listPath' | 'root' | 'dataKeys' | 'alertKeys'>,
  rows: readonly PushRow[],
  meta: readonly PushEntry[],
): string {
  if (format.body === 'csv') return writeCsv(format, rows);
  if (format.layout === 'single') {
    const tree = treeOf(rows[0]?.entries ?? [], treeOf(meta));
    if (format.body === 'form') return writeForm([...meta, ...(rows[0]?.entries ?? [])]);
    return format.body === 'xml' ? writeXml(format.root, tree) : JSON.stringify(tree);
  }
  const trees = rows.map(({ entries }) => treeOf(entries));
  if (format.listPath === '') return JSON.stringify(trees);
  const message = treeOf(meta);
  const path = format.listPath.split('/');
  if (!path.includes('{point}')) place(message, path, trees);
  else
    for (const [point, places] of Map.groupBy(rows.keys(), (i) => rows[i]?.point ?? ''))
      place(
        message,
        path.map((name) => (name === '{point}' ? safeName(point) : name)),
        places.map((i) => trees[i] ?? newTree()),
      );
  return format.body === 'xml' ? writeXml(format.root, message) : JSON.stringify(message);
}

const safeName = (name: string): string => (name === '__proto__' ? '_' : name);

function writeForm(entries: readonly PushEntry[]): string {
  return new URLSearchParams(
    entries.map(({ path, value }): [string, string] => [path, value === null ? '' : String(value)]),
  ).toString();
}

/** RFC 4180, with a heading of the paths. */
function writeCsv(
  { dataKeys, alertKeys }: Pick<PushLayout, 'dataKeys' | 'alertKeys'>,
  rows: readonly PushRow[],
): string {
  const quoted = (value: PushValue) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [
    [...dataKeys, ...alertKeys].map(({ path }) => quoted(path)),
    ...rows.map(({ entries }) => entries.map(({ value }) => quoted(value))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 knows; the others are left out. */
const xmlText = (value: PushValue): string =>
  (value === null ? '' : String(value))
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Elements by name; a list repeats its element. */
function writeXml(root: string, tree: Tree): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const stack: (string | readonly [name: string, value: Tree[string]])[] = [[root, tree]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const [name, value] = next;
    if (Array.isArray(value)) for (const each of value.toReversed()) stack.push([name, each]);
    else if (typeof value === 'object' && value !== null) {
      parts.push(`<${name}>`);
      stack.push(`</${name}>`);
      for (const entry of Object.entries(value).reverse()) stack.push(entry);
    } else parts.push(`<${name}>${xmlText(value)}</${name}>`);
  }
  return parts.join('');
}
