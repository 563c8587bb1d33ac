import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { numberColumn, SurveyRows } from '../surveys/survey-rows.parts.tsx';
import type { StationRow } from './line-content.ts';

/** The stations of the chosen survey along the line; a row chooses the station whose curve stands beside. */
export function StationTable({
  isUpward,
  station,
  onStation,
  ...tableProps
}: {
  rows: readonly StationRow[];
  isUpward: boolean;
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  station: number;
  onStation: (station: number) => void;
}) {
  const { t } = useTranslation();
  const columns = useMemo(() => columnsOf(t, isUpward), [t, isUpward]);
  const last = useMemo(() => [differentialColumn(t)], [t]);
  return (
    <SurveyRows
      {...tableProps}
      {...{ columns, last }}
      unit="mm"
      placeOf={(row) => row.station}
      place={station}
      onPlace={onStation}
    />
  );
}

const columnsOf = (t: TFunction, isUpward: boolean): Columns<StationRow> => [
  { title: t('common:chart.station'), key: 'name', width: 92, ellipsis: true, render: (_, row) => nameOf(row, t) },
  {
    ...numeric(t('common:chart.chainage'), 'm'),
    key: 'chainage',
    width: 80,
    render: (_, row) => row.chainageM.toFixed(2),
  },
  numberColumn<StationRow>(t(`masters:directions.${isUpward ? 'up' : 'down'}`), 'mm', 'value', (row) => row.value, {
    isMain: true,
  }),
];

const differentialColumn = (t: TFunction): Columns<StationRow>[number] =>
  numberColumn<StationRow>(t('masters:differential'), 'mm/m', 'differential', (row) => row.differential, {
    isChange: true,
  });

const nameOf = ({ name, isFixed }: StationRow, t: TFunction) =>
  isFixed ? (
    <>
      {name} <span className="pl-tag">{t('masters:fixed')}</span>
    </>
  ) : (
    name
  );
