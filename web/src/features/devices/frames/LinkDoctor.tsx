import './frames.css';
import { CheckCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { Diagnosis } from '@plumbline/contract/telemetry/link-doctor';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatAge, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { wordKey } from '../../../kernel/words.ts';
import { type FrameTarget, useDiagnosis } from './frames.queries.ts';

type Finding = Diagnosis['findings'][number];

/** Shows what is wrong with a link by what was observed, and what to try. */
export default function LinkDoctor({ target }: { target: FrameTarget }) {
  const query = useDiagnosis(target);
  return (
    <Answer query={query} loading={<SkeletonRows rows={2} />}>
      {({ findings }) => (
        <ul className="fr-findings">
          {findings.map((finding) => (
            <FindingLine key={`${finding.finding} ${finding.name}`} finding={finding} />
          ))}
        </ul>
      )}
    </Answer>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isWrong, at, count } = finding;
  const Mark = finding.finding === 'fine' ? CheckCircleOutlined : isWrong ? WarningOutlined : InfoCircleOutlined;
  const values = { count: count ?? 0, name: nameOf(finding, t), age: at === null ? '' : formatAge(at, language) };
  return (
    <li data-finding={finding.finding}>
      <Mark aria-hidden="true" className={isWrong ? 'pl-wrong' : 'pl-3'} />
      <div>
        <div className={isWrong ? 'pl-b' : ''}>
          {t(wordKey(`frames:finding.${finding.finding}.is`), values)}
          {at !== null && (
            <span className="pl-3 pl-sm" title={formatTime(at)}>
              {' '}
              · {values.age}
            </span>
          )}
        </div>
        {finding.finding !== 'fine' && (
          <div className="pl-2 pl-sm">{t(wordKey(`frames:finding.${finding.finding}.try`), values)}</div>
        )}
      </div>
    </li>
  );
}

/** Names of faults and errors are words of the catalogue. */
function nameOf({ finding, name }: Finding, t: TFunction): string {
  if (finding === 'feedFault') return t(wordKey(`formats:faults.${name}`));
  if (finding === 'certificateRefused') return t(wordKey(`certificates:fault.${name}`));
  if (finding === 'otherRefused') return t(wordKey(`errors:${name}`));
  return name;
}
