import { dayMs } from '@plumbline/contract/kernel/durations';
import type { SlideContent } from '@plumbline/contract/overview/walls';
import { useMemo, useRef } from 'react';
import { Chart } from '../../../charts/Chart.tsx';
import { useLimitLines, usePlaceWord } from '../../../charts/point-words.ts';
import { useBoxSize } from '../../../design/box-size.ts';
import { StatusMark } from '../../../design/Status.tsx';
import { Value } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';

export type Watched = Extract<SlideContent, { kind: 'overview' }>['watched'][number];

/** One point: how it stands, what it reads, and thirty days with the limit that it has reached and the next one. */
export function CurveTile({ point, now }: { point: Watched; now: number }) {
  const { name, projectName, status, value, unit, precision, limits, times, values, family, field, figures } = point;
  // A new range would move the chart: an hour is no difference in thirty days.
  const to = Math.ceil(now / 3_600_000) * 3_600_000;
  const range = useMemo(() => ({ from: to - 30 * dayMs, to }), [to]);
  const content = useMemo(
    () => ({ curves: [{ id: name, name, unit, precision, times, values }], thresholds: limits }),
    [name, unit, precision, times, values, limits],
  );
  const place = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(place);
  const fieldWord = useFieldWord();
  const placeWord = usePlaceWord();
  const limitLines = useLimitLines();
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
      <div className="wall-words pl-ell">
        {[fieldWord(family, field), placeWord(figures.valuePlace), ...limitLines(figures, { unit, precision })]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div ref={place} className="wall-chart">
        {height > 0 && <Chart kind="timeValue" content={content} range={range} heightPx={height} />}
      </div>
    </section>
  );
}
