import { isEmpty } from '@plumbline/contract/forms';
import type { Schema } from '@plumbline/contract/route';
import type { TFunction } from 'i18next';
import { type Issue, issueWords } from '../../issues.ts';
import { issuesOf, judged } from '../judge.ts';
import { type Column, isForeign } from './cells.ts';
import type { GridIssue, GridRow } from './shapes.ts';

/** What is wrong, by row and column; the key '' is the row itself. Rows without fault are not in it. */
export type Wrongs = ReadonlyMap<number, ReadonlyMap<string, string>>;
type OfRow = ReadonlyMap<string, string>;
const nothing: OfRow = new Map();

/**
 * A judge of rows that remembers what it said of a row: rows are never changed in place, so of ten thousand only the
 * edited one is asked again.
 */
export function rowJudge(schema: Schema, columns: readonly Column[], t: TFunction): (row: GridRow) => OfRow {
  const kept = new WeakMap<GridRow, OfRow>();
  const ask = (row: GridRow): OfRow => {
    const said = new Map<string, string>();
    const say = (prop: string, issue: Issue): void => {
      if (!said.has(prop)) said.set(prop, issueWords(issue, t));
    };
    const given: Record<string, unknown> = { ...row };
    for (const { prop, traits, definition, ...column } of columns) {
      if (definition.type !== 'INPUT' && isEmpty(given[prop])) given[prop] = traits.empty;
      if (given[prop] === undefined) delete given[prop];
      for (const issue of issuesOf(definition, row, traits.required)) say(prop, issue);
      if (isForeign({ prop, traits, definition, ...column }, row[prop]))
        say(prop, { code: 'invalid_value', message: '', path: [prop] });
    }
    for (const issue of judged(schema, given).issues) {
      const prop = String(issue.path[0] ?? '');
      say(columns.some((column) => column.prop === prop) ? prop : '', issue);
    }
    return said.size === 0 ? nothing : said;
  };
  return (row) => {
    let said = kept.get(row);
    if (!said) {
      said = ask(row);
      kept.set(row, said);
    }
    return said;
  };
}

/** All rows judged, and what came from beside them (the server, the rows among each other) laid in. */
export function wrongsOf(
  rows: readonly GridRow[],
  judge: (row: GridRow) => OfRow,
  issues: readonly GridIssue[],
): Wrongs {
  const all = new Map<number, OfRow>();
  for (const [i, row] of rows.entries()) {
    const said = judge(row);
    if (said.size > 0) all.set(i, said);
  }
  for (const { row, prop = '', words } of issues) {
    const said = new Map(all.get(row));
    if (!said.has(prop)) said.set(prop, words);
    all.set(row, said);
  }
  return all;
}
