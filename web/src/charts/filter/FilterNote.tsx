import './filter.css';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../kernel/format.ts';
import { isWithin, type Range } from '../frame/range.ts';
import type { FilteredFacts } from './filter-curves.ts';
import { useFilter, useFilterWords } from './filter-state.ts';

/** Under a filtered chart: through what it is seen, how many values were refused, and that nothing is judged by it. */
export function FilterNote({ filtered, range }: { filtered: readonly FilteredFacts[]; range: Range }) {
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const { filter, unreadable } = useFilter();
  if (unreadable !== null)
    return (
      <p role="alert" className="dv-filter-note">
        {t('readings:filters.unreadable', { text: unreadable })}
      </p>
    );
  if (filter === null || filtered.length === 0) return null;
  const refused = filtered.flatMap((curve): string[] => {
    if (!curve.mayRefuse) return [];
    const count = curve.refused.filter(({ at }) => isWithin(at, range)).length;
    const words = curve.isThinned
      ? t('readings:filters.refusedMore', { shown: formatCount(count) })
      : t('readings:filters.refused', { count, shown: formatCount(count) });
    return [filtered.length > 1 ? `${curve.name}: ${words}` : words];
  });
  return (
    <p className="dv-filter-note">
      <b className="pl-b">{t('readings:filters.shown', { words: nameOf(filter) })}</b>
      {refused.map((words) => (
        <span key={words}>{words}</span>
      ))}
      <span className="pl-3">{t('readings:filters.means')}</span>
    </p>
  );
}
