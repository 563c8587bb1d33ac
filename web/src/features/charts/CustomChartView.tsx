import { DownloadOutlined, FileTextOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import type { ChartPoint, CustomChart } from '@plumbline/contract/charts';
import { pastPresets } from '@plumbline/contract/constants';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../charts/frame/range.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Failed, Partial, SkeletonChart } from '../../design/States.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { allowedRange, type Preset, RangeField, useRanges, useWidth } from '../readings/readings.parts.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { useChartCurves, useSeriesName } from './chart-curves.queries.ts';
import { useChartView } from './chart-view.ts';

const minPx = 300;

/** A custom chart with the range it is looked at, its curves and its legend. It fills its place, and on request the screen. */
export function CustomChartView({ chart, points }: { chart: CustomChart; points: readonly ChartPoint[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const nameOf = useSeriesName();
  const { view, showRange, hide } = useChartView(chart.spanSeconds);
  const { shown, requested } = useRanges(view, project.timeZone);
  const [place, widthPx] = useWidth();
  const whole = useRef<HTMLDivElement>(null);
  const [filled, heightPx] = useHeight();
  const handle = useRef<ChartHandle>(null);
  const [at, setAt] = useState<number | null>(null);
  const full = useFullScreen(whole);
  const requestedWidth = Math.round((widthPx * (requested.to - requested.from)) / (shown.to - shown.from));
  const { curves, loading, failed, retry } = useChartCurves(
    chart,
    points,
    requested,
    widthPx === 0 ? 0 : requestedWidth,
  );
  const drawn = useMemo(() => curves.filter(({ colour }) => !view.hidden.has(colour!)), [curves, view.hidden]);
  const axes = useMemo(() => ({ left: chart.left, right: chart.right }), [chart.left, chart.right]);
  const names = chart.series.map((series) =>
    nameOf(
      series,
      points.find(({ id }) => id === series.pointId),
    ),
  );
  const title = `${project.name} ${chart.name}`;
  const moved = useCallback((range: Range) => showRange({ custom: allowedRange(range, Date.now()) }), [showRange]);
  return (
    <div className="cc-view" ref={whole}>
      <Toolbar label={t('charts:toolbar')}>
        <Segmented
          label={t('charts:range')}
          value={view.preset}
          options={pastPresets.map(({ name }) => ({ value: name as Preset, label: t(`common:preset.${name}`) }))}
          onChange={(preset) => showRange({ preset })}
        />
        <RangeField
          range={shown}
          preset={view.preset}
          onPreset={(preset) => showRange({ preset })}
          onChange={(custom) => showRange({ custom })}
        />
        <span className="pl-gap" />
        <IconButton
          icon={<DownloadOutlined />}
          label={t('common:chart.png')}
          onClick={() => void handle.current?.png(title)}
        />
        <IconButton
          icon={<FileTextOutlined />}
          label={t('common:chart.csv')}
          onClick={() => handle.current?.csv(title)}
        />
        {full.can && (
          <IconButton
            icon={full.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            label={t(full.on ? 'charts:leaveFull' : 'charts:full')}
            onClick={full.toggle}
          />
        )}
      </Toolbar>
      <div className="cc-chart" ref={filled}>
        <div ref={place}>
          {curves.length > 0 || (!loading && failed.length === 0) ? (
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
          ) : failed.length > 0 && !loading ? (
            <Failed error={failed[0]!.error} onRetry={retry} />
          ) : (
            <SkeletonChart height={heightPx} />
          )}
        </div>
      </div>
      {failed.length > 0 && curves.length > 0 && (
        <Partial onRetry={retry}>
          {t('charts:partial', {
            shown: curves.length,
            count: chart.series.length,
            words: wordsOf(failed[0]!.error, t).words,
          })}
        </Partial>
      )}
      <p className="cc-when pl-sm pl-3">{at === null ? t('charts:last') : formatTime(at, project.timeZone)}</p>
      <ChartLegend chart={chart} curves={curves} names={names} at={at} hidden={view.hidden} onHide={hide} />
    </div>
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
