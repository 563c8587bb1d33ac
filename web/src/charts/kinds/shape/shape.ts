import { type InSpace, projected, type Viewpoint } from '@plumbline/science/display/projection';
import { CustomChart } from 'echarts/charts';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import {
  type FigureShape,
  type FittedPlane,
  figureSeries,
  fitted,
  hiddenAxes,
  type MovementScale,
  movementScale,
  type Pair,
  pxOf,
} from '../../frame/figure.ts';
import type { Canvas, ChartKind, Drawing, PlaneCanvas } from '../../frame/kind.ts';
import { framed, topOf } from '../../frame/option.ts';
import type { Spot } from '../../frame/spot.ts';
import { ageColour } from '../survey-curves.ts';

/** A survey in space, m: movements are exaggerated already. */
export interface ShapeLine {
  readonly id: string;
  readonly name: string;
  readonly at: readonly (InSpace | null)[];
  /** From the oldest (0) to the newest (1). */
  readonly age: number;
  readonly isChosen: boolean;
  /** Of each joint of the chosen one; null = not judged. */
  readonly levels: readonly (number | null)[];
  /** Movement of each joint, mm. */
  readonly values: readonly (number | null)[];
}
export interface ShapeContent {
  readonly lines: readonly ShapeLine[];
  readonly viewpoint: Viewpoint;
  /** Top and foot of the casing, m, downwards. */
  readonly topM: number;
  readonly footM: number;
  /** Half the width of the box that is drawn round it, m. */
  readonly reachM: number;
  readonly scale: MovementScale;
  /** The joint that is read. */
  readonly joint: number;
  readonly jointWords: readonly string[];
  readonly caption: string;
  readonly table: readonly (readonly (string | number | null)[])[];
}

