import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outdated, SkeletonRows } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { SurveyToolbar } from '../surveys/surveys.parts.tsx';
import { SurveyGrid } from './SurveyTable.tsx';
import type { SurveyMatrix } from './survey-matrix.ts';
import { type ShownTable, TableFiles } from './TableFiles.tsx';
import type { SurveyTableState } from './table-state.ts';

/** Frames a table of surveys: its toolbar and files, notes, the table, and what stands in its place where there is none. */
export function SurveyTableFrame({
  point,
  ranges,
  state,
  change,
  query,
  matrix,
  table,
  fields,
  notes,
  failed,
  empty,
}: Pick<PointViewProps, 'point' | 'ranges'> & {
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
  query: Parameters<typeof Outdated>[0]['query'];
  matrix: SurveyMatrix | null;
  table: ShownTable | null;
  /** In the toolbar, after what all of them have. */
  fields: ReactNode;
  /** Over the table. */
  notes: ReactNode;
  /** Instead of the table where it could not be read; null = it has not failed. */
  failed: ReactNode;
  /** Where there is no survey. */
  empty: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const title = [project.name, point.name, matrix?.title].filter(Boolean).join(' ');
  return (
    <>
      <SurveyToolbar
        label={t('tables:toolbar')}
        pointId={point.id}
        choice={state}
        onChange={change}
        ranges={ranges}
        files={<TableFiles {...{ table, title }} />}
      >
        {fields}
      </SurveyToolbar>
      <Outdated query={query} />
      {matrix && table ? (
        <>
          {notes}
          <SurveyGrid {...{ matrix, table, state }} onSort={(sort) => change({ sort })} />
        </>
      ) : query.data ? (
        empty
      ) : (
        (failed ?? <SkeletonRows rows={14} rowPx={28} />)
      )}
    </>
  );
}
