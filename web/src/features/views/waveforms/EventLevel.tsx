import type { Threshold } from '@plumbline/contract/points/points';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { highestReached } from '@plumbline/science/limits/event';
import type { Rule } from '@plumbline/science/limits/judge';
import { thresholdRule } from '@plumbline/science/limits/threshold-rule';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { formatNumber, missing } from '../../../kernel/format.ts';

export type EventRules = readonly { readonly field: string; readonly rule: Rule }[];

/** The limits of a point that events are judged by: those that are on. */
export const eventRules = (thresholds: readonly Threshold[]): EventRules =>
  thresholds
    .filter(({ enabled }) => enabled)
    .map((threshold) => ({ field: threshold.field, rule: thresholdRule(threshold) }));

/** The level that an event reaches of the limits of its point as they are now; a dash where it reaches none. */
export function EventLevel({ rules, event }: { rules: EventRules; event: Waveform }) {
  const reached = highestReached(rules, event);
  return reached === null ? <span className="pl-3">{missing}</span> : <LevelTag level={reached.level} />;
}

/** The same in words: which component, how much, and the limit that it reaches. */
export function ReachedLimit({ rules, event }: { rules: EventRules; event: Waveform }) {
  const { t } = useTranslation();
  const reached = highestReached(rules, event);
  if (reached === null) return null;
  const { level, axis, value, threshold } = reached;
  return (
    <span className="wf-reached">
      <LevelTag level={level} />{' '}
      <span className="pl-num">
        {t('waveforms:reached', {
          axis: axis.toUpperCase(),
          value: formatNumber(value, 2),
          limit: formatNumber(threshold, 2),
        })}
      </span>
    </span>
  );
}
