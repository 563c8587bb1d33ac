import { history } from '@plumbline/contract/history';
import { type Point, points } from '@plumbline/contract/points';
import type { TreeNode } from '@plumbline/contract/projects';
import { type RefObject, useCallback, useRef } from 'react';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../charts/frame/range.ts';
import { Failed, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { chartPx, FieldChoice, PointChart, useWidth } from './PointChart.tsx';
import { type Acts, PointDialogs, useActs } from './PointDialogs.tsx';
import { PointHead } from './PointHead.tsx';
import { type SeenPoint, usePointView } from './point-view.ts';
import { allowedRange } from './presets.ts';
import { ReadingsTable } from './ReadingsTable.tsx';
import { readHistoryAgain } from './readings.queries.ts';
import { StatisticsRow } from './StatisticsRow.tsx';
import { ViewMenu, ViewToolbar } from './ViewToolbar.tsx';
import type { View, ViewText } from './view-state.ts';

/** One point: its reading now, its curve against its limits, its statistics and its readings over the range chosen. */
export function PointView({
  pointId,
  text,
  nodes,
  onChange,
  onLeave,
}: {
  pointId: number;
  text: ViewText;
  nodes: readonly TreeNode[];
  onChange: (change: Partial<View>) => void;
  onLeave: () => void;
}) {
  const [place, widthPx] = useWidth();
  const { record, seen } = usePointView(pointId, text, widthPx);
  const [acts, act] = useActs();
  return (
    <div className="dv-main">
      {seen ? (
        <SeenParts
          seen={seen}
          nodes={nodes}
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

/** Head, toolbar, chart, statistics, readings, and what is opened over them. */
function SeenParts({
  seen: { point, thresholds, fields, field, view, ranges, newest, content, drawing, raised, remember },
  nodes,
  place,
  acts,
  onAct,
  onChange,
  onLeave,
}: {
  seen: SeenPoint;
  nodes: readonly TreeNode[];
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
  const isLiving = point.archivedAt === null;
  const { shown, listed } = ranges;
  return (
    <>
      <PointHead
        point={point}
        thresholds={thresholds}
        field={field}
        nodes={nodes}
        newest={newest}
        onLeave={onLeave}
        failedAt={drawing.flags.findLast(({ quality }) => quality === 'fail')?.at ?? null}
        onSettings={isLiving && allowed(points.update) ? () => onAct({ isSettingsOpen: true }) : undefined}
      />
      <PointToolbar
        point={point}
        view={view}
        shown={shown}
        nodes={nodes}
        chart={chart}
        acts={acts}
        remember={remember}
        onAct={onAct}
        onChange={onChange}
      />
      <PointChart
        place={place}
        content={content}
        drawing={drawing}
        raised={raised}
        range={shown}
        aside={
          <FieldChoice
            family={point.family}
            fields={fields}
            chosen={field.key}
            onChoose={(key) => onChange({ field: key })}
          />
        }
        handle={chart}
        onRange={moved}
        onPick={trace}
        onBox={acts.isChoosing ? (box) => onAct({ box }) : undefined}
      />
      <StatisticsRow point={point} field={field} quantity={view.quantity} raw={view.raw} range={listed} />
      <ReadingsTable
        key={`${point.id} ${listed.from}`}
        point={point}
        field={field}
        thresholds={thresholds}
        range={listed}
        raw={view.raw}
        onTrace={trace}
      />
      <PointDialogs
        point={point}
        field={field}
        view={view}
        listed={listed}
        acts={acts}
        drawn={drawing.drawn.map((each) => each.point)}
        onChange={onAct}
      />
    </>
  );
}

/** The toolbar with what one may do with this point. */
function PointToolbar({
  point,
  view,
  shown,
  nodes,
  chart,
  acts,
  remember,
  onAct,
  onChange,
}: {
  point: Point;
  view: View;
  shown: Range;
  nodes: readonly TreeNode[];
  chart: RefObject<ChartHandle | null>;
  acts: Acts;
  remember: () => Promise<void>;
  onAct: (change: Partial<Acts>) => void;
  onChange: (change: Partial<View>) => void;
}) {
  const { project } = useProject();
  const allowed = useAllowed();
  const isLiving = point.archivedAt === null;
  const mayRemember = isLiving && project.archivedAt === null && allowed(points.setChartSetting);
  const title = `${project.name} ${point.name}`;
  return (
    <ViewToolbar
      view={view}
      shown={shown}
      nodes={nodes}
      onChange={onChange}
      onRefresh={() => void readHistoryAgain()}
      choosing={acts.isChoosing}
      onChoosing={isLiving && allowed(history.flag) ? (isChoosing) => onAct({ isChoosing }) : undefined}
      onHistory={() => onAct({ isHistoryOpen: true })}
    >
      <ViewMenu
        raw={view.raw}
        onRaw={(raw) => onChange({ raw })}
        onPng={() => void chart.current?.png(title)}
        onCsv={() => chart.current?.csv(title)}
        onExport={() => onAct({ isExporting: true })}
        onRemember={mayRemember ? () => void remember() : undefined}
        onDelete={isLiving && allowed(history.delete) ? () => onAct({ deleting: shown }) : undefined}
      />
    </ViewToolbar>
  );
}
