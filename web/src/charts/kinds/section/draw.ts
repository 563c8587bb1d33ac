import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Plane } from '@plumbline/science/sections/plane';
import type { Canvas, Drawing, Layout, PlaneCanvas } from '../../frame/kind.ts';
import { framed, labelStyle, plotSizeOf } from '../../frame/option.ts';
import { type Extent, type PlaneWindow, partOf, type ShownPlane } from '../../frame/plane-window.ts';
import type { Spot } from '../../frame/spot.ts';
import { ageColour } from '../survey-curves.ts';
import { limitSeries } from './limits.ts';
import type { SectionContent, SectionSurvey } from './shapes.ts';

/** The part of the plane that is drawn, mm: one px is as many mm across as upwards. */
interface Frame extends ShownPlane {
  readonly mmPerPx: number;
}
interface PlotSize {
  readonly width: number;
  readonly height: number;
}

const layoutOf = ({ title }: Pick<Canvas, 'title'>): Layout => ({
  left: 12,
  right: 12,
  top: title ? 60 : 12,
  bottom: 12,
});
/** Room around the section for the numbers of nodes, and under it for the scale bars, px. */
const marginPx = 30;
const barsPx = 40;
/** Names are longer than numbers: room for them beside the outermost nodes, px. */
const besidePx = ({ names = [] }: SectionContent): number =>
  Math.max(marginPx, Math.min(90, 14 + 7 * Math.max(0, ...names.map(({ length }) => length))));

/** A node where it is drawn: at rest, with its movement enlarged; null where that is missing. */
const drawnNode = ({ factor }: SectionContent, start: Plane, { x, y }: SectionSurvey, k: number): Plane | null => {
  const [dx, dy] = [x[k] ?? null, y[k] ?? null];
  return dx === null || dy === null ? null : { x: start.x + factor * dx, y: start.y + factor * dy };
};
const drawnNodes = (content: SectionContent, survey: SectionSurvey): (Plane | null)[] =>
  content.rest.map((start, k) => drawnNode(content, start, survey, k));

/** What a window shows of it. */
function frameOf(content: SectionContent, size: PlotSize, window: PlaneWindow | null | undefined): Frame {
  const extent = extentOf(content, size);
  const part = partOf(extent, window);
  const mmPerPx = (part.x.to - part.x.from) / size.width;
  return { ...part, whole: extent, mmPerPx, isMirrored: content.isMirrored === true };
}

/** What shows all of it, as large as the plot allows. */
function extentOf(content: SectionContent, size: PlotSize): Extent {
  const all = [...content.rest, ...content.surveys.flatMap((survey) => drawnNodes(content, survey))].filter(
    (node) => node !== null,
  );
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const available = {
    width: Math.max(20, size.width - 2 * besidePx(content)),
    height: Math.max(20, size.height - 2 * marginPx - barsPx),
  };
  const mmPerPx = Math.max((right - left) / available.width, (top - bottom) / available.height, 1e-6);
  const x = (left + right) / 2 - (mmPerPx * size.width) / 2;
  const y = (bottom + top) / 2 - (mmPerPx * (available.height + 2 * marginPx)) / 2 - mmPerPx * barsPx;
  return { x: { from: x, to: x + mmPerPx * size.width }, y: { from: y, to: y + mmPerPx * size.height } };
}

/** A section as one ECharts option: at rest pale, its surveys over it with movements enlarged, true to scale. Pure. */
export function draw(content: SectionContent, canvas: Canvas): Drawing {
  const layout = layoutOf(canvas);
  const size = plotSizeOf(layout, canvas);
  const frame = frameOf(content, size, canvas.window);
  const axis = { type: 'value', show: false };
  const option = framed(layout, canvas, {
    xAxis: {
      ...axis,
      min: frame.x.from,
      max: frame.x.to,
      inverse: content.isMirrored === true,
    },
    yAxis: { ...axis, min: frame.y.from, max: frame.y.to },
    series: [
      initialSeries(content, canvas),
      numberSeries(content, canvas),
      ...chordSeries(content, canvas),
      ...limitSeries(content, frame, canvas.tokens),
      ...[...content.surveys]
        .sort((a, b) => Number(a.isChosen ?? false) - Number(b.isChosen ?? false))
        .map((survey) => surveySeries(content, survey, canvas)),
      ...scaleBars(content, frame, size, canvas),
    ],
  });
  return { option, layout, scale: { min: 0, max: 1, step: 1, decimals: 0 }, plane: frame };
}

