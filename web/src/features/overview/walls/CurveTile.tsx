import { dayMs } from '@plumbline/contract/kernel/durations';
import type { SlideContent } from '@plumbline/contract/overview/walls';
import { useMemo, useRef } from 'react';
import { Chart } from '../../../charts/Chart.tsx';
import { useBoxSize } from '../../../design/box-size.ts';
import { StatusMark } from '../../../design/Status.tsx';
import { pastLevel, presentLevel } from '../../../design/status-words.ts';
import { Value } from '../../../design/Value.tsx';

export type Watched = Extract<SlideContent, { kind: 'overview' }>['watched'][number];

/** One point: how it stands, its value, and thirty days with the limit that it has reached or is nearest to. */
export function CurveTile({ point, now }: { point: Watched; now: number }) {
  const { name, projectName, status, value, unit, precision, threshold, times, values } = point;
  // A new range would move the chart: an hour is no difference in thirty days.
  const to = Math.ceil(now / 3_600_000) * 3_600_000;
  const range = useMemo(() => ({ from: to - 30 * dayMs, to }), [to]);
  const level = Math.max(1, presentLevel(status) ?? pastLevel(status));
  const content = useMemo(
    () => ({
      curves: [{ id: name, name, unit, precision, times, values }],
      ...(threshold !== null && { thresholds: [{ level, value: threshold }] }),
    }),
    [name, unit, precision, times, values, threshold, level],
  );
  const place = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(place);
  return (
    <section className="wall-tile">
      <header>
        <StatusMark status={status} size={22} />
        <span className="pl-ell">
          <b>{name}</b> <span>{projectName}</span>
        </span>
        <Value
          value={value}
          unit={unit}
          precision={precision}
          state={status.state === 'stale' ? 'stale' : 'fresh'}
          strong
        />
      </header>
      <div ref={place} className="wall-chart">
        {height > 0 && <Chart kind="timeValue" content={content} range={range} heightPx={height} />}
      </div>
    </section>
  );
}
