import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { JointChart } from './JointChart.tsx';
import type { JointCurve } from './profiles.queries.ts';
import type { Comparison } from './SurveysView.tsx';

/** One joint over time, and beside or under it the chosen survey, joint by joint. */
export function ChainPane({
  point,
  raw,
  ranges,
  comparison,
  title,
  subtitle,
  curves,
  limits,
  overTime,
  aside,
  children,
}: Pick<PointViewProps, 'point' | 'raw' | 'ranges'> & {
  comparison: Comparison;
  /** Which joint, and what of it. */
  title: string;
  subtitle: string;
  curves: readonly JointCurve[];
  limits: readonly ChartThreshold[];
  /** Instead of the curve of the joint. */
  overTime?: ReactNode;
  /** Beside the time of the survey. */
  aside?: ReactNode;
  /** The table. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const { at } = comparison.chosen;
  return (
    <div className="pf-joint">
      <div className="pf-over-time">
        <h2 className="pl-sm">
          <span className="pl-b">{title}</span> <span className="pl-3">{subtitle}</span>
        </h2>
        {overTime ?? (
          <JointChart
            {...{ point, curves, raw, limits }}
            range={ranges}
            fixedWords={t('profiles:fixedOfChain')}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
          />
        )}
      </div>
      <div className="pf-survey">
        <h2 className="pl-sm pl-row">
          <span>
            <span className="pl-b">{t('surveys:survey')}</span>{' '}
            <time className="pl-3" dateTime={new Date(at).toISOString()}>
              {formatTime(at, timeZone)}
            </time>
          </span>
          <span className="pl-gap" />
          {aside}
        </h2>
        {children}
      </div>
    </div>
  );
}
