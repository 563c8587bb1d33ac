import './conditions.css';
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { useTranslation } from 'react-i18next';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useMeasuredWords, useTermWords } from './term-words.ts';

/** Returns whether a term holds, in a word: a colour would be a level. */
export function TruthMark({ truth }: { truth: boolean | null }) {
  const { t } = useTranslation();
  const word = truth === null ? 'unknown' : truth ? 'holds' : 'holdsNot';
  return <span className={`mark pl-sm ${truth === true ? 'holds' : 'pl-3'}`}>{t(`conditions:truth.${word}`)}</span>;
}

/** Why a condition raised an alert: each of its terms as it stood then. */
export function AlertTerms({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useTermWords();
  const measured = useMeasuredWords();
  const { condition } = alert;
  if (condition === null) return null;
  return (
    <section aria-label={t('conditions:ofAlert')}>
      <h3>{t('conditions:met', { name: condition.name })}</h3>
      <ul className="cd-standing">
        {condition.terms.map((term, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms stand in the order of the condition
          <li key={i}>
            <TruthMark truth={term.truth} />
            <span>
              {words(term, { name: term.pointName, family: term.family }, term.otherName, term.unit)}
              <span className="pl-3 pl-num">
                {' '}
                {measured(term.kind, term, term.unit)}
                {term.at === null ? '' : ` · ${formatShort(term.at, alert.timeZone, language)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
export default AlertTerms;
