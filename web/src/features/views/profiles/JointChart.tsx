import type { Point } from '@plumbline/contract/points/points';
import { Chart } from '../../../charts/Chart.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { useWidth } from '../../../charts/frame/use-width.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { Empty, Failed, SkeletonChart } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useChartAnnotations } from '../../site/annotations/annotations.queries.ts';
import { useSurveyTime } from '../surveys/survey-time.parts.tsx';
import { type JointCurve, useJointCurves } from './profiles.queries.ts';

export const jointPx = 232;

/** One joint over time; `fixedWords` where it is the one that does not move. */
export function JointChart({
  point,
  curves,
  raw,
  range,
  limits,
  fixedWords,
  onRange,
}: {
  point: Point;
  /** None at the fixed joint. */
  curves: readonly JointCurve[];
  raw: boolean;
  /** What is shown, and what is asked for. */
  range: { readonly shown: Range; readonly requested: Range };
  limits: readonly ChartThreshold[];
  fixedWords: string;
  onRange: (range: Range) => void;
}) {
  const { project } = useProject();
  const { chosenAt, onCross } = useSurveyTime();
  const [place, widthPx] = useWidth();
  const happened = useChartAnnotations(point.structureId, range.requested);
  const drawn = useJointCurves(point, curves, { raw, range: range.requested, widthPx });
  return (
    <div ref={place} className="curve">
      {curves.length === 0 ? (
        <Empty title={fixedWords} />
      ) : drawn.curves.length > 0 ? (
        <Chart
          kind="timeValue"
          content={{
            curves: drawn.curves,
            thresholds: limits,
            annotations: happened,
            zone: project.timeZone,
            markedAt: chosenAt,
          }}
          range={range.shown}
          onRange={onRange}
          onCross={onCross}
          heightPx={jointPx}
        />
      ) : drawn.error && !drawn.isLoading ? (
        <Failed error={drawn.error} />
      ) : (
        <SkeletonChart height={jointPx + 30} />
      )}
    </div>
  );
}
