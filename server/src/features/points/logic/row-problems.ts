/** Rows of one request that are taken all or not at all: what is wrong with each, in the names of the catalogue. */
import { type ErrorName, Failure } from '@plumbline/contract/errors';
import type { RowProblem } from '@plumbline/contract/points.rows';
import { problemsOfInput } from '../../../kernel/row-problems.ts';

/** Where a failure that says no path belongs. */
const places: Partial<Record<ErrorName, string>> = {
  nameTaken: 'name',
  channelOccupied: 'channel',
  channelUnknown: 'channel',
  locationLocked: 'coordinates',
};

/** What a failure says about a row. Anything else than a Failure is thrown on. */
export function problemsOf(row: number, error: unknown): RowProblem[] {
  if (!(error instanceof Failure)) throw error;
  if (error.name === 'badInput') return problemsOfInput(row, error.detail);
  const path =
    error.name === 'formulaIllegal'
      ? `customFormula.${(error.detail as { field: string }).field}`
      : (places[error.name] ?? '');
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
