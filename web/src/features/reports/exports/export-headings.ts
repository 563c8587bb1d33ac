import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { useTranslation } from 'react-i18next';
import { sharedFieldWords, useFieldWord } from '../../../kernel/field-words.ts';
import { wordKey } from '../../../kernel/words.ts';

const headingKeys = [
  ...['time', 'utc', 'structure', 'point', 'field', 'value', 'quality', 'refused', 'from', 'to'],
  ...['mean', 'min', 'max', 'sum', 'first', 'last', 'n'],
];

/** The words of a table in the language of the reader: its columns, and the fields of the points by key. */
export function useHeadings(
  points: readonly { readonly family: FamilyCode; readonly nodeCount: number }[],
): Record<string, string> {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const codes = [...new Set(points.map(({ family }) => family))];
  const keys = new Set(points.flatMap(({ family, nodeCount }) => fieldsOf(family, nodeCount).map(({ key }) => key)));
  return Object.fromEntries([
    ...headingKeys.map((key) => [key, t(wordKey(`imports:export.heading.${key}`))]),
    ...[...keys].slice(0, 320).map((key) => [key, sharedFieldWords(fieldWord, codes, key)[0] ?? key]),
  ]);
}
