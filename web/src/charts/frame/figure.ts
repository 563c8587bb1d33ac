import { roundBelow } from '@plumbline/science/display/exaggeration';
import type { Tokens } from '../../design/tokens.ts';
import type { Canvas, Layout, PlaneCanvas } from './kind.ts';
import { labelStyle, plainAxis, plotSizeOf } from './option.ts';
import { type Extent, partOf, type ShownPlane } from './plane-window.ts';
import type { Range } from './range.ts';
import { type Scale, scaleOf } from './scale.ts';

/**
 * Drawing by hand on a plane where a unit is equally long both ways: plans, bodies, roses. Shapes are said in the units of
 * the plane and drawn by one custom series of ECharts. Pure. Invariant: a circle is round at any size of the chart.
 */
export type Pair = readonly [x: number, y: number];

/** A shape in the units of the plane; sizes of strokes, dots and words are px. */
export type FigureShape =
  | { readonly kind: 'path'; readonly at: readonly Pair[]; readonly stroke: Stroke; readonly fill?: string }
  | { readonly kind: 'circle'; readonly at: Pair; readonly radius: number; readonly stroke: Stroke }
  | {
      readonly kind: 'dot';
      readonly at: Pair;
      readonly radiusPx: number;
      readonly stroke: Stroke;
      readonly fill: string;
    }
  | { readonly kind: 'arrow'; readonly from: Pair; readonly to: Pair; readonly stroke: Stroke }
  | {
      readonly kind: 'words';
      readonly at: Pair;
      readonly words: string;
      readonly colour: string;
      readonly place: WordPlace;
    }
  | { readonly kind: 'image'; readonly at: Pair; readonly url: string; readonly sizePx: number };

/** How words lie at their place: shifted in px, and which side of them is there. */
export interface WordPlace {
  readonly align?: 'left' | 'center' | 'right';
  readonly vertical?: 'top' | 'middle' | 'bottom';
  readonly dxPx?: number;
  readonly dyPx?: number;
  readonly isBold?: boolean;
  /** The colour of what is behind the words, drawn about them so that lines under them do not hide them. */
  readonly halo?: string;
}
export interface Stroke {
  readonly colour: string;
  readonly widthPx: number;
  readonly dash?: readonly number[];
}

/** The smallest extent that holds the places; a single place gets one unit round it. Null of none. */
export function extentOfPairs(pairs: Iterable<Pair>): Extent | null {
  let [minX, maxX, minY, maxY] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of pairs) {
    [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
    [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
  }
  return minX > maxX ? null : { x: { from: minX, to: maxX }, y: { from: minY, to: maxY } };
}

/** An extent fitted into a plot, and what of it is in view. */
export interface FittedPlane extends ShownPlane {
  readonly layout: Layout;
  readonly pxPerUnit: number;
  readonly step: number;
  readonly decimals: number;
  /** The axis across as the frame reads it. */
  readonly scale: Scale;
}

/**
 * Widens an extent to the shape of the plot, with `margin` of it free on each side; the middle stays the middle. What a
 * window shows of that is in view.
 */
export function fitted(extent: Extent, layout: Layout, canvas: PlaneCanvas, margin = 0.08): FittedPlane {
  const { width, height } = plotSizeOf(layout, canvas);
  const spanOf = ({ from, to }: Range): number => to - from;
  const unit = Math.max(spanOf(extent.x) / width, spanOf(extent.y) / height) / (1 - 2 * margin) || 1 / width;
  const widened = ({ from, to }: Range, px: number): Range => {
    const middle = (from + to) / 2;
    return { from: middle - (unit * px) / 2, to: middle + (unit * px) / 2 };
  };
  const extents = { x: widened(extent.x, width), y: widened(extent.y, height) };
  const { x, y } = partOf(extents, canvas.window);
  const shorter = width < height ? x : y;
  const { step, decimals } = scaleOf(shorter.from, shorter.to, Math.min(width, height) < 260 ? 3 : 5);
  const pxPerUnit = canvas.window ? width / spanOf(x) : 1 / unit;
  return { layout, whole: extents, x, y, pxPerUnit, step, decimals, scale: { min: y.from, max: y.to, step, decimals } };
}

/** The px of a place, from the left upper corner of the chart. */
export const pxOf = ([x, y]: Pair, plane: FittedPlane): [number, number] => [
  plane.layout.left + (x - plane.x.from) * plane.pxPerUnit,
  plane.layout.top + (plane.y.to - y) * plane.pxPerUnit,
];

/** The multiples of a step within a range. */
export function multiplesIn({ from, to }: Range, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step + 0);
}

