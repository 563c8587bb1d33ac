/**
 * One order for reads of tables and for the web, that of features.json: what lies lower knows nothing of what lies higher. A
 * table is read by its owner and by features above it, or by those that `readBy` names with a reason; a page imports
 * features below its own. What ran up when these rules were made stands in upward.json, a list that only shrinks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Breach, isTest } from './import-rules.ts';
import type { Module } from './modules.ts';
import { featuresOf, type House, ownersOf, placeOf, readHouse } from './wings.ts';

export const orderRuleNames = ['reads-run-down', 'web-imports-run-down', 'upward-only-shrinks', 'reason-is-needed'];

/** Upward dependency: a file, and the table that it reads or the feature that it imports. */
export interface Upward {
  readonly path: string;
  readonly to: string;
  readonly line: number;
}

/** Ways in which a statement reads a table; the first group is its name. */
const readPatterns = [
  /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using)\(\s*\[?\s*['"`](\w+)/g,
  /\b(?:FROM|JOIN) (?:ONLY |LATERAL )?(\w+)/g,
];

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Reads of a table that a later feature owns, one for each file and table. */
export function upwardReads(root: string, paths: Iterable<string>, house: House = readHouse(root)): Upward[] {
  const order = featuresOf(house);
  const owners = ownersOf(house);
  const rank = (owner: string): number => (owner === 'kernel' ? -1 : order.indexOf(owner));
  const found = new Map<string, Upward>();
  for (const path of paths) {
    if (isTest(path) || !/^server\/src\/(features|kernel)\//.test(path)) continue;
    const reader = placeOf(path)?.feature ?? 'kernel';
    const text = readFileSync(join(root, path), 'utf8');
    for (const pattern of readPatterns)
      for (const match of text.matchAll(pattern)) {
        const to = match[1] ?? '';
        const owner = owners.get(to);
        if (owner === undefined || rank(owner) <= rank(reader)) continue;
        const key = `${path} ${to}`;
        if (!found.has(key)) found.set(key, { path, to, line: lineAt(text, match.index) });
      }
  }
  return [...found.values()];
}

/** Imports of the web from one feature to a later one, one for each file and feature. */
export function upwardImports(modules: ReadonlyMap<string, Module>, house: House): Upward[] {
  const order = featuresOf(house);
  const found = new Map<string, Upward>();
  for (const { path, imports } of modules.values()) {
    const from = placeOf(path);
    if (from?.side !== 'web' || isTest(path)) continue;
    for (const { to, line } of imports) {
      const place = placeOf(to);
      if (place?.side !== 'web' || order.indexOf(place.feature) <= order.indexOf(from.feature)) continue;
      const key = `${path} ${place.feature}`;
      if (!found.has(key)) found.set(key, { path, to: place.feature, line });
    }
  }
  return [...found.values()];
}

interface Exceptions {
  readonly reads: readonly string[];
  readonly imports: readonly string[];
}
export const readExceptions = (root: string): Exceptions =>
  JSON.parse(readFileSync(join(root, 'tools/rules/upward.json'), 'utf8')) as Exceptions;

/** Returns upward dependencies beyond the list, and what the list names in vain. */
export function findUpward(root: string, modules: ReadonlyMap<string, Module>): Breach[] {
  const house = readHouse(root);
  const exceptions = readExceptions(root);
  const { reasons, breaches } = reasonsOf(house);
  const reads = upwardReads(root, modules.keys(), house);
  const given = ({ path, to }: Upward) => reasons.has(`${to} ${placeOf(path)?.feature ?? 'kernel'}`);
  for (const reason of reasons)
    if (!reads.some(({ path, to }) => reason === `${to} ${placeOf(path)?.feature ?? 'kernel'}`))
      breaches.push(inList('reason-is-needed', 'features.json', `nobody needs the reason to read ${reason}`));
  const compare = (rule: string, upward: readonly Upward[], allowed: readonly string[], instead: string) => {
    const found = new Set(upward.map(({ path, to }) => `${path} ${to}`));
    for (const { path, to, line } of upward)
      if (!allowed.includes(`${path} ${to}`))
        breaches.push({ rule, path, line, message: `${to} lies higher: ${instead}` });
    for (const entry of allowed)
      if (!found.has(entry))
        breaches.push(
          inList('upward-only-shrinks', 'tools/rules/upward.json', `${entry} runs up no longer: delete it`),
        );
  };
  compare(
    'reads-run-down',
    reads.filter((each) => !given(each)),
    exceptions.reads,
    'let its owner export a hook or move the read there',
  );
  compare(
    'web-imports-run-down',
    upwardImports(modules, house),
    exceptions.imports,
    'a screen of several features lies in web/src/screens, a part that both use lies lower',
  );
  return breaches;
}

const inList = (rule: string, path: string, message: string): Breach => ({ rule, path, line: 1, message });

/** "table feature" of every reader that features.json gives a reason for. */
function reasonsOf({ wings }: House): { readonly reasons: ReadonlySet<string>; readonly breaches: Breach[] } {
  const reasons = new Set<string>();
  const breaches: Breach[] = [];
  for (const { readBy = [] } of wings.flatMap(({ features }) => features))
    for (const { table, feature, why } of readBy) {
      reasons.add(`${table} ${feature}`);
      if (!why) breaches.push(inList('reason-is-needed', 'features.json', `${feature} reads ${table}: say why`));
    }
  return { reasons, breaches };
}
