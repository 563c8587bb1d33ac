/** The known points of a picture while they are set: three, or four. Pure. */
import type { KnownPlace } from '@plumbline/contract/site/layers.placing';
import { type PictureFit, type PlacedPicture, placePicture } from '@plumbline/science/surface/picture-placing';

export interface Control {
  /** Pixels from the upper left. */
  readonly x: number | null;
  readonly y: number | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
}
export interface Controls {
  readonly points: readonly Control[];
  readonly fit: PictureFit;
}

export const maxControls = 4;
export const minControls = 3;
const open: Control = { x: null, y: null, longitude: null, latitude: null };
export const noControls: Controls = { points: Array.from({ length: maxControls }, () => open), fit: 'affine' };

export const controlsFrom = (points: readonly KnownPlace[], fit: PictureFit): Controls => ({
  points: Array.from({ length: maxControls }, (_, i) => points[i] ?? open),
  fit,
});

export const changed = ({ points, fit }: Controls, at: number, part: Partial<Control>): Controls => ({
  points: points.map((each, i) => (i === at ? { ...each, ...part } : each)),
  fit,
});

const isComplete = (point: Control): point is KnownPlace => Object.values(point).every((value) => value !== null);
const isEmpty = (point: Control): boolean => Object.values(point).every((value) => value === null);

export interface Fitted {
  /** The points that are whole, by their place in the list. */
  readonly whole: readonly { readonly at: number; readonly point: KnownPlace }[];
  readonly placed: PlacedPicture | null;
  /** Why the picture cannot be placed by them: a key of `layers:controls.fault`; null = it can. */
  readonly fault: 'few' | 'half' | 'line' | 'mirrored' | 'horizon' | null;
}

/** Returns the placing of the picture of this size by the points. */
export function fitted({ points, fit }: Controls, size: { readonly width: number; readonly height: number }): Fitted {
  const completePoints = points.flatMap((point, at) => (isComplete(point) ? [{ at, point }] : []));
  const needed = fit === 'affine' ? minControls : maxControls;
  const fail = (fault: NonNullable<Fitted['fault']>, placed: PlacedPicture | null = null): Fitted => ({
    whole: completePoints,
    placed,
    fault,
  });
  if (points.some((point) => !isComplete(point) && !isEmpty(point))) return fail('half');
  if (completePoints.length < needed) return fail('few');
  const placed = placePicture(
    completePoints.map(({ point }) => point),
    fit,
  );
  if (!placed) return fail('line');
  if (placed.isMirrored) return fail('mirrored', placed);
  if (size.width > 0 && !placed.isWhole(size.width, size.height)) return fail('horizon', placed);
  return { whole: completePoints, placed, fault: null };
}
