import type { ComparedPair, profiles } from '@plumbline/contract/views/profiles';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import { Partial } from '../../../design/States.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';

/** Times that are named one by one. */
const maxNamed = 6;

/** How the surveys were matched, and what could not be: nothing that is missing looks like agreement. */
export function CompareNotes({
  compared: { unmatched, omitted, baseline, azimuths },
  hours,
  pair,
}: {
  compared: Reply<typeof profiles.compare>;
  hours: number;
  pair?: ComparedPair;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const span = formatSpan(hours * 3600, language);
  const named = unmatched.slice(-maxNamed).map((at) => formatTime(at, timeZone).slice(0, 16));
  const uncompared = pair ? pair.manual.depthsM.length - pair.count : 0;
  const isBaselineMissing = baseline !== null && (baseline.manualAt === null || baseline.automaticAt === null);
  const { manualDeg, automaticDeg } = azimuths;
  const isTurned = manualDeg !== null && automaticDeg !== null && manualDeg !== automaticDeg;
  const notes = [
    ...(unmatched.length > 0
      ? [
          t('profiles:compare.unmatched', {
            count: unmatched.length,
            span,
            times: `${named.join(', ')}${unmatched.length > maxNamed ? ', …' : ''}`,
          }),
        ]
      : []),
    ...(omitted > 0 ? [t('profiles:compare.omitted', { count: omitted })] : []),
    ...(isBaselineMissing ? [t('profiles:baselineMissing')] : []),
    ...(isTurned ? [t('profiles:compare.turned', { manual: manualDeg, automatic: automaticDeg })] : []),
    ...(uncompared > 0 && !isBaselineMissing ? [t('profiles:compare.uncompared', { count: uncompared })] : []),
  ];
  return (
    <>
      {pair && <p className="pl-3 pl-sm pr-note">{apartWords(pair.apartSeconds)}</p>}
      {notes.map((words) => (
        <Partial key={words}>{words}</Partial>
      ))}
    </>
  );

  function apartWords(seconds: number): string {
    if (seconds === 0) return t('profiles:compare.sameTime');
    const apart = formatSpan(Math.abs(seconds), language);
    return t(seconds > 0 ? 'profiles:compare.later' : 'profiles:compare.earlier', { span: apart });
  }
}
