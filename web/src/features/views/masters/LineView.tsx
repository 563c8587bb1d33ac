import './masters.css';
import type { Threshold } from '@plumbline/contract/points/points';
import type { LineSurvey } from '@plumbline/contract/views/masters';
import { type Ref, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { LineContent } from '../../../charts/kinds/line/shapes.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useLineHeight } from '../surveys/line-height.parts.ts';
import { useDrawnPlace } from '../surveys/survey-time.parts.tsx';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { useShownStretch } from '../surveys/window.parts.ts';
import { type foundSurveys, lineCurves, lineLimits, stationBeside, stationName } from './line-content.ts';
import { type LineState, useLineState } from './line-state.ts';
import { LineNotes } from './MasterNotes.tsx';
import { NoSurvey, NotDrawn } from './MasterStates.tsx';
import { useLines } from './masters.queries.ts';
import { StationPane } from './StationPane.tsx';
import type { ShownLine } from './shown-geometry.ts';
import { useFoundSurveys } from './use-found-surveys.ts';

type Line = ShownLine;
type Surveys = ReturnType<typeof foundSurveys<LineSurvey>>;

/** A master as a line: distance across, settlement downwards; under it one place over time, with the chosen survey as a table. */
export function LineView({ point, thresholds, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useLineState();
  const chart = useRef<ChartHandle>(null);
  const query = useLines(point, state, raw, ranges.listed);
  const { data } = query;
  const { surveys, times, place, chosen, before } = useFoundSurveys(data?.surveys, state);
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, times, chart }}
      label={t('masters:toolbar')}
      title={`${project.name} ${point.name}`}
      onChange={change}
      fields={
        <Segmented
          label={t('masters:direction')}
          value={state.isUpward ? 'up' : 'down'}
          options={(['down', 'up'] as const).map((value) => ({ value, label: t(`masters:directions.${value}`) }))}
          onChange={(value) => change({ isUpward: value === 'up' })}
        />
      }
      heightPx={useLineHeight() + 32}
      failed={(error, onRetry) => <NotDrawn {...{ point, error, onRetry }} />}
      empty={<NoSurvey />}
      isWide
      className="ms"
      shape={
        data &&
        chosen && (
          <>
            <LineChart {...{ line: data, surveys, place, state, thresholds, change, handle: chart }} />
            <LineNotes line={data} chosen={chosen} hasLimits={lineLimits(thresholds, data.kind, state).length > 0} />
          </>
        )
      }
      beside={
        data &&
        chosen && (
          <StationPane
            {...{ point, thresholds, raw, state, line: data, chosen, before }}
            range={ranges}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
            onStation={(station) => change({ station })}
          />
        )
      }
    />
  );
}

function LineChart({
  line,
  surveys,
  place,
  state,
  thresholds,
  change,
  handle,
}: {
  line: Line;
  surveys: Surveys;
  place: number;
  state: LineState;
  thresholds: readonly Threshold[];
  change: (part: Partial<LineState>) => void;
  handle: Ref<ChartHandle>;
}) {
  const content = useLineContent(line, surveys, place, state, thresholds);
  const chainages = line.stations.map(({ chainageM }) => chainageM);
  const [first, last] = [Math.min(...chainages), Math.max(...chainages)];
  const stretch = useShownStretch(first, last > first ? last : first + 1);
  return (
    <Chart
      kind="line"
      content={content}
      {...stretch}
      onPick={(chainageM) => change({ station: Math.max(0, chainages.indexOf(chainageM)) })}
      heightPx={useLineHeight()}
      handle={handle}
    />
  );
}

function useLineContent(
  line: Line,
  surveys: Surveys,
  place: number,
  state: LineState,
  thresholds: readonly Threshold[],
): LineContent {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const drawn = useDrawnPlace(place);
  return useMemo(() => {
    const { kind, stations, members } = line;
    const { isUpward, station } = state;
    const chosen = surveys[place];
    return {
      curves: lineCurves(surveys, stations, drawn, isUpward, (at) => formatShort(at, timeZone, language)),
      unit: 'mm',
      precision: 3,
      axisName: t(`masters:directions.${isUpward ? 'up' : 'down'}`),
      isDownward: !isUpward,
      stations: stations.map((each) => ({ chainageM: each.chainageM, name: stationName(each, members, kind) })),
      thresholds: lineLimits(thresholds, kind, state),
      pinnedM: chosen ? (stations[stationBeside(station, chosen)]?.chainageM ?? null) : null,
    };
  }, [line, surveys, place, drawn, state, thresholds, timeZone, language, t]);
}
