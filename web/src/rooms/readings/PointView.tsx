import { alerts } from '@plumbline/contract/alerts';
import { fieldsOf } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import type { TreeNode } from '@plumbline/contract/projects';
import { readings } from '@plumbline/contract/readings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartAlert, Range } from '../../charts/shapes.ts';
import type { ChartHandle } from '../../charts/TimeValueChart.tsx';
import { Failed, Partial, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useNow } from '../../kernel/now.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, forget } from '../../kernel/queries.ts';
import { useServerEvent } from '../../kernel/socket.ts';
import { PointSettings } from '../points/points.parts.tsx';
import { useCurves, useLive } from './curves.ts';
import { FieldChoice } from './FieldChoice.tsx';
import { PointHead } from './PointHead.tsx';
import { drawnAlert, drawnLimits } from './point-limits.ts';
import { allowedRange, askedRange, rangeOf, startRange, stepOf } from './presets.ts';
import { ReadingsTable } from './ReadingsTable.tsx';
import { StatisticsRow } from './StatisticsRow.tsx';
import { ViewToolbar } from './ViewToolbar.tsx';
import type { View } from './view-state.ts';

const chartPx = 336;

/** One point: its reading now, its curve against its limits, its statistics and its readings over the range chosen. */
export function PointView({
  pointId,
  view,
  nodes,
  onChange,
  onLeave,
}: {
  pointId: number;
  view: View;
  nodes: readonly TreeNode[];
  onChange: (change: Partial<View>) => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [settings, setSettings] = useState(false);
  const record = useQuery({ ...asks(points.get, { pointId }), refetchInterval: 60_000 });
  const point = record.data?.measuringPoint;
  const fields = useMemo(() => (point ? fieldsOf(point.family, point.nodeCount) : []), [point]);
  const field =
    fields.find((each) => each.key === view.field) ?? fields.find((each) => each.key === point?.mainField) ?? fields[0];

  const initial = point?.initialValues[field?.key ?? ''];

  const { shown, asked, listed } = useRanges(view, project.timeZone);
  const [place, widthPx] = useWidth();
  const live = useLive(useMemo(() => [pointId, ...view.compare], [pointId, view.compare]));
  const askedWidth = Math.round((widthPx * (asked.to - asked.from)) / (shown.to - shown.from));
  const { curves, drawn, loading, failed, retry } = useCurves(
    {
      main: point,
      field: field?.key ?? '',
      compare: view.compare,
      quantity: view.quantity,
      asked,
      widthPx: widthPx === 0 ? 0 : Math.max(50, askedWidth),
    },
    live,
  );
  useFreshLists(live.get(pointId)?.at(-1)?.at);

  const maySeeAlerts = allowed(alerts.ofProject);
  const raised = useQuery({
    ...asks(alerts.ofProject, {
      projectId: project.id,
      pointId,
      from: new Date(asked.from).toISOString(),
      to: new Date(asked.to).toISOString(),
      pageSize: 200,
    }),
    enabled: maySeeAlerts,
    placeholderData: (old) => old,
  });
  const heardAlert = useCallback(() => void forget(alerts.ofProject, points.get), []);
  useServerEvent('ALERTS_CHANGED', heardAlert);
  const marks = useMemo(
    (): ChartAlert[] =>
      (raised.data?.alerts ?? []).flatMap((alert) => {
        if (alert.pointId !== pointId || alert.field !== field?.key) return [];
        const value = drawnAlert(alert, view.quantity, initial);
        return value === null ? [] : [{ at: Date.parse(alert.readingAt), value, level: alert.level }];
      }),
    [raised.data, pointId, field?.key, view.quantity, initial],
  );
  const lines = useMemo(
    () => drawnLimits(record.data?.thresholds ?? [], field?.key ?? '', view.quantity, initial),
    [record.data, field?.key, view.quantity, initial],
  );

  const chart = useRef<ChartHandle>(null);
  const moved = useCallback(
    (range: Range) => onChange({ preset: null, custom: allowedRange(range, Date.now()) }),
    [onChange],
  );
  if (!point || !field) {
    if (record.error)
      return (
        <Main>
          <Failed error={record.error} onRetry={() => void record.refetch()} />
        </Main>
      );
    return (
      <Main>
        <SkeletonRows rows={2} rowPx={49} />
        <SkeletonChart height={chartPx + 30} />
        <SkeletonRows rows={5} />
      </Main>
    );
  }
  const hasMain = curves.some((curve) => curve.id === `${pointId} ${field.key}`);
  const title = `${project.name} ${point.name}`;
  return (
    <Main>
      <PointHead
        point={point}
        thresholds={record.data?.thresholds ?? []}
        field={field}
        nodes={nodes}
        newest={live.get(pointId)?.at(-1)}
        onLeave={onLeave}
        onSettings={allowed(points.update) && point.archivedAt === null ? () => setSettings(true) : undefined}
      />
      <ViewToolbar
        view={view}
        shown={shown}
        nodes={nodes}
        onChange={onChange}
        onRefresh={() => void forget(readings.query, readings.statistics, readings.pagination, points.get)}
        onPng={() => void chart.current?.png(title)}
        onCsv={() => chart.current?.csv(title)}
      />
      <div ref={place} className="dv-chart">
        {hasMain || curves.length > 0 ? (
          <Chart
            handle={chart}
            curves={curves}
            range={shown}
            onRange={moved}
            thresholds={lines}
            alerts={marks}
            zone={project.timeZone}
            heightPx={chartPx}
            aside={
              <FieldChoice
                family={point.family}
                fields={fields}
                chosen={field.key}
                onChoose={(key) => onChange({ field: key })}
              />
            }
          />
        ) : failed.length > 0 && !loading ? (
          <Failed error={failed[0]!.error} onRetry={retry} />
        ) : (
          <SkeletonChart height={chartPx + 30} />
        )}
        {failed.length > 0 && curves.length > 0 && (
          <Partial onRetry={retry}>
            {t('readings:partial', {
              shown: curves.length,
              count: drawn.length || curves.length + failed.length,
              words: wordsOf(failed[0]!.error, t).words,
            })}
          </Partial>
        )}
        {raised.error && (
          <Partial onRetry={() => void raised.refetch()}>
            {t('readings:alertsFailed', { words: wordsOf(raised.error, t).words })}
          </Partial>
        )}
      </div>
      <StatisticsRow point={point} field={field} quantity={view.quantity} range={listed} />
      <ReadingsTable
        key={`${pointId} ${listed.from}`}
        point={point}
        field={field}
        thresholds={record.data?.thresholds ?? []}
        range={listed}
      />
      <PointSettings open={settings} pointId={pointId} onClose={() => setSettings(false)} />
    </Main>
  );
}

const Main = ({ children }: { children: ReactNode }) => <div className="dv-main">{children}</div>;

/**
 * Three ranges of one choice. `shown` moves on with the present; `asked` is what the server is asked for the curve and
 * moves in larger steps, the socket filling the time between; `listed` is what statistics and table stand for.
 */
function useRanges({ preset, custom }: View, zone: string): { shown: Range; asked: Range; listed: Range } {
  const sizeNow = useMemo(() => custom ?? rangeOf(preset ?? startRange, Date.now(), zone), [custom, preset, zone]);
  const step = stepOf(sizeNow);
  const tick = useNow(custom ? 300_000 : step);
  const anchor = useNow(custom ? 300_000 : Math.max(30_000, step * 5));
  return useMemo(() => {
    if (custom) return { shown: custom, asked: askedRange(custom, anchor), listed: custom };
    const named = preset ?? startRange;
    return {
      shown: rangeOf(named, tick, zone),
      asked: askedRange(rangeOf(named, anchor, zone), anchor),
      listed: rangeOf(named, anchor, zone),
    };
  }, [custom, preset, zone, tick, anchor]);
}

/** Statistics and table are asked again when readings arrive, every five seconds at most. */
function useFreshLists(newestAt: number | undefined): void {
  const last = useRef(0);
  useEffect(() => {
    if (newestAt === undefined) return;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        void forget(readings.pagination, readings.statistics);
      },
      Math.max(0, last.current + 5_000 - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [newestAt]);
}

/** The width of a place, in steps of 50 px so that a scroll bar asks nothing again. */
function useWidth(): [(element: HTMLDivElement | null) => void, number] {
  const [widthPx, setWidthPx] = useState(0);
  const observer = useRef<ResizeObserver>(null);
  const place = useCallback((element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    const measure = (): void => setWidthPx(Math.ceil(element.clientWidth / 50) * 50);
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
    measure();
  }, []);
  return [place, widthPx];
}
