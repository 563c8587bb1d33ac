import type { Schema } from '@plumbline/contract/kernel/route';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './cells.ts';
import type { EditableTableProps, GridIssue, GridRow } from './shapes.ts';
import { rowJudge, type Wrongs, wrongsOf } from './wrongs.ts';

/** Returns the faults of the rows as they are; the page is told how many cells and rows. */
export function useJudged(
  rows: readonly GridRow[],
  columns: readonly Column[],
  schema: Schema,
  issues: readonly GridIssue[],
  onWrong: EditableTableProps['onWrong'],
): Wrongs {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language
  const judge = useMemo(() => rowJudge(schema, columns, t), [schema, columns]);
  const wrongs = useMemo(() => wrongsOf(rows, judge, issues), [rows, judge, issues]);
  const wrongCells = useMemo(() => [...wrongs.values()].reduce((sum, row) => sum + row.size, 0), [wrongs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the counts are news
  useEffect(() => onWrong?.(wrongCells, wrongs.size), [wrongCells, wrongs.size]);
  return wrongs;
}
