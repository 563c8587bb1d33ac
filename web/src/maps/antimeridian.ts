/**
 * Shapes of the globe made plane. Those of the atlas go on at -180 where they left at 180: on a plane such a coast runs back around
 * the whole world, and what is filled between is sea drawn as land. Here it runs on beyond 180, which maps repeat at the other side.
 */
type Line = readonly GeoJSON.Position[];

/** The line without jumps: each point lies within half a turn of the one before it. */
export function unwrapLine(line: Line): GeoJSON.Position[] {
  let turns = 0;
  let before: number | null = null;
  return line.map(([x = 0, y = 0]) => {
    if (before !== null && x - before > 180) turns -= 360;
    if (before !== null && x - before < -180) turns += 360;
    before = x;
    return [x + turns, y];
  });
}

/** A closed ring; one that goes once around a pole is closed over it. */
function unwrapRing(ring: Line): GeoJSON.Position[] {
  const line = unwrapLine(ring);
  const [x0 = 0, y0 = 0] = line[0] ?? [];
  const [x1 = 0] = line.at(-1) ?? [];
  if (Math.abs(x1 - x0) < 180) return line;
  const pole = y0 < 0 ? -90 : 90;
  return [...line, [x1, pole], [x0, pole], [x0, y0]];
}

/** The outer ring and its holes, which lie where it does. */
function unwrapPolygon([outer = [], ...holes]: readonly Line[]): GeoJSON.Position[][] {
  const edge = unwrapRing(outer);
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x = 0] of edge) [west, east] = [Math.min(west, x), Math.max(east, x)];
  return [
    edge,
    ...holes.map((hole) => {
      const line = unwrapRing(hole);
      const [x = 0] = line[0] ?? [];
      const by = x < west ? 360 : x > east ? -360 : 0;
      return by === 0 ? line : line.map(([a = 0, b = 0]) => [a + by, b]);
    }),
  ];
}

export function unwrapLand(land: GeoJSON.Geometry): GeoJSON.Geometry {
  if (land.type === 'Polygon') return { ...land, coordinates: unwrapPolygon(land.coordinates) };
  if (land.type === 'MultiPolygon') return { ...land, coordinates: land.coordinates.map(unwrapPolygon) };
  return land;
}
