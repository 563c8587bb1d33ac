import type { stats } from '@plumbline/contract/stats';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../design/Level.tsx';
import { type Stat, StatStrip } from '../../design/Pane.tsx';
import { formatAge, formatBrief, formatCount, formatShare } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import type { Reply } from '../../kernel/queries.ts';

export type Counts = Reply<typeof stats.corporation>;

/** The first line answers in words. Only its mark has a colour; the other figures are the same size and neutral. */
export function AnswerStrip({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const comma = language === 'en' ? ', ' : '，';
  const present = ([4, 3, 2, 1] as const)
    .map((level) => ({ level, count: counts.openAlerts[level] ?? 0 }))
    .filter(({ count }) => count > 0);
  const words = (some: typeof present): string =>
    some.map(({ level, count }) => t(`stats:open.${levelName(level)}`, { count })).join(comma);
  const loud = present.slice(0, 2);
  const rest = present.slice(2);
  const worst = present[0]?.level ?? 0;
  const nothing = counts.points === 0 ? t('stats:nothingMeasured') : t('stats:nothingWrong');
  const below = [
    words(rest),
    counts.pending > 0 ? t('stats:pending', { count: counts.pending }) : '',
    counts.newestOpenAt ? t('stats:newest', { time: formatBrief(counts.newestOpenAt, undefined, language) }) : '',
    present.length === 0 && counts.points > 0 ? t('stats:checked', { points: formatCount(counts.points) }) : '',
  ];
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
      note: t('stats:normal', { count: counts.structuresNormal }),
    },
    {
      label: t('stats:reporting'),
      value: formatCount(counts.pointsReporting),
      note:
        counts.points > 0
          ? t('stats:ofPoints', {
              points: formatCount(counts.points),
              share: formatShare(counts.pointsReporting / counts.points),
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
          <div className="pl-sm pl-3">{present.length > 0 ? t('stats:attention') : t('stats:state')}</div>
          <b>
            <LevelMark level={worst} size={20} />
            <span className="pl-ell">{present.length > 0 ? words(loud) : nothing}</span>
          </b>
          <div className="pl-sm pl-2 pl-ell">{below.filter(Boolean).join(' · ') || ' '}</div>
        </div>
      }
    />
  );
}
