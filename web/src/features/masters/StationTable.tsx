import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { formatBrief, formatChange, formatNumber, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import type { StationRow } from './line-content.ts';

/** The stations of the chosen survey along the line; a row chooses the station whose curve stands beside. */
export function StationTable({
  rows,
  isUpward,
  beforeAt,
  station,
  onStation,
}: {
  rows: readonly StationRow[];
  isUpward: boolean;
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  station: number;
  onStation: (station: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const isJudged = rows.some(({ level }) => level !== null);
  const columns = useMemo(
    () =>
      columnsOf(t, {
        isUpward,
        since: beforeAt === null ? null : formatBrief(beforeAt, timeZone, language),
        isJudged,
      }),
    [t, isUpward, beforeAt, isJudged, timeZone, language],
  );
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      rowKey={(row) => row.station}
      onOpen={(row) => onStation(row.station)}
      isOpen={(row) => row.station === station}
    />
  );
}

function columnsOf(
  t: TFunction,
  { isUpward, since, isJudged }: { isUpward: boolean; since: string | null; isJudged: boolean },
): Columns<StationRow> {
  const number = (
    title: string,
    key: 'value' | 'change' | 'differential',
    unit: string,
    width: number,
  ): Columns<StationRow>[number] => ({
    ...numeric(title, unit),
    key,
    width,
    render: (_, row) =>
      key === 'value' ? <span className="pl-b">{formatNumber(row.value)}</span> : formatChange(row[key]),
  });
  return [
    { title: t('common:chart.station'), key: 'name', width: 100, ellipsis: true, render: (_, row) => nameOf(row, t) },
    {
      ...numeric(t('common:chart.chainage'), 'm'),
      key: 'chainage',
      width: 84,
      render: (_, row) => row.chainageM.toFixed(2),
    },
    number(t(`masters:directions.${isUpward ? 'up' : 'down'}`), 'value', 'mm', 104),
    ...(since === null ? [] : [number(t('masters:since', { time: since }), 'change', 'mm', 108)]),
    number(t('masters:differential'), 'differential', 'mm/m', 116),
    ...(isJudged ? [levelColumn(t)] : []),
  ];
}

const nameOf = ({ name, isFixed }: StationRow, t: TFunction) =>
  isFixed ? (
    <>
      {name} <span className="pl-tag">{t('masters:fixed')}</span>
    </>
  ) : (
    name
  );

const levelColumn = (t: TFunction): Columns<StationRow>[number] => ({
  title: t('readings:level'),
  key: 'level',
  width: 92,
  render: (_, { level }) =>
    level === null ? (
      missing
    ) : (
      <LevelWith level={level} size={14}>
        {t(`common:level.${levelName(level)}`)}
      </LevelWith>
    ),
});
