import { type Point, points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { annotations } from '@plumbline/contract/site/annotations';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { isCurveView, type ViewName, viewsOf } from '@plumbline/contract/views/views';
import { type RefObject, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { to } from '../../app/paths.ts';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../charts/frame/range.ts';
import { useWidth } from '../../charts/frame/use-width.ts';
import { allowedRange } from '../../charts/range/ranges.ts';
import { Failed, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { ReadingsTable, StatisticsRow } from '../../features/readings/readings/readings.parts.tsx';
import { readHistoryAgain } from '../../features/readings/readings/readings.queries.ts';
import { type ShownPoint, usePointView } from '../../features/views/views/point-view.parts.ts';
import { chartPx, Shape } from '../../features/views/views/shape.parts.tsx';
import type { View, ViewText } from '../../features/views/views/view-state.parts.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import type { NewestReading } from './newest-reading.ts';
import { PointChart } from './PointChart.tsx';
import { type Acts, PointDialogs, useActs } from './PointDialogs.tsx';
import { PointHead } from './PointHead.tsx';
import { ViewMenu, ViewToolbar } from './ViewToolbar.tsx';

/** One point: its reading now, its curve against its limits, its statistics and its readings over the range chosen. */
export function PointView({
  pointId,
  text,
  nodes,
  reading,
  onChange,
  onLeave,
}: {
  pointId: number;
  text: ViewText;
  nodes: readonly TreeNode[];
  reading: NewestReading | null;
  onChange: (change: Partial<View>) => void;
  onLeave: () => void;
}) {
  const [place, widthPx] = useWidth();
  const { record, shownPoint } = usePointView(pointId, text, widthPx);
  const [acts, act] = useActs();
  const elsewhere = useElsewhere(record.data?.measuringPoint);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  return (
    <div className="dv-main">
      {shownPoint ? (
        <ViewParts
          shownPoint={shownPoint}
          nodes={nodes}
          reading={reading}
          place={place}
          acts={acts}
          onAct={act}
          onChange={onChange}
          onLeave={onLeave}
        />
      ) : record.error ? (
        <Failed error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <>
          <SkeletonRows rows={2} rowPx={49} />
          <SkeletonChart height={chartPx + 30} />
          <SkeletonRows rows={5} />
        </>
      )}
    </div>
  );
}

/**
 * Where a point of another project than that of the address is at home; null = here. Its numbers are not drawn under the name, the
 * time zone and the permissions of another.
 */
function useElsewhere(point: Point | undefined): string | null {
  const { project } = useProject();
  const { search } = useLocation();
  if (!point || point.projectId === project.id) return null;
  return to('DataView', { projectId: point.projectId }, Object.fromEntries(new URLSearchParams(search)));
}

/** Head, toolbar, chart, statistics, readings, and what is opened over them. Long because it names each part and what it takes. */
function ViewParts({
  shownPoint,
  nodes,
  reading,
  place,
  acts,
  onAct,
  onChange,
  onLeave,
}: {
  shownPoint: ShownPoint;
  nodes: readonly TreeNode[];
  reading: NewestReading | null;
  place: (element: HTMLDivElement | null) => void;
  acts: Acts;
  onAct: (change: Partial<Acts>) => void;
  onChange: (change: Partial<View>) => void;
  onLeave: () => void;
}) {
  const allowed = useAllowed();
  const chart = useRef<ChartHandle>(null);
  const moved = useCallback(
    (range: Range) => onChange({ preset: null, custom: allowedRange(range, Date.now()) }),
    [onChange],
  );
  const trace = (tracedAt: number): void => onAct({ tracedAt });
  const { point, view } = shownPoint;
  const maySet = point.archivedAt === null && allowed(points.update);
  const offered = viewsOf(point);
  const show = offered.includes(view.show) ? view.show : (offered[0] ?? 'time-value');
  return (
    <>
      <PointHead
        shownPoint={shownPoint}
        nodes={nodes}
        reading={reading}
        onChange={onChange}
        onLeave={onLeave}
        onSettings={maySet ? () => onAct({ isSettingsOpen: true }) : undefined}
      />
      <ViewTabs point={point} shown={show} onShow={(next) => onChange({ show: next })} />
      {!isCurveView(show) ? (
        <Shape name={show} shownPoint={shownPoint} onChange={onChange} />
      ) : (
        <>
          <PointToolbar {...{ shownPoint, nodes, chart, acts, onAct, onChange }} />
          <PointChart
            shownPoint={shownPoint}
            place={place}
            handle={chart}
            onField={(field) => onChange({ field })}
            onPanels={(panels) => onChange({ panels })}
            onRange={moved}
            onPick={trace}
            onBox={acts.isChoosing ? (box) => onAct({ box }) : undefined}
          />
          <Lists shownPoint={shownPoint} onTrace={trace} />
        </>
      )}
      <PointDialogs shownPoint={shownPoint} nodes={nodes} acts={acts} onChange={onAct} />
    </>
  );
}

/** The views that the point offers; nothing where that is only its curve. */
function ViewTabs({ point, shown, onShow }: { point: Point; shown: ViewName; onShow: (view: ViewName) => void }) {
  const { t } = useTranslation();
  const offered = viewsOf(point);
  if (offered.length < 2) return null;
  return (
    <nav className="dv-views" aria-label={t('profiles:views')}>
      {offered.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === shown ? 'page' : undefined}
          onClick={() => onShow(name)}
        >
          {t(`profiles:tab.${name}`)}
        </button>
      ))}
    </nav>
  );
}

