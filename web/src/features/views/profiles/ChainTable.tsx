import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { metreWords } from '../../../charts/kinds/survey-curves.ts';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { numberColumn, SurveyRows } from '../surveys/survey-rows.parts.tsx';
import type { ChainRow } from './chain-content.ts';

export interface ValueColumn {
  readonly title: string;
  readonly unit: string;
}
type Column = Columns<ChainRow>[number];

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
  /** As the values of the rows; the first is the one whose change is told. */
  columns: readonly ValueColumn[];
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  joint: number;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Columns<ChainRow> => [
      place === null ? nodeColumn(t('common:chart.node')) : placeColumn(place),
      ...valueColumns.map(({ title, unit }, i) =>
        numberColumn<ChainRow>(title, unit, `value-${i}`, ({ values }) => values[i] ?? null, { isMain: i === 0 }),
      ),
    ],
    [t, place, valueColumns],
  );
  return (
    <SurveyRows
      {...{ rows, columns, beforeAt }}
      unit={valueColumns[0]?.unit ?? ''}
      placeOf={(row) => row.joint}
      place={joint}
      onPlace={onJoint}
    />
  );
}

const nodeColumn = (title: string): Column => ({
  ...numeric(title),
  key: 'joint',
  width: 64,
  render: (_, { joint }) => joint,
});
const placeColumn = (title: string): Column => ({
  ...numeric(title, 'm'),
  key: 'place',
  width: 80,
  render: (_, { placeM }) => (placeM === null ? '' : metreWords(placeM)),
});
