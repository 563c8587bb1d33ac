import type { Tokens } from '../../../design/tokens.ts';
import {
  extentOfPairs,
  type FigureShape,
  type FittedPlane,
  figureSeries,
  fitted,
  gridOf,
  movementScale,
  type Pair,
  planeAxes,
  pxOf,
  type WordPlace,
} from '../../frame/figure.ts';
import type { Canvas, Drawing, Layout, PlaneCanvas } from '../../frame/kind.ts';
import { framed, isNarrow, topOf } from '../../frame/option.ts';
import type { Extent } from '../../frame/plane-window.ts';
import type { Spot } from '../../frame/spot.ts';
import { glyphUrl } from '../../level-glyph.ts';
import { ageColour } from '../survey-curves.ts';
import type { PlanArrow, PlanContent, PlanLimit, PlanLine } from './shapes.ts';

const degree = Math.PI / 180;
/** Stretches of a line that ages along itself: the ramp has seven colours. */
const ageSteps = 7;

/** A plan as one ECharts option: east to the right, north up, equally long both ways. Pure. */
export function draw(content: PlanContent, canvas: Canvas): Drawing {
  const layout = layoutOf(canvas);
  const plane = planeOf(content, canvas);
  const { t, tokens } = canvas;
  const names = [`${t('common:chart.east')}, ${content.unit}`, `${t('common:chart.north')}, ${content.unit}`] as const;
  const shapes: FigureShape[] = [
    ...gridOf(plane, canvas),
    ...content.limits.flatMap((limit) => limitShapes(limit, plane, tokens)),
    ...(content.axis ? axisShapes(content.axis, plane, tokens) : []),
    ...[...content.lines]
      .sort((a, b) => Number(a.isChosen ?? false) - Number(b.isChosen ?? false))
      .flatMap((line) => lineShapes(line, tokens)),
    ...content.arrows.flatMap((arrow) => arrowShapes(arrow, tokens)),
    ...content.marks.flatMap(({ at, words, isFilled }): FigureShape[] => [
      {
        kind: 'dot',
        at,
        radiusPx: 4.5,
        stroke: { colour: tokens.text, widthPx: 1.5 },
        fill: isFilled ? tokens.text : tokens['bg-pane'],
      },
      {
        kind: 'words',
        at,
        words,
        colour: tokens.text,
        place: { ...besideMark(content.marks, at), isBold: true, halo: tokens['bg-pane'] },
      },
    ]),
    ...(content.scale ? movementScale(content.scale, plane, tokens) : []),
    ...northShapes(plane, canvas),
  ];
  const option = framed(layout, canvas, {
    ...planeAxes(plane, names, canvas),
    series: [figureSeries(shapes, plane)],
  });
  return { option, layout, scale: plane.scale, plane };
}

/** On the side that the other marks are not on: the path between them does not run through the words. */
function besideMark(marks: PlanContent['marks'], at: Pair): WordPlace {
  const others = marks.filter((mark) => mark.at !== at);
  const isLeft = others.length > 0 && others.every((mark) => mark.at[0] > at[0]);
  return isLeft ? { align: 'right', dxPx: -9 } : { dxPx: 9 };
}

const layoutOf = (canvas: PlaneCanvas & Pick<Canvas, 'title'>): Layout => ({
  left: isNarrow(canvas) ? 48 : 60,
  right: 20,
  top: topOf(canvas),
  bottom: 40,
});
const planeOf = (content: PlanContent, canvas: PlaneCanvas & Pick<Canvas, 'title'>): FittedPlane =>
  fitted(extentOf(content), layoutOf(canvas), canvas, content.arrows.some(({ name }) => name !== '') ? 0.16 : 0.1);

/** Where the stops lie, px. */
export function spotsOf(content: PlanContent, canvas: PlaneCanvas): ReadonlyMap<number, Spot> {
  const plane = planeOf(content, canvas);
  return new Map(
    content.stops.flatMap(({ at, place }): [number, Spot][] => {
      if (!place) return [];
      const [x, y] = pxOf(place, plane);
      return [[at, { x, y }]];
    }),
  );
}

