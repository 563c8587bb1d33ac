/**
 * Figures beside the points of a drawing: arrows, bent casings, the water line, the trough, small curves. Which can be drawn of
 * which points, how a panel or a slide keeps its choice, and what they are drawn of where nobody is signed in.
 */
import { z } from 'zod';
import { isWhole, type Status, staleAfterMs } from '../kernel/status.ts';
import { type FamilyCode, fieldsOf } from '../points/families.ts';
import { Point } from '../points/points.point.ts';
import { maxShapes, Shape } from '../views/profiles.ts';
import { isRingChain, liningTurns, RingMember } from './drawings.rings.ts';
import { type DrawingPlane, DrawingScale, drawingPlanes } from './drawings.scale.ts';

export const figureKinds = ['vectors', 'casings', 'rings', 'water', 'trough', 'sparklines'] as const;
export type FigureKind = (typeof figureKinds)[number];
/** Kinds of figures that are magnified. */
export const enlargedKinds = ['vectors', 'casings', 'rings', 'trough'] as const;
export type EnlargedKind = (typeof enlargedKinds)[number];
/**
 * Components of a casing that can be drawn to the right: what lies in the plane of the drawing, or an axis of the
 * casing, or its opposite.
 */
export const casingBends = ['plane', 'a', 'b', 'aReversed', 'bReversed'] as const;

export const factorLimits = [1e-3, 1e6] as const;
const factor = z
  .number()
  .min(factorLimits[0])
  .max(factorLimits[1])
  .nullable()
  .default(null)
  .describe('How far it is enlarged; null = as fits');

/** Figures to draw, as a panel of a dashboard or a slide of a wall keeps it. */
export const FigureSetting = z
  .object({
    kinds: z
      .array(z.enum(figureKinds))
      .min(1, 'required')
      .max(figureKinds.length)
      .refine((list) => new Set(list).size === list.length, 'addressRepeat'),
    factors: z.object({ vectors: factor, casings: factor, rings: factor, trough: factor }).prefault({}),
    rightAzimuth: z
      .number()
      .min(0)
      .max(360)
      .nullable()
      .default(null)
      .describe(
        'Towards where the right of the drawing is, degrees from north; null = by the coordinates of its points',
      ),
    bend: z.enum(casingBends).default('plane'),
    turn: z
      .enum(liningTurns)
      .nullable()
      .default(null)
      .describe('Of a lining: which way around the tube it goes as it grows; null = as the sections on it'),
  })
  .meta({ id: 'FigureSetting' });
export type FigureSetting = z.output<typeof FigureSetting>;

const { id, type, family, nodeCount, mainField, intervalSeconds, countsFrom, parameters, coordinates, status } =
  Point.shape;
/** Facts of a point that figures need, and nothing else of it. */
export const FigurePoint = z.object({
  id,
  type,
  family,
  nodeCount,
  mainField,
  intervalSeconds,
  countsFrom,
  parameters,
  coordinates,
  status,
  slaves: z.array(z.object({ pointId: z.int() })),
  latest: z.object({ values: z.array(z.number().nullable()) }).nullable(),
});
/** A point as figures are drawn of it, whoever read it. */
export type FigurePoint = Pick<
  Point,
  'id' | 'type' | 'family' | 'nodeCount' | 'mainField' | 'intervalSeconds' | 'countsFrom' | 'parameters' | 'coordinates'
> & {
  readonly slaves: readonly { readonly pointId: number }[];
  readonly latest: { readonly values: readonly (number | null)[] } | null;
};

const column = z.array(z.number().nullable());
export const FigureContent = z
  .object({
    setting: FigureSetting,
    plane: z.enum(drawingPlanes),
    scale: DrawingScale.nullable(),
    points: z.array(FigurePoint).describe('Those on the drawing, and the masters of hydrostatic cells among them'),
    shapes: z.array(Shape).describe('Of casings and of chains around a lining, where they are drawn'),
    movements: z
      .array(z.object({ pointId: z.int(), upMm: z.number().nullable() }))
      .describe('Of cells, by the settlement lines of their masters; null = not known'),
    rings: z.array(RingMember).describe('Of sections of a tunnel on its lining laid flat, by their masters'),
    curves: z.array(z.object({ pointId: z.int(), times: z.array(z.number()), values: column })),
    at: z.string().describe('Until when the curves go'),
  })
  .meta({ id: 'FigureContent' });
