import { DownloadOutlined } from '@ant-design/icons';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowProblemWords } from '../../../design/row-words.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { columnWord } from './sheet-words.ts';

/** Shows the faults of one line: cell, column, reason. */
export function LineProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return problems.map((problem) => (
    <div className="sh-problem" key={`${problem.path} ${problem.error} ${problem.message ?? ''}`}>
      {problem.cell !== undefined && <code className="pl-mono pl-3">{problem.cell}</code>}
      <span>
        {problem.path !== '' && <b>{columnWord(problem.path, language)}: </b>}
        {rowProblemWords(problem, t)}
      </span>
    </div>
  ));
}

/** All that is wrong as a file, to be worked off beside the spreadsheet. `lineOf` = the line of a row in the sheet. */
export function SaveProblems({
  problems,
  lineOf,
}: {
  problems: readonly RowProblem[];
  lineOf: ReadonlyMap<number, number>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (problems.length === 0) return null;
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      onClick={() =>
        saveCsv(
          'errors.csv',
          [t('sheets:line'), t('sheets:cell'), t('sheets:column'), t('sheets:why')],
          problems.map((problem) => [
            // Line 1 is the heading: a row that is in no list of lines stands by its place.
            lineOf.get(problem.row) ?? problem.row + 2,
            problem.cell ?? '',
            columnWord(problem.path, language),
            rowProblemWords(problem, t),
          ]),
        )
      }
    >
      {t('sheets:saveProblems')}
    </Button>
  );
}

export function byRow(problems: readonly RowProblem[]): ReadonlyMap<number, readonly RowProblem[]> {
  const rows = new Map<number, RowProblem[]>();
  for (const problem of problems) rows.set(problem.row, [...(rows.get(problem.row) ?? []), problem]);
  return rows;
}
