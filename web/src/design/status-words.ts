import { isWhole, type Status, silentOf, statusAt } from '@plumbline/contract/kernel/status';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../kernel/format.ts';
import { useLanguage } from '../kernel/language.ts';
import { asLevel, type Level, levelName } from '../kernel/levels.ts';
import { useServerNow } from '../kernel/server-clock.ts';

/** Returns the current level; null = none, so nothing may be coloured: silent, empty, without limits, or failed. */
export function presentLevel(status: Status): Level | null {
  if (status.state === 'stale' || status.state === 'neverRead' || status.state === 'empty') return null;
  // A whole with silent points is at a level when a point that reports is; it is never normal.
  // Of failed values too: a level above normal stands, but nothing that was not compared is normal.
  if (status.state === 'silent' || status.state === 'failed') return status.level ? asLevel(status.level) : null;
  return status.level === null ? null : asLevel(status.level);
}

/** It reports, and nothing says what would be too much. */
export const lacksLimits = (status: Status): boolean => status.state === 'reporting' && status.level === null;

/** The level that was judged last where none stands now. */
export const pastLevel = (status: Status): Level =>
  asLevel((isWhole(status) ? status.lastLevel : status.state === 'stale' ? status.level : null) ?? 0);

/** A status as it stands by the clock of the page: a point that was reporting may have fallen silent since. */
export const statusNow = (status: Status, now: number): Status => (isWhole(status) ? status : statusAt(status, now));

/** To one unit once a second one says no more: 31 minutes, 5 hours 20 minutes, 11 hours, 3 days. At least a minute. */
function roundAge(seconds: number): number {
  const step = seconds < 10 * 3600 ? 60 : seconds < 48 * 3600 ? 3600 : 86_400;
  return Math.max(60, seconds - (seconds % step));
}

export interface StatusWords {
  /** One or two words, for a tag beside a name: `Red`, `Stale`, `No reading`, `No limits`, `Failed value`, `Silent`. */
  readonly word: string;
  /** In place of the level: `Red`, `Stale, 31 min`, `No reading`, `44 of 50 points silent`. */
  readonly short: string;
  /** With what was said last: `Red when last read, stale 31 min`. */
  readonly full: string;
}

/** Returns the words of a status. */
export function useStatusWords(): (status: Status) => StatusWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerNow();
  const named = (level: Level): string => t(`common:level.${levelName(level)}`);
  const same = (word: string, short = word, full = short): StatusWords => ({ word, short, full });
  return (whichStatus) => {
    const status = statusNow(whichStatus, now);
    const present = presentLevel(status);
    const past = pastLevel(status);
    if (lacksLimits(status)) return same(t('common:status.noLimits'));
    if (isWhole(status)) {
      if (status.state === 'empty') return same(t('common:status.noPoints'), t('common:status.empty'));
      if (status.state === 'reporting') return same(named(present ?? 0));
      const points = formatCount(status.points);
      const silent = [
        silentOf(status) > 0 && t('common:status.silentOf', { silent: formatCount(silentOf(status)), points }),
        status.failed > 0 && t('common:status.failedOf', { failed: formatCount(status.failed), points }),
        status.unknownConditions > 0 && t('common:status.conditions', { count: status.unknownConditions }),
      ]
        .filter(Boolean)
        .join(t('common:status.and'));
      if (present !== null)
        return same(
          named(present),
          named(present),
          t('common:status.levelAndSilent', { level: named(present), silent }),
        );
      const full = past > 0 ? t('common:status.silentLevel', { silent, level: named(past) }) : silent;
      const word =
        status.state === 'silent'
          ? 'common:status.silent'
          : status.failed > 0
            ? 'common:status.failed'
            : 'common:status.unknown';
      return same(t(word), silent, full);
    }
    if (status.state === 'failed')
      return present === null
        ? same(t('common:status.failed'))
        : same(named(present), named(present), t('common:status.levelAndFailed', { level: named(present) }));
    if (present !== null) return same(named(present));
    if (status.state === 'neverRead' || status.at === null) return same(t('common:status.neverRead'));
    const age = formatSpan(roundAge((now - status.at) / 1000), language);
    const short = t('common:status.stale', { age });
    const full = past > 0 ? t('common:status.staleLevel', { level: named(past), age }) : short;
    return same(t('common:status.staleWord'), short, full);
  };
}
