import './tracks.css';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useSearch } from '../../../kernel/url-state.ts';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { playedPlace } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { afterSurveys, useRequestedSurveys } from '../surveys/surveys.queries.ts';
import { useShownWindow, withoutWindow } from '../surveys/window.parts.ts';
import { FactorField } from './FactorField.tsx';
import { PlanNotes } from './PlanNotes.tsx';
import { useVectors } from './tracks.queries.ts';
import { useVectorState, type VectorState } from './tracks-state.ts';
import { VectorsTable } from './VectorsTable.tsx';
import { factorOf, type Vectors, vectorsContent } from './vectors-content.ts';

const planPx = 500;
const fullRange = { from: 0, to: 1 };

/** How all surface points of the structure moved from one date to another, as arrows on the plan. */
export function VectorsView({ point, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useVectorState();
  const chart = useRef<ChartHandle>(null);
  const dates = useDates(point, state, ranges.listed);
  const until = dates.until[playedPlace(dates.until, state.playedAt)];
  const between = { from: dates.from, to: until ?? ranges.listed.to };
  const { toleranceSeconds, isKnown } = dates.requested;
  const read = useVectors(point, between, { toleranceSeconds, raw, enabled: isKnown });
  const query = afterSurveys(read, dates.requested);
  const { data } = query;
  const open = useOpenPoint();
  const window = useShownWindow();
  const words = useVectorWords(between);
  const factor = data ? factorOf(data, state.factor) : 1;
  const content = useMemo(() => data && vectorsContent(data, factor, point.id, words), [data, factor, point.id, words]);
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, chart }}
      label={t('tracks:vectorsToolbar')}
      title={`${project.name} ${t('profiles:tab.tdm-map')}`}
      times={dates.until}
      onChange={change}
      fields={<FactorField factor={state.factor} fits={factor} onChange={(next) => change({ factor: next })} />}
      heightPx={planPx}
      empty={<Empty title={t('tracks:noPoints')} />}
      className="tk"
      shape={
        data &&
        content &&
        data.points.length > 0 && (
          <>
            <Chart
              kind="plan"
              content={content}
              range={fullRange}
              {...window}
              onPick={(at) => open(data.points[at]?.pointId)}
              heightPx={planPx}
              handle={chart}
            />
            <VectorNotes data={data} />
          </>
        )
      }
      beside={data && <VectorsTable points={data.points} pointId={point.id} between={words.caption} onOpen={open} />}
    />
  );
}

/** The first date, and those that the player goes through. */
function useDates(point: PointViewProps['point'], state: VectorState, range: { from: number; to: number }) {
  const requested = useRequestedSurveys(point, state, range);
  const { times } = requested;
  const from = state.baselineAt ?? times[0] ?? range.from;
  const until = useMemo(() => times.filter((at) => at > from), [times, from]);
  return { from, until, requested };
}

function useVectorWords({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () => ({
      north: t('common:chart.north'),
      east: t('common:chart.east'),
      up: t('tracks:up'),
      horizontal: t('tracks:horizontal'),
      azimuth: t('tracks:azimuth'),
      point: t('tracks:point'),
      caption: `${formatShort(from, timeZone, language)} – ${formatShort(to, timeZone, language)}`,
    }),
    [t, language, timeZone, from, to],
  );
}

/** Opens the track of another point; Back returns to the plan. */
function useOpenPoint() {
  const [, setSearch] = useSearch();
  return (pointId: number | undefined): void => {
    if (pointId === undefined) return;
    setSearch(
      (old) => {
        const next = withoutWindow(new URLSearchParams(old));
        next.set('point', String(pointId));
        next.set('view', 'sdmpro-track');
        return next;
      },
      { back: true },
    );
  };
}

/** Where the places come from, and which points have none or did not move because nothing is known of them. */
function VectorNotes({ data: { points, places } }: { data: Vectors }) {
  const { t } = useTranslation();
  const unplaced = points.filter(({ eastM }) => eastM === null).length;
  const unknown = points.filter(({ moved }) => moved === null).length;
  return (
    <>
      <p className="pl-3 pl-sm tk-from">{t(`tracks:places.${places ?? 'none'}`)}</p>
      <PlanNotes
        notes={[
          unplaced > 0 ? t('tracks:unplaced', { count: unplaced }) : null,
          unknown > 0 ? t('tracks:unknown', { count: unknown }) : null,
        ]}
      />
    </>
  );
}
