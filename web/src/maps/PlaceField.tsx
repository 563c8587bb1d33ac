import { formatLatitude, formatLongitude } from '../kernel/format.ts';
import { LevelMap } from './LevelMap.tsx';

type Place = { longitude: number; latitude: number };

/** MAP_LOCATION: a place set by a click on the map, shown in degrees, minutes and seconds. */
export function PlaceField({ value, onChange }: { value?: Place | null; onChange?: (place: Place) => void }) {
  return (
    <div>
      <div
        style={{
          position: 'relative',
          height: 220,
          border: '1px solid var(--pl-line-control)',
          borderRadius: 4,
          overflow: 'hidden',
        }}
      >
        <LevelMap marks={[]} pick={{ at: value ?? null, onPick: (at) => onChange?.(at) }} maxZoom={10} />
      </div>
      {value && (
        <div className="pl-sm pl-2" style={{ marginTop: 4 }}>
          {formatLatitude(value.latitude)} {formatLongitude(value.longitude)}
        </div>
      )}
    </div>
  );
}
