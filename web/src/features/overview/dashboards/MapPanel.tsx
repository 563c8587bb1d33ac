import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';

/** The points where they lie; how many have no coordinates is said. */
export function MapPanel({ content: { points, unplaced } }: { content: ContentOf<'map'> }) {
  const { t } = useTranslation();
  const marks = useMemo(
    () =>
      points.map(
        ({ id, name, status, value, unit, precision, coordinates }): MapMark => ({
          id,
          name,
          status,
          ...coordinates,
          detail: value === null ? undefined : `${formatNumber(value, precision)} ${unit}`,
        }),
      ),
    [points],
  );
  if (points.length === 0) return <Empty title={t('dashboards:noPlaces')} />;
  return (
    <div className="db-map">
      <LevelMap
        marks={marks}
        maxZoom={17}
        legend={
          unplaced > 0 ? <span className="pl-sm">{t('dashboards:unplaced', { count: unplaced })}</span> : undefined
        }
      />
    </div>
  );
}