/** A casing in space, without perspective: turned by whoever looks at it. */
export const shape: ChartKind<ShapeContent> = {
  parts: [CustomChart],
  direction: 'x',
  minSpan: 1,
  isTurned: true,
  pictureOf: () => ({ widthPx: 640, heightPx: 800 }),
  draw: (content, _view, canvas) => draw(content, canvas),
  entriesOf: ({ lines, joint }, at, tokens) =>
    lines
      .map(({ id, name, age, values }) => ({
        id,
        name,
        unit: 'mm',
        value: formatNumber(values[at ?? joint] ?? null),
        swatch: { colour: ageColour(age, tokens), shape: 'line' as const },
      }))
      .reverse(),
  without: (content, hidden) => ({ ...content, lines: content.lines.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: ({ jointWords }) => [...jointWords.keys()],
  spotsOf,
  dotsAt: () => [],
  positionWords: ({ jointWords }, at) => ({ whole: jointWords[at] ?? '', short: jointWords[at] ?? '' }),
  restsAt: ({ joint }) => joint,
  hasValues: ({ lines }) => lines.some(({ at }) => at.some((place) => place !== null)),
  captionOf: ({ caption }) => caption,
  tableOf: ({ table }) => table,
};

/** A ball round the box is equally large from everywhere: what is turned does not jump. */
function planeOf({ topM, footM, reachM }: ShapeContent, canvas: PlaneCanvas & Pick<Canvas, 'title'>): FittedPlane {
  const radius = Math.hypot(reachM * Math.SQRT2, (footM - topM) / 2) || 1;
  const layout = { left: 16, right: 16, top: topOf(canvas) - 14, bottom: 24 };
  return fitted({ x: { from: -radius, to: radius }, y: { from: -radius, to: radius } }, layout, canvas, 0.03);
}

/** A place as it lies on the sheet, the middle of the casing in the middle. */
const sheetOf =
  ({ viewpoint, topM, footM }: ShapeContent) =>
  ({ north, east, up }: InSpace): Pair => {
    const { x, y } = projected({ north, east, up: up + (topM + footM) / 2 }, viewpoint);
    return [x, y];
  };

function spotsOf(content: ShapeContent, canvas: PlaneCanvas): ReadonlyMap<number, Spot> {
  const plane = planeOf(content, canvas);
  const sheet = sheetOf(content);
  const chosen = content.lines.find(({ isChosen }) => isChosen);
  return new Map(
    (chosen?.at ?? []).flatMap((place, joint): [number, Spot][] => {
      if (!place) return [];
      const [x, y] = pxOf(sheet(place), plane);
      return [[joint, { x, y }]];
    }),
  );
}

function draw(content: ShapeContent, canvas: Canvas): Drawing {
  const plane = planeOf(content, canvas);
  const sheet = sheetOf(content);
  const { tokens } = canvas;
  const shapes: FigureShape[] = [
    ...boxShapes(content, sheet, canvas),
    ...[...content.lines]
      .sort((a, b) => Number(a.isChosen) - Number(b.isChosen))
      .flatMap((line) => lineShapes(line, sheet, tokens)),
    ...movementScale(content.scale, plane, tokens),
  ];
  const option = framed(plane.layout, canvas, { ...hiddenAxes(plane), series: [figureSeries(shapes, plane)] });
  return { option, layout: plane.layout, scale: plane.scale, plane };
}

/** Squares at top and foot, the line where the casing stood, depths along it, and where north and east are. */
function boxShapes(
  { topM, footM, reachM }: ShapeContent,
  sheet: (at: InSpace) => Pair,
  { tokens, t }: Canvas,
): FigureShape[] {
  const r = reachM;
  const corners = [
    [r, r],
    [r, -r],
    [-r, -r],
    [-r, r],
    [r, r],
  ] as const;
  const stroke = { colour: tokens.grid, widthPx: 1 };
  const square = (depthM: number): FigureShape => ({
    kind: 'path',
    at: corners.map(([north, east]) => sheet({ north, east, up: -depthM })),
    stroke,
  });
  const words = (at: InSpace, text: string): FigureShape => ({
    kind: 'words',
    at: sheet(at),
    words: text,
    colour: tokens['text-2'],
    place: { align: 'center', dyPx: -8 },
  });
  const depth = (depthM: number): FigureShape => ({
    kind: 'words',
    at: sheet({ north: -r, east: -r, up: -depthM }),
    words: `${depthM.toFixed(1)} m`,
    colour: tokens['text-3'],
    place: { dxPx: 6, halo: tokens['bg-pane'] },
  });
  return [
    square(topM),
    square(footM),
    ...corners.slice(0, 4).map(
      ([north, east]): FigureShape => ({
        kind: 'path',
        at: [sheet({ north, east, up: -topM }), sheet({ north, east, up: -footM })],
        stroke,
      }),
    ),
    {
      kind: 'path',
      at: [sheet({ north: 0, east: 0, up: -topM }), sheet({ north: 0, east: 0, up: -footM })],
      stroke: { colour: tokens.axis, widthPx: 1, dash: [4, 3] },
    },
    words({ north: r, east: 0, up: -topM }, t('common:chart.north')),
    words({ north: 0, east: r, up: -topM }, t('common:chart.east')),
    depth(topM),
    depth((topM + footM) / 2),
    depth(footM),
  ];
}

/** A line that breaks where a joint is missing; joints of the chosen survey in the colours of their levels. */
function lineShapes(
  { at, age, isChosen, levels }: ShapeLine,
  sheet: (at: InSpace) => Pair,
  tokens: Tokens,
): FigureShape[] {
  const stroke = { colour: ageColour(age, tokens), widthPx: isChosen ? 2.2 : 1.2 };
  const runs: Pair[][] = [[]];
  for (const place of at) {
    if (place === null) runs.push([]);
    else runs.at(-1)?.push(sheet(place));
  }
  const colourOf = (level: number | null): string =>
    level === null || level === 0 ? stroke.colour : tokens[`lv${level}` as 'lv1'];
  return [
    ...runs.filter((run) => run.length > 1).map((run): FigureShape => ({ kind: 'path', at: run, stroke })),
    ...(isChosen ? [...at.entries()] : []).flatMap(([joint, place]): FigureShape[] => {
      if (place === null) return [];
      const colour = colourOf(levels[joint] ?? null);
      return [{ kind: 'dot', at: sheet(place), radiusPx: 3, stroke: { colour, widthPx: 1 }, fill: colour }];
    }),
  ];
}
