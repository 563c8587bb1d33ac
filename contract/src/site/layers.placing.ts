/** Where the coordinates of a drawing lie on the earth: by a reference system, or by two points that are known in both. */
import { z } from 'zod';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** CGCS2000 in Gauss-Kruger zones of 3 and 6 degrees, UTM on WGS 84, degrees, Web Mercator. */
export const systemCodes: readonly number[] = [
  ...range(4534, 4554),
  ...range(4513, 4533),
  ...range(4502, 4512),
  ...range(4491, 4501),
  ...range(32601, 32660),
  ...range(32701, 32760),
  4326,
  4490,
  3857,
];
const codes = new Set(systemCodes);

const coordinate = z.coerce.number<number>().min(-1e9).max(1e9);
const controlNumbers = 4;
const maxControls = 4;
const minControls = 3;
export const pictureFits = ['affine', 'projective'] as const;

const longitude = z.coerce.number<number>().min(-180).max(180);
const latitude = z.coerce.number<number>().min(-85).max(85);

/** As parts of an upload, whose settings are those of an address: one by one. */
export const placingParts = {
  epsg: z.coerce
    .number<number>()
    .int()
    .refine((code) => codes.has(code), 'badInput')
    .nullish()
    .describe(
      'Of a DXF: the reference system of its coordinates, by its EPSG code; none or null = coordinates of its own',
    ),
  x1: coordinate.optional().describe('Of a DXF in coordinates of its own: a point in it, and where that lies'),
  y1: coordinate.optional(),
  longitude1: longitude.optional(),
  latitude1: latitude.optional(),
  x2: coordinate.optional().describe('A second one, away from the first'),
  y2: coordinate.optional(),
  longitude2: longitude.optional(),
  latitude2: latitude.optional(),
  controls: z
    .string()
    .max(400)
    .refine((text) => controlsOf(text) !== null, 'badInput')
    .optional()
    .describe(
      'Of a picture: three or four known points as `x,y,longitude,latitude`, parted by `;`, in pixels from the upper left',
    ),
  fit: z
    .enum(pictureFits)
    .optional()
    .describe('Of a picture: affine unless told; projective for one seen at an angle, which takes four points'),
};
const Parts = z.object(placingParts);

export const KnownPlace = z.object({ x: z.number(), y: z.number(), longitude: z.number(), latitude: z.number() });
export type KnownPlace = z.output<typeof KnownPlace>;
export const Placing = z
  .discriminatedUnion('by', [
    z.object({ by: z.literal('system'), epsg: z.int() }),
    z.object({ by: z.literal('points'), first: KnownPlace, second: KnownPlace }),
    z.object({
      by: z.literal('controls'),
      fit: z.enum(pictureFits),
      points: z.array(KnownPlace).min(minControls).max(maxControls).describe('x and y in pixels from the upper left'),
    }),
  ])
  .meta({ id: 'Placing' });
export type Placing = z.output<typeof Placing>;

/** The known points of a picture as an upload has them; null = they are not whole. */
function controlsOf(text: string): KnownPlace[] | null {
  const rows = text
    .split(';')
    .map((row) => row.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each))));
  const isWhole =
    rows.length >= minControls &&
    rows.length <= maxControls &&
    rows.every(
      ([x = 0, y = 0, east = 0, north = 0, ...more]) =>
        more.length === 0 && Math.abs(x) <= 1e6 && Math.abs(y) <= 1e6 && Math.abs(east) <= 180 && Math.abs(north) <= 85,
    ) &&
    rows.every((row) => row.length === controlNumbers && row.every(Number.isFinite));
  return isWhole ? rows.map(([x = 0, y = 0, longitude = 0, latitude = 0]) => ({ x, y, longitude, latitude })) : null;
}

/** Known points as an upload sends them. */
export const controlsText = (points: readonly KnownPlace[]): string =>
  points.map(({ x, y, longitude, latitude }) => [x, y, longitude, latitude].join(',')).join(';');

/**
 * Returns the placing that the parts describe; null = nothing whole. Known points of a picture come before two of a
 * drawing, those before a system.
 */
export function placingOf(parts: z.output<typeof Parts>): Placing | null {
  const first = KnownPlace.safeParse({
    x: parts.x1,
    y: parts.y1,
    longitude: parts.longitude1,
    latitude: parts.latitude1,
  });
  const second = KnownPlace.safeParse({
    x: parts.x2,
    y: parts.y2,
    longitude: parts.longitude2,
    latitude: parts.latitude2,
  });
  const points = parts.controls === undefined ? null : controlsOf(parts.controls);
  if (points) return { by: 'controls', fit: parts.fit ?? 'affine', points };
  if (first.success && second.success) return { by: 'points', first: first.data, second: second.data };
  return typeof parts.epsg === 'number' ? { by: 'system', epsg: parts.epsg } : null;
}