/** Both axes with their names and round numbers, in one step. */
export function planeAxes(plane: FittedPlane, names: readonly [x: string, y: string], canvas: Canvas): object {
  const axis = (range: Range, name: string, more: object): object => {
    const ticks = multiplesIn(range, plane.step);
    return {
      ...plainAxis(canvas),
      min: range.from,
      max: range.to,
      name,
      axisLine: { show: false, onZero: false },
      axisTick: { show: false, customValues: ticks },
      axisLabel: {
        ...labelStyle(canvas),
        customValues: ticks,
        formatter: (value: number) => value.toFixed(plane.decimals).replace('-', '−'),
        hideOverlap: true,
      },
      splitLine: { show: false },
      ...more,
    };
  };
  const nameTextStyle = { ...labelStyle(canvas), color: canvas.tokens['text-2'] };
  return {
    xAxis: axis(plane.x, names[0], {
      nameGap: 0,
      nameTextStyle: { ...nameTextStyle, align: 'right', verticalAlign: 'top', padding: [24, 0, 0, 0] },
    }),
    yAxis: axis(plane.y, names[1], {
      nameGap: 12,
      nameTextStyle: { ...nameTextStyle, align: 'left', padding: [0, 0, 0, -44] },
    }),
  };
}

/** A line at every round number, the zero lines stronger. */
export function gridOf(plane: FittedPlane, { tokens }: Canvas): FigureShape[] {
  const stroke = (value: number): Stroke => ({ colour: value === 0 ? tokens.axis : tokens.grid, widthPx: 1 });
  return [
    ...multiplesIn(plane.x, plane.step).map(
      (x): FigureShape => ({
        kind: 'path',
        at: [
          [x, plane.y.from],
          [x, plane.y.to],
        ],
        stroke: stroke(x),
      }),
    ),
    ...multiplesIn(plane.y, plane.step).map(
      (y): FigureShape => ({
        kind: 'path',
        at: [
          [plane.x.from, y],
          [plane.x.to, y],
        ],
        stroke: stroke(y),
      }),
    ),
  ];
}

/** The shapes as one series, clipped to the plot. */
export function figureSeries(shapes: readonly FigureShape[], plane: FittedPlane): object {
  const { pxPerUnit, x, y } = plane;
  const children = shapes.flatMap((shape) => elementsOf(shape, (at) => pxOf(at, plane), pxPerUnit));
  return {
    type: 'custom',
    id: 'figure',
    silent: true,
    clip: true,
    coordinateSystem: 'cartesian2d',
    data: [[(x.from + x.to) / 2, (y.from + y.to) / 2]],
    renderItem: () => ({ type: 'group', silent: true, children }),
  };
}

const styleOf = ({ colour, widthPx, dash }: Stroke): object => ({
  stroke: colour,
  lineWidth: widthPx,
  lineJoin: 'round',
  ...(dash ? { lineDash: [...dash] } : {}),
});

