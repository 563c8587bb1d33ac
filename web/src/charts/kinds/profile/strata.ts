/** What lies beside the curves of a profile: a strip of the soil, and how deep the pit was dug. Pure. */
import type { Canvas, Layout } from '../../frame/kind.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import type { Scale } from '../../frame/scale.ts';
import { metreWords } from '../survey-curves.ts';
import { type Box, hatchOf, linesOf, tintOf } from './hatch.ts';
import type { ProfileContent, ProfileCurve, ProfileLayer } from './shapes.ts';

const wordsPx = 10;
const fontFamily = 'Inter, "Noto Sans SC", sans-serif';

/** Room for the strip between the axis and the plot, px; 0 where no soil is known. */
export const stripPxOf = ({ layers = [], isUpward }: ProfileContent, { widthPx }: Pick<Canvas, 'widthPx'>): number =>
  layers.length === 0 || isUpward ? 0 : widthPx < 420 ? 66 : 82;
/** Between the strip and the plot. */
const gapPx = 6;

/** An excavation level that is drawn. */
export interface DrawnLevel {
  readonly depthM: number;
  /** In force at the survey that is looked at; else at others that are shown. */
  readonly isNow: boolean;
}

/** The survey that is looked at, or else the newest one in sight. */
const visibleCurve = (curves: readonly ProfileCurve[]): ProfileCurve | undefined =>
  curves.find(({ isChosen }) => isChosen) ?? curves.at(-1);

/** The levels of the surveys that are shown, each once. */
export function drawnLevels(curves: readonly ProfileCurve[]): DrawnLevel[] {
  const now = visibleCurve(curves)?.excavationM ?? null;
  const all = curves.flatMap(({ excavationM }) => excavationM ?? []);
  return [...new Set(all)].sort((a, b) => a - b).map((depthM) => ({ depthM, isNow: depthM === now }));
}

/** Strip and levels as series, what they say over the curves; none where nothing is known. */
export function strataSeries(
  content: ProfileContent,
  { view, layout, scale }: { readonly view: Range; readonly layout: Layout; readonly scale: Scale },
  canvas: Canvas,
): object[] {
  const { layers = [], curves, isUpward } = content;
  if (isUpward) return [];
  const place = placeIn(view, layout, canvas);
  const strip = layers.flatMap((layer) => layerElements(layer, view, place, stripPxOf(content, canvas), canvas));
  const levels = drawnLevels(curves).filter(({ depthM }) => isWithin(depthM, view));
  const side = (depthM: number): Side => sideOf(visibleCurve(curves), depthM, scale);
  const lines = levels.flatMap((level) => levelLine(level, place, canvas));
  const words = levels.flatMap((level) => levelWords(level, levels, side(level.depthM), place, canvas));
  return [...pictureSeries('strata', 2, [...strip, ...lines], view), ...pictureSeries('levels', 6, words, view)];
}

const pictureSeries = (id: string, z: number, children: readonly object[], view: Range): object[] =>
  children.length === 0
    ? []
    : [
        {
          type: 'custom',
          id,
          silent: true,
          clip: false,
          z,
          coordinateSystem: 'cartesian2d',
          data: [[0, (view.from + view.to) / 2]],
          renderItem: () => ({ type: 'group', silent: true, children }),
        },
      ];

interface Place {
  readonly left: number;
  readonly right: number;
  readonly yOf: (depthM: number) => number;
}
function placeIn(view: Range, layout: Layout, { widthPx, heightPx }: Canvas): Place {
  const height = Math.max(40, heightPx - layout.top - layout.bottom);
  return {
    left: layout.left,
    right: Math.max(layout.left + 40, widthPx - layout.right),
    yOf: (depthM) => layout.top + ((depthM - view.from) / (view.to - view.from)) * height,
  };
}

