/** Where points stand on one plan, m east and north of their middle, from what is known of each. */
import { localOffset, toCartesian } from './ellipsoid.ts';

export interface Located {
  /** Base position on the grid of the site, m; null = not known. */
  readonly grid: { readonly east: number; readonly north: number } | null;
  readonly map: { readonly latitude: number; readonly longitude: number } | null;
}
export interface PlanPlace {
  readonly eastM: number;
  readonly northM: number;
}
export interface PlanPlaces {
  readonly from: 'grid' | 'map' | null;
  readonly places: readonly (PlanPlace | null)[];
}

/** A structure is not wider: grids of different zones, or a position typed wrongly, are. */
const maxSpanM = 5_000;

/**
 * From the grid where every point has a position on it and they stand within 5 km; else from the map, where those without
 * a location have no place. Map to plan: offset in the horizon of the middle (ellipsoid.ts, height 0).
 */
export function planPlaces(points: readonly Located[]): PlanPlaces {
  const grid = points.map((point) => point.grid);
  if (grid.length > 0 && grid.every((place) => place !== null)) {
    const span = (axis: 'east' | 'north'): number =>
      Math.max(...grid.map((place) => place[axis])) - Math.min(...grid.map((place) => place[axis]));
    if (Math.max(span('east'), span('north')) <= maxSpanM)
      return { from: 'grid', places: centred(grid.map(({ east, north }) => ({ eastM: east, northM: north }))) };
  }
  const [base] = points.flatMap(({ map }) => (map ? [map] : []));
  if (!base) return { from: null, places: points.map(() => null) };
  const places = points.map(({ map }) => {
    if (!map) return null;
    const { east, north } = localOffset({ ...base, height: 0 }, toCartesian({ ...map, height: 0 }));
    return { eastM: east, northM: north };
  });
  return { from: 'map', places: centred(places) };
}

/** Counted from the middle of the box that holds them. */
function centred(places: readonly (PlanPlace | null)[]): (PlanPlace | null)[] {
  const placedOnes = places.filter((place) => place !== null);
  const middle = (axis: 'eastM' | 'northM'): number => {
    const all = placedOnes.map((place) => place[axis]);
    return (Math.max(...all) + Math.min(...all)) / 2;
  };
  const [east, north] = [middle('eastM'), middle('northM')];
  return places.map((place) => place && { eastM: place.eastM - east, northM: place.northM - north });
}