const pair = (node: Plane | null): [number, number] => (node ? [node.x, node.y] : [Number.NaN, Number.NaN]);
const closed = <T>(nodes: readonly T[], isClosed: boolean): readonly T[] =>
  isClosed ? [...nodes, ...nodes.slice(0, 1)] : nodes;
const lineSeries = (id: string, more: object): object => ({
  type: 'line',
  id,
  silent: true,
  symbol: 'none',
  z: 2,
  ...more,
});

/** The middle of the nodes: their numbers stand away from it. */
function middleOf(nodes: readonly Plane[]): Plane {
  const n = Math.max(1, nodes.length);
  return { x: nodes.reduce((sum, { x }) => sum + x, 0) / n, y: nodes.reduce((sum, { y }) => sum + y, 0) / n };
}

function initialSeries({ rest, isClosed }: SectionContent, { tokens }: Canvas): object {
  return lineSeries('rest', {
    data: closed(rest, isClosed).map(pair),
    symbol: 'circle',
    symbolSize: 4,
    showAllSymbol: true,
    itemStyle: { color: tokens['text-3'] },
    lineStyle: { color: tokens['text-3'], width: 1, type: [4, 3], opacity: 0.8 },
  });
}

/** Which way is out at a node: away from the middle, along the normal; of a straight chain to its left. */
function outwardAt(initial: readonly Plane[], k: number, isClosed: boolean): Plane {
  const n = initial.length;
  const at = (i: number): Plane => elementAt(initial, isClosed ? (i + n) % n : Math.min(n - 1, Math.max(0, i)));
  const [before, after, node, middle] = [at(k - 1), at(k + 1), at(k), middleOf(initial)];
  const normal = { x: before.y - after.y, y: after.x - before.x };
  const size = Math.hypot(normal.x, normal.y) || 1;
  const away = normal.x * (node.x - middle.x) + normal.y * (node.y - middle.y);
  const sign = away < -1e-6 * size * size ? -1 : 1;
  return { x: (sign * normal.x) / size, y: (sign * normal.y) / size };
}

const nameAlign = (outX: number): 'left' | 'right' | 'center' =>
  outX > 0.4 ? 'left' : outX < -0.4 ? 'right' : 'center';

/** The numbers of the nodes, outside of all that is drawn of each. Of many only some: numbers that touch are no help. */
function numberSeries(content: SectionContent, canvas: Canvas): object {
  const { rest, isClosed, isMirrored } = content;
  const every = Math.max(1, Math.ceil(rest.length / 24));
  const data = rest.flatMap((node, k) => {
    if (k % every !== 0) return [];
    const out = outwardAt(rest, k, isClosed);
    const reach = (place: Plane): number => out.x * place.x + out.y * place.y;
    const drawn = content.surveys.flatMap((survey) => drawnNode(content, node, survey, k) ?? []);
    const outermost = drawn.reduce((far, place) => (reach(place) > reach(far) ? place : far), node);
    const offset = [(isMirrored ? -1 : 1) * out.x * 14, -out.y * 14];
    const label = {
      ...labelStyle(canvas),
      show: true,
      // The mark that it stands on is not drawn: without this the words would be as invisible.
      opacity: 1,
      position: 'inside',
      formatter: content.names?.[k] ?? String(k),
      offset,
      // A name is wide: it begins or ends beside the drawing.
      ...(content.names && { align: nameAlign((isMirrored ? -1 : 1) * out.x) }),
    };
    return [{ value: pair(outermost), label }];
  });
  return lineSeries('numbers', {
    data,
    symbol: 'circle',
    symbolSize: 0.1,
    showAllSymbol: true,
    lineStyle: { color: 'transparent' },
    itemStyle: { color: 'transparent' },
    labelLayout: { hideOverlap: content.names === undefined },
    z: 6,
  });
}

