import { type FamilyCode, families, type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import type { sheets } from '@plumbline/contract/points/sheets';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatCount, missing } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LineTable } from './LineTable.tsx';
import { byRow, LineProblems, SaveProblems } from './Problems.tsx';

type Answer = Reply<typeof sheets.setUpPoints>;
type Line = Answer['lines'][number];

const familyWord = (family: string | null, t: TFunction): string =>
  family !== null && family in families ? t(`families:family.${family as FamilyCode}`) : '';
function modeWord(mode: number | null, t: TFunction): string {
  const word = mode === null ? undefined : sensorModes[mode as SensorMode];
  return word ? t(`families:mode.${word}`) : '';
}

const listedNames = 12;

/** The structures that would be made: a slip of the pen makes one too, so all of them can be looked at. */
function NewNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const some = all ? names : names.slice(0, listedNames);
  return (
    <p className="pl-2 pl-sm sh-made">
      {t('sheets:setUp.makes', { names: some.join(', '), count: names.length })}
      {some.length < names.length && (
        <>
          {', … '}
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('sheets:setUp.allNames', { count: names.length })}
          </Button>
        </>
      )}
    </p>
  );
}

/** Shows the result for each line of the set-up: the point it makes, or every reason why it makes none. */
export function SetUpLines({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { lines, problems, counts, structures, columns: read } = answer;
  const [filter, setFilter] = useState<'all' | Line['action']>(counts.refuse > 0 ? 'refuse' : 'all');
  const lineOf = useMemo(() => new Map(lines.map(({ row, line }) => [row, line])), [lines]);
  const rows = filter === 'all' ? lines : lines.filter(({ action }) => action === filter);
  const columns = useColumns(problems);
  return (
    <>
      <div className="pl-row sh-bar" role="status">
        <Segmented
          label={t('sheets:lines')}
          value={filter}
          onChange={setFilter}
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
      <LineTable unknown={read.unknown} rows={rows} columns={columns} none={t('sheets:noLines')}>
        {structures.length > 0 && <NewNames names={structures} />}
        {counts.thresholds > 0 && (
          <p className="pl-2 pl-sm">{t('sheets:setUp.thresholds', { count: counts.thresholds })}</p>
        )}
      </LineTable>
    </>
  );
}

function useColumns(problems: Answer['problems']): Columns<Line> {
  const { t } = useTranslation();
  const why = useMemo(() => byRow(problems), [problems]);
  return [
    { ...numeric(t('sheets:line')), key: 'line', width: 64, dataIndex: 'line' },
    {
      title: t('points:name'),
      key: 'name',
      width: 120,
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
      title: t('sheets:setUp.measures'),
      key: 'measures',
      width: 190,
      ellipsis: true,
      responsive: ['md'],
      render: (_, { family, mode }) => (
        <span className="pl-2">
          {[familyWord(family, t), modeWord(mode, t)].filter(Boolean).join(' · ') || missing}
        </span>
      ),
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
      className: 'sh-reasons',
      render: (_, { row, action }) =>
        action === 'add' ? (
          <span className="pl-3">{t('sheets:will.add')}</span>
        ) : (
          <LineProblems problems={why.get(row) ?? []} />
        ),
    },
  ];
}
