import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { fieldsOfView, viewsOf } from '@plumbline/contract/views/views';
import { useMemo } from 'react';
import { useFilter } from '../../../charts/filter/filter-state.ts';
import type { TimeValueContent } from '../../../charts/kinds/time-value/shapes.ts';
import { useLive } from '../../../charts/live.queries.ts';
import { offsetOf } from '../../../charts/point-changes.ts';
import { useRanges } from '../../../charts/range/ranges.ts';
import { useProject } from '../../../kernel/project.tsx';
import { columnUnit, useCurves } from '../../readings/readings/readings.parts.tsx';
import { useFreshLists, usePointRecord } from '../../readings/readings/readings.queries.ts';
import { useChartAnnotations } from '../../site/annotations/annotations.queries.ts';
import { usePointMarks } from './point-marks.ts';
import { useChartStyle, usePointStart } from './point-start.queries.ts';
import { begin, type View, type ViewText } from './view-state.parts.ts';

const noRows: readonly never[] = [];

/** A point as the data view shows it. */
export interface ShownPoint {
  readonly point: Point;
  readonly thresholds: readonly Threshold[];
  /** All of them, and the one that is drawn first. */
  readonly fields: readonly Field[];
  readonly field: Field;
  readonly view: View;
  readonly ranges: ReturnType<typeof useRanges>;
  /** What the chart is made of, and how reading it goes. */
  readonly content: TimeValueContent;
  readonly drawing: ReturnType<typeof useCurves>;
  readonly raised: ReturnType<typeof usePointMarks>['raised'];
  /** Corrections of the point, as far as they are known. */
  readonly corrected: ReturnType<typeof usePointMarks>['corrected'];
  /** The point begins with what is shown from now on. */
  readonly remember: () => Promise<void>;
}

/** Returns the view of a point, null until it is known; `widthPx` is that of the chart. Long because it puts together what each part of the view asks for. */
export function usePointView(pointId: number, text: ViewText, widthPx: number) {
  const { project } = useProject();
  const record = usePointRecord(pointId);
  const point = record.data?.measuringPoint;
  const thresholds = record.data?.thresholds ?? noRows;
  const { setting, start, waiting, remember } = usePointStart(pointId, point?.intervalSeconds);
  const ownFields = useMemo(
    () => (point && viewsOf(point).includes(text.show) ? fieldsOfView(text.show) : noRows),
    [point, text.show],
  );
  const view = useMemo((): View => {
    const begun = begin(text, start);
    // What a view draws by itself has several units: each field on a chart of its own.
    return ownFields.length > 0 && begun.panels === 'one' ? { ...begun, panels: 'curve' } : begun;
  }, [text, start, ownFields]);
  const { fields, field, beside } = useVisibleFields(point, ownFields.length > 0 ? ownFields : setting.fields, view);
  const key = field?.key ?? '';
  const ranges = useRanges(view, project.timeZone);
  const { shown, requested } = ranges;
  const { compare, quantity, raw } = view;
  const { filter } = useFilter([key]);
  const live = useLive(useMemo(() => [pointId, ...compare], [pointId, compare]));
  const newest = live.get(pointId)?.at(-1);
  useFreshLists(newest?.at);
  const requestedPx = Math.round((widthPx * (requested.to - requested.from)) / (shown.to - shown.from));
  const curvePx = widthPx === 0 || waiting ? 0 : Math.max(50, requestedPx);
  const drawing = useCurves(
    {
      main: point,
      field: key,
      beside,
      compare,
      quantity,
      raw,
      filter,
      requested,
      totalsFrom: ranges.listed.from,
      widthPx: curvePx,
    },
    live,
  );
  const initial = point ? offsetOf(point, key) : null;
  const perReading = point && columnUnit(requested, point.intervalSeconds) === null;
  const isTotal =
    field?.summed !== undefined && (quantity === 'cumulative' || (field.summed === 'amount' && !perReading));
  const marks = usePointMarks(pointId, key, view, requested, thresholds, initial, isTotal);
  const happened = useChartAnnotations(point?.structureId, requested, view.annotated);
  const style = useChartStyle(setting, key, drawing.curves, quantity);
  const content: TimeValueContent = {
    curves: drawing.curves,
    thresholds: setting.showThresholds ? marks.lines : noRows,
    alerts: setting.showAlerts ? marks.marks : noRows,
    corrections: marks.joints,
    annotations: happened,
    flags: drawing.flags,
    ...style,
    zone: project.timeZone,
    panels: view.panels,
  };
  if (!point || !field || waiting) return { record, shownPoint: null };
  const shownPoint: ShownPoint = {
    point,
    thresholds,
    fields,
    field,
    view,
    ranges,
    content,
    drawing,
    raised: marks.raised,
    corrected: marks.corrected,
    remember: () => remember(point, key, view),
  };
  return { record, shownPoint };
}

/** The field that is drawn first, and those that the point begins with beside it. */
function useVisibleFields(
  point: Point | undefined,
  chosen: readonly string[],
  { field: fieldKeys }: View,
): { readonly fields: readonly Field[]; readonly field: Field | undefined; readonly beside: readonly string[] } {
  const fields = useMemo(() => (point ? fieldsOf(point.family, point.nodeCount) : []), [point]);
  const visibleKeys = useMemo(() => chosen.filter((key) => fields.some((each) => each.key === key)), [chosen, fields]);
  const named = (key: string | null | undefined): Field | undefined => fields.find((each) => each.key === key);
  const field = named(fieldKeys) ?? named(visibleKeys[0] ?? point?.mainField) ?? fields[0];
  // Fields beside the first belong to how the point begins: who chooses one sees that one.
  const beside = useMemo(() => (fieldKeys === null ? visibleKeys.slice(1) : noRows), [fieldKeys, visibleKeys]);
  return { fields, field, beside };
}
