import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TFunction } from 'i18next';
import { wordsOf } from '../../../kernel/failures.ts';

/** Of many reasons so many are said; they are of one kind mostly. */
const max = 5;

/** Why upgrades were not begun: row by row where the server says so. */
export function refusalWords(error: unknown, t: TFunction): string[] {
  const problems =
    error instanceof Failure && error.name === 'rowsRefused'
      ? ((error.detail as { problems?: RowProblem[] } | undefined)?.problems ?? [])
      : [];
  if (problems.length === 0) return [wordsOf(error, t).words];
  const words = new Set(problems.map((problem) => wordsOf(new Failure(problem.error, problem.detail), t).words));
  const more = words.size - max;
  return [
    t('firmware:noneBegun'),
    ...[...words].slice(0, max),
    ...(more > 0 ? [t('firmware:moreReasons', { count: more })] : []),
  ];
}
