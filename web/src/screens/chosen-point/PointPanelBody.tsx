import { dayMs } from '@plumbline/contract/kernel/durations';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { Field } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import { scaleOf } from '../../charts/frame/scale.ts';
import { offsetOf } from '../../charts/point-changes.ts';
import { pointFigures } from '../../charts/point-figures.ts';
import { drawnLimits } from '../../charts/point-limits.ts';
import { useFigureRows, useReadingCaption } from '../../charts/point-words.ts';
import { Facts } from '../../design/Pane.tsx';
import { Failed, SkeletonChart } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useDayChange } from '../../kernel/day-change.ts';
import { formatChange, formatTime } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRaisedWords } from '../../kernel/raised-figures.ts';
import { useRead } from '../../kernel/reads.ts';
import { useOpenAlerts } from './chosen-point.queries.ts';

const days = 4;

/** Why a point is at its level: its curve among the limits, what reached a limit, how far the next one is, change and quality. */
export function PointPanelBody({
  point,
  field,
  thresholds,
}: {
  point: Point;
  field: Field;
  thresholds: readonly Threshold[];
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const maySeeData = allowed(readings.query);
  const curve = useCurve(point, field, maySeeData);
  const change = useDayChange(point.id, field.key, maySeeData);
  const reached = useReachedLimits(point);
  const initial = offsetOf(point, field.key);
  const limits = useMemo(() => drawnLimits(thresholds, field.key, 'value', initial), [thresholds, field.key, initial]);
  const { project } = useProject();
  const caption = useReadingCaption();
  const figures = pointFigures(point, field.key, point.latest?.values ?? [], thresholds);
  const rows = useFigureRows()(figures, field, project.timeZone);
  const flag = curve.series?.flagged.find(({ at }) => at === lastReadAt(point.status));
  return (
    <>
      {maySeeData && <PanelCurve curve={curve} point={point} field={field} limits={limits} />}
      <div>
        <Facts
          facts={[
            [t('panel:quantity'), caption(point, field, figures)],
            ...reached,
            ...rows.map(
              ({ label, figure, unit, place }) => [label, [figure, unit, place].filter(Boolean).join(' ')] as const,
            ),
            ...(figures.next
              ? []
              : ([
                  [
                    t('panel:thresholds'),
                    t(thresholds.some(({ enabled }) => enabled) ? 'panel:noneAbove' : 'panel:noThresholds'),
                  ],
                ] as const)),
            [
              t('panel:change24h'),
              change === null ? t('panel:unknown') : `${formatChange(change, field.precision)} ${field.unit}`,
            ],
            ...(point.latest && curve.series
              ? ([[t('panel:quality'), t(`readings:quality.${flag?.quality ?? 'pass'}`)]] as const)
              : []),
            [t('panel:device'), point.deviceGroup?.sncode ?? t('panel:notBound')],
            ...(point.deviceGroup ? ([[t('panel:channel'), point.deviceGroup.channel]] as const) : []),
          ]}
        />
      </div>
    </>
  );
}

/** What holds the point at its level: each open alert with the value and the limit that it reached. */
function useReachedLimits(point: Point) {
  const { t } = useTranslation();
  const { project } = useProject();
  const raisedWords = useRaisedWords();
  return useOpenAlerts(point.projectId, point.id).map(
    (alert) =>
      [
        t('panel:why', { level: t(`common:level.${levelName(alert.level)}`) }),
        <span key={alert.id} title={formatTime(alert.lastAt, project.timeZone)}>
          {raisedWords({ ...alert, value: alert.lastValue }).line}
        </span>,
      ] as const,
  );
}

/** An axis that holds the limit that was reached last and the next one, however far they are: they say why it is so. */
function axisAround(values: readonly (number | null)[], limits: ReturnType<typeof drawnLimits>) {
  const numbers = values.filter((value) => value !== null);
  const last = numbers.at(-1);
  if (last === undefined || limits.length === 0) return undefined;
  const below = limits.map(({ value }) => value).filter((value) => value <= last);
  const above = limits.map(({ value }) => value).filter((value) => value > last);
  const bounds = [
    ...numbers,
    ...(below.length ? [Math.max(...below)] : []),
    ...(above.length ? [Math.min(...above)] : []),
  ];
  const [low, high] = [bounds.reduce((a, b) => Math.min(a, b)), bounds.reduce((a, b) => Math.max(a, b))];
  const pad = (high - low) * 0.08 || 1;
  const { min, max } = scaleOf(low - pad, high + pad);
  return { left: { min, max } };
}

function useCurve({ id }: Point, field: Field, enabled: boolean) {
  // Stepped by five minutes, so that the same question is asked again only when it has a new answer.
  const to = Math.ceil(Date.now() / 300_000) * 300_000;
  const range = useMemo(() => ({ from: to - days * dayMs, to }), [to]);
  const query = useRead(
    readings.query,
    {
      pointIds: [id],
      fields: [field.key],
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      width: 300,
    },
    {
      enabled,
      placeholderData: keepPreviousData,
    },
  );
  const series = query.data?.series.find((each) => each.pointId === id && each.field === field.key);
  return { query, range, series };
}

function PanelCurve({
  curve: { query, range, series },
  point,
  field,
  limits,
}: {
  curve: ReturnType<typeof useCurve>;
  point: Point;
  field: Field;
  limits: ReturnType<typeof drawnLimits>;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { name, intervalSeconds } = point;
  const { unit, precision } = field;
  const curves = useMemo(
    () =>
      series
        ? [
            {
              id: 'value',
              name,
              unit,
              precision,
              times: series.times,
              values: series.values,
              gapSeconds: intervalSeconds * 3,
            },
          ]
        : [],
    [series, name, unit, precision, intervalSeconds],
  );
  const axes = useMemo(() => axisAround(series?.values ?? [], limits), [series, limits]);
  if (query.error && !series)
    return <Failed title={t('panel:curveFailed')} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="chart">
      {series ? (
        <Chart
          kind="timeValue"
          content={{ curves, thresholds: limits, axes, zone: project.timeZone }}
          range={range}
          heightPx={190}
          readout={false}
        />
      ) : (
        <SkeletonChart height={190} />
      )}
    </div>
  );
}
