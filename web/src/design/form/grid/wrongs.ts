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
  const props = new Set(columns.map(({ prop }) => prop));
  const asked = keysOf(schema);
  const ask = (row: GridRow): OfRow => {
    let said: Map<string, string> | null = null;
    const say = (prop: string, issue: Issue): void => {
      said ??= new Map();
      if (!said.has(prop)) said.set(prop, issueWords(issue, t));
    };
    const given: Record<string, unknown> = {};
    for (const prop of asked ?? Object.keys(row)) if (row[prop] !== undefined) given[prop] = row[prop];
    for (const column of columns) {
      const { prop, traits, definition } = column;
      const value = row[prop];
      if (definition.type !== 'INPUT' && isEmpty(value)) {
        if (traits.empty === null) given[prop] = null;
        else delete given[prop];
      }
      for (const issue of issuesOf(definition, row, traits.required)) say(prop, issue);
      if (isForeign(column, value)) say(prop, { code: 'invalid_value', message: '', path: [prop] });
    }
    for (const issue of judged(schema, given).issues) {
      const prop = String(issue.path[0] ?? '');
      say(props.has(prop) ? prop : '', issue);
    }
    return said ?? nothing;
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

/** What a schema reads of a row, where it leaves the rest alone: a row of forty cells is not copied to judge eight. */
function keysOf(schema: Schema): readonly string[] | null {
  const { def } = (schema as unknown as { _zod: { def: { type: string; shape?: object; catchall?: unknown } } })._zod;
  return def.type === 'object' && def.shape && def.catchall === undefined ? Object.keys(def.shape) : null;
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
