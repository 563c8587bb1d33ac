import { isEmpty } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { TFunction } from 'i18next';
import { type Issue, issueWords } from '../../issues.ts';
import { issuesOf, judged } from '../judge.ts';
import { type Column, isForeign } from './cells.ts';
import type { GridIssue, GridRow } from './shapes.ts';

/** Faults by row and column; the key '' is the row itself. Rows without fault are not in it. */
export type Wrongs = ReadonlyMap<number, ReadonlyMap<string, string>>;
type OfRow = ReadonlyMap<string, string>;
const noFaults: OfRow = new Map();

/**
 * A judge of rows that remembers what it said of a row: rows are never changed in place, so of ten thousand only the
 * edited one is asked again.
 */
export function rowJudge(schema: Schema, columns: readonly Column[], t: TFunction): (row: GridRow) => OfRow {
  const cache = new WeakMap<GridRow, OfRow>();
  const props = new Set(columns.map(({ prop }) => prop));
  const readKeys = keysOf(schema);
  const checkRow = (row: GridRow): OfRow => {
    let messages: Map<string, string> | null = null;
    const addMessage = (prop: string, issue: Issue): void => {
      messages ??= new Map();
      if (!messages.has(prop)) messages.set(prop, issueWords(issue, t));
    };
    const fields: Record<string, unknown> = {};
    for (const prop of readKeys ?? Object.keys(row)) if (row[prop] !== undefined) fields[prop] = row[prop];
    for (const column of columns) {
      const { prop, traits, definition } = column;
      const value = row[prop];
      if (definition.type !== 'INPUT' && isEmpty(value)) {
        if (traits.empty === null) fields[prop] = null;
        else delete fields[prop];
      }
      for (const issue of issuesOf(definition, row, traits.required)) addMessage(prop, issue);
      if (isForeign(column, value)) addMessage(prop, { code: 'invalid_value', message: '', path: [prop] });
    }
    for (const issue of judged(schema, fields).issues) {
      const prop = String(issue.path[0] ?? '');
      addMessage(props.has(prop) ? prop : '', issue);
    }
    return messages ?? noFaults;
  };
  return (row) => {
    let messages = cache.get(row);
    if (!messages) {
      messages = checkRow(row);
      cache.set(row, messages);
    }
    return messages;
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
    const messages = judge(row);
    if (messages.size > 0) all.set(i, messages);
  }
  for (const { row, prop = '', words } of issues) {
    const messages = new Map(all.get(row));
    if (!messages.has(prop)) messages.set(prop, words);
    all.set(row, messages);
  }
  return all;
}
