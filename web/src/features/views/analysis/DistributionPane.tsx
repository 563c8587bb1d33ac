import { normalCount } from '@plumbline/science/comparison/histogram';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { HistogramContent } from '../../../charts/kinds/histogram/shapes.ts';
import { Empty, Failed, Outdated, SkeletonChart } from '../../../design/States.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber } from '../../../kernel/format.ts';
import { useDistribution } from './analysis.queries.ts';
import { Facts } from './Facts.tsx';
import { chartPx, type PaneProps } from './pane.ts';

/** Points of the normal curve that are drawn. */
const curvePoints = 121;

/** Every value of the range, counted by size. */
export function DistributionPane({ point, raw, field, state, range, handle }: PaneProps) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const query = useDistribution(point, { field, quantity: state.quantity, raw, range });
  const { data } = query;
  const counted = data?.histogram;
  const name = fieldWord(point.family, field);
  const chart = useMemo(() => {
    if (!counted || !data) return null;
    const { edges, counts } = counted;
    const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 1];
    const width = (last - first) / counts.length;
    const stretch = { from: first - width, to: last + width };
    const at = (i: number) => stretch.from + ((stretch.to - stretch.from) * i) / (curvePoints - 1);
    const content: HistogramContent = {
      edges,
      counts,
      normal:
        counted.deviation > 0
          ? Array.from({ length: curvePoints }, (_, i) => ({ x: at(i), count: normalCount(at(i), counted, width) }))
          : [],
      name,
      unit: data.unit,
      countName: t('analysis:readings'),
      normalName: t('analysis:normal'),
    };
    return { content, stretch };
  }, [counted, data, name, t]);
  const number = (value: number) => `${formatNumber(value)} ${data?.unit ?? ''}`.trim();
  return (
    <>
      <Outdated query={query} />
      <div className="an-chart" aria-busy={query.isFetching}>
        {chart ? (
          <Chart kind="histogram" content={chart.content} range={chart.stretch} heightPx={chartPx} handle={handle} />
        ) : data ? (
          <Empty title={t('analysis:tooFew')} why={t('analysis:tooFewWhy')} />
        ) : query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonChart height={chartPx} />
        )}
      </div>
      {counted && data && (
        <Facts
          facts={[
            { name: 'n', words: formatCount(counted.n), note: t('analysis:failed', { count: data.failed }) },
            { name: t('readings:stat.mean'), words: number(counted.mean) },
            { name: t('readings:stat.deviation'), words: number(counted.deviation) },
            { name: t('analysis:median'), words: number(counted.median) },
            { name: t('readings:stat.min'), words: number(counted.min) },
            { name: t('readings:stat.max'), words: number(counted.max) },
            { name: t('analysis:skewness'), words: formatNumber(counted.skewness), note: t('analysis:skewnessMeans') },
          ]}
        />
      )}
    </>
  );
}