function chordSeries(content: SectionContent, canvas: Canvas): object[] {
  const chosen = content.surveys.find(({ isChosen }) => isChosen);
  if (!chosen) return [];
  const nodes = drawnNodes(content, chosen);
  return (content.chords ?? []).flatMap(({ from, to, words, isPinned = false }) => {
    const [a, b] = [nodes[from] ?? null, nodes[to] ?? null];
    if (!a || !b) return [];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const label = {
      ...labelStyle(canvas),
      show: isPinned,
      formatter: words,
      color: canvas.tokens.text,
      backgroundColor: canvas.tokens['bg-pane'],
      padding: [2, 5],
      borderRadius: 2,
    };
    return lineSeries(`chord-${from}-${to}`, {
      data: [pair(a), { value: pair(middle), label: { ...label, position: 'inside' } }, pair(b)],
      symbol: 'circle',
      symbolSize: 0.1,
      showAllSymbol: true,
      lineStyle: {
        color: isPinned ? canvas.tokens.crosshair : canvas.tokens.axis,
        width: isPinned ? 1.4 : 1,
        opacity: isPinned ? 1 : 0.5,
      },
      z: isPinned ? 5 : 1,
    });
  });
}

function surveySeries(content: SectionContent, survey: SectionSurvey, { tokens }: Canvas): object {
  const { isChosen = false, age, id } = survey;
  const colour = ageColour(age, tokens);
  return lineSeries(id, {
    // A node without a value breaks the line.
    data: closed(drawnNodes(content, survey).map(pair), content.isClosed),
    symbol: 'circle',
    symbolSize: isChosen ? 5 : 0.1,
    showAllSymbol: true,
    itemStyle: { color: colour },
    lineStyle: { color: colour, width: isChosen ? 2 : 1.2 },
    z: isChosen ? 4 : 3,
  });
}

/** The longest round length that fits: 1, 2 or 5 times a power of ten, mm. */
export function roundLength(longestMm: number): number {
  const power = 10 ** Math.floor(Math.log10(longestMm));
  return Number((([5, 2, 1].find((n) => n * power <= longestMm) ?? 1) * power).toPrecision(1));
}
const lengthWords = (mm: number): string => (mm >= 1000 ? `${mm / 1000} m` : `${mm} mm`);

/** How long a metre of the section and a millimetre of movement are on the picture. */
function scaleBars(
  content: SectionContent,
  { x, y: { from: bottom }, mmPerPx }: Frame,
  size: { width: number },
  canvas: Canvas,
): object[] {
  const longestMm = mmPerPx * Math.min(120, size.width / 5);
  const sectionMm = roundLength(longestMm);
  const movementMm = roundLength(longestMm / content.factor);
  const { tokens, t } = canvas;
  // Enlarged, the section lies under the words.
  const legible = { backgroundColor: tokens['bg-pane'], padding: [1, 2] };
  const bar = (id: string, fromPx: number, lengthMm: number, words: string, colour: string): object => {
    const start = content.isMirrored ? x.to - mmPerPx * fromPx : x.from + mmPerPx * fromPx;
    const end = content.isMirrored ? start - lengthMm : start + lengthMm;
    const y = bottom + mmPerPx * 8;
    return lineSeries(id, {
      data: [
        {
          value: [start, y],
          label: { ...labelStyle(canvas), show: true, position: 'top', align: 'left', formatter: words, ...legible },
        },
        [end, y],
      ],
      symbol: 'rect',
      symbolSize: [1.5, 8],
      showAllSymbol: true,
      itemStyle: { color: colour },
      lineStyle: { color: colour, width: 1.5 },
    });
  };
  const movement = t('common:chart.movementBar', { length: lengthWords(movementMm), factor: content.factor });
  return [
    bar(
      'bar-section',
      6,
      sectionMm,
      t('common:chart.sectionBar', { length: lengthWords(sectionMm) }),
      tokens['text-3'],
    ),
    bar('bar-movement', size.width / 2, movementMm * content.factor, movement, tokens.ramp6),
  ];
}

/** Where the nodes of the chosen survey stand, px. */
export function spotsOf(content: SectionContent, canvas: PlaneCanvas): ReadonlyMap<number, Spot> {
  const layout = layoutOf({});
  const size = plotSizeOf(layout, canvas);
  const frame = frameOf(content, size, canvas.window);
  const { mmPerPx } = frame;
  const chosen = content.surveys.find(({ isChosen }) => isChosen);
  const spots = content.rest.map((place, k): [number, Spot] => {
    const node = (chosen && drawnNode(content, place, chosen, k)) ?? place;
    const x = (node.x - frame.x.from) / mmPerPx;
    return [
      k,
      {
        x: layout.left + (content.isMirrored ? size.width - x : x),
        y: layout.top + size.height - (node.y - frame.y.from) / mmPerPx,
      },
    ];
  });
  return new Map(spots);
}
