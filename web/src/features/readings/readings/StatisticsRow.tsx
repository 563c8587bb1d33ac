import { type Field, isDirection, statesOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import type { Quantity } from '@plumbline/contract/readings/readings.shapes';
import { formatSpan } from '@plumbline/science/display/span';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { type Stat, StatStrip } from '../../../design/Pane.tsx';
import { Partial } from '../../../design/States.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useStateWord } from '../../../kernel/field-words.ts';
import {
  formatBrief,
  formatChange,
  formatCount,
  formatNumber,
  formatShare,
  formatShort,
  formatVolume,
  missing,
} from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

type Statistics = Reply<typeof readings.statistics>['statistics'];

/** One row of eight: last, extremes with their times, mean, deviation, change, rate, completeness; of two for states. */
export function StatisticsRow({
  point,
  field,
  quantity,
  raw,
  range,
}: {
  point: Point;
  field: Field;
  quantity: Quantity;
  /** As stored, without corrections. */
  raw: boolean;
  range: Range;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const stateWord = useStateWord();
  const { project } = useProject();
  const query = useRead(
    readings.statistics,
    {
      pointId: point.id,
      field: field.key,
      quantity,
      raw,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
    },
    { placeholderData: keepPreviousData },
  );
  if (!query.data && query.error)
    return (
      <Partial error={query.error} onRetry={() => void query.refetch()}>
        {t('readings:statisticsFailed', { words: wordsOf(query.error, t).words })}
      </Partial>
    );
  const statistics = query.data?.statistics;
  const wording = { t, zone: project.timeZone, language };
  const stats =
    statesOf(field.key) !== null && quantity === 'value'
      ? stateStats(statistics, stateWord(field.key, statistics?.last), wording)
      : statsOf(statistics, field, range, wording);
  return <StatStrip small className="dv-stats" stats={stats} />;
}

interface Wording {
  readonly t: TFunction;
  readonly zone: string;
  readonly language: string;
}

/** Eight figures, each with its note; blank until they are known. */
function statsOf(
  statistics: Statistics | undefined,
  field: Field,
  range: Range,
  { t, zone, language }: Wording,
): Stat[] {
  const { precision, unit } = field;
  const number = (value: number | null | undefined) => formatNumber(value, precision);
  const time = (at: string | null | undefined) => (at ? formatShort(at, zone, language) : ' ');
  const length = formatSpan((range.to - range.from) / 1000, language);
  const first = statistics?.firstAt;
  const since = first ? t('readings:stat.since', { time: formatBrief(Date.parse(first), zone, language) }) : ' ';
  const count = statistics ? t('readings:stat.n', { n: formatCount(statistics.count) }) : ' ';
  const noRate = statistics?.ratePerDay === null && statistics.count > 0;
  const perDay = noRate ? t('readings:stat.underADay') : statistics ? t('readings:stat.perDay', { unit }) : ' ';
  if (statistics?.totals) return amountStats(statistics, statistics.totals, { number, time, zone, language, t });
  return [
    { label: t('readings:stat.last'), value: number(statistics?.last), note: time(statistics?.lastAt) },
    ...(isDirection(field)
      ? []
      : [
          { label: t('readings:stat.max'), value: number(statistics?.max), note: time(statistics?.maxAt) },
          { label: t('readings:stat.min'), value: number(statistics?.min), note: time(statistics?.minAt) },
        ]),
    { label: t('readings:stat.mean'), value: number(statistics?.mean), note: length },
    { label: t('readings:stat.deviation'), value: number(statistics?.deviation), note: count },
    statistics?.volume
      ? {
          label: t('readings:stat.volume'),
          value: formatVolume(statistics.volume.volume),
          note: t('readings:stat.volumeOf', { time: formatSpan(statistics.volume.measuredSeconds, language) }),
        }
      : { label: t('readings:stat.change'), value: formatChange(statistics?.change, precision), note: since },
    ...(isDirection(field)
      ? []
      : [{ label: t('readings:stat.rate'), value: formatChange(statistics?.ratePerDay, precision), note: perDay }]),
    { label: t('readings:stat.complete'), ...completeness(statistics, t) },
  ];
}

/** What is asked of states: the last one, and whether they came. There is no mean of them, and none is greater. */
const stateStats = (
  statistics: Statistics | undefined,
  last: string | null,
  { t, zone, language }: Wording,
): Stat[] => [
  {
    label: t('readings:stat.last'),
    value: last ?? missing,
    note: statistics?.lastAt ? formatShort(statistics.lastAt, zone, language) : ' ',
  },
  { label: t('readings:stat.complete'), ...completeness(statistics, t) },
];

interface AmountWording extends Wording {
  readonly number: (value: number | null | undefined) => string;
  readonly time: (at: string | null | undefined) => string;
}

/** What is asked of amounts: their totals. A mean, a deviation or a rate of them says nothing. */
function amountStats(
  statistics: Statistics,
  { total, largestHour, largestDay, dayClass, event }: NonNullable<Statistics['totals']>,
  { number, time, zone, language, t }: AmountWording,
): Stat[] {
  const first = statistics.firstAt;
  return [
    { label: t('readings:stat.last'), value: number(statistics.last), note: time(statistics.lastAt) },
    {
      label: t('readings:stat.total'),
      value: number(total),
      note: first ? t('readings:stat.since', { time: formatBrief(Date.parse(first), zone, language) }) : ' ',
    },
    { label: t('readings:stat.max'), value: number(statistics.max), note: time(statistics.maxAt) },
    { label: t('readings:stat.largestHour'), value: number(largestHour), note: t('readings:stat.anyHour') },
    { label: t('readings:stat.largestDay'), value: number(largestDay), note: t(`readings:rainClasses.${dayClass}`) },
    {
      label: t('readings:stat.event'),
      value: event ? number(event.total) : missing,
      note: event ? t('readings:stat.since', { time: formatBrief(Date.parse(event.from), zone, language) }) : ' ',
    },
    { label: t('readings:stat.complete'), ...completeness(statistics, t) },
  ];
}

/** How much of what was expected has come, and what is missing or failed. */
function completeness(statistics: Statistics | undefined, t: TFunction): Pick<Stat, 'value' | 'note'> {
  if (!statistics) return { value: missing, note: ' ' };
  const { expected, missing: absent, failed } = statistics;
  const absence =
    absent === 0
      ? t('readings:stat.noneMissing')
      : t('readings:stat.missing', { count: absent, shown: formatCount(absent) });
  const words = [
    // Where nothing was expected, nothing could be missing either.
    expected > 0 ? absence : ' ',
    ...(failed > 0 ? [t('readings:stat.failed', { count: failed, shown: formatCount(failed) })] : []),
  ];
  return { value: expected > 0 ? formatShare(1 - absent / expected) : missing, note: words.join(', ') };
}