export type FigureContent = z.output<typeof FigureContent>;

/** A point on a drawing. `state`: past = silent, by the last values that are known; missing = never read, or its newest reading failed. */
export interface PlacedNow<P extends FigurePoint = FigurePoint> {
  readonly point: P;
  /** Shares of the drawing from its upper left. */
  readonly x: number;
  readonly y: number;
  readonly state: 'now' | 'past' | 'missing';
}

/** A kind of figure with the points that it is made of; `refusal` = why it cannot be drawn. */
export interface FigureOffer {
  readonly kind: FigureKind;
  readonly points: readonly PlacedNow[];
  readonly refusal: 'scale' | 'plane' | 'tooMany' | null;
  /** Of a trough and of a lining: the master of each of them that is part of a line or section, by its own id. */
  readonly masters: ReadonlyMap<number, number>;
}

const upright: readonly DrawingPlane[] = ['elevation', 'section'];
export const planesOf: Readonly<Record<FigureKind, readonly DrawingPlane[]>> = {
  // Laid flat, a lining turns: there arrows are of the members of sections, which say where around the tube they are.
  vectors: [...upright, 'plan', 'lining'],
  casings: upright,
  rings: ['lining'],
  water: upright,
  trough: upright,
  sparklines: [...upright, 'plan', 'lining'],
};
const minPoints: Readonly<Record<FigureKind, number>> = {
  vectors: 1,
  casings: 1,
  rings: 3,
  water: 2,
  trough: 2,
  sparklines: 1,
};
/** Casings and curves: what one call reads. */
export const maxFigurePoints: Readonly<Record<FigureKind, number>> = {
  vectors: 500,
  casings: maxShapes,
  rings: 500,
  water: 500,
  trough: 500,
  sparklines: 50,
};
/** How far back small curves go, and what they are thinned to. */
export const curveDays = 7;
export const curvePx = 60;
/** Lines of cells that a drawing shows; each is a question of its own. The cells of others are left out. */
export const maxLines = 5;
/** Sections of a tunnel that its lining shows, likewise. */
export const maxSections = 12;
const maxToleranceSeconds = 7 * 86_400;

/** The points of the drawing that have a reading of their own; a master has none. */
export function placedPoints(
  places: readonly { readonly pointId: number; readonly x: number; readonly y: number }[],
  now: readonly { readonly point: FigurePoint; readonly status: Status }[],
): PlacedNow[] {
  const byPoint = new Map(now.map((each) => [each.point.id, each]));
  return places.flatMap(({ pointId, x, y }): PlacedNow[] => {
    const point = byPoint.get(pointId);
    if (!point || isWhole(point.status)) return [];
    const { state } = point.status;
    return [
      { point: point.point, x, y, state: state === 'reporting' ? 'now' : state === 'stale' ? 'past' : 'missing' },
    ];
  });
}

/** The kinds with enough points, in the order of `figureKinds`. `all` = also those that are not on the drawing: masters of cells. */
export function figureOffers(
  { plane, scale }: { readonly plane: DrawingPlane; readonly scale: DrawingScale | null },
  placed: readonly PlacedNow[],
  all: readonly FigurePoint[],
): FigureOffer[] {
  const lines = mastersOf(placed, all);
  const sections = plane === 'lining' ? sectionsAmong(placed, all) : noMasters;
  return figureKinds.flatMap((kind): FigureOffer[] => {
    const isOnRing = plane === 'lining' && (kind === 'vectors' || kind === 'rings');
    const isChain = (point: FigurePoint): boolean => kind === 'rings' && isOnRing && isRingChain(point);
    const points = placed.filter(
      ({ point }) => isChain(point) || (isOf[kind](point) && (!isOnRing || sections.has(point.id))),
    );
    const fewest = points.some(({ point }) => isChain(point)) ? 1 : minPoints[kind];
    // Nothing else has rings: that would be said of every drawing with three marks.
    if (points.length < fewest || (kind === 'rings' && plane !== 'lining')) return [];
    const refusal = !planesOf[kind].includes(plane)
      ? 'plane'
      : scale === null && kind !== 'sparklines'
        ? 'scale'
        : points.length > maxFigurePoints[kind] || chainsOf(points).length > maxShapes
          ? 'tooMany'
          : null;
    return [{ kind, points, refusal, masters: kind === 'trough' ? lines : isOnRing ? sections : noMasters }];
  });
}
/** Returns the points of ring profiles whose shapes are read. */
export const chainsOf = (points: readonly PlacedNow[]): readonly PlacedNow[] =>
  points.filter(({ point }) => isRingChain(point));
