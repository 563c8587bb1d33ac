import { FilterOutlined } from '@ant-design/icons';
import type { CustomChart } from '@plumbline/contract/points/charts';
import { useTranslation } from 'react-i18next';
import { filteredId } from '../../../charts/filter/filter-curves.ts';
import { nearest } from '../../../charts/frame/range.ts';
import type { ChartCurve } from '../../../charts/kinds/time-value/shapes.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { seriesKey } from './chart-curves.queries.ts';
import { SeriesSwatch } from './SeriesSwatch.tsx';

/**
 * Every series with its value at the crosshair, or its last one. A press hides or shows it; with Alt, or a second press,
 * it is shown alone.
 */
export function ChartLegend({
  chart,
  curves,
  names,
  at,
  hidden,
  onHide,
}: {
  chart: CustomChart;
  curves: readonly ChartCurve[];
  names: readonly string[];
  at: number | null;
  hidden: ReadonlySet<number>;
  onHide: (hidden: ReadonlySet<number>) => void;
}) {
  const { t } = useTranslation();
  const byId = new Map(curves.map((curve) => [curve.id, curve]));
  const toggle = (place: number): void => {
    const next = new Set(hidden);
    if (!next.delete(place)) next.add(place);
    onHide(next);
  };
  const alone = (place: number): void =>
    onHide(new Set(chart.series.map((_, i) => i).filter((each) => each !== place)));
  return (
    <section className="cc-legend" aria-label={t('charts:legend')}>
      {chart.series.map((series, i) => {
        const curve = byId.get(seriesKey(series));
        const last = curve?.values.findLastIndex((value) => value !== null) ?? -1;
        const value = curve?.values[at === null ? last : nearest(curve.times, at)];
        const through = byId.get(filteredId(seriesKey(series)));
        return (
          <button
            key={seriesKey(series)}
            type="button"
            className="pl-bare"
            aria-pressed={!hidden.has(i)}
            title={t('charts:legendHelp')}
            onClick={(event) => (event.altKey ? alone(i) : toggle(i))}
            onDoubleClick={() => alone(i)}
          >
            <SeriesSwatch place={i} />
            <span className="pl-ell pl-gap">{names[i]}</span>
            {curve?.axis === 'right' && <span className="pl-3 pl-sm">{t('charts:rightShort')}</span>}
            <b className="pl-num">{formatNumber(value, curve?.precision)}</b>
            <span className="pl-3 pl-sm">{curve?.unit}</span>
            {through && <Filtered curve={through} at={at} />}
          </button>
        );
      })}
    </section>
  );
}

/** What the filter makes of the value, at the crosshair or of the last reading that it has a value for. */
function Filtered({ curve: { name, times, values, precision }, at }: { curve: ChartCurve; at: number | null }) {
  const place = at === null ? values.findLastIndex((value) => value !== null) : nearest(times, at);
  return (
    <span className="pl-2 pl-sm pl-num" title={name}>
      <FilterOutlined /> {formatNumber(values[place], precision)}
    </span>
  );
}
