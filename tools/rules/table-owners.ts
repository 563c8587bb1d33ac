/**
 * Who writes which table. `features.json` names the owner of every table; a write by any other part of the server is a
 * breach. Writes are read from the text of SQL and from the calls of the query builder, as both are written in this code
 * base.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Breach, isTest } from './import-rules.ts';
import { placeOf, readHouse } from './wings.ts';

export interface TableWrite {
  readonly table: string;
  readonly path: string;
  readonly line: number;
}

export const ownerRuleNames = ['one-owner', 'table-has-owner', 'table-is-written', 'owner-writes'];

/** Ways in which a statement writes a table; the first group is its name. `FOR UPDATE` and `DO UPDATE SET` name none. */
const writePatterns = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g,
  /\bINSERT INTO (\w+)/g,
  /(?<!\bDO |\bFOR |\bKEY )\bUPDATE (?:ONLY )?(\w+)(?:\s+(?:AS\s+)?\w+)?\s+SET\b/g,
  /\bDELETE FROM (?:ONLY )?(\w+)/g,
  /\bTRUNCATE (?:TABLE )?(\w+)/g,
  /\bCOPY (\w+) \(/g,
];

/** Every write of the server's product code, by table and place. The demonstration fills tables of its own installation. */
export function tableWrites(root: string, paths: Iterable<string>): TableWrite[] {
  const writes: TableWrite[] = [];
  for (const path of paths) {
    if (!path.startsWith('server/src/') || path.startsWith('server/src/demo/') || isTest(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const pattern of writePatterns)
      for (const match of text.matchAll(pattern))
        writes.push({ table: match[1] ?? '', path, line: text.slice(0, match.index).split('\n').length });
  }
  return writes;
}

/** The part of the server that a file belongs to: a feature with its wing, or `kernel`, `pipeline`, `app`. */
function partOf(path: string): string {
  const [, folder] = /^server\/src\/([^/]+)\//.exec(path) ?? [];
  return placeOf(path)?.feature ?? folder ?? 'app';
}

/** The tables that more than one part of the server writes, each with its writers. */
export function sharedTables(writes: readonly TableWrite[]): Map<string, string[]> {
  const writers = new Map<string, Set<string>>();
  for (const { table, path } of writes) writers.set(table, (writers.get(table) ?? new Set()).add(partOf(path)));
  return new Map(
    [...writers].filter(([, parts]) => parts.size > 1).map(([table, parts]) => [table, [...parts].sort()]),
  );
}

/** Writes by anyone but the owner; tables that nobody owns, two own or nobody writes. */
export function findForeignWrites(root: string, paths: Iterable<string>): Breach[] {
  const writes = tableWrites(root, paths);
  const breaches: Breach[] = [];
  const ofList = (rule: string, message: string) => breaches.push({ rule, path: 'features.json', line: 1, message });
  const { kernel, wings } = readHouse(root);
  const owners = new Map<string, string>();
  const parts = wings.flatMap(({ wing, features }) =>
    features.map(({ feature, tables }) => ({ feature: `${wing}/${feature}`, tables })),
  );
  for (const { feature, tables } of [{ feature: 'kernel', tables: kernel }, ...parts])
    for (const table of tables) {
      const other = owners.get(table);
      if (other !== undefined) ofList('one-owner', `${table} belongs to ${other} and to ${feature}`);
      owners.set(table, feature);
    }
  const written = new Set(writes.map(({ table }) => table));
  for (const [table, owner] of owners)
    if (!written.has(table)) ofList('table-is-written', `${table} of ${owner} is written nowhere`);
  for (const { table, path, line } of writes) {
    const [owner, writer] = [owners.get(table), partOf(path)];
    if (owner === undefined)
      breaches.push({ rule: 'table-has-owner', path, line, message: `features.json names no owner of ${table}` });
    else if (owner !== writer) {
      const message = `${writer} writes ${table}, which belongs to ${owner}: call its .api.ts, or let it export a hook`;
      breaches.push({ rule: 'owner-writes', path, line, message });
    }
  }
  return breaches;
}
