import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TFunction } from 'i18next';
import type { GridIssue } from '../../../design/form/EditableTable.tsx';
import { rowProblemWords } from '../../../design/row-words.ts';

/** Returns the issues of single rows, as the table says it beside the cell. `columnOf` finds the column of a path. */
export function issuesOf(
  problems: readonly RowProblem[],
  t: TFunction,
  columnOf: (path: string) => string | undefined,
): GridIssue[] {
  return problems.map((problem) => {
    const words = rowProblemWords(problem, t);
    const prop = columnOf(problem.path);
    return {
      row: problem.row,
      ...(prop === undefined ? {} : { prop }),
      words: prop === undefined && problem.path !== '' ? `${problem.path}: ${words}` : words,
    };
  });
}

/** The problems that a refusal of rows carries; null where it is another failure. */
export const problemsIn = (error: unknown): readonly RowProblem[] | null =>
  error instanceof Failure && error.name === 'rowsRefused'
    ? ((error.detail as { problems?: RowProblem[] } | undefined)?.problems ?? null)
    : null;
