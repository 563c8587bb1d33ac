import { silentOf } from '@plumbline/contract/kernel/status';
import type { stats } from '@plumbline/contract/overview/stats';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../../design/Level.tsx';
import { type Stat, StatStrip } from '../../../design/Pane.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { lacksLimits, useStatusWords } from '../../../design/status-words.ts';
import { formatAge, formatBrief, formatCount, formatShare } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName, levelsDown } from '../../../kernel/levels.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { wordKey } from '../../../kernel/words.ts';

export type Counts = Reply<typeof stats.corporation>;

/** The first line answers in words. Only its mark has a colour; the other figures are the same size and neutral. */
export function AnswerStrip({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const { worst, headline, below } = useAnswer(counts);
  const figures = useFigures(counts);
  return (
    <StatStrip
      stats={figures}
      lead={
        <div className="answer" role="status">
          <div className="pl-sm pl-3">{worst !== undefined ? t('stats:unsettled') : t('stats:state')}</div>
          <b>
            {worst !== undefined ? (
              <LevelMark level={worst} size={20} />
            ) : (
              <StatusMark status={counts.status} size={20} />
            )}
            <span className="pl-ell" title={headline}>
              {headline}
            </span>
          </b>
          <div className="pl-sm pl-2 below" title={below}>
            {below || ' '}
          </div>
        </div>
      }
    />
  );
}

const atLevel = (byLevel: readonly number[]) =>
  levelsDown.flatMap((level) => {
    const count = byLevel[level];
    return level > 0 && count ? [{ level, count }] : [];
  });

/** Words of one language side by side. */
const useComma = (): string => (useLanguage() === 'en' ? ', ' : '，');

/** The answer in words, what else there is to say, and the highest level with an unsettled alert. */
export function useAnswer({
  status,
  openAlerts,
  pending,
  newestOpenAt,
}: Pick<Counts, 'status' | 'openAlerts' | 'pending' | 'newestOpenAt'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const statusWords = useStatusWords();
  const comma = useComma();
  const words = (some: ReturnType<typeof atLevel>): string =>
    some.map(({ level, count }) => t(wordKey(`stats:open.${levelName(level)}`), { count })).join(comma);
  const open = atLevel(openAlerts);
  const now = atLevel(status.levels);
  const nowWords = now.length > 0 ? t('stats:pointsNow', { levels: words(now) }) : '';
  const silent =
    status.state === 'silent' || status.state === 'failed' ? statusWords({ ...status, level: null }).short : '';
  const quietWords = lacksLimits(status)
    ? t('common:status.noLimits')
    : t(status.state === 'empty' ? 'stats:nothingMeasured' : 'stats:nothingWrong');
  const worst = open[0]?.level;
  // Unsettled alerts are work to do, levels are how it stands now: what was over a limit may be below it again.
  const headline = worst !== undefined ? words(open.slice(0, 2)) : nowWords || silent || quietWords;
  const below = [
    words(open.slice(2)),
    headline === silent ? '' : silent,
    worst === undefined ? '' : nowWords || t('stats:noneNow'),
    pending > 0 ? t('stats:pending', { count: pending }) : '',
    newestOpenAt ? t('stats:newest', { time: formatBrief(newestOpenAt, undefined, language) }) : '',
    worst === undefined && status.points > 0 ? t('stats:noUnsettled') : '',
    headline === t('stats:nothingWrong')
      ? t('stats:checked', { points: formatCount(status.points - status.withoutLimits) })
      : '',
    status.withoutLimits > 0 ? t('common:status.withoutLimits', { count: status.withoutLimits }) : '',
  ];
  return { worst, headline, below: below.filter(Boolean).join(' · ') };
}

/** Projects, structures, points that report, readings of today, devices. */
function useFigures(counts: Counts): Stat[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const comma = useComma();
  const { points } = counts.status;
  const reporting = points - silentOf(counts.status);
  const share = { points: formatCount(points), share: formatShare(reporting / points) };
  const structures = [
    t('stats:normal', { count: counts.structuresNormal }),
    counts.structuresSilent > 0 ? t('stats:withSilent', { count: counts.structuresSilent }) : '',
  ];
  const unhealthy = counts.devices - counts.devicesHealthy;
  return [
    {
      label: t('stats:projects'),
      value: formatCount(counts.projects),
      note: t('stats:withOpen', { count: counts.projectsWithOpenAlerts }),
    },
    {
      label: t('stats:structures'),
      value: formatCount(counts.structures),
      note: structures.filter(Boolean).join(comma),
    },
    {
      label: t('stats:reporting'),
      value: formatCount(reporting),
      note: points > 0 ? t('stats:ofPoints', share) : t('stats:noPoints'),
    },
    {
      label: t('stats:today'),
      ...largeCount(counts.readingsToday, language, t('stats:million')),
      note: counts.lastReceivedAt
        ? t('stats:lastReceived', { age: formatAge(counts.lastReceivedAt, language) })
        : t('stats:noneReceived'),
    },
    {
      label: t('stats:healthy'),
      value: formatCount(counts.devicesHealthy),
      note: t('stats:ofDevices', { devices: formatCount(counts.devices), bad: unhealthy }),
    },
  ];
}

/** Large counts in the language's own unit: a million, or 万 (ten thousand). */
function largeCount(count: number, language: string, unit: string): Pick<Stat, 'value' | 'unit'> {
  const unitSize = language === 'en' ? 1e6 : 1e4;
  const isLarge = count >= unitSize * 10 || (language === 'en' && count >= unitSize);
  return isLarge ? { value: (count / unitSize).toFixed(2), unit } : { value: formatCount(count) };
}
