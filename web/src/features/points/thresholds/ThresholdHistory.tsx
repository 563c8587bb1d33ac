import type { Point } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useRuleWords } from './rule-differences.ts';

const newest = 20;

/** Lists who changed which limit of a point, when and why: old and new, the newest first. */
export function ThresholdHistory({ point }: { point: Point }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(thresholds.thresholdChanges, { pointId: point.id, pageSize: newest });
  const { differencesOf } = useRuleWords(point.family, point.nodeCount);
  return (
    <section className="pt-limit-history" aria-label={t('thresholds:limitHistory.title')}>
      <h3>{t('thresholds:limitHistory.title')}</h3>
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} />}
        isEmpty={({ changes }) => changes.length === 0}
        empty={<p className="pl-3 pl-sm">{t('thresholds:limitHistory.none')}</p>}
      >
        {({ changes, total }) => (
          <>
            <ol>
              {changes.map((change) => (
                <li key={change.id}>
                  <p className="pl-sm">
                    <span className="pl-num">{formatTime(change.at, project.timeZone)}</span>{' '}
                    <b>{change.by ?? t('thresholds:limitHistory.gone')}</b>
                    {change.reason && <span className="pl-2"> · {change.reason}</span>}
                  </p>
                  <ul className="pl-sm">
                    {differencesOf(change.before, change.after).map(({ label, was, now }) => (
                      <li key={label}>
                        <span className="pl-2">{label}</span> <span className="pl-3 pl-num">{was || missing}</span>{' '}
                        <span role="img" aria-label={t('readings:change.becomes')}>
                          →
                        </span>{' '}
                        <span className="pl-num">{now || missing}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
            {total > changes.length && (
              <p className="pl-3 pl-sm">{t('thresholds:limitHistory.more', { count: total - changes.length })}</p>
            )}
          </>
        )}
      </Answer>
    </section>
  );
}
