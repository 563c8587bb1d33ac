import type { alerts } from '@plumbline/contract/alerts/alerts';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { useMemo } from 'react';
import { Chart } from '../../../charts/Chart.tsx';
import { SkeletonChart } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

type Episode = Reply<typeof alerts.backTest>['rules'][number]['episodes'][number];
const heightPx = 200;
const widthPoints = 900;

/** The tested span with the limits as lines and each episode marked at its peak. */
export function BackTestCurve({
  point,
  rule,
  episodes,
  from,
  to,
}: {
  point: Point;
  rule: Threshold;
  episodes: readonly Episode[];
  from: number;
  to: number;
}) {
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const may = useAllowed()(readings.query);
  const quantity = rule.kind === 'multi' ? rule.base : rule.kind;
  const field = fieldsOf(point.family, point.nodeCount).find(({ key }) => key === rule.field);
  const query = useTestedSeries(point, rule.field, quantity, { from, to });
  const series = query.data?.series[0];
  const name = fieldWord(point.family, rule.field);
  const unit = quantity === 'rate' ? `${field?.unit}/d` : (field?.unit ?? '');
  const curves = useMemo(
    () =>
      series
        ? [{ id: 'value', name, unit, precision: field?.precision ?? 3, times: series.times, values: series.values }]
        : [],
    [series, name, unit, field],
  );
  const lines = useMemo(() => linesOf(rule), [rule]);
  const marks = useMemo(
    () =>
      episodes
        .filter(({ measure }) => measure === quantity)
        .map(({ peakAt, peak, level }) => ({ at: Date.parse(peakAt), value: peak, level })),
    [episodes, quantity],
  );
  const range = useMemo(() => ({ from, to }), [from, to]);
  if (!may || query.error) return null;
  if (!series) return <SkeletonChart height={heightPx} />;
  return (
    <Chart
      kind="timeValue"
      content={{ curves, thresholds: lines, alerts: marks, zone: project.timeZone }}
      range={range}
      heightPx={heightPx}
      readout={false}
    />
  );
}

/** The levels as lines: above, below, or both. */
const linesOf = ({ levels, method }: Threshold) =>
  levels.flatMap((value, i) => {
    if (value === null) return [];
    const [up, down] = [
      { level: i + 1, value },
      { level: i + 1, value: -value },
    ];
    return method === 'twoSided' ? [up, down] : method === 'lower' ? [down] : [up];
  });

/** The readings of the tested span; not asked for by those who may not see them. */
function useTestedSeries(
  point: Point,
  field: string,
  quantity: 'value' | 'cumulative' | 'rate',
  { from, to }: { readonly from: number; readonly to: number },
) {
  const may = useAllowed()(readings.query);
  return useRead(
    readings.query,
    {
      pointIds: [point.id],
      fields: [field],
      quantity,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      width: widthPoints,
    },
    { enabled: may },
  );
}
