import './tracks.css';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { PlanLimit } from '../../../charts/kinds/plan/shapes.ts';
import { Empty } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { playedChange, playedPlace } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { afterSurveys, useRequestedSurveys } from '../surveys/surveys.queries.ts';
import { useShownWindow } from '../surveys/window.parts.ts';
import { PlanNotes } from './PlanNotes.tsx';
import { TrackPane } from './TrackPane.tsx';
import { cumulativeOf, type Track, type TrackRow, trackContent, trackLimits, trackRows } from './track-content.ts';
import { useTrack } from './tracks.queries.ts';
import { sights, type TrackState, useTrackState } from './tracks-state.ts';

const planPx = 460;
const fullRange = { from: 0, to: 1 };

/** The path of a surface point seen from above, with its three directions over time and the positions of chosen times. */
export function TrackView({ point, thresholds, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useTrackState();
  const chart = useRef<ChartHandle>(null);
  const requested = useRequestedSurveys(point, state, ranges.listed);
  const query = afterSurveys(useTrack(point, state.baselineAt, raw, ranges.listed), requested);
  const { data } = query;
  const { baselineAt } = state;
  const limits = useMemo(() => trackLimits(thresholds, baselineAt, point), [thresholds, baselineAt, point]);
  const cumulativeAt = useMemo(() => cumulativeOf(point), [point]);
  const rows = useMemo(
    () => (data ? trackRows(data, requested, { thresholds, baselineAt, cumulativeAt }) : []),
    [data, requested, thresholds, baselineAt, cumulativeAt],
  );
  const times = useMemo(() => rows.map(({ at }) => at), [rows]);
  const place = playedPlace(times, state.playedAt);
  const [crossAt, setCrossAt] = useState<number | null>(null);
  const missing = requested.isKnown ? requested.times.length - rows.length : 0;
  const notes = [missing > 0 ? t('tracks:missing', { count: requested.times.length, shown: missing }) : null];
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, times, chart }}
      label={t('tracks:toolbar')}
      title={`${project.name} ${point.name}`}
      onChange={change}
      fields={limits.length > 0 && <SightField sight={state.sight} onChange={change} />}
      heightPx={planPx}
      empty={<NoTrack isBaselineMissing={baselineAt !== null && data?.baseline === null} />}
      className="tk"
      shape={
        data?.start && (
          <>
            <TrackPlan
              {...{ data, limits, sight: state.sight, crossAt, chart }}
              chosen={state.playedAt === null ? undefined : rows[place]}
            />
            <PlanNotes notes={notes} />
          </>
        )
      }
      beside={
        <TrackPane
          {...{ point, raw, ranges, rows, place }}
          onCross={setCrossAt}
          onChoose={(next) => change(playedChange(times, next))}
        />
      }
    />
  );
}

function SightField({
  sight,
  onChange,
}: Pick<TrackState, 'sight'> & { onChange: (part: Partial<TrackState>) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('tracks:sight')}
      value={sight}
      options={sights.map((value) => ({ value, label: t(`tracks:sights.${value}`) }))}
      onChange={(value) => onChange({ sight: value })}
    />
  );
}

function NoTrack({ isBaselineMissing }: { isBaselineMissing: boolean }) {
  const { t } = useTranslation();
  return isBaselineMissing ? (
    <Empty title={t('tracks:baselineMissing')} />
  ) : (
    <Empty title={t('tracks:none')} why={t('tracks:noneWhy')} />
  );
}

function TrackPlan({
  data,
  limits,
  sight,
  chosen,
  crossAt,
  chart,
}: Pick<TrackState, 'sight'> & {
  data: Track;
  limits: readonly PlanLimit[];
  chosen: TrackRow | undefined;
  crossAt: number | null;
  chart: RefObject<ChartHandle | null>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const words = useMemo(
    () => ({
      start: t('tracks:start'),
      now: t('tracks:last'),
      north: t('common:chart.north'),
      east: t('common:chart.east'),
      up: t('tracks:up'),
      horizontal: t('tracks:horizontal'),
      azimuth: t('tracks:azimuth'),
      time: t('common:chart.time'),
      timeOf: (at: number) => formatShort(at, timeZone, language),
      isoOf: (at: number) => new Date(at).toISOString(),
    }),
    [t, timeZone, language],
  );
  const window = useShownWindow();
  const content = useMemo(
    () => trackContent(data, limits, sight, chosen, crossAt, words),
    [data, limits, sight, chosen, crossAt, words],
  );
  return <Chart kind="plan" content={content} range={fullRange} {...window} heightPx={planPx} handle={chart} />;
}
