import type { Point } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { useWidth } from '../../../charts/frame/use-width.ts';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { type StationFields, useWeatherCurves } from './weather.queries.ts';

const curvePx = 220;
const warmth: StationFields = { field: 'temp', beside: ['humidity'] };
const air: StationFields = { field: 'airPressure', beside: ['windSpeed'] };

/** Temperature and humidity, with rain hung from the top; air pressure and wind. */
export function WeatherCurves({
  point,
  raw,
  ranges,
  rainfall,
}: {
  point: Point;
  raw: boolean;
  ranges: ViewRange;
  rainfall: { readonly pointId: number; readonly name: string } | null;
}) {
  const { t } = useTranslation();
  return (
    <div className="wt-side">
      <h2 className="pl-sm">
        <span className="pl-b">{t('weather:temperature')}</span>{' '}
        {rainfall && <span className="pl-3">{t('weather:withRain', { name: rainfall.name })}</span>}
      </h2>
      <StationChart {...{ point, raw, ranges }} fields={warmth} rainId={rainfall?.pointId ?? null} />
      <h2 className="pl-sm">
        <span className="pl-b">{t('weather:pressure')}</span>
      </h2>
      <StationChart {...{ point, raw, ranges }} fields={air} rainId={null} />
    </div>
  );
}

function StationChart({
  point,
  raw,
  ranges,
  fields,
  rainId,
}: {
  point: Point;
  raw: boolean;
  ranges: ViewRange;
  fields: StationFields;
  rainId: number | null;
}) {
  const { project } = useProject();
  const [place, widthPx] = useWidth();
  const drawn = useWeatherCurves(point, fields, rainId, raw, ranges.requested, widthPx);
  const [first] = drawn.failed;
  return (
    <div ref={place} className="curve">
      {drawn.curves.length > 0 ? (
        <Chart
          kind="timeValue"
          content={{ curves: drawn.curves, zone: project.timeZone }}
          range={ranges.shown}
          onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
          heightPx={curvePx}
        />
      ) : first && !drawn.loading ? (
        <Failed error={first.error} onRetry={drawn.retry} />
      ) : (
        <SkeletonChart height={curvePx + 30} />
      )}
    </div>
  );
}
