/** The chosen figures, each with what it is drawn of and how far it is enlarged. Pure. */
import type { EnlargedKind, FigureKind, FigureOffer, PlacedNow } from '@plumbline/contract/site/drawings.figures';
import type { RingMember } from '@plumbline/contract/site/drawings.rings';
import type { DrawingPlane } from '@plumbline/contract/site/drawings.scale';
import type { Shape } from '@plumbline/contract/views/profiles';
import { factorFor } from '@plumbline/science/plane-figures/enlarged';
import { arrowsOf, onRings, type Rings, ringsOf, turnOfSections } from './figure-rings.ts';
import {
  type BentCasings,
  casingsOf,
  type LineMovements,
  type Trough,
  troughOf,
  type Vectors,
  type WaterLine,
  waterOf,
} from './figure-shapes.ts';
import type { SmallCurve } from './plane-figures.queries.ts';
import type { PlaneFrame } from './plane-frame.ts';
import { ringChains } from './ring-chains.ts';
import type { ChosenFigures } from './use-figures.ts';

/** Kinds of figures that can be magnified. */
export interface Enlarged {
  readonly factor: number;
  /** What one mm is drawn as, in units of the drawing. */
  readonly unitsPerMm: number;
}
export interface DrawnFigures {
  /** null = not chosen; of vectors also where nobody knows the azimuth of the drawing. */
  readonly vectors: (Vectors & Enlarged) | null;
  readonly casings: (BentCasings & Enlarged) | null;
  readonly rings: (Rings & Enlarged) | null;
  readonly water: WaterLine | null;
  readonly trough: (Trough & Enlarged) | null;
  readonly sparklines: { readonly curves: readonly SmallCurve[]; readonly missing: number } | null;
}

/** The largest movement is drawn this long, as a share of the shorter side of the drawing. */
const longestShare = 0.12;
/** Where nothing moved, any factor is right. */
const initialFactor = 100;

interface Given {
  readonly drawing: { readonly plane: DrawingPlane };
  readonly frame: PlaneFrame | null;
  readonly choice: ChosenFigures;
  /** Azimuth of right by the coordinates of the points. */
  readonly found: number | null;
  /** undefined = not read yet. */
  readonly shapes: readonly Shape[] | undefined;
  readonly movements: LineMovements;
  /** What the masters of sections say of their members. */
  readonly members: readonly RingMember[];
  readonly curves: readonly SmallCurve[];
}

export function drawnFigures({
  drawing,
  frame,
  choice,
  found,
  shapes,
  movements,
  members,
  curves,
}: Given): DrawnFigures {
  const offer = (kind: FigureKind): FigureOffer | undefined => choice.chosen.find((each) => each.kind === kind);
  const right = choice.rightAzimuth ?? found;
  const sparklines = offer('sparklines');
  const small = sparklines ? { curves, missing: sparklines.points.length - curves.length } : null;
  if (!frame) return { vectors: null, casings: null, rings: null, water: null, trough: null, sparklines: small };
  const enlarged = <F extends { readonly largestMm: number }>(kind: EnlargedKind, figure: F): F & Enlarged => {
    const perM = kind === 'trough' ? frame.upPerM : frame.acrossPerM;
    const longest = longestShare * Math.min(frame.width, frame.height);
    const factor = choice.factor(kind) ?? factorFor(figure.largestMm, perM, longest) ?? initialFactor;
    return { ...figure, factor, unitsPerMm: (factor * perM) / 1000 };
  };
  const [vectors, casings, water, trough] = [offer('vectors'), offer('casings'), offer('water'), offer('trough')];
  const onLining = drawing.plane === 'lining' ? onRings(members, placedOf(offer('rings') ?? vectors), frame) : null;
  const arrows = vectors && arrowsOf(vectors.points, frame, drawing.plane, onLining, right);
  const rings = offer('rings');
  const chains =
    rings &&
    ringChains(
      rings.points,
      shapes ?? [],
      frame,
      turnOf[choice.turn ?? ''] ?? turnOfSections(members, rings.points, frame),
    );
  return {
    vectors: arrows ? enlarged('vectors', arrows) : null,
    rings: rings && onLining ? enlarged('rings', ringsOf(rings.points, frame, onLining, chains)) : null,
    casings:
      casings && shapes ? enlarged('casings', casingsOf(casings.points, shapes, frame, choice.direction, right)) : null,
    water: water ? waterOf(water.points, frame) : null,
    trough: trough ? enlarged('trough', troughOf(trough.points, frame, trough.masters, movements)) : null,
    sparklines: small,
  };
}

const turnOf: Readonly<Record<string, 1 | -1>> = { counterClockwise: 1, clockwise: -1 };
const placedOf = (offer: FigureOffer | undefined): readonly PlacedNow[] => offer?.points ?? [];
