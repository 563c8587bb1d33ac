import { type Condition, conditions } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSentence } from './term-words.ts';

/** Shows who changed a condition and when, and what it said before and after; the newest first. */
export function ConditionHistory({ condition }: { condition: Condition }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const sentence = useSentence();
  const query = useRead(conditions.changes, { projectId: project.id, conditionId: condition.id });
  const textOf = (rules: ConditionRules): string =>
    `${rules.name}: ${sentence(rules, (pointId, field) => condition.points.find((each) => each.id === pointId && each.field === field))}${rules.enabled ? '' : ` ${t('conditions:isOff')}`}`;
  return (
    <section aria-label={t('conditions:history')}>
      <h3>{t('conditions:history')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ changes }) => (
          <ol className="pl-sm">
            {changes.map(({ id, at, by, before, after }) => (
              <li key={id}>
                <p>
                  <span className="pl-num">{formatTime(at, project.timeZone)}</span> <b>{by}</b>
                </p>
                {before && <p className="pl-3">{textOf(before)}</p>}
                {after && <p>{textOf(after)}</p>}
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </section>
  );
}
