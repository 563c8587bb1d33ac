import type { Point } from '@plumbline/contract/points/points';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { EventsContent } from '../../../charts/kinds/events/shapes.ts';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { Failed, Partial, SkeletonChart } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { type Magnitudes, useMagnitudes } from './waveforms.queries.ts';

const barsPx = 128;

/** When events came and how strong they were, over the range of the data view; a press on a bar chooses its event. */
export function EventBars({
  point,
  ranges,
  minVectorSumMmS,
  chosenId,
  onChoose,
  mode,
}: {
  point: Point;
  ranges: ViewRange;
  minVectorSumMmS: number | null;
  chosenId: number | null;
  onChoose: (event: { readonly id: number }) => void;
  /** Which way of looking at events is chosen: it shares the row. */
  mode: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const chart = useRef<ChartHandle>(null);
  const query = useMagnitudes(point.id, ranges.requested, minVectorSumMmS);
  const { data } = query;
  const content = useContent(data, chosenId);
  const choose = (at: number): void => {
    const pointedBar = content.bars.find((bar) => bar.at === at);
    if (pointedBar) onChoose(pointedBar);
  };
  return (
    <>
      <Toolbar label={t('waveforms:barsToolbar')}>
        {mode}
        <RangeBar ranges={ranges} />
        <span className="pl-gap" />
        <ChartFiles chart={chart} title={`${project.name} ${point.name} ${t('waveforms:events')}`} />
      </Toolbar>
      <div className="wf-bars" aria-busy={query.isFetching}>
        {data?.total === 0 ? (
          <p className="pl-sm pl-3 wf-note">{t('waveforms:noneInRange')}</p>
        ) : data ? (
          <Chart
            kind="events"
            content={content}
            range={ranges.shown}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
            onPick={choose}
            pickWords={t('waveforms:openEvent')}
            heightPx={barsPx}
            handle={chart}
          />
        ) : query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonChart height={barsPx + 30} />
        )}
        {data && <Thinned data={data} />}
      </div>
    </>
  );
}

/** That not all of them are drawn. */
function Thinned({ data: { events, total } }: { data: Magnitudes }) {
  const { t } = useTranslation();
  if (events.length >= total) return null;
  return (
    <Partial>{t('waveforms:barsThinned', { shown: formatCount(events.length), total: formatCount(total) })}</Partial>
  );
}

function useContent(data: Magnitudes | undefined, chosenId: number | null): EventsContent {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return useMemo(
    () => ({
      bars: (data?.events ?? []).map(
        ({ waveformId, startAt, vectorSumMmS, axis, velocityMmS, frequencyHz, trigger }) => ({
          id: waveformId,
          at: Date.parse(startAt),
          value: velocityMmS,
          // The component with its own frequency; the vector sum has none.
          words: [
            axis.toUpperCase(),
            ...(frequencyHz === null ? [] : [`${formatNumber(frequencyHz, 1)} Hz`]),
            `${t('waveforms:pvs')} ${formatNumber(vectorSumMmS, 2)}`,
          ].join(' · '),
          cells: [axis.toUpperCase(), frequencyHz, vectorSumMmS, trigger],
        }),
      ),
      name: t('waveforms:ppv'),
      unit: 'mm/s',
      precision: 2,
      heads: [
        t('waveforms:axis'),
        `${t('waveforms:frequency')} (Hz)`,
        `${t('waveforms:pvs')} (mm/s)`,
        t('waveforms:trigger'),
      ],
      chosenId,
      zone: timeZone,
    }),
    [data, chosenId, timeZone, t],
  );
}
