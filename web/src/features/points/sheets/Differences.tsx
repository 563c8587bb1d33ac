import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { sheets } from '@plumbline/contract/points/sheets';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatCount, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LineTable } from './LineTable.tsx';
import { byRow, LineProblems, SaveProblems } from './Problems.tsx';
import { cellWords, columnWord } from './sheet-words.ts';

type Answer = Reply<typeof sheets.importPoints>;
interface Row {
  readonly row: number;
  readonly line: number | null;
  readonly name: string | null;
  readonly changes: Answer['lines'][number]['changes'];
  readonly problems: readonly RowProblem[];
}

/** A changed sheet against the points as they are: what each row would change, old to new, and what is refused. */
export function Differences({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { counts, columns: read, problems } = answer;
  const [filter, setFilter] = useState<'change' | 'refuse'>(counts.refused > 0 ? 'refuse' : 'change');
  const all = useMemo(() => rowsOf(answer), [answer]);
  const lineOf = useMemo(() => new Map(all.flatMap(({ row, line }) => (line === null ? [] : [[row, line]]))), [all]);
  const rows = all.filter((row) => (filter === 'refuse' ? row.problems.length > 0 : row.changes.length > 0));
  const columns = useColumns(filter);
  return (
    <>
      <div className="pl-row sh-bar" role="status">
        <Segmented
          label={t('sheets:lines')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'change' as const, label: `${t('sheets:edit.changed')} ${formatCount(counts.changed)}` },
            { value: 'refuse' as const, label: `${t('sheets:will.refuse')} ${formatCount(counts.refused)}` },
          ]}
        />
        <span className="pl-3 pl-sm">
          {t('sheets:edit.counted', { rows: formatCount(counts.rows), fields: formatCount(counts.fields) })}
        </span>
        <span className="pl-gap" />
        <SaveProblems problems={problems} lineOf={lineOf} />
      </div>
      <LineTable
        unknown={read.unknown}
        rows={rows}
        columns={columns}
        none={t(filter === 'refuse' ? 'sheets:edit.noneRefused' : 'sheets:edit.same')}
      />
    </>
  );
}

function useColumns(filter: 'change' | 'refuse'): Columns<Row> {
  const { t } = useTranslation();
  return [
    { ...numeric(t('sheets:line')), key: 'line', width: 64, render: (_, { line }) => line ?? missing },
    {
      title: t('points:name'),
      key: 'name',
      width: 120,
      ellipsis: true,
      render: (_, { name }) => <b>{name ?? missing}</b>,
    },
    {
      title: t(filter === 'refuse' ? 'sheets:why' : 'sheets:edit.changes'),
      key: 'changes',
      className: 'sh-reasons',
      render: (_, row) =>
        filter === 'refuse' ? <LineProblems problems={row.problems} /> : <Changes changes={row.changes} />,
    },
  ];
}

/** What a line changes, old to new. */
function Changes({ changes }: Pick<Row, 'changes'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return changes.map(({ field, before, after }) => (
    <div className="sh-change" key={field}>
      <span className="pl-2">
        {field === 'coordinates' ? t('points:config.coordinates') : columnWord(field, language)}
      </span>
      <span className="pl-3">{cellWords(field, before, t)}</span>
      <span className="pl-3" aria-hidden="true">
        →
      </span>
      <b>{cellWords(field, after, t)}</b>
    </div>
  ));
}

/** Lines that change something and lines that are refused, in the order of the sheet. */
function rowsOf({ lines, problems }: Answer): Row[] {
  const wrong = byRow(problems);
  const rows = new Map<number, Row>(
    lines.map(({ row, line, name, changes }) => [row, { row, line, name, changes, problems: wrong.get(row) ?? [] }]),
  );
  for (const [row, list] of wrong) {
    if (rows.has(row)) continue;
    // The digits of its cell say the line where the row itself changes nothing.
    const line = Number(/\d+$/.exec(list.find(({ cell }) => cell)?.cell ?? '')?.[0] ?? Number.NaN);
    rows.set(row, { row, line: Number.isNaN(line) ? row + 2 : line, name: null, changes: [], problems: list });
  }
  return [...rows.values()].sort((a, b) => a.row - b.row);
}
