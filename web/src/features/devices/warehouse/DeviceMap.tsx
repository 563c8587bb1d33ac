import type { warehouse } from '@plumbline/contract/devices/warehouse';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';
import type { DeviceFilter } from './device-filter.ts';
import { usePositions } from './warehouse.queries.ts';

type Position = Reply<typeof warehouse.positions>['positions'][number];
/** More marks than this would cover one another and tire the browser: then what is not well is drawn first. */
const maxMarkers = 400;

/** Returns whether a position is among what the list is narrowed to, as far as a position tells. */
function fits(position: Position, { query }: DeviceFilter, seriesOf: ReadonlyMap<string, string>): boolean {
  const word = query.keyword?.toLowerCase();
  return (
    (!word || [position.name, position.sncode, position.model].some((each) => each.toLowerCase().includes(word))) &&
    (!query.health || position.health === query.health) &&
    (!query.connection || position.connection === query.connection) &&
    (!query.type || position.type === query.type) &&
    (!query.model || position.model.toLowerCase() === query.model.toLowerCase()) &&
    (!query.series || seriesOf.get(position.model.toLowerCase()) === query.series)
  );
}

/** Where the devices stand: their own place, or the middle of their points. A mark says its health in words, never by a level colour. */
export function DeviceMap({
  corporationId,
  filter,
  seriesOf,
}: {
  corporationId: number;
  filter: DeviceFilter;
  seriesOf: ReadonlyMap<string, string>;
}) {
  const { t } = useTranslation();
  const query = usePositions(corporationId);
  const { marks, found } = useMarks(query.data?.positions, filter, seriesOf);
  return (
    <div className="wh-map">
      <Answer
        query={query}
        loading={<div className="pl-map" aria-busy="true" />}
        isEmpty={() => found === 0}
        empty={
          filter.isNarrowed ? (
            <Empty title={t('devices:noneFound')}>
              <Button onClick={filter.clear}>{t('warehouse:clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('warehouse:map.none')} why={t('warehouse:map.noneWhy')} />
          )
        }
      >
        {() => (
          <LevelMap
            marks={marks}
            nameFrom={0}
            chosen={filter.deviceId}
            onChoose={(id) => filter.open(Number(id))}
            maxZoom={16}
            legend={<Legend filter={filter} shown={marks.length} found={found} unplaced={query.data?.unplaced ?? 0} />}
          />
        )}
      </Answer>
    </div>
  );
}

/** The positions that the list is narrowed to as marks, and how many there are: what is not well comes first. */
function useMarks(
  positions: readonly Position[] | undefined,
  filter: DeviceFilter,
  seriesOf: ReadonlyMap<string, string>,
): { readonly marks: MapMark[]; readonly found: number } {
  const { t } = useTranslation();
  return useMemo(() => {
    const matching = (positions ?? [])
      .filter((position) => fits(position, filter, seriesOf))
      .sort((a, b) => Number(a.health === 'normal') - Number(b.health === 'normal'));
    const marks = matching.slice(0, maxMarkers).map(
      (position): MapMark => ({
        id: position.id,
        longitude: position.longitude,
        latitude: position.latitude,
        status: null,
        name: position.name,
        detail: position.health === 'normal' ? position.model : t(`common:health.${position.health}`),
      }),
    );
    return { marks, found: matching.length };
  }, [positions, filter, seriesOf, t]);
}

/** How many devices the map shows, and what it cannot: those without a place, filters that a position says nothing of. */
function Legend({
  filter,
  shown,
  found,
  unplaced,
}: {
  filter: DeviceFilter;
  shown: number;
  found: number;
  unplaced: number;
}) {
  const { t } = useTranslation();
  const isBlind =
    filter.mounted !== null || filter.warned !== null || filter.unbound !== null || filter.hidden !== null;
  return (
    <span className="pl-3 wh-legend">
      <span>
        {found > shown
          ? t('warehouse:map.some', { shown: formatCount(shown), total: formatCount(found) })
          : t('warehouse:count', { count: found, shown: formatCount(found) })}
      </span>
      {unplaced > 0 && <span>{t('warehouse:map.unplaced', { count: unplaced, shown: formatCount(unplaced) })}</span>}
      {isBlind && <span>{t('warehouse:map.blind')}</span>}
    </span>
  );
}
