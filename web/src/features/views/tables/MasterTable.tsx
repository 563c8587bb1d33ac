import type { ReactNode } from 'react';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { foundSurveys } from '../masters/line-rows.parts.ts';
import { NoSurvey, NotDrawn } from '../masters/notes.parts.tsx';
import { playedPlace } from '../surveys/survey-choice.parts.ts';
import { LayoutFields, useSurveyTable } from './SurveyTable.tsx';
import { SurveyTableFrame } from './SurveyTableFrame.tsx';
import type { MatrixFigure, SurveyMatrix } from './survey-matrix.ts';
import type { SurveyTableState } from './table-state.ts';

/** Surveys of a master as numbers, whether it is a line or a section. */
export function MasterTable<Survey extends { readonly at: string | null }>({
  surveys,
  matrix,
  figuresOf,
  fields,
  directions,
  notesOf,
  ...frame
}: Pick<PointViewProps, 'point' | 'ranges'> & {
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
  query: Parameters<typeof SurveyTableFrame>[0]['query'] & { readonly error: unknown };
  surveys: readonly Survey[];
  matrix: SurveyMatrix | null;
  figuresOf: (survey: number) => MatrixFigure[];
  /** In the toolbar, before and after the layout of the table. */
  fields?: ReactNode;
  directions?: ReactNode;
  notesOf: (chosen: ReturnType<typeof foundSurveys<Survey>>[number]) => ReactNode;
}) {
  const { point, state, change, query } = frame;
  const table = useSurveyTable(matrix, figuresOf, state);
  const measured = foundSurveys(surveys);
  const times = measured.map(({ at }) => at);
  const chosen = measured[playedPlace(times, state.playedAt)];
  return (
    <SurveyTableFrame
      {...frame}
      {...{ matrix, table }}
      fields={
        <>
          {fields}
          <LayoutFields {...{ times, state, change }} />
          {directions}
        </>
      }
      notes={chosen && notesOf(chosen)}
      failed={query.error ? <NotDrawn point={point} error={query.error} onRetry={() => void query.refetch()} /> : null}
      empty={<NoSurvey />}
    />
  );
}
