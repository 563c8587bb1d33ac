import type { Survey } from '@plumbline/contract/profiles';
import { useTranslation } from 'react-i18next';
import { Partial } from '../../design/States.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Shown } from './profile-content.ts';

/** What the profile cannot show, in words: nothing that is missing looks like no movement. */
export function ProfileNotes({
  requested,
  chosen,
  baseline,
}: {
  requested: readonly Survey[];
  chosen: Shown;
  baseline: Survey | null;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const count = requested.length;
  const missing = requested.filter(({ at }) => at === null).length;
  const notes = [
    ...(missing > 0 ? [t('profiles:missing', { count, shown: missing })] : []),
    ...(baseline?.at === null ? [t('profiles:baselineMissing')] : []),
    ...(chosen.survey.isComparable ? [] : [t('profiles:otherCasing')]),
    ...(chosen.survey.isComparable && !chosen.survey.isComplete && baseline?.at !== null
      ? [t('profiles:incomplete', { time: formatTime(chosen.at, timeZone) })]
      : []),
  ];
  return notes.map((words) => <Partial key={words}>{words}</Partial>);
}
