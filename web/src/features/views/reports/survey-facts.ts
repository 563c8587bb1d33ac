import type { Point } from '@plumbline/contract/points/points';
import type { Member, StandIn } from '@plumbline/contract/views/masters';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import type { Fact } from '../../../design/ReportSheet.tsx';
import { formatChange, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { foundSurveys, type ShownLine, silentNames } from '../masters/line-rows.parts.ts';
import { standInNotes } from '../masters/notes.parts.tsx';
import type { SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { periodWords } from './report-figures.ts';

/** The stretch that the report is of. */
export function usePeriodFact(range: Range): Fact {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return { name: t('reports:period'), words: periodWords(range, timeZone, Date.now()) };
}

/** Returns the origin that the surveys of a report count from, and whether corrections count. */
export function useSurveyFacts(
  { times, baselineAt }: SurveyChoice,
  raw: boolean,
  range: Range,
  measuredAt: string | null,
): Fact[] {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const [from, to] = [times?.[0] ?? range.from, times?.at(-1) ?? range.to];
  const period = usePeriodFact({ from, to });
  return [
    period,
    {
      name: t('surveys:baseline'),
      words: baselineAt === null ? t('surveys:fromInitial') : formatTime(measuredAt ?? baselineAt, timeZone),
    },
    { name: t('reports:values'), words: t(raw ? 'readings:asStored' : 'reports:corrected') },
  ];
}

/** That a point does not report now, or that its newest reading failed: a report of the past must not look like the present. */
export function useSilence({ status }: Point): string[] {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  if (status.state === 'neverRead') return [t('reports:neverRead')];
  if (status.state === 'stale') return [t('reports:silentSince', { time: formatTime(status.at, timeZone) })];
  return status.state === 'failed' ? [t('reports:failedNow')] : [];
}

/** What a master is made of, and its surveys, as far as they tell what is missing. */
interface Joined {
  readonly members: readonly Member[];
  readonly baseline: { readonly at: string | null } | null;
  readonly surveys: readonly {
    readonly at: string | null;
    readonly silent: readonly number[];
    readonly standIns: readonly StandIn[];
    readonly isComparable: boolean;
  }[];
  readonly elsewhere: number;
}

/** Returns the gaps in the points of a master, now and in the surveys that the report shows. */
export function useMasterWarnings(joined: Joined | undefined): string[] {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  if (!joined) return [];
  const { members, surveys, baseline, elsewhere } = joined;
  const newest = foundSurveys(surveys).at(-1);
  const late = members.filter(({ status: { state } }) => state === 'stale' || state === 'neverRead');
  const absent = surveys.filter(({ at }) => at === null).length;
  const silent = newest ? silentNames(newest.survey.silent, members) : [];
  return [
    ...(late.length > 0 ? [t('reports:silentNow', { names: late.map(({ name }) => name).join(', ') })] : []),
    ...(absent > 0 ? [t('masters:missing', { count: surveys.length, shown: absent })] : []),
    ...(elsewhere > 0 ? [t('masters:elsewhere', { count: elsewhere })] : []),
    ...(baseline?.at === null ? [t('masters:baselineMissing')] : []),
    ...(baseline?.at && newest?.survey.isComparable === false ? [t('masters:baselineElsewhere')] : []),
    ...(newest && silent.length > 0
      ? [t('masters:incomplete', { time: formatTime(newest.at, timeZone), names: silent.join(', ') })]
      : []),
    ...(newest ? standInNotes(newest.survey.standIns, members, t) : []),
  ];
}

/** Returns the misclosure of a closed line in its newest survey. */
export function useMisclosureFact(line: ShownLine | undefined): Fact[] {
  const { t } = useTranslation();
  const newest = line?.isClosed ? foundSurveys(line.surveys).at(-1) : undefined;
  if (!newest) return [];
  const { misclosureMm } = newest.survey;
  return [
    {
      name: t('profiles:misclosure'),
      words: misclosureMm === null ? t('masters:misclosureUnknown') : `${formatChange(misclosureMm)} mm`,
    },
  ];
}
