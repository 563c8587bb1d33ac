import type { Alert } from '@plumbline/contract/alerts/alerts';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartCurve, ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useShownZone } from '../../../kernel/zone.ts';
import { sideSign, useMeasured } from './alert-words.ts';

/** The days before the alert and what came after it, against the limits of its rule. */
export function AlertCurve({ alert, heightPx = 168 }: { alert: Alert; heightPx?: number }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { unit, precision } = useMeasured()(alert);
  const zone = useShownZone(alert.timeZone);
  const range = useMemo(() => rangeAround(Date.parse(alert.readingAt)), [alert.readingAt]);
  const may = allowed(readings.query);
  const point = useRead(points.get, { pointId: alert.pointId }, { enabled: may && allowed(points.get) });
  const query = useRead(
    readings.query,
    {
      pointIds: [alert.pointId],
      fields: [alert.field],
      quantity: alert.measure === 'condition' ? 'value' : alert.measure,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      width: 400,
    },
    { enabled: may },
  );
  const series = query.data?.series[0];
  const intervalS = point.data?.measuringPoint.intervalSeconds;
  const curves = useMemo((): ChartCurve[] => {
    if (!series) return [];
    const { times, values } = series;
    const gap = intervalS ? { gapSeconds: intervalS * 3 } : {};
    return [{ id: 'value', name: alert.pointName, unit, precision, times, values, ...gap }];
  }, [series, alert.pointName, unit, precision, intervalS]);
  const thresholds = useMemo(() => limitsOf(alert), [alert]);
  const marks = useMemo(() => marksOf(alert), [alert]);
  if (!may) return null;
  return (
    <section className="flush">
      {series ? (
        <Chart
          kind="timeValue"
          content={{ curves, thresholds, alerts: marks, zone }}
          range={range}
          heightPx={heightPx}
          readout={false}
        />
      ) : query.error ? (
        <Failed title={t('alerts:curveFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonChart height={heightPx} />
      )}
    </section>
  );
}

/** Six days before a reading, and what of the day after it has passed. */
function rangeAround(at: number): Range {
  const present = Math.ceil(Date.now() / hourMs) * hourMs;
  return { from: at - 6 * 24 * hourMs, to: Math.min(at + 24 * hourMs, Math.max(at + hourMs, present)) };
}

/** What the deciding term of a condition measures is on the curve where that is the value itself. */
const isOnCurve = ({ condition, pointId, field }: Alert): boolean =>
  condition === null ||
  condition.terms.some((term) => term.pointId === pointId && term.field === field && term.kind === 'value');

const marksOf = (alert: Alert) =>
  isOnCurve(alert) ? [{ at: Date.parse(alert.readingAt), value: alert.value, level: alert.level }] : [];

/** The limits of its rule, on the side that was passed. */
function limitsOf(alert: Alert): ChartThreshold[] {
  if (!isOnCurve(alert)) return [];
  const { threshold, levels, condition } = alert;
  if (condition) return [{ level: alert.level, value: threshold }];
  const sign = sideSign(alert);
  return levels.flatMap((limit, i) => (limit === null ? [] : [{ level: i + 1, value: limit * sign }]));
}
