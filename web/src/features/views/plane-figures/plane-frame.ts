/** How metres of a structure lie on its drawing, in units of the drawing: x to the right, y downwards. Pure. */
import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import { axesAt, type DrawingScale, placeAt } from '@plumbline/contract/site/drawings.scale';
import { wayTo } from '@plumbline/science/display/bearing';
import { rightAzimuthOf } from '@plumbline/science/plane-figures/movement';

export interface PlaneFrame {
  readonly width: number;
  readonly height: number;
  /** How long a metre is drawn across and up. A drawing may be exaggerated in one of them. */
  readonly acrossPerM: number;
  readonly upPerM: number;
  /** -1 = chainages or offsets grow to the left. */
  readonly acrossSign: 1 | -1;
  /** -1 = elevations grow downwards on the drawing. */
  readonly upSign: 1 | -1;
  /** Where an elevation lies above a place, y; null = outside of the drawing. */
  readonly yAt: (share: { readonly x: number; readonly y: number }, up: number) => number | null;
}

/** null = the drawing has no scale. */
export function frameOf(
  { scale }: { readonly scale: DrawingScale | null },
  { width, height }: { readonly width: number; readonly height: number },
): PlaneFrame | null {
  if (!scale) return null;
  const [start, end] = [axesAt(scale, { x: 0, y: 0 }), axesAt(scale, { x: 1, y: 1 })];
  return {
    width,
    height,
    acrossPerM: width / Math.abs(end.across - start.across),
    upPerM: height / Math.abs(end.up - start.up),
    acrossSign: end.across >= start.across ? 1 : -1,
    upSign: start.up >= end.up ? 1 : -1,
    yAt: (share, up) => {
      const place = placeAt(scale, { across: axesAt(scale, share).across, up });
      return place && place.y * height;
    },
  };
}

/** Towards which azimuth the right of the drawing is, by the coordinates of its points; null = they do not say. */
export function foundAzimuth(placed: readonly PlacedNow[], frame: PlaneFrame, isPlan: boolean): number | null {
  const sited = placed.flatMap(({ point: { coordinates }, x, y }) => (coordinates ? [{ coordinates, x, y }] : []));
  const origin = sited[0]?.coordinates;
  if (!origin) return null;
  return rightAzimuthOf(
    sited.map(({ coordinates, x, y }) => {
      const { distanceM, bearing } = wayTo(origin, coordinates);
      const azimuth = (bearing * Math.PI) / 180;
      return {
        rightM: (x * frame.width) / frame.acrossPerM,
        upM: (-y * frame.height) / frame.upPerM,
        eastM: distanceM * Math.sin(azimuth),
        northM: distanceM * Math.cos(azimuth),
      };
    }),
    isPlan,
  );
}
