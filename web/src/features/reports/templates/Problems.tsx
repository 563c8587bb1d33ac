import type { TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import { useTranslation } from 'react-i18next';
import { placeWords } from './place-words.ts';

/** Lists the faults of a template: in which block, where in it, and what was written there. */
export function Problems({
  problems,
  onChoose,
}: {
  problems: readonly TemplateProblem[];
  onChoose: (block: number) => void;
}) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <ul className="rt-problems" aria-label={t('reportTemplates:problems')}>
      {problems.map((problem) => (
        <li key={`${problem.block} ${problem.place} ${problem.words}`}>
          <button type="button" onClick={() => onChoose(problem.block)}>
            {problem.kind === 'word'
              ? t('reportTemplates:word.problem', {
                  place: placeWords(problem.place, t),
                  fault: t(`reportTemplates:faults.${problem.fault}`),
                  words: problem.words,
                })
              : t('reportTemplates:problem', {
                  block: problem.block,
                  kind: t(`reportTemplates:kinds.${problem.kind}`),
                  fault: t(`reportTemplates:faults.${problem.fault}`),
                  words: problem.words,
                })}
          </button>
        </li>
      ))}
    </ul>
  );
}
