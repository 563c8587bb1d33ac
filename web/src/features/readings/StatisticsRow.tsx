import type { Field } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import { readings } from '@plumbline/contract/readings';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../charts/frame/range.ts';
import { type Stat, StatStrip } from '../../design/Pane.tsx';
import { Partial } from '../../design/States.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import {
  formatBrief,
  formatChange,
  formatCount,
  formatNumber,
  formatShare,
  formatShort,
  formatSpan,
  missing,
} from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import type { Quantity } from './view-state.ts';

/** One row of eight: last, extremes with their times, mean, deviation, change, rate, completeness. */
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
    {
      placeholderData: keepPreviousData,
    },
  );
  const s = query.data?.statistics;
  if (!s && query.error)
    return (
      <Partial onRetry={() => void query.refetch()}>
        {t('readings:statisticsFailed', { words: wordsOf(query.error, t).words })}
      </Partial>
    );
  const number = (value: number | null | undefined) => formatNumber(value, field.precision);
  const time = (at: string | null | undefined) => (at ? formatShort(at, project.timeZone, language) : ' ');
  const share = s && s.expected > 0 ? 1 - s.missing / s.expected : null;
  const cells: Stat[] = [
    { label: t('readings:stat.last'), value: number(s?.last), note: time(s?.lastAt) },
    { label: t('readings:stat.max'), value: number(s?.max), note: time(s?.maxAt) },
    { label: t('readings:stat.min'), value: number(s?.min), note: time(s?.minAt) },
    {
      label: t('readings:stat.mean'),
      value: number(s?.mean),
      note: formatSpan((range.to - range.from) / 1000, language),
    },
    {
      label: t('readings:stat.deviation'),
      value: number(s?.deviation),
      note: s ? t('readings:stat.n', { n: formatCount(s.count) }) : ' ',
    },
    {
      label: t('readings:stat.change'),
      value: formatChange(s?.change, field.precision),
      note: t('readings:stat.since', { time: formatBrief(range.from, project.timeZone, language) }),
    },
    {
      label: t('readings:stat.rate'),
      value: formatChange(s?.ratePerDay, field.precision),
      note: s ? t('readings:stat.perDay', { unit: field.unit }) : ' ',
    },
    {
      label: t('readings:stat.complete'),
      value: share === null ? missing : formatShare(share),
      note: s
        ? [
            s.missing === 0
              ? t('readings:stat.noneMissing')
              : t('readings:stat.missing', { count: s.missing, shown: formatCount(s.missing) }),
            ...(s.failed > 0 ? [t('readings:stat.failed', { count: s.failed, shown: formatCount(s.failed) })] : []),
          ].join(', ')
        : ' ',
    },
  ];
  return <StatStrip small className="dv-stats" stats={cells} />;
}
