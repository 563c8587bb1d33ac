import { fieldsOf } from '@plumbline/contract/families';
import { history } from '@plumbline/contract/history';
import { points } from '@plumbline/contract/points';
import type { TreeNode } from '@plumbline/contract/projects';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import type { ChartBox, Range } from '../../charts/frame/range.ts';
import { Failed, Partial, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useProject } from '../../kernel/project.tsx';
import { ExportDialog } from '../exports/exports.parts.tsx';
import { HistoryPanel, TracePanel } from '../history/history.parts.tsx';
import { PointSettings } from '../points/points.parts.tsx';
import { DeleteDialog, FlagDialog } from './BoxDialogs.tsx';
import { useCurves, useLive } from './curves.queries.ts';
import { FieldChoice } from './FieldChoice.tsx';
import { PointHead } from './PointHead.tsx';
import { usePointMarks } from './point-marks.ts';
import { useChartStyle, usePointStart } from './point-start.ts';
import { allowedRange } from './presets.ts';
import { ReadingsTable } from './ReadingsTable.tsx';
import { readHistoryAgain, useFreshLists, usePointRecord } from './readings.queries.ts';
import { StatisticsRow } from './StatisticsRow.tsx';
import { ViewToolbar } from './ViewToolbar.tsx';
import { useRanges, useWidth } from './view-hooks.ts';
import { begin, type View, type ViewText } from './view-state.ts';

const chartPx = 336;
const none: readonly never[] = [];

/** One point: its reading now, its curve against its limits, its statistics and its readings over the range chosen. */
export function PointView({
  pointId,
  text: viewText,
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
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [settings, setSettings] = useState(false);
  const [tracedAt, setTracedAt] = useState<number | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [box, setBox] = useState<ChartBox | null>(null);
  const [deleting, setDeleting] = useState<Pick<ChartBox, 'from' | 'to'> | null>(null);
  const record = usePointRecord(pointId);
  const point = record.data?.measuringPoint;
  const begins = usePointStart(pointId);
  const view = useMemo(() => begin(viewText, begins.start), [viewText, begins.start]);
  const fields = useMemo(() => (point ? fieldsOf(point.family, point.nodeCount) : []), [point]);
  const shownFields = useMemo(
    () => begins.setting.fields.filter((key) => fields.some((each) => each.key === key)),
    [begins.setting.fields, fields],
  );
  const field =
    fields.find((each) => each.key === view.field) ??
    fields.find((each) => each.key === (shownFields[0] ?? point?.mainField)) ??
    fields[0];
  // Fields beside the first belong to how the point begins: who chooses one sees that one.
  const beside = useMemo(() => (view.field === null ? shownFields.slice(1) : none), [view.field, shownFields]);

  const initial = point?.initialValues[field?.key ?? ''];

  const { shown, requested, listed } = useRanges(view, project.timeZone);
  const [place, widthPx] = useWidth();
  const live = useLive(useMemo(() => [pointId, ...view.compare], [pointId, view.compare]));
  const requestedWidth = Math.round((widthPx * (requested.to - requested.from)) / (shown.to - shown.from));
  const { curves, flags, drawn, loading, failed, retry } = useCurves(
    {
      main: point,
      field: field?.key ?? '',
      beside,
      compare: view.compare,
      quantity: view.quantity,
      raw: view.raw,
      requested,
      widthPx: widthPx === 0 || begins.waiting ? 0 : Math.max(50, requestedWidth),
    },
    live,
  );
  useFreshLists(live.get(pointId)?.at(-1)?.at);

  const { raised, marks, lines, joints } = usePointMarks(
    pointId,
    field?.key ?? '',
    view,
    requested,
    record.data?.thresholds,
    initial,
  );
  const { axes, lineStyle } = useChartStyle(begins.setting, field?.key ?? '', curves, view.quantity);
  const chart = useRef<ChartHandle>(null);
  const moved = useCallback(
    (range: Range) => onChange({ preset: null, custom: allowedRange(range, Date.now()) }),
    [onChange],
  );
  if (!point || !field || begins.waiting) {
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
  const mayFlag = allowed(history.flag) && point.archivedAt === null;
  const mayDelete = allowed(history.delete) && point.archivedAt === null;
  return (
    <Main>
      <PointHead
        point={point}
        thresholds={record.data?.thresholds ?? []}
        field={field}
        nodes={nodes}
        newest={live.get(pointId)?.at(-1)}
        failedAt={flags.findLast(({ quality }) => quality === 'fail')?.at ?? null}
        onLeave={onLeave}
        onSettings={allowed(points.update) && point.archivedAt === null ? () => setSettings(true) : undefined}
      />
      <ViewToolbar
        view={view}
        shown={shown}
        nodes={nodes}
        onChange={onChange}
        onRefresh={() => void readHistoryAgain()}
        onExport={() => setExporting(true)}
        choosing={choosing}
        onChoosing={mayFlag ? setChoosing : undefined}
        onHistory={() => setHistoryOpen(true)}
        onRemember={
          allowed(points.setChartSetting) && point.archivedAt === null && project.archivedAt === null
            ? () => void begins.remember(point, field.key, view)
            : undefined
        }
        onDelete={mayDelete ? () => setDeleting(shown) : undefined}
        onPng={() => void chart.current?.png(title)}
        onCsv={() => chart.current?.csv(title)}
      />
      <div ref={place} className="dv-chart" aria-busy={loading}>
        {hasMain || curves.length > 0 ? (
          <Chart
            kind="timeValue"
            content={{
              curves,
              thresholds: begins.setting.showThresholds ? lines : none,
              alerts: begins.setting.showAlerts ? marks : none,
              corrections: joints,
              flags,
              axes,
              lineStyle,
              zone: project.timeZone,
            }}
            handle={chart}
            range={shown}
            onRange={moved}
            onPick={setTracedAt}
            onBox={choosing ? setBox : undefined}
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
      <StatisticsRow point={point} field={field} quantity={view.quantity} raw={view.raw} range={listed} />
      <ReadingsTable
        key={`${pointId} ${listed.from}`}
        point={point}
        field={field}
        thresholds={record.data?.thresholds ?? []}
        range={listed}
        raw={view.raw}
        onTrace={setTracedAt}
      />
      <TracePanel point={point} field={field.key} at={tracedAt} onClose={() => setTracedAt(null)} />
      <HistoryPanel
        point={point}
        open={historyOpen}
        startAt={tracedAt ?? undefined}
        onClose={() => setHistoryOpen(false)}
      />
      {box && (
        <FlagDialog
          point={point}
          field={field}
          quantity={view.quantity}
          raw={view.raw}
          box={box}
          onClose={() => {
            setBox(null);
            setChoosing(false);
          }}
        />
      )}
      {deleting && <DeleteDialog point={point} box={deleting} onClose={() => setDeleting(null)} />}
      {exporting && (
        <ExportDialog
          shown={{
            points: [point, ...drawn.map((each) => each.point).filter(({ id }) => id !== point.id)],
            field,
            quantity: view.quantity,
            raw: view.raw,
            ...listed,
          }}
          onClose={() => setExporting(false)}
        />
      )}
      <PointSettings open={settings} pointId={pointId} onClose={() => setSettings(false)} />
    </Main>
  );
}

const Main = ({ children }: { children: ReactNode }) => <div className="dv-main">{children}</div>;
