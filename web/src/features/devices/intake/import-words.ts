import { configKeys } from '@plumbline/contract/devices/devices.config';
import { deviceSheet } from '@plumbline/contract/devices/intake.sheet';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TFunction } from 'i18next';
import { rowProblemWords } from '../../../design/row-words.ts';
import { wordKey } from '../../../kernel/words.ts';

/** The column of a sheet that a problem is about, as the sheet's own heading calls it; '' for the whole row. */
function columnWord(path: string, t: TFunction, language: string): string {
  const [head = '', tail] = path.split('.');
  const key = head === 'config' ? (tail ?? '') : head === 'coordinates' ? (tail ?? 'longitude') : head;
  if ((configKeys as readonly string[]).includes(key)) return t(wordKey(`devices:config.${key}`));
  const column = deviceSheet.find((each) => each.key === key);
  if (!column) return path;
  return language === 'en' ? column.en : column.zh;
}

/** Why a row is not taken, in the reader's words. */
export function problemWords(problem: RowProblem, t: TFunction, language: string): string {
  const words = rowProblemWords(problem, t);
  return problem.path === '' ? words : `${columnWord(problem.path, t, language)}: ${words}`;
}

/** The problems that a refusal carries; null where it is another failure. */
export const problemsIn = (error: unknown): readonly RowProblem[] | null =>
  error instanceof Failure && error.name === 'rowsRefused'
    ? ((error.detail as { problems?: RowProblem[] } | undefined)?.problems ?? null)
    : null;
