import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { pastPresets } from '@plumbline/contract/kernel/constants';
import type { ChartPoint, CustomChart } from '@plumbline/contract/points/charts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import { FilterField } from '../../../charts/filter/FilterField.tsx';
import { FilterNote } from '../../../charts/filter/FilterNote.tsx';
import { useFilter } from '../../../charts/filter/filter-state.ts';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { RangeField } from '../../../charts/range/RangeField.tsx';
import { allowedRange, type Preset, useRanges } from '../../../charts/range/ranges.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { Failed, Partial, SkeletonChart } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { useChartCurves, useSeriesName } from './chart-curves.queries.ts';
import { type ChartView, useChartView } from './chart-view.ts';

const minPx = 300;

/** A custom chart with the range it is looked at, its curves and its legend. It fills its place, and on request the screen. */
export function CustomChartView({ chart, points }: { chart: CustomChart; points: readonly ChartPoint[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const names = useNames(chart, points);
  const { view, showRange, hide } = useChartView(chart.spanSeconds);
  const [place, widthPx] = useWidth();
  const screenRef = useRef<HTMLDivElement>(null);
  const [filled, heightPx] = useHeight();
  const handle = useRef<ChartHandle>(null);
  const [at, setAt] = useState<number | null>(null);
  const full = useFullScreen(screenRef);
  const { shown, curves, drawn, filtered, loading, failed, retry } = useDrawn(chart, points, view, widthPx);
  const [first] = failed;
  const axes = useMemo(() => ({ left: chart.left, right: chart.right }), [chart.left, chart.right]);
  const title = `${project.name} ${chart.name}`;
  const moved = useCallback((range: Range) => showRange({ custom: allowedRange(range, Date.now()) }), [showRange]);
  return (
    <div className="cc-view" ref={screenRef}>
      <ChartToolbar shown={shown} preset={view.preset} onRange={showRange} chart={handle} title={title} full={full} />
      <div className="cc-chart" ref={filled}>
        <div ref={place}>
          {curves.length > 0 || (!loading && !first) ? (
            <Chart
              kind="timeValue"
              content={{ curves: drawn, axes, zone: project.timeZone }}
              handle={handle}
              range={shown}
              onRange={moved}
              onCross={setAt}
              readout={false}
              heightPx={heightPx}
            />
          ) : first && !loading ? (
            <Failed error={first.error} onRetry={retry} />
          ) : (
            <SkeletonChart height={heightPx} />
          )}
        </div>
      </div>
      <FilterNote filtered={filtered} range={shown} />
      {first && curves.length > 0 && (
        <Partial error={first.error} onRetry={retry}>
          {t('charts:partial', {
            shown: curves.length,
            count: chart.series.length,
            words: wordsOf(first.error, t).words,
          })}
        </Partial>
      )}
      <p className="cc-when pl-sm pl-3">{at === null ? t('charts:last') : formatTime(at, project.timeZone)}</p>
      <ChartLegend chart={chart} curves={curves} names={names} at={at} hidden={view.hidden} onHide={hide} />
    </div>
  );
}

/** The curves over the range that is looked at, and those of them that are not hidden. */
function useDrawn(chart: CustomChart, points: readonly ChartPoint[], view: ChartView, widthPx: number) {
  const { project } = useProject();
  const { shown, requested } = useRanges(view, project.timeZone);
  const requestedPx = Math.round((widthPx * (requested.to - requested.from)) / (shown.to - shown.from));
  const { filter } = useFilter();
  const answers = useChartCurves(chart, points, requested, widthPx === 0 ? 0 : requestedPx, filter);
  const { curves } = answers;
  const drawn = useMemo(
    () => curves.filter(({ colour }) => colour === undefined || !view.hidden.has(colour)),
    [curves, view.hidden],
  );
  return { ...answers, shown, drawn };
}

function useNames({ series }: CustomChart, points: readonly ChartPoint[]): string[] {
  const nameOf = useSeriesName();
  const byId = new Map(points.map((point) => [point.id, point]));
  return series.map((each) => nameOf(each, byId.get(each.pointId)));
}

/** The range, what is taken along, and the whole screen. */
function ChartToolbar({
  shown,
  preset,
  onRange,
  chart,
  title,
  full,
}: {
  shown: Range;
  preset: Preset | null;
  onRange: ReturnType<typeof useChartView>['showRange'];
  chart: RefObject<ChartHandle | null>;
  title: string;
  full: ReturnType<typeof useFullScreen>;
}) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('charts:toolbar')}>
      <Segmented
        label={t('charts:range')}
        value={preset}
        options={pastPresets.map(({ name }) => ({ value: name as Preset, label: t(`common:preset.${name}`) }))}
        onChange={(next) => onRange({ preset: next })}
      />
      <RangeField
        range={shown}
        preset={preset}
        onPreset={(next) => onRange({ preset: next })}
        onChange={(custom) => onRange({ custom })}
      />
      <span className="pl-gap" />
      <FilterField />
      <ChartFiles chart={chart} title={title} />
      {full.can && (
        <IconButton
          icon={full.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          label={t(full.on ? 'charts:leaveFull' : 'charts:full')}
          onClick={full.toggle}
        />
      )}
    </Toolbar>
  );
}

/** The height of a place that stretches, never less than a chart needs. */
function useHeight(): [(element: HTMLDivElement | null) => void, number] {
  const [heightPx, setHeightPx] = useState(minPx);
  const observer = useRef<ResizeObserver>(null);
  const place = useCallback((element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = (): void => setHeightPx(Math.max(minPx, element.clientHeight));
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  }, []);
  return [place, heightPx];
}

/** The whole screen for one part of the page; Escape leaves it, as everywhere. */
function useFullScreen(part: React.RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = (): void => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  return {
    can: document.fullscreenEnabled,
    on,
    toggle: () =>
      void (document.fullscreenElement ? document.exitFullscreen() : part.current?.requestFullscreen())?.catch(
        () => undefined,
      ),
  };
}