function layerElements(
  { topM, bottomM, soil, name }: ProfileLayer,
  view: Range,
  { left, yOf }: Place,
  stripPx: number,
  { tokens }: Canvas,
): object[] {
  const [from, to] = [Math.max(topM, view.from), Math.min(bottomM, view.to)];
  if (to <= from) return [];
  const box: Box = { x: left - stripPx, y: yOf(from), width: stripPx - gapPx, height: yOf(to) - yOf(from) };
  const { lines, dots } = hatchOf(soil, box);
  const fill = tokens[tintOf(soil)];
  const colour = tokens['text-3'];
  const mark = { opacity: 0.75, lineWidth: 0.8 };
  const words = linesOf(name, { width: box.width - 4, height: box.height - 2 }, wordsPx);
  const text = {
    text: words.join('\n'),
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    align: 'center',
    verticalAlign: 'middle',
    fill: tokens.text,
    font: `500 ${wordsPx}px ${fontFamily}`,
    lineHeight: wordsPx + 3,
    // Words stand on the tint, not on the marks.
    backgroundColor: fill,
    padding: [1, 2],
  };
  return [
    { type: 'rect', shape: { ...box }, style: { fill, stroke: tokens.axis, lineWidth: 1 } },
    ...(lines ? [{ type: 'path', shape: { pathData: lines }, style: { ...mark, stroke: colour, fill: 'none' } }] : []),
    ...(dots ? [{ type: 'path', shape: { pathData: dots }, style: { ...mark, fill: colour } }] : []),
    ...(words.length > 0 ? [{ type: 'text', style: text }] : []),
  ];
}

const levelColour = ({ isNow }: DrawnLevel, { tokens }: Canvas): string => tokens[isNow ? 'text' : 'text-3'];

/** Solid with the sign of a floor where it is in force now, dashed where it was or will be. */
function levelLine(level: DrawnLevel, { left, right, yOf }: Place, canvas: Canvas): object[] {
  const y = yOf(level.depthM);
  const stroke = levelColour(level, canvas);
  const shape = { x1: left, x2: right, y1: y, y2: y };
  if (!level.isNow) return [{ type: 'line', shape, style: { stroke, lineWidth: 1, lineDash: [5, 4] } }];
  return [
    { type: 'line', shape, style: { stroke, lineWidth: 1.6 } },
    { type: 'path', shape: { pathData: floorMarks(left, y) }, style: { stroke, fill: 'none' } },
  ];
}
const floorMarks = (x: number, y: number): string =>
  [4, 10, 16].map((step) => `M${(x + step + 5).toFixed(1)} ${y.toFixed(1)}l-4 5`).join('');

/** So near the level that is in force the words of another have no room, px. */
const levelGapPx = 15;

function levelWords(
  level: DrawnLevel,
  levels: readonly DrawnLevel[],
  { isLeft, isBelow }: Side,
  { left, right, yOf }: Place,
  canvas: Canvas,
): object[] {
  const { depthM, isNow } = level;
  const { t, tokens } = canvas;
  const y = yOf(depthM);
  if (!isNow && levels.some((other) => other.isNow && Math.abs(yOf(other.depthM) - y) < levelGapPx)) return [];
  const depth = metreWords(depthM);
  return [
    {
      type: 'text',
      style: {
        text: isNow ? t('common:chart.excavated', { depth }) : `${depth} m`,
        // Clear of the sign of a floor.
        x: isLeft ? left + (isNow && isBelow ? 28 : 4) : right - 4,
        y: isBelow ? y + 3 : y - 3,
        align: isLeft ? 'left' : 'right',
        verticalAlign: isBelow ? 'top' : 'bottom',
        fill: levelColour(level, canvas),
        font: `${isNow ? 600 : 400} 11px ${fontFamily}`,
        backgroundColor: tokens['bg-pane'],
        padding: [1, 3],
      },
    },
  ];
}

/** Where the words of a level stand. */
interface Side {
  readonly isLeft: boolean;
  readonly isBelow: boolean;
}

/** The side of a level at which a curve is farther from its words: across by half of the plot, then over or under the line. */
function sideOf(curve: ProfileCurve | undefined, depthM: number, { min, max, reversed }: Scale): Side {
  const { depths = [], values = [] } = curve ?? {};
  const joint = depths.findLastIndex((each) => each <= depthM);
  const [over, under] = [values[joint] ?? null, values[joint + 1] ?? null];
  const isRight = over !== null && over > (min + max) / 2;
  const isLeft = isRight !== (reversed === true);
  // Words at the greater values are nearer to the greater of the two.
  // A curve that goes straight down leaves them over the line: they do not jump while surveys are played.
  const isSteep = over !== null && under !== null && Math.abs(over - under) > (max - min) / 50;
  const isBelow = isSteep && over > under !== isRight;
  return { isLeft, isBelow };
}
