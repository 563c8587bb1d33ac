/**
 * An answer of a tool, as structured content and as text of one grammar: a line `name: value` for each thing, values as JSON, so
 * that whatever people typed stands in quotes on one line; a list of records is a line with its columns and a line for each record.
 */
import type { Route } from '@plumbline/contract/kernel/route';

type Scalar = string | number | boolean | null;
export type Facts = { readonly [name: string]: Scalar | readonly Scalar[] | Facts | readonly Facts[] };

/** The request of the API that gives the same numbers. */
export interface Source {
  readonly method: Route['method'];
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The request by which anybody finds again what a route answered. */
export function sourceOf(route: Pick<Route, 'method' | 'path'>, input: Readonly<Record<string, unknown>>): Source {
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const others = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  return { method: route.method, path: `/api${path}`, input: Object.fromEntries(others) };
}

export interface Answer {
  readonly facts: Facts;
  readonly sources: readonly Source[];
}

/** The answer as text; its sources come last. */
export function textOf({ facts, sources }: Answer): string {
  const cited = sources.map(({ method, path, input }) => `source: ${method} ${path} ${JSON.stringify(input)}`);
  return [...linesOf('', facts), ...cited].join('\n');
}

const isRecord = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lines of what a tool made; its depth is that of the tool's own shapes. */
function linesOf(prefix: string, facts: Facts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    if (isRecord(value)) return linesOf(`${path}.`, value);
    if (Array.isArray(value) && value.some(isRecord)) return rowsOf(path, value.filter(isRecord));
    return [`${path}: ${JSON.stringify(value)}`];
  });
}

/** A list of records: its columns, then each record as a JSON array. */
function rowsOf(path: string, records: readonly Facts[]): string[] {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [
    `${path} (${columns.join(', ')}): ${records.length}`,
    ...records.map((record) => `  ${JSON.stringify(columns.map((column) => record[column] ?? null))}`),
  ];
}