const masterType = 3;
const noMasters: ReadonlyMap<number, number> = new Map();

/**
 * The level in a cell of a line is no movement without the cell that is firm: what counts of it is the settlement line of its
 * master.
 */
function mastersOf(placed: readonly PlacedNow[], all: readonly FigurePoint[]): ReadonlyMap<number, number> {
  const cells = new Set(
    placed.filter(({ point }) => settlementField(point) === 'deflection').map(({ point }) => point.id),
  );
  const lines = all.filter((point) => point.type === masterType && point.family === 'structuralDeformation');
  return new Map(
    lines.flatMap((line) =>
      line.slaves.flatMap(({ pointId }) => (cells.has(pointId) ? [[pointId, line.id] as const] : [])),
    ),
  );
}

/** The masters whose members on the drawing may be a section: three or more in space. */
function sectionsAmong(placed: readonly PlacedNow[], all: readonly FigurePoint[]): ReadonlyMap<number, number> {
  const inSpace = new Set(placed.filter(({ point }) => isOf.vectors(point)).map(({ point }) => point.id));
  const masters = all.filter((point) => point.type === masterType && point.family === 'surfaceDisplacement');
  return new Map(
    masters.flatMap((master) => {
      const members = master.slaves.filter(({ pointId }) => inSpace.has(pointId));
      return members.length >= minPoints.rings ? members.map(({ pointId }) => [pointId, master.id] as const) : [];
    }),
  );
}

const isOf: Readonly<Record<FigureKind, (point: FigurePoint) => boolean>> = {
  vectors: ({ family: of }) => of === 'surfaceDisplacement',
  casings: ({ family: of, nodeCount: nodes, parameters: set }) =>
    of === 'deepDisplacement' && nodes > 0 && (set['form'] ?? 0) === 0,
  rings: ({ family: of }) => of === 'surfaceDisplacement',
  water: ({ family: of }) => of === 'waterLevel',
  trough: (point) => settlementField(point) !== null,
  sparklines: ({ family: of, nodeCount: nodes, mainField: main }) =>
    fieldsOf(of as FamilyCode, nodes).some(({ key }) => key === main),
};

/** The field that says how far a point went up or down. */
export const settlementField = ({
  family: of,
  mainField: main,
}: Pick<FigurePoint, 'family' | 'mainField'>): 'dh' | 'deflection' | null =>
  of === 'surfaceDisplacement' ? 'dh' : of === 'structuralDeformation' && main === 'deflection' ? 'deflection' : null;

/** The masters that say how the members of a trough or a lining moved, and how far from now their readings may be. */
export function linesOf(
  offer: FigureOffer | undefined,
): { readonly pointId: number; readonly toleranceSeconds: number }[] {
  return [...new Set(offer?.masters.values())]
    .slice(0, offer?.kind === 'trough' ? maxLines : maxSections)
    .map((pointId) => {
      const cells = offer?.points.filter(({ point }) => offer.masters.get(point.id) === pointId) ?? [];
      const silentMs = Math.max(...cells.map(({ point }) => staleAfterMs(point.intervalSeconds)));
      return { pointId, toleranceSeconds: Math.min(maxToleranceSeconds, Math.ceil(silentMs / 1000)) };
    });
}

/** Returns the movements of the cells of a line in its newest survey, mm upwards, by point. */
export const lineMovements = ({
  geometries,
  surveys,
}: {
  readonly geometries: readonly {
    readonly members: readonly { readonly pointId: number }[];
    readonly stations: readonly { readonly member: number; readonly joint: number | null }[];
  }[];
  readonly surveys: readonly { readonly geometry: number; readonly up: readonly (number | null)[] }[];
}): { readonly pointId: number; readonly upMm: number | null }[] => {
  const survey = surveys[0];
  const geometry = survey && geometries[survey.geometry];
  return (geometry?.stations ?? []).flatMap(({ member, joint }, i) => {
    const cell = geometry?.members[member];
    return cell && joint === null ? [{ pointId: cell.pointId, upMm: survey?.up[i] ?? null }] : [];
  });
};