/** All that is drawn; unless the plan is tight, the origin where something counts from it, and limits that are a quarter reached. */
function extentOf({ lines, arrows, limits, marks, axis, isTight = false }: PlanContent): Extent {
  const places: Pair[] = [
    ...lines.flatMap(({ at }) => at.filter((each) => each !== null)),
    ...arrows.flatMap(({ from, to }) => (to ? [from, to] : [from])),
    ...marks.map(({ at }) => at),
    ...(!isTight && (axis || limits.length > 0 || lines.length > 0) ? [[0, 0] as const] : []),
  ];
  const reach = Math.max(0, ...places.map(([x, y]) => Math.hypot(x, y)));
  for (const { value, azimuthDeg, around: [east, north] = [0, 0] } of isTight ? [] : limits)
    if (azimuthDeg === null && reach >= Math.abs(value) / 4)
      places.push([east - value, north - value], [east + value, north + value]);
  const extent = extentOfPairs(places) ?? { x: { from: -1, to: 1 }, y: { from: -1, to: 1 } };
  return extent.x.from === extent.x.to && extent.y.from === extent.y.to
    ? { x: { from: extent.x.from - 1, to: extent.x.to + 1 }, y: { from: extent.y.from - 1, to: extent.y.to + 1 } }
    : extent;
}

const levelColours = (level: number, tokens: Tokens): readonly [fill: string, edge: string] => [
  tokens[`lv${level}` as 'lv1'],
  tokens[`lv${level}-edge` as 'lv1-edge'],
];

/** A circle with its mark, or the line across an axis, where it is in the picture. */
function limitShapes(
  { level, value, azimuthDeg, around: [east, north] = [0, 0] }: PlanLimit,
  plane: FittedPlane,
  tokens: Tokens,
): FigureShape[] {
  const [fill, edge] = levelColours(level, tokens);
  const stroke = { colour: edge, widthPx: 1.2, dash: [6, 4] };
  const glyph = (at: Pair): FigureShape => ({
    kind: 'image',
    at,
    sizePx: 12,
    url: glyphUrl(level, fill, edge, tokens['lv-ink']),
  });
  if (azimuthDeg === null) {
    const corner: Pair = [east + value * Math.SQRT1_2, north + value * Math.SQRT1_2];
    return [{ kind: 'circle', at: [east, north], radius: Math.abs(value), stroke }, glyph(corner)];
  }
  const [sin, cos] = [Math.sin(azimuthDeg * degree), Math.cos(azimuthDeg * degree)];
  const far = plane.x.to - plane.x.from + plane.y.to - plane.y.from;
  const foot: Pair = [value * sin, value * cos];
  const end = (side: number): Pair => [foot[0] + side * far * cos, foot[1] - side * far * sin];
  return [{ kind: 'path', at: [end(-1), end(1)], stroke }, glyph(foot)];
}

/** The axis of the casing through the origin, its letter where it leaves the picture. */
function axisShapes(
  { azimuthDeg, letter }: NonNullable<PlanContent['axis']>,
  plane: FittedPlane,
  tokens: Tokens,
): FigureShape[] {
  const [sin, cos] = [Math.sin(azimuthDeg * degree), Math.cos(azimuthDeg * degree)];
  const within = (end: number, part: number): number => (part === 0 ? Number.POSITIVE_INFINITY : end / part);
  const out = Math.min(
    Math.max(within(plane.x.to, sin), within(plane.x.from, sin)),
    Math.max(within(plane.y.to, cos), within(plane.y.from, cos)),
  );
  const length = Math.max(0, out - 14 / plane.pxPerUnit);
  const tip: Pair = [length * sin, length * cos];
  const stroke = { colour: tokens['text-3'], widthPx: 1, dash: [2, 3] };
  return [
    { kind: 'path', at: [[0, 0], tip], stroke },
    {
      kind: 'words',
      at: tip,
      words: letter,
      colour: tokens['text-2'],
      place: { align: 'center', dxPx: 9 * cos, dyPx: 9 * sin },
    },
  ];
}

