import { areDirections } from '@plumbline/contract/points/families';
import type { Series } from '@plumbline/contract/readings/readings';
import { fullTurn } from '@plumbline/science/series/directions';
import { plainChange } from '@plumbline/science/series/rates';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { useWidth } from '../../../charts/frame/use-width.ts';
import type { ChartCurve, TimeValueContent } from '../../../charts/kinds/time-value/shapes.ts';
import { Failed, Outdated, SkeletonChart } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatChange, formatDay, formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { usePeriod } from './analysis.queries.ts';
import { type AnalysisState, pastOf, pasts } from './analysis-state.ts';
import { Facts } from './Facts.tsx';
import { chartPx, type PaneProps } from './pane.ts';

/** This period over one of the past, which is moved to lie under it. */
export function PeriodsPane({
  point,
  raw,
  field,
  state,
  range,
  handle,
  change,
}: PaneProps & { change: (part: Partial<AnalysisState>) => void }) {
  const { t } = useTranslation();
  const [place, widthPx] = useWidth();
  const { timeZone } = useProject().project;
  const past = useMemo(() => pastOf(range, state.past), [range, state.past]);
  const question = { field, quantity: state.quantity, raw };
  const now = usePeriod(point, { ...question, range }, widthPx);
  const then = usePeriod(point, { ...question, range: past }, widthPx);
  const name = (span: { from: number; to: number }) =>
    `${formatDay(span.from, timeZone)} – ${formatDay(span.to, timeZone)}`;
  const [current, former] = [now.curve.data?.series[0], then.curve.data?.series[0]];
  const content = useMemo(
    (): TimeValueContent => ({
      curves: [
        ...curveOf(current, 'now', t('analysis:thisPeriod'), point.intervalSeconds, 0),
        ...curveOf(former, 'then', t(`analysis:pasts.${state.past}`), point.intervalSeconds, past.shiftMs),
      ],
      zone: timeZone,
    }),
    [current, former, past, point, state.past, timeZone, t],
  );
  const error = now.curve.error ?? then.curve.error;
  const [a, b] = [now.figures.data?.statistics, then.figures.data?.statistics];
  return (
    <>
      <div className="an-bar">
        <Segmented
          label={t('analysis:past')}
          value={state.past}
          options={pasts.map((value) => ({ value, label: t(`analysis:pasts.${value}`) }))}
          onChange={(next) => change({ past: next })}
        />
        <span className="pl-3 pl-sm">{t('analysis:moved', { current: name(range), former: name(past) })}</span>
      </div>
      <Outdated query={now.curve} />
      <div ref={place} className="an-chart">
        {current && former ? (
          <Chart kind="timeValue" content={content} range={range} heightPx={chartPx} handle={handle} />
        ) : error ? (
          <Failed error={error} onRetry={() => void Promise.all([now.curve.refetch(), then.curve.refetch()])} />
        ) : (
          <SkeletonChart height={chartPx} />
        )}
      </div>
      {former?.total === 0 && <p className="an-note">{t('analysis:noPast')}</p>}
      {a && b && <BothFigures now={a} past={b} isDirection={areDirections([field])} />}
    </>
  );
}

type Figures = Record<'mean' | 'max' | 'min', number | null>;

/** Figures of both stretches, and the difference. */
function BothFigures({ now, past, isDirection }: { now: Figures; past: Figures; isDirection: boolean }) {
  const { t } = useTranslation();
  const period = isDirection ? fullTurn : null;
  const facts = (['mean', 'max', 'min'] as const).map((key) => ({
    name: t(`readings:stat.${key}`),
    words: `${formatNumber(now[key])} / ${formatNumber(past[key])}`,
    note: formatChange(less(now[key], past[key], period)),
  }));
  return <Facts facts={facts} />;
}

const less = (now: number | null, past: number | null, period: number | null): number | null =>
  now === null || past === null ? null : plainChange(past, now, period);

/** A curve moved along the time; nothing of a stretch without readings. */
function curveOf(
  series: Series | undefined,
  id: string,
  name: string,
  intervalSeconds: number,
  shiftMs: number,
): ChartCurve[] {
  if (!series) return [];
  const times = series.times.map((at) => at + shiftMs);
  return [{ id, name, unit: series.unit, precision: 3, times, values: series.values, gapSeconds: intervalSeconds * 3 }];
}
