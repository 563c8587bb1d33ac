import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { MovedPoint, tracks } from '@plumbline/contract/views/tracks';
import { exaggerationOf } from '@plumbline/science/display/exaggeration';
import { extentOfPairs, type Pair } from '../../../charts/frame/figure.ts';
import type { PlanArrow, PlanContent } from '../../../charts/kinds/plan/shapes.ts';
import { fileNumber } from '../../../charts/kinds/survey-curves.ts';

export type Vectors = OutputOf<typeof tracks.vectors.reply>;

/** A point that has a place on the plan. */
type Placed = MovedPoint & { readonly eastM: number; readonly northM: number };
const isPlaced = (point: MovedPoint): point is Placed => point.eastM !== null && point.northM !== null;

/** How many times larger movements are drawn: what was chosen, or what fits. */
export function factorOf({ points }: Vectors, chosen: number | null): number {
  if (chosen !== null) return chosen;
  const placed = points.filter(isPlaced);
  const extent = extentOfPairs(placed.map(({ eastM, northM }): Pair => [eastM, northM]));
  const spanM = extent ? Math.max(extent.x.to - extent.x.from, extent.y.to - extent.y.from) : 0;
  const longest = Math.max(0, ...placed.map(({ moved }) => moved?.horizontal ?? 0));
  return longest > 0 ? exaggerationOf(longest, spanM > 0 ? spanM : 10) : 1;
}

export interface VectorWords {
  readonly north: string;
  readonly east: string;
  readonly up: string;
  readonly horizontal: string;
  readonly azimuth: string;
  readonly point: string;
  readonly caption: string;
}

/** The movements as arrows from where each point stands. */
export function vectorsContent(vectors: Vectors, factor: number, pointId: number, words: VectorWords): PlanContent {
  const { points } = vectors;
  const longest = Math.max(0, ...points.map(({ moved }) => moved?.horizontal ?? 0));
  const valuesOf = (read: (point: MovedPoint) => number | null | undefined) =>
    new Map(points.map((point, place) => [place, read(point) ?? null]));
  const mm = { unit: 'mm', precision: 3 };
  const chosenPlace = points.findIndex((point) => point.pointId === pointId);
  return {
    unit: 'm',
    precision: 3,
    lines: [],
    arrows: points.filter(isPlaced).map((point) => arrowOf(point, factor, point.pointId === pointId)),
    limits: [],
    marks: [],
    axis: null,
    scale: longest > 0 ? { unitsPerMm: factor / 1000, longestMm: longest } : null,
    stops: points.map((point, at) => ({
      at,
      place: isPlaced(point) ? ([point.eastM, point.northM] as const) : null,
      words: point.name,
    })),
    readings: [
      { id: 'horizontal', name: words.horizontal, ...mm, values: valuesOf(({ moved }) => moved?.horizontal) },
      {
        id: 'azimuth',
        name: words.azimuth,
        unit: '°',
        precision: 1,
        values: valuesOf(({ moved }) => moved?.azimuthDeg),
      },
      { id: 'up', name: words.up, ...mm, values: valuesOf(({ moved }) => moved?.up) },
    ],
    restsAt: chosenPlace < 0 ? null : chosenPlace,
    caption: words.caption,
    table: [
      [
        words.point,
        `${words.east} (m)`,
        `${words.north} (m)`,
        `${words.north} (mm)`,
        `${words.east} (mm)`,
        `${words.up} (mm)`,
        `${words.horizontal} (mm)`,
        `${words.azimuth} (°)`,
      ],
      ...points.map(({ name, eastM, northM, moved }) => [
        name,
        ...[eastM, northM, moved?.north, moved?.east, moved?.up, moved?.horizontal, moved?.azimuthDeg].map((value) =>
          fileNumber(value ?? null),
        ),
      ]),
    ],
  };
}

function arrowOf({ pointId, name, eastM, northM, moved, level }: Placed, factor: number, isChosen: boolean): PlanArrow {
  const place = (mm: number | null): number | null => (mm === null ? null : (mm / 1000) * factor);
  const [east, north] = [place(moved?.east ?? null), place(moved?.north ?? null)];
  return {
    id: String(pointId),
    name,
    from: [eastM, northM],
    to: east === null || north === null ? null : [eastM + east, northM + north],
    level,
    isChosen,
  };
}
