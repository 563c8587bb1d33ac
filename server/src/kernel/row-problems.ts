/** What is wrong with rows of one request that are written all or not at all, in the names of the catalogue. */
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';

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

/**
 * Returns the problems that a schema finds in a row: the first issue of each field, and each field that it does not
 * know, as `unknown` says.
 */
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

/** Where a failure that says no path belongs. */
const failurePaths: Partial<Record<ErrorName, string>> = {
  nameTaken: 'name',
  channelOccupied: 'channel',
  channelUnknown: 'channel',
  locationLocked: 'coordinates',
};

/** Returns the problems that a failure names in a row. Anything else than a Failure is thrown on. */
export function problemsOf(row: number, error: unknown): RowProblem[] {
  if (!(error instanceof Failure)) throw error;
  if (error.name === 'badInput') return problemsOfInput(row, error.detail);
  const path =
    error.name === 'formulaIllegal'
      ? `customFormula.${(error.detail as { field: string }).field}`
      : (failurePaths[error.name] ?? '');
  return [{ row, path, error: error.name, ...(error.detail !== undefined && { detail: error.detail }) }];
}

/** The problems that `check` finds in a row; none where it does not throw. */
export function problemsIn(row: number, check: () => void): RowProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    return problemsOf(row, error);
  }
}

/** Throws rowsRefused where something is wrong and it is meant. */
export function refuseProblems(problems: readonly RowProblem[], dryRun = false): void {
  if (!dryRun && problems.length > 0) throw new Failure('rowsRefused', { problems: problems.slice(0, maxProblems) });
}

/** No page shows more, and an answer stays an answer. */
export const maxProblems = 2000;
