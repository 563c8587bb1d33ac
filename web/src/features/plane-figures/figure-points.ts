/** What figures can be drawn of: the points of a drawing, where they lie and what is known of them. Pure. */
import type { PlacedDrawing } from '@plumbline/contract/drawings';
import type { DrawingPlane } from '@plumbline/contract/drawings.scale';
import { fieldsOf, initialValueOf } from '@plumbline/contract/families';
import { maxShapes } from '@plumbline/contract/profiles';
import { isWhole } from '@plumbline/contract/status';
import type { StationState } from '@plumbline/science/plane-figures/line';
import { mainFieldOf } from '../../kernel/main-field.ts';
import type { PointNow } from '../site/site.parts.tsx';

export const figureKinds = ['vectors', 'casings', 'water', 'trough', 'sparklines'] as const;
export type FigureKind = (typeof figureKinds)[number];
/** Those that are enlarged. */
export const enlargedKinds = ['vectors', 'casings', 'trough'] as const;
export type EnlargedKind = (typeof enlargedKinds)[number];

/** A point on the drawing. */
export interface PlacedNow {
  readonly point: PointNow['point'];
  /** Shares of the drawing from its upper left. */
  readonly x: number;
  readonly y: number;
  /** past = silent: its values are the last that are known; missing = never read, or its newest reading failed. */
  readonly state: StationState;
}

/** A kind of figure with the points that it is made of; `refusal` = why it cannot be drawn. */
export interface FigureOffer {
  readonly kind: FigureKind;
  readonly points: readonly PlacedNow[];
  readonly refusal: 'scale' | 'plane' | 'tooMany' | null;
  /** The master of each hydrostatic cell among them that is part of a line, by the id of the cell. */
  readonly masters: ReadonlyMap<number, number>;
}

const upright: readonly DrawingPlane[] = ['elevation', 'section'];
const planesOf: Readonly<Record<FigureKind, readonly DrawingPlane[]>> = {
  // Laid flat, a lining turns: no one direction is up.
  vectors: [...upright, 'plan'],
  casings: upright,
  water: upright,
  trough: upright,
  sparklines: [...upright, 'plan', 'lining'],
};
const minPoints: Readonly<Record<FigureKind, number>> = { vectors: 1, casings: 1, water: 2, trough: 2, sparklines: 1 };
/** Casings and curves: what one call reads. */
export const maxFigurePoints: Readonly<Record<FigureKind, number>> = {
  vectors: 500,
  casings: maxShapes,
  water: 500,
  trough: 500,
  sparklines: 50,
};

/** The points of the drawing that have a reading of their own; a master has none. */
export function placedPoints({ places }: Pick<PlacedDrawing, 'places'>, now: readonly PointNow[]): PlacedNow[] {
  const byPoint = new Map(now.map((each) => [each.point.id, each]));
  return places.flatMap(({ pointId, x, y }): PlacedNow[] => {
    const found = byPoint.get(pointId);
    if (!found || isWhole(found.status)) return [];
    const { state } = found.status;
    return [
      { point: found.point, x, y, state: state === 'reporting' ? 'now' : state === 'stale' ? 'past' : 'missing' },
    ];
  });
}

/** The kinds with enough points, in the order of `figureKinds`. */
export function figureOffers(
  { plane, scale }: Pick<PlacedDrawing, 'plane' | 'scale'>,
  placed: readonly PlacedNow[],
  now: readonly PointNow[],
): FigureOffer[] {
  const masters = mastersOf(placed, now);
  return figureKinds.flatMap((kind): FigureOffer[] => {
    const points = placed.filter((each) => isOf[kind](each.point));
    if (points.length < minPoints[kind]) return [];
    const refusal = !planesOf[kind].includes(plane)
      ? 'plane'
      : scale === null && kind !== 'sparklines'
        ? 'scale'
        : points.length > maxFigurePoints[kind]
          ? 'tooMany'
          : null;
    return [{ kind, points, refusal, masters: kind === 'trough' ? masters : noMasters }];
  });
}
const masterType = 3;
const noMasters: ReadonlyMap<number, number> = new Map();

/**
 * The level in a cell of a line is no movement without the cell that is firm: what counts of it is the settlement line of its
 * master.
 */
function mastersOf(placed: readonly PlacedNow[], now: readonly PointNow[]): ReadonlyMap<number, number> {
  const cells = new Set(
    placed.filter(({ point }) => settlementField(point) === 'deflection').map(({ point }) => point.id),
  );
  const lines = now.filter(({ point }) => point.type === masterType && point.family === 'structuralDeformation');
  return new Map(
    lines.flatMap(({ point }) =>
      point.slaves.flatMap(({ pointId }) => (cells.has(pointId) ? [[pointId, point.id] as const] : [])),
    ),
  );
}

type Shown = PointNow['point'];
const isOf: Readonly<Record<FigureKind, (point: Shown) => boolean>> = {
  vectors: ({ family }) => family === 'surfaceDisplacement',
  casings: ({ family, nodeCount, parameters }) =>
    family === 'deepDisplacement' && nodeCount > 0 && (parameters['form'] ?? 0) === 0,
  water: ({ family }) => family === 'waterLevel',
  trough: (point) => settlementField(point) !== null,
  sparklines: (point) => mainFieldOf(point) !== null,
};

/** The field that says how far a point went up or down. */
export const settlementField = ({ family, mainField }: Shown): 'dh' | 'deflection' | null =>
  family === 'surfaceDisplacement'
    ? 'dh'
    : family === 'structuralDeformation' && mainField === 'deflection'
      ? 'deflection'
      : null;

/** The newest value of a field; null = missing in the newest reading, or never read. */
export function latestValue({ point, state }: PlacedNow, key: string): number | null {
  if (state === 'missing') return null;
  const index = fieldsOf(point.family, point.nodeCount).findIndex((field) => field.key === key);
  return point.latest?.values[index] ?? null;
}

/**
 * How far a field has moved from what its cumulative change counts from. A displacement in space counts from its base
 * position where no initial value is set; any other field then from nothing: null.
 */
export function latestChange(each: PlacedNow, key: string): number | null {
  const { family, countsFrom } = each.point;
  const value = latestValue(each, key);
  const initial = initialValueOf(family, countsFrom, key) ?? (family === 'surfaceDisplacement' ? 0 : null);
  return value === null || initial === null ? null : value - initial;
}
