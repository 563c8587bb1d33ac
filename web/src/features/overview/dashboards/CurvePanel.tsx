import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useMemo, useRef } from 'react';
import { Chart } from '../../../charts/Chart.tsx';
import { curveColour } from '../../../charts/frame/curve-style.ts';
import { drawnLimits } from '../../../charts/point-limits.ts';
import { useBoxSize } from '../../../design/box-size.ts';
import { StatusMark } from '../../../design/Status.tsx';
import { useTokens } from '../../../design/theme.tsx';
import { Value } from '../../../design/Value.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { gapSecondsOf } from './curve-gaps.ts';

/** Points over time, each with its newest value; of one point alone its limits too. */
export function CurvePanel({ content: { points, from, timeZone } }: { content: ContentOf<'curve'> }) {
  const tokens = useTokens();
  const start = Math.floor(Date.parse(from) / 60_000) * 60_000;
  const end = Math.ceil(useServerNow() / 60_000) * 60_000;
  const range = useMemo(() => ({ from: start, to: end }), [start, end]);
  const content = useMemo(() => {
    const units = [...new Set(points.map(({ unit }) => unit))];
    const [first] = points;
    return {
      curves: points.map(({ name, structure, unit, precision, curve }) => ({
        id: `${structure}/${name}`,
        name,
        unit,
        precision,
        times: curve?.times ?? [],
        values: curve?.values ?? [],
        gapSeconds: gapSecondsOf(curve?.times ?? [], end - start),
        axis: units.indexOf(unit) === 0 ? ('left' as const) : ('right' as const),
      })),
      ...(first && points.length === 1
        ? { thresholds: drawnLimits(first.thresholds, first.field, 'value', first.initial) }
        : {}),
      // More than two units have no axis beside each other.
      ...(units.length > 2 && { panels: 'unit' as const }),
      zone: timeZone,
    };
  }, [points, timeZone, start, end]);
  const place = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(place);
  return (
    <div className="db-curve">
      <ul className="db-legend">
        {points.map(({ name, structure, status, value, unit, precision }, i) => (
          <li key={`${structure}/${name}`}>
            {points.length > 1 && <i style={{ background: curveColour(tokens, i) }} />}
            <StatusMark status={status} size={14} />
            <span className="pl-ell">{name}</span>
            <Value
              value={value}
              unit={unit}
              precision={precision}
              state={status.state === 'stale' ? 'stale' : 'fresh'}
            />
          </li>
        ))}
      </ul>
      <div ref={place} className="db-chart">
        {height > 0 && <Chart kind="timeValue" content={content} range={range} heightPx={height} />}
      </div>
    </div>
  );
}
