import type { sheets } from '@plumbline/contract/sheets';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { Empty } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { formatCount, missing } from '../../kernel/format.ts';
import type { Reply } from '../../kernel/queries.ts';
import { byRow, LineProblems, SaveProblems } from './Problems.tsx';

type Answer = Reply<typeof sheets.setUpPoints>;
type Line = Answer['lines'][number];

/** What would become of each line of the set-up: the point it makes, or every reason why it makes none. */
export function SetUpLines({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { lines, problems, counts, structures, columns: read } = answer;
  const [shown, setShown] = useState<'all' | Line['action']>(counts.refuse > 0 ? 'refuse' : 'all');
  const why = useMemo(() => byRow(problems), [problems]);
  const lineOf = useMemo(() => new Map(lines.map(({ row, line }) => [row, line])), [lines]);
  const rows = shown === 'all' ? lines : lines.filter(({ action }) => action === shown);
  const columns: Columns<Line> = [
    { ...numeric(t('sheets:line')), key: 'line', width: 64, dataIndex: 'line' },
    {
      title: t('points:name'),
      key: 'name',
      width: 150,
      ellipsis: true,
      render: (_, { name }) => <b>{name ?? missing}</b>,
    },
    {
      title: t('points:structure'),
      key: 'place',
      width: 200,
      ellipsis: true,
      responsive: ['md'],
      render: (_, { place }) => <span className="pl-2">{place ?? missing}</span>,
    },
    {
      title: t('points:list.device'),
      key: 'device',
      width: 160,
      responsive: ['md'],
      render: (_, { sncode, channel }) => (sncode === null ? missing : `${sncode} · ${channel ?? '1'}`),
    },
    {
      title: t('sheets:why'),
      key: 'why',
      width: 360,
      render: (_, { row, action }) =>
        action === 'add' ? (
          <span className="pl-3">{t('sheets:will.add')}</span>
        ) : (
          <LineProblems problems={why.get(row) ?? []} />
        ),
    },
  ];
  return (
    <>
      <div className="pl-row sh-bar" role="status">
        <Segmented
          label={t('sheets:lines')}
          value={shown}
          onChange={setShown}
          options={(['all', 'add', 'refuse'] as const).map((value) => ({
            value,
            label: `${t(value === 'all' ? 'sheets:allLines' : `sheets:will.${value}`)} ${formatCount(
              value === 'all' ? lines.length : counts[value],
            )}`,
          }))}
        />
        <span className="pl-gap" />
        <SaveProblems problems={problems} lineOf={lineOf} />
      </div>
      {read.unknown.length > 0 && (
        <p className="pl-notice pl-sm">{t('sheets:unknown', { columns: read.unknown.join(', ') })}</p>
      )}
      {structures.length > 0 && (
        <p className="pl-2 pl-sm">
          {t('points:add.makes', { names: structures.slice(0, 12).join(', '), count: structures.length })}
        </p>
      )}
      {counts.thresholds > 0 && (
        <p className="pl-2 pl-sm">{t('sheets:setUp.thresholds', { count: counts.thresholds })}</p>
      )}
      <div className="sh-lines">
        <DataTable
          dense
          rows={rows}
          columns={columns}
          rowKey={({ row }) => row}
          widthPx={320}
          empty={<Empty title={t('sheets:noLines')} />}
        />
      </div>
    </>
  );
}
