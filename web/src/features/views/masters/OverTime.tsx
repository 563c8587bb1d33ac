import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useSurveyTime } from '../surveys/survey-time.parts.tsx';

const curvePx = 232;

/** One number of a master over time, mm. */
export function OverTime({
  query: { data, error },
  name,
  isNegated = false,
  limits = [],
  baselineAt,
  range,
  onRange,
}: {
  query: {
    readonly data: { times: number[]; values: (number | null)[]; intervalSeconds: number } | undefined;
    readonly error: unknown;
  };
  name: string;
  /** Counts the other way: settlement of a movement up. */
  isNegated?: boolean;
  limits?: readonly ChartThreshold[];
  /** What it counts from, epoch ms; null = the initial values. */
  baselineAt: number | null;
  range: Range;
  onRange: (range: Range) => void;
}) {
  const { t } = useTranslation();
  const { chosenAt, onCross } = useSurveyTime();
  const { timeZone } = useProject().project;
  if (error) return <Failed error={error} />;
  if (!data) return <SkeletonChart height={curvePx + 30} />;
  const values = isNegated ? data.values.map((value) => (value === null || value === 0 ? value : -value)) : data.values;
  const curve = {
    id: name,
    name,
    unit: 'mm',
    precision: 3,
    times: data.times,
    values,
    gapSeconds: data.intervalSeconds * 3,
  };
  return (
    <Chart
      kind="timeValue"
      content={{
        curves: [curve],
        thresholds: limits,
        zone: timeZone,
        markedAt: chosenAt,
        axes: {
          left: { label: t(baselineAt === null ? 'masters:overTime' : 'masters:sinceBaseline'), reversed: isNegated },
        },
      }}
      range={range}
      onRange={onRange}
      onCross={onCross}
      heightPx={curvePx}
    />
  );
}
