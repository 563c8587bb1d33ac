/**
 * Curves over time as SVG, for paper and e-mail: drawn of the numbers that the table is made of. Curves are told apart by
 * dashes as well as by colour, so that a print in black shows which is which. Pure.
 */
import { zoneOf } from '../series/zone.ts';
import { timeTicks, valueTicks } from './ticks.ts';

export interface PaperCurve {
  readonly name: string;
  /** Epoch ms, ascending; null breaks the line. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** What is drawn; `limits` and `mark` lie over the curves, and the axis holds them. */
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

/** Two stand beside each other on a page. */
const size = { width: 520, height: 210 };
const plot = { left: 70, right: 16, top: 24, bottom: 26 };
/** Room on the right for the names of limits, and between two of them. */
const limitsWidth = 124;
const limitsApart = 14;
const legendRow = 18;
const legendColumns = 2;
const nameWidth = 26;
/** Colours of Okabe and Ito, which eyes of all kinds tell apart. */
const strokes = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#56B4E9', '#E69F00', '#000000', '#7A5195'];
const dashes = ['', '7 3', '2 3', '9 3 2 3', '', '7 3', '2 3', '9 3 2 3'];
const fonts = 'Noto Sans SC, Noto Sans Arabic, Noto Sans Hebrew, Noto Emoji';

/** XML knows no control characters and no half of a pair, not even escaped. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As much of a name as there is room for; wide letters count twice. */
export function shortened(name: string, width: number): string {
  let used = 0;
  let out = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    used += /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\p{Emoji_Presentation}]/u.test(segment)
      ? 2
      : 1;
    if (used > width) return `${out}…`;
    out += segment;
  }
  return out;
}

const line = (x1: number, y1: number, x2: number, y2: number, stroke: string) =>
  `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${stroke}" stroke-width="1" fill="none"/>`;
const label = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${fonts}" font-size="12" text-anchor="${anchor}" fill="#333">${escaped(words)}</text>`;

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
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}">${parts.join('')}</svg>`;
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
    if (isAlone)
      dots += `<circle cx="${place.replace(' ', '" cy="')}" r="2" fill="${strokes[index % strokes.length]}"/>`;
    isDown = true;
  }
  return `<path d="${path}" stroke="${strokes[index % strokes.length]}" stroke-dasharray="${dashes[index % dashes.length] || 'none'}" stroke-width="1.5" fill="none" stroke-linejoin="round"/>${dots}`;
}

function legendOf(name: string, index: number): string {
  const x = plot.left + (index % legendColumns) * ((size.width - plot.left) / legendColumns);
  const y = size.height + 10 + Math.floor(index / legendColumns) * legendRow;
  const dash = dashes[index % dashes.length] || 'none';
  return `<path d="M${x} ${y}L${x + 24} ${y}" stroke="${strokes[index % strokes.length]}" stroke-dasharray="${dash}" stroke-width="2" fill="none"/>${label(x + 30, y + 4, shortened(name, nameWidth))}`;
}