/** One stroke for each unbroken stretch of one colour. */
function lineShapes(
  { at, age, untilPlace, isChosen = false, isPath = false }: PlanLine,
  tokens: Tokens,
): FigureShape[] {
  const last = at.length - 1;
  const stepOf = (place: number): number =>
    age === 'along' ? Math.min(ageSteps - 1, Math.floor((place / Math.max(1, last)) * ageSteps)) : 0;
  const colourOf = (place: number): string => {
    if (isPath) return tokens.s2;
    if (age !== 'along') return ageColour(age, tokens);
    return untilPlace !== undefined && place > untilPlace
      ? tokens.grid
      : ageColour((stepOf(place) + 1) / ageSteps, tokens);
  };
  const shapes: FigureShape[] = [];
  let run: Pair[] = [];
  let colour = colourOf(0);
  const close = (): void => {
    if (run.length > 1)
      shapes.push({
        kind: 'path',
        at: run,
        stroke: { colour, widthPx: isChosen ? 2 : 1.2, ...(isPath ? { dash: [3, 3] } : {}) },
      });
  };
  for (const [place, each] of at.entries()) {
    const next = colourOf(place);
    if (each === null) {
      close();
      run = [];
    } else if (next !== colour) {
      close();
      run = [...run.slice(-1), each];
    } else run.push(each);
    colour = next;
  }
  close();
  const dots = isChosen || isPath ? at.filter((each) => each !== null) : [];
  return [
    ...shapes,
    ...dots.map(
      (each): FigureShape => ({ kind: 'dot', at: each, radiusPx: 2, stroke: { colour, widthPx: 1 }, fill: colour }),
    ),
  ];
}

/** A movement with the name of what moved; what is not known is a hollow dot. */
function arrowShapes({ name, from, to, level, isChosen = false }: PlanArrow, tokens: Tokens): FigureShape[] {
  const judged = level === null || level === 0 ? tokens.s1 : levelColours(level, tokens)[1];
  const colour = to === null ? tokens['text-3'] : judged;
  const words: FigureShape = {
    kind: 'words',
    at: from,
    words: name,
    colour: isChosen ? tokens.text : tokens['text-2'],
    place: {
      align: to !== null && to[0] > from[0] ? 'right' : 'left',
      dxPx: to !== null && to[0] > from[0] ? -8 : 8,
      dyPx: to !== null && to[1] > from[1] ? 9 : -9,
      isBold: isChosen,
    },
  };
  const dot: FigureShape = {
    kind: 'dot',
    at: from,
    radiusPx: isChosen ? 4.5 : 3,
    stroke: { colour, widthPx: 1.5 },
    fill: to === null ? tokens['bg-pane'] : colour,
  };
  return to === null
    ? [dot, words]
    : [{ kind: 'arrow', from, to, stroke: { colour, widthPx: isChosen ? 2.5 : 1.8 } }, dot, words];
}

/** North is up: an arrow in the right upper corner. */
function northShapes(plane: FittedPlane, { tokens, t }: Canvas): FigureShape[] {
  const px = 1 / plane.pxPerUnit;
  const foot: Pair = [plane.x.to - 14 * px, plane.y.to - 40 * px];
  const tip: Pair = [foot[0], foot[1] + 22 * px];
  return [
    { kind: 'arrow', from: foot, to: tip, stroke: { colour: tokens['text-2'], widthPx: 1.4 } },
    {
      kind: 'words',
      at: tip,
      words: t('common:map.northLetter'),
      colour: tokens['text-2'],
      place: { align: 'center', dyPx: -9 },
    },
  ];
}

/** The colour of a line in the legend. */
export const lineColour = ({ age }: Pick<PlanLine, 'age'>, tokens: Tokens): string =>
  age === 'along' ? tokens.ramp7 : ageColour(age, tokens);
