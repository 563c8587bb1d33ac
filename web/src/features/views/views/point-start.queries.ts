import { pastPresets } from '@plumbline/contract/kernel/constants';
import { areDirections, statesOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { type ChartConfig, defaultChartConfig } from '@plumbline/contract/points/points.settings';
import type { Quantity } from '@plumbline/contract/readings/readings.shapes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisStyle, ChartCurve, LineStyle } from '../../../charts/kinds/time-value/shapes.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { queryFor } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { type Start, startPreset, type View } from './view-state.parts.ts';

const staleTime = 60_000;

/** Returns the query for how a point begins. */
export const pointStart = (pointId: number) =>
  [
    { ...queryFor(points.settings, { pointId }), staleTime },
    { ...queryFor(points.chartSettings, { pointId }), staleTime },
  ] as const;

/**
 * How the data view of a point begins and draws: the chart config of the point, over it what its time-value chart
 * remembers. Where that cannot be asked, the view begins as usual.
 */
export function usePointStart(pointId: number, intervalSeconds = 0) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setChartSetting } = useWrite(points.setChartSetting);
  const [settingsQuery, chartsQuery] = pointStart(pointId);
  const settings = useQuery(settingsQuery);
  const charts = useQuery(chartsQuery);
  const chartSetting = charts.data?.chartSettings.find(({ chart }) => chart === 'time-value')?.setting;
  const setting = useMemo((): ChartConfig => {
    const { options: _, ...axisSettings } = chartSetting ?? {};
    const entries = Object.fromEntries(Object.entries(axisSettings).filter(([, value]) => value !== undefined));
    return { ...(settings.data?.settings.chart ?? defaultChartConfig), ...entries };
  }, [settings.data, chartSetting]);
  const start = useMemo(
    (): Start => ({
      preset: startPreset(setting.spanSeconds, chartSetting?.spanSeconds !== undefined, intervalSeconds),
      quantity: setting.measure,
    }),
    [setting, chartSetting, intervalSeconds],
  );
  return {
    setting,
    start,
    waiting: settings.isPending || charts.isPending,
    /** The point begins with this view from now on. A range of one's own is no beginning: its span stays as it was. */
    async remember(point: Pick<Point, 'id' | 'name'>, field: string, view: View): Promise<void> {
      const span = pastPresets.find(({ name }) => name === view.preset)?.seconds;
      try {
        await setChartSetting({
          pointId: point.id,
          chart: 'time-value',
          setting: {
            ...chartSetting,
            fields: [field],
            measure: view.quantity,
            ...(span === undefined ? {} : { spanSeconds: span }),
          },
        });
        toasts.done(t('charts:setting.remembered', { name: point.name }));
      } catch (error) {
        toasts.failed(error);
      }
    },
  };
}

/** The compass, or the states of a field, whatever of them was measured. */
function axisOf(field: string): AxisStyle | undefined {
  if (areDirections([field])) return { min: 0, max: 360 };
  const states = statesOf(field);
  return states === null ? undefined : { min: Math.min(...states), max: Math.max(...states), states };
}

/** Bounds are said for what the chart begins with: they do not fit another quantity. */
export function useChartStyle(
  setting: ChartConfig,
  field: string,
  curves: readonly ChartCurve[],
  quantity: Quantity,
): { axes: { left?: AxisStyle; right?: AxisStyle }; lineStyle: LineStyle } {
  const right = curves.find((curve) => curve.axis === 'right')?.id.split(' ')[1];
  return useMemo(() => {
    const of = (key: string | undefined): AxisStyle | undefined =>
      key !== undefined && quantity === setting.measure ? setting.axes[key] : undefined;
    const compass = quantity === 'value' ? axisOf(field) : undefined;
    const [chosen, other] = [of(field) ?? compass, of(right)];
    const left = chosen && compass?.states ? { ...chosen, states: compass.states } : chosen;
    return {
      axes: { ...(left ? { left } : {}), ...(other ? { right: other } : {}) },
      lineStyle: { step: setting.step, widthPx: setting.lineWidth, breakAtGaps: setting.breakAtGaps },
    };
  }, [setting, field, right, quantity]);
}
