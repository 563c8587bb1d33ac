import { healthStatuses } from '@plumbline/contract/devices/devices.words';
import type { warehouse } from '@plumbline/contract/devices/warehouse';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import type { ModelGroup } from './DeviceFilters.tsx';
import type { DeviceFilter, Narrowing } from './device-filter.ts';

export type Summary = Reply<typeof warehouse.summary>;

/** The models that are in the warehouse, under the series of the catalogue that each is of. */
export function groupsOf(summary: Summary | undefined, catalogue: ReadonlyMap<string, string>): ModelGroup[] {
  const groups = new Map<string, string[]>();
  for (const { model } of summary?.models ?? []) {
    const series = catalogue.get(model.toLowerCase()) ?? '';
    groups.set(series, [...(groups.get(series) ?? []), model]);
  }
  return [...groups]
    .map(([series, models]) => ({ series, models: models.sort() }))
    .sort((a, b) => Number(a.series === '') - Number(b.series === '') || a.series.localeCompare(b.series));
}

/** The counts in one row; each narrows the list to what it counts. Nothing of a kind, nothing said. */
export function DeviceCounts({ summary, filter }: { summary: Summary; filter: DeviceFilter }) {
  const { t } = useTranslation();
  const counts: { key: string; count: number; word: string; narrow: Partial<Record<Narrowing, string>> }[] = [
    {
      key: 'connected',
      count: summary.connected,
      word: t('devices:connection.connected'),
      narrow: { connection: 'connected' },
    },
    {
      key: 'connectionUnknown',
      count: summary.connectionUnknown,
      word: t('devices:connection.unknown'),
      narrow: { connection: 'unknown' },
    },
    ...healthStatuses
      .filter((health) => health !== 'normal')
      .map((health) => ({
        key: health,
        count: summary.health[health] ?? 0,
        word: t(`common:health.${health}`),
        narrow: { health },
      })),
    { key: 'warned', count: summary.warned, word: t('warehouse:withWarnings'), narrow: { warned: 'yes' } },
    {
      key: 'notMounted',
      count: summary.total - summary.mounted,
      word: t('warehouse:notMounted'),
      narrow: { mounted: 'no' },
    },
    { key: 'unbound', count: summary.unbound, word: t('warehouse:feedsNone'), narrow: { unbound: 'yes' } },
    { key: 'hidden', count: summary.hidden, word: t('devices:hidden'), narrow: { hidden: 'yes' } },
  ];
  const isOn = (narrow: Partial<Record<Narrowing, string>>): boolean =>
    Object.entries(narrow).every(([name, value]) => filter.textOf(name as Narrowing) === value);
  return (
    <nav className="wh-counts" aria-label={t('warehouse:counts')}>
      <button type="button" className="pl-bare" aria-pressed={!filter.isNarrowed} onClick={filter.clear}>
        <b className="wh-count">{formatCount(summary.total)}</b> {t('warehouse:all')}
      </button>
      {counts
        .filter(({ count, narrow }) => count > 0 || isOn(narrow))
        .map(({ key, count, word, narrow }) => (
          <button
            key={key}
            type="button"
            className="pl-bare"
            aria-pressed={isOn(narrow)}
            onClick={() => (isOn(narrow) ? filter.clear() : filter.only(narrow))}
          >
            <b className="wh-count">{formatCount(count)}</b> {word}
          </button>
        ))}
    </nav>
  );
}
