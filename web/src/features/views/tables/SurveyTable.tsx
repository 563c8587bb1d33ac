import './tables.css';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type GridSort, orderOf } from '../../../design/data-grid/columns.ts';
import { DataGrid } from '../../../design/data-grid/DataGrid.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { playedChange, playedPlace } from '../surveys/survey-choice.parts.ts';
import {
  figureRows,
  frozenOf,
  layouts,
  type MatrixFigure,
  placeRows,
  type SurveyMatrix,
  surveyRows,
} from './survey-matrix.ts';
import type { ShownTable } from './TableFiles.tsx';
import type { SurveyTableState } from './table-state.ts';

/** When the surveys of a matrix were, epoch ms. */
const timesOf = ({ surveys }: SurveyMatrix): number[] => surveys.map(({ at }) => at);

/** Surveys in rows stand with the newest on top. */
const usualSort = (layout: SurveyTableState['layout']): GridSort | null =>
  layout === 'surveys' ? { key: 'at', order: 'descend' } : null;

/** The matrix in the layout chosen, sorted; null until it is there. */
export function useSurveyTable(
  matrix: SurveyMatrix | null,
  figuresOf: (survey: number) => readonly MatrixFigure[],
  { layout, sort, playedAt }: SurveyTableState,
): ShownTable | null {
  const { t } = useTranslation();
  return useMemo(() => {
    if (!matrix) return null;
    const columns =
      layout === 'surveys'
        ? surveyRows(matrix, t('surveys:survey'))
        : layout === 'places'
          ? placeRows(matrix)
          : figureRows(matrix, figuresOf(playedPlace(timesOf(matrix), playedAt)));
    const count = layout === 'surveys' ? matrix.surveys.length : matrix.places.length;
    return { columns, order: orderOf(columns, count, sort ?? usualSort(layout)) };
  }, [matrix, figuresOf, layout, sort, playedAt, t]);
}

/** The table itself. */
export function SurveyGrid({
  matrix,
  table,
  state: { layout, sort },
  onSort,
}: {
  matrix: SurveyMatrix;
  table: ShownTable;
  state: SurveyTableState;
  onSort: (sort: GridSort | null) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return (
    <div className="tb">
      {layout !== 'one' && (
        <p className="tb-caption">
          {matrix.title}, <span className="pl-3">{matrix.unit}</span>
        </p>
      )}
      <DataGrid
        key={layout}
        {...table}
        frozen={frozenOf(matrix, layout)}
        zone={timeZone}
        label={t('tables:surveys')}
        sort={sort ?? usualSort(layout)}
        onSort={onSort}
      />
    </div>
  );
}

/** How surveys and places lie in the table, and which survey where only one is shown. */
export function LayoutFields({
  times,
  state,
  change,
}: {
  /** Epoch ms, oldest first. */
  times: readonly number[];
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return (
    <>
      <Segmented
        label={t('tables:layout')}
        value={state.layout}
        options={layouts.map((value) => ({ value, label: t(`tables:layouts.${value}`) }))}
        onChange={(layout) => change({ layout, sort: null })}
      />
      {state.layout === 'one' && times.length > 0 && (
        <Select
          size="small"
          aria-label={t('surveys:survey')}
          popupMatchSelectWidth={false}
          value={times[playedPlace(times, state.playedAt)] ?? null}
          options={times.toReversed().map((at) => ({ value: at, label: formatShort(at, timeZone, language) }))}
          onChange={(at) => at !== null && change(playedChange(times, times.indexOf(at)))}
        />
      )}
    </>
  );
}
