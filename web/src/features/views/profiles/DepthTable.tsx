import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { depthWords } from '../../../charts/kinds/profile/depth-words.ts';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { numberColumn, SurveyRows } from '../surveys/survey-rows.parts.tsx';
import { type DepthRow, letterOf } from './profile-content.ts';

/** The joints of the chosen survey from the top; a row chooses the joint whose curve stands over the table. */
export function DepthTable({
  axis,
  joint,
  onJoint,
  ...tableProps
}: {
  rows: readonly DepthRow[];
  /** Along which increments and changes are counted. */
  axis: 'x' | 'y';
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  joint: number;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Columns<DepthRow> => [
      { ...numeric(t('common:chart.depth'), 'm'), key: 'depth', width: 72, render: (_, row) => depthWords(row.depthM) },
      ...(['x', 'y'] as const).map((each) =>
        numberColumn<DepthRow>(letterOf(each), 'mm', each, (row) => row[each], { isMain: each === axis, widthPx: 80 }),
      ),
      numberColumn<DepthRow>(
        t('profiles:incrementOf', { axis: letterOf(axis) }),
        'mm',
        'increment',
        (row) => row.increment,
        { widthPx: 104 },
      ),
    ],
    [t, axis],
  );
  return (
    <SurveyRows
      {...tableProps}
      columns={columns}
      unit="mm"
      placeOf={(row) => row.joint}
      place={joint}
      onPlace={onJoint}
    />
  );
}
