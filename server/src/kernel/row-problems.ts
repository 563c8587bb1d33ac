/** What is wrong with a row of many, where its input is: the words of a form, with the row they are about. */
import type { RowProblem } from '@plumbline/contract/points.rows';

interface Issue {
  readonly path: string;
  readonly message: string;
  readonly code?: string | undefined;
}
const problemOf = (row: number, { path, message, code }: Issue): RowProblem => ({
  row,
  path,
  error: 'badInput',
  message,
  ...(code !== undefined && { code }),
});

/** The detail of a badInput as problems of a row. */
export const problemsOfInput = (row: number, detail: unknown): RowProblem[] =>
  (detail as Issue[]).map((issue) => problemOf(row, issue));

/** What a schema has against a row: the first issue of each field, and each field that it does not know, as `unknown` says. */
export function problemsOfIssues(
  row: number,
  issues: readonly { path: PropertyKey[]; message: string; code: string; keys?: readonly string[] }[],
  unknown: 'fieldUnknown' | 'fieldNotOfModel',
): RowProblem[] {
  const visited = new Set<string>();
  const plain = issues.flatMap(({ path, message, code, keys }): Issue[] =>
    code === 'unrecognized_keys' && keys
      ? keys.map((key) => ({ path: [...path, key].join('.'), message: unknown, code: 'custom' }))
      : [{ path: path.join('.'), message, code }],
  );
  return plain.flatMap((issue) => {
    if (visited.has(issue.path)) return [];
    visited.add(issue.path);
    return [problemOf(row, issue)];
  });
}
