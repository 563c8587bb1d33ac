import { elementAt } from '@plumbline/contract/kernel/elements';
import { CustomChart } from 'echarts/charts';
import type { Tokens } from '../../../design/tokens.ts';
import { type FigureShape, figureSeries, fitted, hiddenAxes, type Pair } from '../../frame/figure.ts';
import type { Canvas, ChartKind, Drawing } from '../../frame/kind.ts';
import { framed, topOf } from '../../frame/option.ts';
import { scaleOf } from '../../frame/scale.ts';
import { ageColour } from '../survey-curves.ts';

/** Readings by where the wind comes from, stacked outwards by classes of speed. North is up, clockwise. */
export interface RoseContent {
  /** Words of each sector. */
  readonly sectors: readonly string[];
  /** counts[sector][class]. */
  readonly counts: readonly (readonly number[])[];
  /** Words of each class, weakest first. */
  readonly classes: readonly string[];
  /** What shares are taken of: all readings, calm ones among them. */
  readonly total: number;
  readonly caption: string;
  /** Words over the first column of the file. */
  readonly head: string;
}

export const rose: ChartKind<RoseContent> = {
  parts: [CustomChart],
  direction: 'x',
  minSpan: 1,
  pictureOf: () => ({ widthPx: 640, heightPx: 640 }),
  draw: (content, _view, canvas) => draw(content, canvas),
  entriesOf: ({ classes, counts, total }, _at, tokens) =>
    classes.map((name, i) => ({
      id: String(i),
      name,
      unit: '%',
      value: shareWords(
        counts.reduce((sum, sector) => sum + (sector[i] ?? 0), 0),
        total,
      ),
      swatch: { colour: classColour(i, classes.length, tokens), shape: 'box' },
    })),
  without: (content, hidden) => ({
    ...content,
    counts: content.counts.map((sector) => sector.map((count, i) => (hidden.has(String(i)) ? 0 : count))),
  }),
  stopsOf: () => [],
  dotsAt: () => [],
  positionWords: ({ caption }) => ({ whole: caption, short: caption }),
  // Shares of the whole range: there are no last values.
  restsAt: () => 0,
  hasValues: ({ total }) => total > 0,
  captionOf: ({ caption }) => caption,
  tableOf: ({ head, classes, sectors, counts }) => [
    [head, ...classes],
    ...sectors.map((name, i) => [name, ...elementAt(counts, i)]),
  ],
};

const shareWords = (count: number, total: number): string => (total > 0 ? ((count / total) * 100).toFixed(1) : '—');
const classColour = (i: number, count: number, tokens: Tokens): string => ageColour((i + 1) / count, tokens);

function draw(content: RoseContent, canvas: Canvas): Drawing {
  const layout = { left: 28, right: 28, top: topOf(canvas) - 10, bottom: 24 };
  const { sectors, counts, classes, total } = content;
  const shares = counts.map((sector) => sector.map((count) => (total > 0 ? (count / total) * 100 : 0)));
  const longest = Math.max(1, ...shares.map((sector) => sector.reduce((sum, share) => sum + share, 0)));
  const { step, decimals } = scaleOf(0, longest, 4);
  const rings = Array.from({ length: Math.ceil(longest / step) }, (_, i) => (i + 1) * step);
  const reach = elementAt(rings, -1);
  const plane = fitted({ x: { from: -reach, to: reach }, y: { from: -reach, to: reach } }, layout, canvas, 0.06);
  const { tokens } = canvas;
  const shapes: FigureShape[] = [
    ...rings.map(
      (radius): FigureShape => ({ kind: 'circle', at: [0, 0], radius, stroke: { colour: tokens.grid, widthPx: 1 } }),
    ),
    ...shares.flatMap((sector, i) => sectorShapes(sector, i, sectors.length, classes.length, tokens)),
    ...rings.map(
      (radius): FigureShape => ({
        kind: 'words',
        at: atBearing(radius, quietBearing(shares)),
        words: `${radius.toFixed(decimals)} %`,
        colour: tokens['text-3'],
        place: { dxPx: 3 },
      }),
    ),
    ...sectors.flatMap((words, i): FigureShape[] =>
      i % (sectors.length / 8) === 0
        ? [
            {
              kind: 'words',
              at: atBearing(reach * 1.07, (360 / sectors.length) * i),
              words,
              colour: tokens['text-2'],
              place: { align: 'center', isBold: i === 0 },
            },
          ]
        : [],
    ),
  ];
  const option = framed(layout, canvas, { ...hiddenAxes(plane), series: [figureSeries(shapes, plane)] });
  return { option, layout, scale: plane.scale };
}

/** Between the two neighbouring sectors of the least wind: what is written there lies over no sector. */
function quietBearing(shares: readonly (readonly number[])[]): number {
  const sums = shares.map((sector) => sector.reduce((sum, share) => sum + share, 0));
  const both = sums.map((sum, i) => sum + elementAt(sums, (i + 1) % sums.length));
  return (360 / sums.length) * (both.indexOf(Math.min(...both)) + 0.5);
}

const atBearing = (radius: number, bearingDeg: number): Pair => {
  const angle = (bearingDeg * Math.PI) / 180;
  return [radius * Math.sin(angle), radius * Math.cos(angle)];
};

/** The classes of one sector, one outside of the other. */
function sectorShapes(
  shares: readonly number[],
  sector: number,
  sectors: number,
  classes: number,
  tokens: Tokens,
): FigureShape[] {
  const widthDeg = 360 / sectors;
  const middle = widthDeg * sector;
  const arc = (radius: number): Pair[] =>
    Array.from({ length: 9 }, (_, k) => atBearing(radius, middle + widthDeg * 0.86 * (k / 8 - 0.5)));
  let from = 0;
  return shares.flatMap((share, i): FigureShape[] => {
    const inner = from;
    from += share;
    if (share === 0) return [];
    const at = [...arc(from), ...(inner === 0 ? [[0, 0] as const] : arc(inner).reverse())];
    return [
      { kind: 'path', at, stroke: { colour: tokens['bg-pane'], widthPx: 0.5 }, fill: classColour(i, classes, tokens) },
    ];
  });
}
