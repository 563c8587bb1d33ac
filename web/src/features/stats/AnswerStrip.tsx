import type { stats } from '@plumbline/contract/stats';
import { silentOf } from '@plumbline/contract/status';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../design/Level.tsx';
import { type Stat, StatStrip } from '../../design/Pane.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { lacksLimits, useStatusWords } from '../../design/status-words.ts';
import { formatAge, formatBrief, formatCount, formatShare } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName, levelsDown } from '../../kernel/levels.ts';
import type { Reply } from '../../kernel/queries.ts';
import { wordKey } from '../../kernel/words.ts';

export type Counts = Reply<typeof stats.corporation>;

/** The first line answers in words. Only its mark has a colour; the other figures are the same size and neutral. */
export function AnswerStrip({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const statusWords = useStatusWords();
  const comma = language === 'en' ? ', ' : '，';
  const { status } = counts;
  const atLevel = (byLevel: readonly number[]) =>
    levelsDown.flatMap((level) => (level > 0 && byLevel[level] ? [{ level, count: byLevel[level] }] : []));
  const words = (some: ReturnType<typeof atLevel>): string =>
    some.map(({ level, count }) => t(wordKey(`stats:open.${levelName(level)}`), { count })).join(comma);
  const open = atLevel(counts.openAlerts);
  const now = atLevel(status.levels);
  const silent = status.state === 'silent' ? statusWords({ ...status, level: null }).short : '';
  const worst = open[0]?.level;
  // Unsettled alerts are work to do, levels are how it stands now: what was over a limit may be below it again.
  const headline =
    worst !== undefined
      ? words(open.slice(0, 2))
      : now.length > 0
        ? t('stats:pointsNow', { levels: words(now) })
        : silent ||
          (lacksLimits(status)
            ? t('common:status.noLimits')
            : t(status.state === 'empty' ? 'stats:nothingMeasured' : 'stats:nothingWrong'));
  const below = [
    words(open.slice(2)),
    headline === silent ? '' : silent,
    worst === undefined ? '' : now.length > 0 ? t('stats:pointsNow', { levels: words(now) }) : t('stats:noneNow'),
    counts.pending > 0 ? t('stats:pending', { count: counts.pending }) : '',
    counts.newestOpenAt ? t('stats:newest', { time: formatBrief(counts.newestOpenAt, undefined, language) }) : '',
    worst === undefined && status.points > 0 ? t('stats:noUnsettled') : '',
    headline === t('stats:nothingWrong')
      ? t('stats:checked', { points: formatCount(status.points - status.withoutLimits) })
      : '',
    status.withoutLimits > 0 ? t('common:status.withoutLimits', { count: status.withoutLimits }) : '',
  ].filter(Boolean);
  const reporting = status.points - silentOf(status);
  // Large counts in the language's own unit: a million, or 万 (ten thousand).
  const unitSize = language === 'en' ? 1e6 : 1e4;
  const readings =
    counts.readingsToday >= unitSize * 10 || (language === 'en' && counts.readingsToday >= unitSize)
      ? { value: (counts.readingsToday / unitSize).toFixed(2), unit: t('stats:million') }
      : { value: formatCount(counts.readingsToday) };
  const figures: Stat[] = [
    {
      label: t('stats:projects'),
      value: formatCount(counts.projects),
      note: t('stats:withOpen', { count: counts.projectsWithOpenAlerts }),
    },
    {
      label: t('stats:structures'),
      value: formatCount(counts.structures),
      note: [
        t('stats:normal', { count: counts.structuresNormal }),
        counts.structuresSilent > 0 ? t('stats:withSilent', { count: counts.structuresSilent }) : '',
      ]
        .filter(Boolean)
        .join(comma),
    },
    {
      label: t('stats:reporting'),
      value: formatCount(reporting),
      note:
        status.points > 0
          ? t('stats:ofPoints', {
              points: formatCount(status.points),
              share: formatShare(reporting / status.points),
            })
          : t('stats:noPoints'),
    },
    {
      label: t('stats:today'),
      ...readings,
      note: counts.lastReceivedAt
        ? t('stats:lastReceived', { age: formatAge(counts.lastReceivedAt, language) })
        : t('stats:noneReceived'),
    },
    {
      label: t('stats:healthy'),
      value: formatCount(counts.devicesHealthy),
      note: t('stats:ofDevices', { devices: formatCount(counts.devices), bad: counts.devices - counts.devicesHealthy }),
    },
  ];
  return (
    <StatStrip
      stats={figures}
      lead={
        <div className="answer" role="status">
          <div className="pl-sm pl-3">{worst !== undefined ? t('stats:unsettled') : t('stats:state')}</div>
          <b>
            {worst !== undefined ? <LevelMark level={worst} size={20} /> : <StatusMark status={status} size={20} />}
            <span className="pl-ell" title={headline}>
              {headline}
            </span>
          </b>
          <div className="pl-sm pl-2 pl-ell" title={below.join(' · ')}>
            {below.join(' · ') || ' '}
          </div>
        </div>
      }
    />
  );
}
