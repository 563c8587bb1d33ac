import type { LineSurvey, Member, StandIn } from '@plumbline/contract/views/masters';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Partial } from '../../../design/States.tsx';
import { formatChange, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { type Found, silentNames } from './line-content.ts';

interface Surveyed {
  readonly isComparable: boolean;
  readonly at: string | null;
  readonly silent: readonly number[];
  readonly standIns: readonly StandIn[];
  readonly isComplete: boolean;
}
interface Noted<S> {
  readonly members: readonly Member[];
  readonly baseline: S | null;
  readonly surveys: readonly S[];
  readonly elsewhere: number;
}

/** Shows the gaps in a drawing of a master, in words: nothing that is missing looks like no movement. */
export function MasterNotes<S extends Surveyed>({
  made: { members, baseline, surveys, elsewhere },
  chosen,
  more = [],
}: {
  made: Noted<S>;
  chosen: Found<S>;
  more?: readonly string[];
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const count = surveys.length;
  const missing = surveys.filter(({ at }) => at === null).length;
  const silent = silentNames(chosen.survey.silent, members);
  const notes = [
    ...(missing > 0 ? [t('masters:missing', { count, shown: missing })] : []),
    ...(elsewhere > 0 ? [t('masters:elsewhere', { count: elsewhere })] : []),
    ...(baseline?.at === null ? [t('masters:baselineMissing')] : []),
    ...(baseline?.at && !chosen.survey.isComparable ? [t('masters:baselineElsewhere')] : []),
    ...(silent.length > 0
      ? [t('masters:incomplete', { time: formatTime(chosen.at, timeZone), names: silent.join(', ') })]
      : []),
    ...standInNotes(chosen.survey.standIns, members, t),
    ...more,
  ];
  return notes.map((words) => <Partial key={words}>{words}</Partial>);
}

/** Returns the backup nodes that count in a survey, in words: `TB-03b (TB-03)`. */
export const standInNotes = (standIns: readonly StandIn[], members: readonly Member[], t: TFunction): string[] => {
  const nameOf = (pointId: number) => members.find((member) => member.pointId === pointId)?.name ?? '';
  const names = standIns.map(({ pointId, backupName }) => `${backupName} (${nameOf(pointId)})`);
  return names.length === 0 ? [] : [t('masters:standIns', { names: names.join(', ') })];
};

/** The same of a line: also where distances come from, and what limits are good for. */
export function LineNotes({
  line,
  chosen,
  hasLimits,
}: {
  line: Noted<LineSurvey> & {
    readonly spacing: string;
    readonly isClosed: boolean;
    readonly withoutInitial: readonly number[];
  };
  chosen: Found<LineSurvey>;
  hasLimits: boolean;
}) {
  const { t } = useTranslation();
  const { misclosureMm } = chosen.survey;
  const uncounted = line.baseline === null ? silentNames(line.withoutInitial, line.members) : [];
  return (
    <>
      {line.isClosed && misclosureMm !== null && (
        <p className="ms-radius pl-sm pl-2">{t('masters:misclosure', { mm: formatChange(misclosureMm) })}</p>
      )}
      <MasterNotes
        made={line}
        chosen={chosen}
        more={[
          ...(uncounted.length > 0 ? [t('masters:noInitial', { names: uncounted.join(', ') })] : []),
          ...(line.spacing === 'order' ? [t('masters:noSpacing')] : []),
          ...(line.isClosed && misclosureMm === null && chosen.survey.isComparable
            ? [t('masters:misclosureUnknown')]
            : []),
          ...(hasLimits ? [t('masters:limitsHere')] : []),
        ]}
      />
    </>
  );
}
