import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { depthWords } from '../../../charts/kinds/profile/depth-words.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { formatShort, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { levelColumns } from '../surveys/survey-rows.parts.tsx';
import { type JointRow, type Judging, jointRows, type PlanSurvey, pathRows } from './north-east-content.ts';
import { mmColumn, movementColumns } from './plan-table.tsx';

/** One joint from survey to survey, and under it the chosen survey joint by joint. */
export function JointTables({
  surveys,
  place,
  joint,
  judging,
  onChoose,
  onJoint,
}: {
  surveys: readonly PlanSurvey[];
  place: number;
  joint: number;
  judging: Judging;
  onChoose: (place: number) => void;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const chosen = surveys[place];
  const path = useMemo(() => pathRows(surveys, joint, judging), [surveys, joint, judging]);
  const joints = useMemo(
    () => (chosen ? jointRows(chosen, surveys[place - 1], judging) : []),
    [chosen, surveys, place, judging],
  );
  const pathColumns = useColumns(path, 'time');
  const jointColumns = useColumns(joints, 'depth');
  if (!chosen) return null;
  return (
    <div className="tk-side">
      <h2 className="pl-sm">
        <span className="pl-b">{t('profiles:atDepth', { depth: depthWords(chosen.depthsM[joint] ?? 0) })}</span>{' '}
        <span className="pl-3">{t('tracks:path')}</span>
      </h2>
      <DataTable
        dense
        rows={path}
        columns={pathColumns}
        rowKey={(row) => row.key}
        onOpen={(row) => onChoose(surveys.findIndex(({ at }) => at === row.key))}
        isOpen={(row) => row.key === chosen.at}
      />
      <h2 className="pl-sm">
        <span className="pl-b">{t('surveys:survey')}</span>{' '}
        <time className="pl-3" dateTime={new Date(chosen.at).toISOString()}>
          {formatTime(chosen.at, timeZone)}
        </time>
      </h2>
      <DataTable
        dense
        rows={joints}
        columns={jointColumns}
        rowKey={(row) => row.key}
        onOpen={(row) => onJoint(row.key)}
        isOpen={(row) => row.key === joint}
      />
    </div>
  );
}

/** The same columns for both; the first says which row it is. */
function useColumns(rows: readonly JointRow[], first: 'time' | 'depth'): Columns<JointRow> {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () => [
      first === 'depth'
        ? {
            ...numeric(t('common:chart.depth'), 'm'),
            key: 'depth',
            width: 72,
            render: (_, { depthM }) => depthWords(depthM),
          }
        : {
            title: t('surveys:survey'),
            key: 'time',
            width: 132,
            render: (_, { key }) => formatShort(key, timeZone, language),
          },
      ...movementColumns<JointRow>(t),
      mmColumn<JointRow>(t('tracks:change'), 'change', (row) => row.change, { isChange: true, widthPx: 108 }),
      ...levelColumns(rows, t),
    ],
    [t, first, language, timeZone, rows],
  );
}
