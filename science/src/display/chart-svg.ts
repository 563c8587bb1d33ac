/**
 * Curves over time as SVG, for paper and e-mail: drawn of the numbers that the table is made of. Curves are told apart by
 * dashes as well as by colour, so that a print in black shows which is which. Pure.
 */
import { zoneOf } from '../series/zone.ts';
import { dashOf, label, legendLine, line, shortened, strokeOf, svgOf } from './svg-parts.ts';
import { timeTicks, valueTicks } from './ticks.ts';

export { shortened } from './svg-parts.ts';

export interface PaperCurve {
  readonly name: string;
  /** Epoch ms, ascending; null breaks the line. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Content of a chart; `limits` and `mark` lie over the curves, and the axis holds them. */
export interface PaperChart {
  readonly curves: readonly PaperCurve[];
  readonly field: { readonly unit: string };
  readonly limits?: readonly { readonly value: number; readonly name: string; readonly colour: string }[];
  /** The reading that all this is about. */
  readonly mark?: { readonly at: number; readonly value: number; readonly colour: string } | null;
}

export interface ChartFrame {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
}

/** Lines of the levels 1 to 4: a shade darker than the levels of specification 9, so that they are seen on white. */
export const limitStrokes = ['#0E86C8', '#A37F00', '#C4631A', '#CB3A22'] as const;

/** Two stand beside each other on a page. */
const size = { width: 520, height: 210 };
const plot = { left: 70, right: 16, top: 24, bottom: 26 };
/** Room on the right for the names of limits, and between two of them. */
const limitsWidth = 124;
const limitsApart = 14;
const legendRow = 18;
const legendColumns = 2;
const nameWidth = 26;
export function chartSvg({ curves, field, limits = [], mark = null }: PaperChart, frame: ChartFrame): string {
  const rows = Math.ceil(curves.length / legendColumns);
  const height = size.height + rows * legendRow;
  const bottom = size.height - plot.bottom;
  const right = size.width - (limits.length > 0 ? limitsWidth : plot.right);
  const values = [
    ...curves.flatMap((curve) => curve.values.filter((value) => value !== null)),
    ...limits.map(({ value }) => value),
    ...(mark ? [mark.value] : []),
  ];
  const axis = valueTicks(
    values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY),
    values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY),
  );
  const xOf = (ms: number) => plot.left + ((ms - frame.fromMs) / (frame.toMs - frame.fromMs)) * (right - plot.left);
  const yOf = (value: number) => bottom - ((value - axis.min) / (axis.max - axis.min)) * (bottom - plot.top);
  const parts = [
    ...axis.ticks.flatMap(({ value, words }) => [
      line(plot.left, yOf(value), right, yOf(value), value === 0 ? '#888' : '#ddd'),
      label(plot.left - 6, yOf(value) + 4, words, 'end'),
    ]),
    ...timeTicks(zoneOf(frame.timeZone), frame.fromMs, frame.toMs).flatMap(({ at, words }) => [
      line(xOf(at), bottom, xOf(at), bottom + 4, '#666'),
      label(xOf(at), bottom + 18, words, 'middle'),
    ]),
    line(plot.left, plot.top, plot.left, bottom, '#666'),
    line(plot.left, bottom, right, bottom, '#666'),
    ...(field.unit === '' ? [] : [label(plot.left - 6, 11, field.unit, 'end')]),
    ...limits.map(({ value, colour }) => line(plot.left, yOf(value), right, yOf(value), colour)),
    ...namesOf(limits, right, yOf, bottom),
    ...curves.map((curve, i) => pathOf(curve, i, xOf, yOf)),
    ...(mark ? [dotOf(xOf(mark.at), yOf(mark.value), mark.colour)] : []),
    ...curves.map(({ name }, i) => legendOf(name, i)),
  ];
  return svgOf(size.width, height, parts);
}

/** The names of limits beside the plot, none over another; each is tied to its line. */
function namesOf(
  limits: NonNullable<PaperChart['limits']>,
  right: number,
  yOf: (value: number) => number,
  bottom: number,
) {
  const down = limits.toSorted((a, b) => b.value - a.value);
  const places: number[] = [];
  for (const { value } of down)
    places.push(Math.max(yOf(value), (places.at(-1) ?? plot.top) + (places.length && limitsApart)));
  // What was pushed out below goes back up.
  for (let i = places.length - 1, most = bottom; i >= 0; i--, most -= limitsApart)
    places[i] = Math.min(places[i] ?? most, most);
  return down.flatMap(({ value, name, colour }, i) => {
    const y = places[i] ?? yOf(value);
    return [line(right, yOf(value), right + 8, y, colour), label(right + 11, y + 4, shortened(name, 16))];
  });
}

/** Its rim is dark, so that a yellow one is seen on white. */
const dotOf = (x: number, y: number, colour: string) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.5" fill="${colour}" stroke="#222" stroke-width="1"/>`;

function pathOf(
  { times, values }: PaperCurve,
  index: number,
  xOf: (ms: number) => number,
  yOf: (value: number) => number,
): string {
  let path = '';
  let dots = '';
  let isDown = false;
  for (const [i, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const place = `${xOf(times[i] ?? 0).toFixed(1)} ${yOf(value).toFixed(1)}`;
    path += `${isDown ? 'L' : 'M'}${place}`;
    // A reading with nothing on either side has no line, and is seen all the same.
    const isAlone = !isDown && (values[i + 1] ?? null) === null;
    if (isAlone) dots += `<circle cx="${place.replace(' ', '" cy="')}" r="2" fill="${strokeOf(index)}"/>`;
    isDown = true;
  }
  return `<path d="${path}" stroke="${strokeOf(index)}" stroke-dasharray="${dashOf(index)}" stroke-width="1.5" fill="none" stroke-linejoin="round"/>${dots}`;
}

function legendOf(name: string, index: number): string {
  const x = plot.left + (index % legendColumns) * ((size.width - plot.left) / legendColumns);
  const y = size.height + 10 + Math.floor(index / legendColumns) * legendRow;
  return legendLine(x, y, index, shortened(name, nameWidth));
}
