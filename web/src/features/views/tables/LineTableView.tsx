import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatBrief, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useLines } from '../masters/masters.queries.ts';
import { LineNotes } from '../masters/notes.parts.tsx';
import { type Line, lineFigures, lineMatrix } from './line-matrix.ts';
import { MasterTable } from './MasterTable.tsx';
import { type SurveyTableState, useTableState } from './table-state.ts';

/** Surveys of a line of several points as numbers. */
export function LineTableView({ point, thresholds, raw, ranges, fields }: PointViewProps & { fields?: ReactNode }) {
  const [state, change] = useTableState();
  const query = useLines(point, state, raw, ranges.listed);
  const { matrix, figuresOf } = useLine(query.data, thresholds, state);
  const hasLimits = matrix?.surveys.some(({ levels }) => levels.some((level) => level !== null)) ?? false;
  return (
    <MasterTable
      {...{ point, ranges, state, change, query, matrix, figuresOf, fields }}
      surveys={query.data?.surveys ?? []}
      directions={<Directions {...{ state, change }} />}
      notesOf={(chosen) => query.data && <LineNotes line={query.data} {...{ chosen, hasLimits }} />}
    />
  );
}

/** Returns an answer as a table. */
export function useLine(
  line: Line | undefined,
  thresholds: PointViewProps['thresholds'],
  state: Pick<SurveyTableState, 'isUpward' | 'isIncremental' | 'baselineAt'>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const { isUpward, isIncremental, baselineAt } = state;
  const question = useMemo(
    () =>
      line && {
        line,
        thresholds,
        isIncremental,
        state: { isUpward, baselineAt, station: null, count: 0, times: null, playedAt: null },
        words: {
          place: t('common:chart.station'),
          value: t(`masters:directions.${isUpward ? 'up' : 'down'}`),
          differential: t('masters:differential'),
          timeOf: (at: number) => formatShort(at, timeZone, language),
          change: (before: number) => t('surveys:since', { time: formatBrief(before, timeZone, language) }),
        },
      },
    [line, thresholds, isUpward, isIncremental, baselineAt, timeZone, language, t],
  );
  const matrix = useMemo(() => (question ? lineMatrix(question) : null), [question]);
  const figuresOf = useCallback((survey: number) => (question ? lineFigures(question, survey) : []), [question]);
  return { matrix, figuresOf };
}

/** Movement or difference, and which way is positive. */
export function Directions({
  state,
  change,
}: {
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('masters:direction')}
        value={state.isUpward ? 'up' : 'down'}
        options={(['down', 'up'] as const).map((value) => ({ value, label: t(`masters:directions.${value}`) }))}
        onChange={(value) => change({ isUpward: value === 'up' })}
      />
      {state.layout !== 'one' && (
        <Segmented
          label={t('tables:number')}
          value={state.isIncremental ? 'differential' : 'movement'}
          options={(['movement', 'differential'] as const).map((value) => ({
            value,
            label: t(`tables:numbers.${value}`),
          }))}
          onChange={(value) => change({ isIncremental: value === 'differential' })}
        />
      )}
    </>
  );
}
