import type { Survey } from '@plumbline/contract/views/profiles';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Partial } from '../../../design/States.tsx';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { letterOf, type Shown, type Unbiased } from './profile-content.ts';

/** Shows the gaps in the profile, in words: nothing that is missing looks like no movement. */
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

/** Explains the bias removed from the survey that is looked at, and what the numbers are not any more. */
export const BiasNote = (bias: Bias) => <Partial>{biasWords(useTranslation().t, bias)}</Partial>;

interface Bias {
  readonly firmM: number;
  readonly mmPerM: Unbiased['mmPerM'];
}

export function biasWords(t: TFunction, { firmM, mmPerM }: Bias): string {
  const axesWithBias = (['x', 'y'] as const).flatMap((axis) => {
    const rate = mmPerM[axis];
    return rate === null ? [] : [`${letterOf(axis)} ${formatNumber(rate, 3)}`];
  });
  return axesWithBias.length === 0
    ? t('profiles:firmUnknown', { depth: firmM })
    : t('profiles:firmTaken', { depth: firmM, rates: axesWithBias.join(', ') });
}