/** What ECharts draws for a shape. */
function elementsOf(shape: FigureShape, px: (at: Pair) => [number, number], pxPerUnit: number): object[] {
  switch (shape.kind) {
    case 'path': {
      const { at, stroke, fill } = shape;
      const style = { ...styleOf(stroke), fill: fill ?? 'none' };
      return [{ type: fill === undefined ? 'polyline' : 'polygon', shape: { points: at.map(px) }, style }];
    }
    case 'circle': {
      const [cx, cy] = px(shape.at);
      return [
        {
          type: 'circle',
          shape: { cx, cy, r: shape.radius * pxPerUnit },
          style: { ...styleOf(shape.stroke), fill: 'none' },
        },
      ];
    }
    case 'dot': {
      const [cx, cy] = px(shape.at);
      return [
        { type: 'circle', shape: { cx, cy, r: shape.radiusPx }, style: { ...styleOf(shape.stroke), fill: shape.fill } },
      ];
    }
    case 'arrow':
      return arrowOf(px(shape.from), px(shape.to), shape.stroke);
    case 'words':
      return [wordsOf(shape, px(shape.at))];
    case 'image': {
      const [left, top] = px(shape.at);
      const { sizePx, url } = shape;
      return [
        {
          type: 'image',
          style: { image: url, x: left - sizePx / 2, y: top - sizePx / 2, width: sizePx, height: sizePx },
        },
      ];
    }
    default:
      return shape satisfies never;
  }
}

/** A shaft with a head of 8 px; a movement of less than that is all head, of a px or two a dot. */
function arrowOf(from: [number, number], to: [number, number], stroke: Stroke): object[] {
  const lengthPx = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const style = { ...styleOf(stroke), fill: stroke.colour };
  if (lengthPx < 2) return [{ type: 'circle', shape: { cx: from[0], cy: from[1], r: 2 }, style }];
  const [ux, uy] = [(to[0] - from[0]) / lengthPx, (to[1] - from[1]) / lengthPx];
  const headPx = Math.min(8, lengthPx);
  const neck = [to[0] - ux * headPx, to[1] - uy * headPx] as const;
  const half = headPx * 0.42;
  return [
    { type: 'line', shape: { x1: from[0], y1: from[1], x2: neck[0], y2: neck[1] }, style: styleOf(stroke) },
    {
      type: 'polygon',
      shape: { points: [to, [neck[0] - uy * half, neck[1] + ux * half], [neck[0] + uy * half, neck[1] - ux * half]] },
      style: { fill: stroke.colour },
    },
  ];
}

function wordsOf({ words, colour, place }: Extract<FigureShape, { kind: 'words' }>, [x, y]: [number, number]): object {
  const { align = 'left', vertical = 'middle', dxPx = 0, dyPx = 0, isBold = false, halo } = place;
  return {
    type: 'text',
    style: {
      text: words,
      x: x + dxPx,
      y: y + dyPx,
      fill: colour,
      align,
      verticalAlign: vertical,
      fontSize: 11,
      fontFamily: 'Inter, "Noto Sans SC", sans-serif',
      fontWeight: isBold ? 600 : 400,
      ...(halo === undefined ? {} : { stroke: halo, lineWidth: 3 }),
    },
  };
}

/** How long a movement is drawn: units of the plane for a millimetre. */
export interface MovementScale {
  readonly unitsPerMm: number;
  /** The longest movement that is drawn, mm: no longer one is needed to compare with. */
  readonly longestMm: number;
}
const scalePx = 120;

/** An arrow in the left lower corner, of a round movement at whatever zoom: what the others are compared with. */
export function movementScale(
  { unitsPerMm, longestMm }: MovementScale,
  plane: FittedPlane,
  tokens: Tokens,
): FigureShape[] {
  const px = 1 / plane.pxPerUnit;
  const widthPx = (plane.x.to - plane.x.from) * plane.pxPerUnit;
  const mm = roundBelow(Math.min(longestMm, (Math.min(scalePx, widthPx / 4) * px) / unitsPerMm));
  const from: Pair = [plane.x.from + 12 * px, plane.y.from + 14 * px];
  const to: Pair = [from[0] + mm * unitsPerMm, from[1]];
  const stroke = { colour: tokens['text-2'], widthPx: 1.8 };
  return [
    { kind: 'arrow', from, to, stroke },
    { kind: 'words', at: to, words: `${Number(mm.toPrecision(1))} mm`, colour: tokens['text-2'], place: { dxPx: 8 } },
  ];
}

/** Axes that are not drawn: a body, a rose. */
export const hiddenAxes = (plane: FittedPlane): object => ({
  xAxis: { type: 'value', show: false, min: plane.x.from, max: plane.x.to },
  yAxis: { type: 'value', show: false, min: plane.y.from, max: plane.y.to },
});
