/** Where a place of a drawing lies on site, by two points of it that are known. Pure; the axes run along the edges of the drawing. */
import { z } from 'zod';
import { picturePlace } from '../points/fields.ts';

/** Planes of drawings: seen from the side, cut across, from above, or a tunnel's lining laid flat. */
export const drawingPlanes = ['elevation', 'section', 'plan', 'lining'] as const;
export type DrawingPlane = (typeof drawingPlanes)[number];

/** Quantities measured across a drawing and up it, in m. */
export const axesOf = {
  elevation: { across: 'chainage', up: 'elevation' },
  section: { across: 'offset', up: 'elevation' },
  plan: { across: 'chainage', up: 'offset' },
  lining: { across: 'chainage', up: 'girth' },
} as const satisfies Record<DrawingPlane, { across: string; up: string }>;

/** Nearer to one another than this share of the drawing, two known points say nothing exact about the rest of it. */
export const minimumApart = 0.05;

/** A place in the plane of a drawing, m. */
export const AxisPlace = z.object({
  across: z.number().min(-1e7).max(1e7).describe('Chainage or offset, m'),
  up: z.number().min(-1e5).max(1e5).describe('Elevation, offset or way along the lining, m'),
});
export type AxisPlace = z.output<typeof AxisPlace>;
export const KnownPoint = z.object({ ...picturePlace.shape, ...AxisPlace.shape });
export type KnownPoint = z.output<typeof KnownPoint>;

/** Two known points that lie apart in both directions, on the drawing and on site: a drawing may be exaggerated in one of them. */
export const DrawingScale = z
  .object({ first: KnownPoint, second: KnownPoint })
  .refine(
    ({ first, second }) => Math.abs(first.x - second.x) >= minimumApart && Math.abs(first.y - second.y) >= minimumApart,
    'scaleTooClose',
  )
  .refine(
    ({ first, second }) => Math.abs(first.across - second.across) >= 1e-3 && Math.abs(first.up - second.up) >= 1e-3,
    'scaleSame',
  );
export type DrawingScale = z.output<typeof DrawingScale>;

export type DrawingPlace = z.output<typeof picturePlace>;

const interpolated = (at: number, from: readonly [number, number], to: readonly [number, number]): number =>
  to[0] + ((at - from[0]) * (to[1] - to[0])) / (from[1] - from[0]);

/** A place of the drawing as metres along its axes. */
export const axesAt = ({ first, second }: DrawingScale, { x, y }: DrawingPlace): AxisPlace => ({
  across: interpolated(x, [first.x, second.x], [first.across, second.across]),
  up: interpolated(y, [first.y, second.y], [first.up, second.up]),
});

/** The place of the drawing at these metres; null = it lies outside of the drawing. */
export function placeAt({ first, second }: DrawingScale, { across, up }: AxisPlace): DrawingPlace | null {
  const x = interpolated(across, [first.across, second.across], [first.x, second.x]);
  const y = interpolated(up, [first.up, second.up], [first.y, second.y]);
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
}
