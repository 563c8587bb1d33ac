import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { metreWords } from '../../charts/kinds/survey-curves.ts';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { formatBrief, formatChange, formatNumber } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import type { ChainRow } from './chain-content.ts';
import { levelColumn } from './DepthTable.tsx';

export interface ValueColumn {
  readonly title: string;
  readonly unit: string;
}

/** The joints of the chosen survey in order; a row chooses the joint whose curve stands beside. */
export function ChainTable({
  rows,
  place,
  columns: valueColumns,
  beforeAt,
  joint,
  onJoint,
}: {
  rows: readonly ChainRow[];
  /** What says where a joint is, in m; null = its number alone. */
  place: string | null;
  /** As the values of the rows; the first is the one whose change is said. */
  columns: readonly ValueColumn[];
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  joint: number;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const isJudged = rows.some(({ level }) => level !== null);
  const columns = useMemo((): Columns<ChainRow> => {
    const since = beforeAt === null ? null : formatBrief(beforeAt, timeZone, language);
    return [
      place === null ? nodeColumn(t('common:chart.node')) : placeColumn(place),
      ...valueColumns.map(valueColumn),
      ...(since === null ? [] : [changeColumn(t('profiles:since', { time: since }), valueColumns[0]?.unit)]),
      ...(isJudged ? [levelColumn<ChainRow>(t)] : []),
    ];
  }, [t, place, valueColumns, beforeAt, isJudged, timeZone, language]);
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      rowKey={(row) => row.joint}
      onOpen={(row) => onJoint(row.joint)}
      isOpen={(row) => row.joint === joint}
    />
  );
}

type Column = Columns<ChainRow>[number];
const nodeColumn = (title: string): Column => ({
  ...numeric(title),
  key: 'joint',
  width: 64,
  render: (_, { joint }) => joint,
});
const placeColumn = (title: string): Column => ({
  ...numeric(title, 'm'),
  key: 'place',
  width: 84,
  render: (_, { placeM }) => (placeM === null ? '' : metreWords(placeM)),
});
const valueColumn = ({ title, unit }: ValueColumn, i: number): Column => ({
  ...numeric(title, unit),
  key: `value-${i}`,
  width: 84,
  render: (_, { values }) => {
    const words = formatNumber(values[i] ?? null);
    return i === 0 ? <span className="pl-b">{words}</span> : words;
  },
});
const changeColumn = (title: string, unit: string | undefined): Column => ({
  ...numeric(title, unit),
  key: 'change',
  width: 108,
  render: (_, { change }) => formatChange(change),
});
