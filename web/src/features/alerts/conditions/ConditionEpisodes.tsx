import type { conditions } from '@plumbline/contract/alerts/conditions';
import { type ConditionRules, type ConditionTerm, termUnit } from '@plumbline/contract/alerts/conditions.terms';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { type FindField, useMeasuredWords, useTermWords } from './term-words.ts';

type Tested = Reply<typeof conditions.backTest>;

/** Each alert: from when to when, and what its terms measured when it was raised. */
export function ConditionEpisodes({
  episodes,
  rules,
  find,
}: {
  episodes: Tested['episodes'];
  rules: ConditionRules;
  find: FindField;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const words = useTermWords();
  const terms = rules.groups.flatMap((group) => group.terms);
  const measured = useMeasuredWords();
  const describe = (term: ConditionTerm, status: Tested['episodes'][number]['terms'][number]): string => {
    const point = find(term.pointId, term.field);
    const unit = termUnit(term, point?.unit ?? '');
    const other = find(term.otherPointId ?? 0, term.otherField ?? '')?.name ?? null;
    const measuredWords = measured(term.kind, status, unit);
    return `${words(term, point, other, unit)}${measuredWords && ` (${measuredWords})`}`;
  };
  return (
    <table className="cd-episodes pl-sm">
      <thead>
        <tr>
          <th>{t('conditions:from')}</th>
          <th>{t('conditions:to')}</th>
          <th>{t('conditions:because')}</th>
        </tr>
      </thead>
      <tbody>
        {[...episodes].reverse().map((episode) => (
          <tr key={episode.from}>
            <td className="pl-num">{formatTime(episode.from, project.timeZone)}</td>
            <td className="pl-num">
              {episode.to === null ? t('conditions:stillOn') : formatTime(episode.to, project.timeZone)}
            </td>
            <td>
              {terms.map((term, i) => {
                const status = episode.terms[i];
                return status?.truth === true ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: terms stand in the order of the condition
                  <div key={i}>{describe(term, status)}</div>
                ) : null;
              })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
