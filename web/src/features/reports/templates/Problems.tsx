import type { TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { cellWords, placeWords } from './place-words.ts';

/** Lists the faults of a template: in which block, where in it, and what was written there. */
export function Problems({
  problems,
  onChoose,
}: {
  problems: readonly TemplateProblem[];
  onChoose: (problem: TemplateProblem) => void;
}) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <ul className="rt-problems" aria-label={t('reportTemplates:problems')}>
      {problems.map((problem) => (
        <li key={`${problem.block} ${problem.place} ${problem.words}`}>
          <button type="button" onClick={() => onChoose(problem)}>
            {problemWords(problem, t)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function problemWords({ kind, block, place, fault, words }: TemplateProblem, t: TFunction): string {
  const about = { fault: t(`reportTemplates:faults.${fault}`), words };
  if (kind === 'word') return t('reportTemplates:word.problem', { ...about, place: placeWords(place, t) });
  if (kind === 'excel') return t('reportTemplates:excel.problem', { ...about, place: cellWords(place, t) });
  return t('reportTemplates:problem', { ...about, block, kind: t(`reportTemplates:kinds.${kind}`) });
}
