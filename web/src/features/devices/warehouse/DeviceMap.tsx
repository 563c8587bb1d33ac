import type { devices } from '@plumbline/contract/devices';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';
import { usePositions } from '../devices.queries.ts';
import type { DeviceFilter } from './device-filter.ts';

type Position = Reply<typeof devices.positions>['positions'][number];
/** More marks than this would cover one another and tire the browser: then what is not well is drawn first. */
const maxMarkers = 400;

/** Whether a position is among what the list is narrowed to, as far as a position tells. */
function fits(position: Position, { query }: DeviceFilter, seriesOf: ReadonlyMap<string, string>): boolean {
  const word = query.keyword?.toLowerCase();
  return (
    (!word || [position.name, position.sncode, position.model].some((each) => each.toLowerCase().includes(word))) &&
    (!query.health || position.health === query.health) &&
    (!query.connection || (position.connection === 'connected') === (query.connection === 'connected')) &&
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
  const { marks, found } = useMemo(() => {
    const found = (query.data?.positions ?? [])
      .filter((position) => fits(position, filter, seriesOf))
      .sort((a, b) => Number(a.health === 'normal') - Number(b.health === 'normal'));
    const marks = found.slice(0, maxMarkers).map(
      (position): MapMark => ({
        id: position.id,
        longitude: position.longitude,
        latitude: position.latitude,
        status: null,
        name: position.name,
        detail: position.health === 'normal' ? position.model : t(`common:health.${position.health}`),
      }),
    );
    return { marks, found: found.length };
  }, [query.data, filter, seriesOf, t]);
  const unplaced = query.data?.unplaced ?? 0;
  const blind = filter.mounted !== null || filter.warned !== null || filter.unbound !== null || filter.hidden !== null;
  return (
    <div className="dv-map">
      <Answer
        query={query}
        loading={<div className="pl-map" aria-busy="true" />}
        isEmpty={() => found === 0}
        empty={
          filter.isNarrowed ? (
            <Empty title={t('devices:noneFound')}>
              <Button onClick={filter.clear}>{t('devices:clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('devices:map.none')} why={t('devices:map.noneWhy')} />
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
            legend={
              <span className="pl-3 dv-legend">
                <span>
                  {found > marks.length
                    ? t('devices:map.some', { shown: formatCount(marks.length), total: formatCount(found) })
                    : t('devices:count', { count: found, shown: formatCount(found) })}
                </span>
                {unplaced > 0 && (
                  <span>{t('devices:map.unplaced', { count: unplaced, shown: formatCount(unplaced) })}</span>
                )}
                {blind && <span>{t('devices:map.blind')}</span>}
              </span>
            }
          />
        )}
      </Answer>
    </div>
  );
}