/** Statistics and readings over the range. */
function Lists({ shownPoint, onTrace }: { shownPoint: ShownPoint; onTrace: (at: number) => void }) {
  const { point, thresholds, field, view, ranges } = shownPoint;
  const { listed } = ranges;
  // Under a total so far stand those of what it is the total of.
  const isTotal = view.quantity === 'cumulative' && field.summed !== undefined;
  const listedQuantity = isTotal ? 'value' : view.quantity;
  return (
    <>
      <StatisticsRow point={point} field={field} quantity={listedQuantity} raw={view.raw} range={listed} />
      <ReadingsTable
        key={`${point.id} ${listed.from}`}
        point={point}
        field={field}
        thresholds={thresholds}
        range={listed}
        raw={view.raw}
        onTrace={onTrace}
      />
    </>
  );
}

/** The toolbar with what one may do with this point. */
function PointToolbar({
  shownPoint: { point, field, view, ranges, remember },
  nodes,
  chart,
  acts,
  onAct,
  onChange,
}: {
  shownPoint: ShownPoint;
  nodes: readonly TreeNode[];
  chart: RefObject<ChartHandle | null>;
  acts: Acts;
  onAct: (change: Partial<Acts>) => void;
  onChange: (change: Partial<View>) => void;
}) {
  const { project } = useProject();
  const allowed = useAllowed();
  const isLiving = point.archivedAt === null;
  const mayRemember = isLiving && project.archivedAt === null && allowed(points.setChartSetting);
  const title = `${project.name} ${point.name}`;
  const { shown } = ranges;
  return (
    <ViewToolbar
      view={view}
      field={field}
      shown={shown}
      nodes={nodes}
      onChange={onChange}
      onRefresh={() => void readHistoryAgain()}
      choosing={acts.isChoosing}
      onChoosing={isLiving && allowed(history.flag) ? (isChoosing) => onAct({ isChoosing }) : undefined}
      onHistory={() => onAct({ isHistoryOpen: true })}
      onAnnotations={allowed(annotations.list) ? () => onAct({ isAnnotating: true }) : undefined}
    >
      <ViewMenu
        raw={view.raw}
        onRaw={(raw) => onChange({ raw })}
        annotated={view.annotated}
        onAnnotated={(annotated) => onChange({ annotated })}
        chart={chart}
        title={title}
        onExport={() => onAct({ isExporting: true })}
        onRemember={mayRemember ? () => void remember() : undefined}
        onDelete={isLiving && allowed(history.delete) ? () => onAct({ deleting: shown }) : undefined}
      />
    </ViewToolbar>
  );
}
