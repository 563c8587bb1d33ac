/**
 * Curves over time as SVG, for paper and e-mail: drawn of the numbers that the table is made of. Curves are told apart by
 * dashes as well as by colour, so that a print in black shows which is which. Pure.
 */
import { zoneOf } from '../series/zone.ts';
import { formatNumber } from './number.ts';
import { dashOf, label, legendLine, line, shortened, strokeOf, svgOf } from './svg-parts.ts';
import { timeTicks, valueTicks } from './ticks.ts';

export { shortened } from './svg-parts.ts';

export interface PaperCurve {
  readonly name: string;
  /** Epoch ms, ascending; null breaks the line. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** A limit on all curves, in the colour of its level; or on one alone, in the stroke of that. */
export interface PaperLimit {
  readonly value: number;
  readonly name: string;
  readonly colour: string;
  /** Index of the curve that it is on; absent = of all. */
  readonly curve?: number;
}

/**
 * Content of a chart. The axis is that of curves and `mark`, with the limits that are near; a limit farther away is a sign at the
 * edge, with how far the readings are from it.
 */
export interface PaperChart {
  readonly curves: readonly PaperCurve[];
  readonly field: { readonly unit: string; readonly precision?: number };
  readonly limits?: readonly PaperLimit[];
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
/** Room on the right for the names of limits, without and with distances; between two of them; signs that one has room for. */
const limitsWidth = { near: 124, far: 172 };
const limitsApart = 14;
const limitSigns = { near: 16, far: 24 };
const legendRow = 18;
const legendColumns = 2;
const nameWidth = 26;
export function chartSvg({ curves, field, limits = [], mark = null }: PaperChart, frame: ChartFrame): string {
  const rows = Math.ceil(curves.length / legendColumns);
  const height = size.height + rows * legendRow;
  const bottom = size.height - plot.bottom;
  const range = rangeOf(curves, limits, mark);
  const axis = valueTicks(range.low, range.high);
  const [near, far] = [
    limits.filter(({ value }) => value >= axis.min && value <= axis.max),
    limits.filter(({ value }) => value < axis.min || value > axis.max),
  ];
  const right = size.width - (limits.length === 0 ? plot.right : limitsWidth[far.length > 0 ? 'far' : 'near']);
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
    ...near.map((limit) => limitLine(limit, right, yOf(limit.value))),
    ...namesOf(
      limits.map((limit) => namedLimit(limit, axis, distanceOf(limit, curves, mark, field))),
      right,
      yOf,
      bottom,
    ),
    ...curves.map((curve, i) => pathOf(curve, i, xOf, yOf)),
    ...(mark ? [dotOf(xOf(mark.at), yOf(mark.value), mark.colour)] : []),
    ...curves.map(({ name }, i) => legendOf(name, i)),
  ];
  return svgOf(size.width, height, parts);
}

const readingsOf = ({ values }: PaperCurve): number[] => values.filter((value) => value !== null);
/** How much of its height a chart keeps for the readings, with the limits that it reaches for. */
const readingShare = 0.4;

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Lowest and highest of numbers, however many; of none, Infinity and -Infinity. */
const rangeOfAll = (values: readonly number[]): Range => ({
  low: values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY),
  high: values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY),
});

/** The range of the readings, stretched to the nearest limits as long as the readings are still seen to move. */
function rangeOf(curves: readonly PaperCurve[], limits: readonly PaperLimit[], mark: PaperChart['mark']): Range {
  const readings = rangeOfAll([...curves.flatMap(readingsOf), ...(mark ? [mark.value] : [])]);
  if (readings.low > readings.high) return rangeOfAll(limits.map(({ value }) => value));
  const most = (readings.high - readings.low) / readingShare;
  let { low, high } = readings;
  const away = ({ value }: PaperLimit) => Math.max(readings.low - value, value - readings.high);
  for (const { value } of limits.toSorted((a, b) => away(a) - away(b))) {
    const stretched = rangeOfAll([low, high, value]);
    if (stretched.high - stretched.low <= most) ({ low, high } = stretched);
  }
  return { low, high };
}

/** How far the nearest reading of its curves is from a limit, with its sign; '' where there are none. */
function distanceOf(
  { value, curve }: PaperLimit,
  curves: readonly PaperCurve[],
  mark: PaperChart['mark'],
  { precision = 3 }: PaperChart['field'],
): string {
  const ofCurves = curve === undefined ? curves : curves.slice(curve, curve + 1);
  const { low, high } = rangeOfAll([...ofCurves.flatMap(readingsOf), ...(mark ? [mark.value] : [])]);
  if (low > high) return '';
  return value > high ? `+${formatNumber(value - high, precision)}` : formatNumber(value - low, precision);
}

interface NamedLimit extends PaperLimit {
  /** Where it lies beyond the axis. */
  readonly edge: 'above' | 'below' | null;
}

const namedLimit = (
  limit: PaperLimit,
  { min, max }: { readonly min: number; readonly max: number },
  distance: string,
) => {
  const edge = limit.value > max ? ('above' as const) : limit.value < min ? ('below' as const) : null;
  return { ...limit, edge, name: edge === null || distance === '' ? limit.name : `${limit.name} (${distance})` };
};

/** Of one curve alone it has the stroke of that, and is thinner. */
const limitLine = ({ colour, curve }: PaperLimit, right: number, y: number): string =>
  curve === undefined
    ? line(plot.left, y, right, y, colour)
    : `<path d="M${plot.left} ${y.toFixed(1)}L${right} ${y.toFixed(1)}" stroke="${strokeOf(curve)}" stroke-dasharray="${dashOf(curve)}" stroke-width="0.7" fill="none"/>`;
const colourOf = ({ colour, curve }: PaperLimit): string => (curve === undefined ? colour : strokeOf(curve));

/** The names of limits beside the plot, none over another: tied to its line, or with a sign which way it lies beyond the edge. */
function namesOf(limits: readonly NamedLimit[], right: number, yOf: (value: number) => number, bottom: number) {
  const down = limits.toSorted((a, b) => b.value - a.value);
  const within = (value: number) => Math.min(bottom, Math.max(plot.top, yOf(value)));
  const signs = limitSigns[limits.some(({ edge }) => edge !== null) ? 'far' : 'near'];
  const places: number[] = [];
  for (const { value } of down)
    places.push(Math.max(within(value), (places.at(-1) ?? plot.top) + (places.length && limitsApart)));
  // What was pushed out below goes back up.
  for (let i = places.length - 1, most = bottom; i >= 0; i--, most -= limitsApart)
    places[i] = Math.min(places[i] ?? most, most);
  return down.flatMap((limit, i) => {
    const y = places[i] ?? within(limit.value);
    const colour = colourOf(limit);
    const tie =
      limit.edge === null
        ? line(right, yOf(limit.value), right + 8, y, colour)
        : edgeSign(limit.edge, right + 1, y, colour);
    return [tie, label(right + 11, y + 4, shortened(limit.name, signs))];
  });
}

const edgeSign = (edge: 'above' | 'below', x: number, y: number, colour: string): string => {
  const [base, tip] = edge === 'above' ? [y + 3, y - 4] : [y - 3, y + 4];
  return `<path d="M${x} ${base.toFixed(1)}H${x + 8}L${x + 4} ${tip.toFixed(1)}z" fill="${colour}"/>`;
};

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
