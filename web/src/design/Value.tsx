import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatAge,
  formatBeside,
  formatNumber,
  formatShort,
  formatTime,
  formatZone,
  missing,
} from '../kernel/format.ts';
import { useLanguage } from '../kernel/language.ts';

/**
 * A measured value never stands alone: number, unit, time. Stale, missing and filtered change its look.
 * Invariant: a missing value is an em dash, never 0.
 */
export type ValueState = 'fresh' | 'stale' | 'missing' | 'filtered';

export function Value({
  value,
  unit,
  precision,
  state,
  at,
  zone,
  strong = false,
  word = null,
}: {
  value: number | null | undefined;
  /** In place of the number, where it stands for a state. */
  word?: string | null | undefined;
  /** Leave out where the column heading says it. */
  unit?: string | undefined;
  precision?: number | undefined;
  state?: ValueState | undefined;
  /** Reading time: shown on hover. */
  at?: string | number | null | undefined;
  zone?: string | undefined;
  strong?: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const effective: ValueState = value === null || value === undefined ? 'missing' : (state ?? 'fresh');
  const text = word ?? formatNumber(value, precision);
  const time = at === null || at === undefined ? undefined : `${formatTime(at, zone)} ${formatZone(zone, at)}`;
  const title =
    effective === 'stale' && at != null
      ? `${time} · ${t('common:value.stale', { age: formatAge(at, language) })}`
      : effective === 'missing'
        ? t('common:value.missing')
        : time;
  return (
    <span className={`pl-value ${effective}`} title={title}>
      <i className={strong ? 'pl-bb' : undefined}>{effective === 'filtered' ? `(${text})` : text}</i>
      {unit && effective !== 'missing' && <span className="u">{unit}</span>}
    </span>
  );
}

/** The reading of a point's head or panel: 28 px, with its unit, and its time in words below. */
export function Reading({
  caption = '',
  value,
  unit,
  precision,
  stale = false,
  at,
  receivedAt,
  zone,
  tag,
  word = null,
}: {
  /** What it is a reading of. */
  caption?: string;
  value: number | null;
  /** In place of the number, where it stands for a state. */
  word?: string | null | undefined;
  unit: string;
  precision?: number | undefined;
  stale?: boolean;
  at: string | number | null;
  receivedAt?: string | number | null;
  zone?: string | undefined;
  /** A LevelTag beside the number. */
  tag?: ReactNode;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div>
      {caption && <div className="pl-sm pl-3">{caption}</div>}
      <div className="pl-row" style={{ gap: 12 }}>
        <span className={`pl-reading${stale ? ' stale' : ''}`}>
          <b>{word ?? formatNumber(value, precision)}</b>
          {value !== null && <span className="u">{unit}</span>}
        </span>
        {tag}
      </div>
      <div className="pl-sm pl-2">
        {at === null ? (
          t('common:value.never')
        ) : (
          <>
            <span className="pl-num">
              {formatTime(at, zone)} {formatZone(zone, at)}
            </span>{' '}
            <span className="pl-num">
              ·{' '}
              {receivedAt != null
                ? t('common:value.received', { time: formatBeside(receivedAt, at, zone) })
                : formatAge(at, language)}
            </span>
          </>
        )}
      </div>
    </div>
  );
}

/** An instant in a table; its age on hover. */
export function Time({
  at,
  zone,
  short = false,
}: {
  at: string | number | null | undefined;
  zone?: string | undefined;
  short?: boolean;
}) {
  const language = useLanguage();
  if (at === null || at === undefined) return <span className="pl-3">{missing}</span>;
  const full = formatTime(at, zone);
  return (
    <time dateTime={new Date(at).toISOString()} title={`${full} ${formatZone(zone, at)} · ${formatAge(at, language)}`}>
      {short ? formatShort(at, zone, language) : full}
    </time>
  );
}
