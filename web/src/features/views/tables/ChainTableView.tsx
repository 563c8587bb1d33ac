import type { ChainDrawing, ChainForm } from '@plumbline/contract/views/profiles';
import { type Axis, axes } from '@plumbline/science/profiles/survey';
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatBrief, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { BiasNote, FirmField, ProfileNotes } from '../profiles/notes.parts.tsx';
import { useSurveys } from '../profiles/profiles.queries.ts';
import {
  isDownward,
  shapeThresholds,
  shownSurveys,
  unbiased,
  withoutProbeBias,
} from '../profiles/shown-surveys.parts.ts';
import { playedPlace } from '../surveys/survey-choice.parts.ts';
import { type ChainNumber, type ChainWords, chainFigures, chainMatrix, numberOf, numbersOf } from './chain-matrix.ts';
import { LayoutFields, useSurveyTable } from './SurveyTable.tsx';
import { SurveyTableFrame } from './SurveyTableFrame.tsx';
import { type SurveyTableState, useTableState } from './table-state.ts';

/** Surveys of a chain as numbers: surveys by joints, joints by surveys, or one survey with all that it says. */
export function ChainTableView({ point, thresholds: all, raw, ranges }: PointViewProps) {
  const thresholds = useMemo(() => shapeThresholds(all, point), [all, point]);
  const { t } = useTranslation();
  const [state, change] = useTableState();
  const query = useSurveys(point, state, raw, ranges.listed);
  const { form, recorded, shown, matrix, figuresOf } = useChain(query.data, thresholds, state);
  const table = useSurveyTable(matrix, figuresOf, state);
  const times = shown.map(({ at }) => at);
  const place = playedPlace(times, state.playedAt);
  const [chosen, measured] = [shown[place], recorded[place]];
  const { firmM } = state;
  return (
    <SurveyTableFrame
      {...{ point, ranges, state, change, query, matrix, table }}
      fields={
        <>
          <LayoutFields {...{ times, state, change }} />
          {form && state.layout !== 'one' && <NumberFields {...{ form, state, change }} />}
        </>
      }
      notes={
        query.data &&
        chosen &&
        measured && (
          <>
            <ProfileNotes requested={query.data.surveys} chosen={chosen} baseline={query.data.baseline} />
            {form === 'vertical' && firmM !== null && (
              <BiasNote firmM={firmM} mmPerM={unbiased(measured, firmM).mmPerM} />
            )}
          </>
        )
      }
      failed={query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
    />
  );
}

/** Returns the words for a number, as its own view has them. */
export function numberWords(t: TFunction, form: ChainForm, number: ChainNumber, drawing: ChainDrawing): string {
  const { axis, isIncremental, part } = number;
  switch (form) {
    case 'vertical':
      return t(`profiles:axisNames.${isIncremental ? 'incremental' : 'cumulative'}.${axis}`);
    case 'horizontal':
      if (isIncremental) return t('profiles:lineAxis.differential');
      return t(`profiles:lineAxis.${isDownward(drawing) ? 'settlement' : 'up'}`);
    case 'panel':
      return t(`profiles:partAxis.${part}`);
    case 'ring':
    case 'arc':
      return t(`profiles:sectionParts.${sectionPart[axis]}`);
    default:
      return form satisfies never;
  }
}
const sectionPart = { x: 'right', y: 'up', resultant: 'total' } as const satisfies Record<Axis, string>;

const placeWord = (t: TFunction, form: ChainForm): string => {
  if (form === 'vertical') return t('common:chart.depth');
  if (form === 'panel') return t('common:chart.elevation');
  return t(form === 'horizontal' ? 'common:chart.chainage' : 'common:chart.node');
};

/** The words of tables of a chain in the reader's language. */
export function useChainWords(): ChainWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () => ({
      place: (form) => placeWord(t, form),
      number: (form, number, drawing) => numberWords(t, form, number, drawing),
      change: (before) => t('surveys:since', { time: formatBrief(before, timeZone, language) }),
      timeOf: (at) => formatShort(at, timeZone, language),
    }),
    [t, timeZone, language],
  );
}

type Answer = NonNullable<ReturnType<typeof useSurveys>['data']>;

/** Returns an answer as a table; the form is that of the newest survey. */
export function useChain(
  data: Answer | undefined,
  thresholds: PointViewProps['thresholds'],
  state: Pick<SurveyTableState, 'axis' | 'isIncremental' | 'part' | 'baselineAt' | 'firmM'>,
) {
  const words = useChainWords();
  const { axis, isIncremental, part, baselineAt, firmM } = state;
  const recorded = useMemo(() => (data ? shownSurveys(data.casings, data.surveys) : []), [data]);
  const surveys = useMemo(() => withoutProbeBias(recorded, firmM), [recorded, firmM]);
  const form = surveys.at(-1)?.casing.form ?? null;
  const question = useMemo(
    () => data && { surveys, drawing: data.drawing, thresholds, baselineAt, firmM, words },
    [data, surveys, thresholds, baselineAt, firmM, words],
  );
  const matrix = useMemo(
    () => (question && form ? chainMatrix(question, form, { axis, isIncremental, part }) : null),
    [question, form, axis, isIncremental, part],
  );
  const figuresOf = useCallback(
    (survey: number) => (question && form ? chainFigures(question, form, survey) : []),
    [question, form],
  );
  return { form, recorded, shown: surveys, matrix, figuresOf };
}

/** Chooses the number of the joints to show, of those that the form has. */
export function NumberFields({
  form,
  state,
  change,
}: {
  form: ChainForm;
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
}) {
  const { t } = useTranslation();
  const { axis, isIncremental, part } = numberOf(form, state);
  const numbers = numbersOf(form);
  const incremental = form === 'horizontal' ? 'lineMeasures' : 'measures';
  const words = { measures: ['cumulative', 'incremental'], lineMeasures: ['settlement', 'differential'] } as const;
  const isSection = form === 'ring' || form === 'arc';
  return (
    <>
      {numbers.some((each) => each.isIncremental) && (
        <Segmented
          label={t('profiles:measure')}
          value={isIncremental ? 1 : 0}
          options={[0, 1].map((value) => ({
            value,
            label:
              incremental === 'measures'
                ? t(`profiles:measures.${words.measures[value === 1 ? 1 : 0]}`)
                : t(`profiles:lineMeasures.${words.lineMeasures[value === 1 ? 1 : 0]}`),
          }))}
          onChange={(value) => change({ isIncremental: value === 1 })}
        />
      )}
      {numbers.some((each) => each.axis !== 'x') && (
        <Segmented
          label={t('profiles:axis')}
          value={axis}
          options={axes.map((value) => ({
            value,
            label: isSection ? t(`profiles:sectionParts.${sectionPart[value]}`) : t(`profiles:axes.${value}`),
          }))}
          onChange={(next) => change({ axis: next })}
        />
      )}
      {form === 'vertical' && (
        <FirmField key={state.firmM} value={state.firmM} onChange={(firmM) => change({ firmM })} />
      )}
      {form === 'panel' && (
        <Segmented
          label={t('profiles:part')}
          value={part}
          options={(['deflection', 'horizontal', 'vertical'] as const).map((value) => ({
            value,
            label: t(`profiles:parts.${value}`),
          }))}
          onChange={(next) => change({ part: next })}
        />
      )}
    </>
  );
}
