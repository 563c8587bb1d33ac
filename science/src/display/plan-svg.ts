/** Movements seen from above, on paper: paths and arrows, north up, a unit equally long both ways. Pure. */
import { roundBelow } from './exaggeration.ts';
import { dot, extentOf, plotOf } from './plot-svg.ts';
import { brokenPath, curveLine, label, legendLine, line, shortened, svgOf, textWidth } from './svg-parts.ts';
import { type ValueAxis, valueTicks } from './ticks.ts';

type Place = readonly [east: number, north: number];
export interface PaperPlan {
  /** Each in the stroke of its place in the legend; null breaks it. */
  readonly paths: readonly { readonly name: string; readonly at: readonly (Place | null)[] }[];
  /** `to` null = where it stands, without a known movement. */
  readonly arrows: readonly {
    readonly name: string;
    readonly from: Place;
    readonly to: Place | null;
    readonly colour: string;
  }[];
  readonly marks: readonly { readonly words: string; readonly at: Place }[];
  /** Round the place that movements count from: limits. */
  readonly circles: readonly { readonly radius: number; readonly colour: string }[];
  /** Units of the plan for a millimetre of movement, where arrows are enlarged. */
  readonly unitsPerMm: number | null;
}

const size = { width: 420, height: 400 };
const legendRow = 18;
const nameWidth = 18;

/** Both axes widened to the shape of the plot, the middle stays the middle. */
function evenAxes({ paths, arrows, marks, circles }: PaperPlan): { x: ValueAxis; y: ValueAxis } {
  const places = [
    ...paths.flatMap(({ at }) => at.filter((each) => each !== null)),
    ...arrows.flatMap(({ from, to }) => (to ? [from, to] : [from])),
    ...marks.map(({ at }) => at),
    ...circles.flatMap(({ radius }): Place[] => [
      [-radius, -radius],
      [radius, radius],
    ]),
  ];
  const [west, east] = extentOf(places.map(([x]) => x));
  const [south, north] = extentOf(places.map(([, y]) => y));
  const inner = plotOf({ min: 0, max: 1, ticks: [], name: '' }, { min: 0, max: 1, ticks: [], name: '' }, 0, size);
  const [wide, high] = [inner.right - inner.left, inner.bottom - inner.top];
  const unit = (Math.max((east - west) / wide, (north - south) / high) || 1 / wide) * 1.2;
  const axis = (from: number, to: number, px: number): ValueAxis => {
    const [low, top] = [(from + to - unit * px) / 2, (from + to + unit * px) / 2];
    const { ticks } = valueTicks(low, top, 6);
    return { min: low, max: top, ticks: ticks.filter(({ value }) => value >= low && value <= top) };
  };
  return { x: axis(west, east, wide), y: axis(south, north, high) };
}

export function planSvg(plan: PaperPlan, words: { readonly east: string; readonly north: string }): string {
  const { paths, arrows, marks, circles } = plan;
  const { x, y } = evenAxes(plan);
  const plot = plotOf({ ...x, name: words.east }, { ...y, name: words.north }, 0, size);
  const at = ([east, north]: Place): [number, number] => [plot.xOf(east), plot.yOf(north)];
  const named = paths.filter(({ name }) => name !== '');
  return svgOf(size.width, size.height + Math.ceil(named.length / 2) * legendRow, [
    ...plot.frame,
    ...circles.map(({ radius, colour }) => {
      const [x0, y0] = at([0, 0]);
      return `<circle cx="${x0.toFixed(1)}" cy="${y0.toFixed(1)}" r="${(at([radius, 0])[0] - x0).toFixed(1)}" fill="none" stroke="${colour}"/>`;
    }),
    ...paths.map((path, i) => curveLine(brokenPath(path.at.map((each) => each && at(each))), i)),
    ...arrows.flatMap(({ from, to, colour }) => {
      const [fromX, fromY] = at(from);
      return [dot(fromX, fromY, 2.2, '#555'), ...(to ? [arrow(at(from), at(to), colour)] : [])];
    }),
    ...marks.map((mark) => dot(...at(mark.at), 3, '#222')),
    ...namesBeside(
      [
        ...arrows.map(({ name, from }) => ({ words: shortened(name, nameWidth), at: at(from) })),
        ...marks.map((mark) => ({ words: mark.words, at: at(mark.at) })),
      ],
      plot,
    ),
    ...(plan.unitsPerMm === null || arrows.length === 0 ? [] : scaleArrow(plan.unitsPerMm, plot, x)),
    ...named.map(({ name }, i) =>
      legendLine(8 + (i % 2) * (size.width / 2), size.height + 8 + Math.floor(i / 2) * legendRow, i, name),
    ),
  ]);
}

const lineHeight = 14;

/** Names beside their places, on the side where there is room, none over another, on white. */
function namesBeside(
  names: readonly { readonly words: string; readonly at: readonly [number, number] }[],
  { right, top, bottom }: ReturnType<typeof plotOf>,
): string[] {
  const placed: { left: number; right: number; y: number }[] = [];
  return names.map(({ words, at: [x, y] }) => {
    const width = textWidth(words);
    const isLeft = x + 6 + width > right;
    const left = isLeft ? x - 6 - width : x + 6;
    const isFree = (place: number) =>
      placed.every((each) => each.right < left || each.left > left + width || Math.abs(each.y - place) >= lineHeight);
    const offsets = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? -1 : 1) * Math.ceil(i / 2) * lineHeight);
    const labelY = Math.min(Math.max(y - 5, top + lineHeight), bottom - 4);
    const place = labelY + (offsets.find((offset) => isFree(labelY + offset)) ?? 0);
    placed.push({ left, right: left + width, y: place });
    const [textX, anchor] = isLeft ? [x - 6, 'end'] : [x + 6, 'start'];
    return `<g stroke="#fff" stroke-width="3" stroke-linejoin="round">${label(textX, place, words, anchor)}</g>${label(textX, place, words, anchor)}`;
  });
}

/** A shaft with a head; one that is shorter than its head is a dot. */
function arrow([x1, y1]: [number, number], [x2, y2]: [number, number], colour: string): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 2) return dot(x1, y1, 3, colour);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(8, length);
  const [neckX, neckY, half] = [x2 - ux * head, y2 - uy * head, head * 0.42];
  const corners = [
    [x2, y2],
    [neckX - uy * half, neckY + ux * half],
    [neckX + uy * half, neckY - ux * half],
  ].map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return `${line(x1, y1, neckX, neckY, colour)}<polygon points="${corners.join(' ')}" fill="${colour}"/>`;
}

/** A round movement in the left lower corner: what the others are compared with. */
function scaleArrow(unitsPerMm: number, plot: ReturnType<typeof plotOf>, x: ValueAxis): string[] {
  const pxPerMm = (unitsPerMm / (x.max - x.min)) * (plot.right - plot.left);
  const mm = roundBelow(90 / pxPerMm);
  const [left, down] = [plot.left + 10, plot.bottom - 10];
  return [
    arrow([left, down], [left + mm * pxPerMm, down], '#333'),
    label(left + mm * pxPerMm + 6, down + 4, `${Number(mm.toPrecision(1))} mm`),
  ];
}
