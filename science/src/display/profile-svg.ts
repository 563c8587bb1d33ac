/** Surveys of a casing on paper: displacement across, depth downwards, one line a date. Pure. */
import { brokenPath, curveLine, label, legendLine, line, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

export interface PaperSurvey {
  /** When, in words. */
  readonly name: string;
  /** At `places`, mm; null breaks the line. */
  readonly values: readonly (number | null)[];
  /** Depths or chainages, m. */
  readonly places: readonly number[];
}

/** Three stand beside each other on a page. */
const size = { width: 340, height: 430 };
const plot = { left: 52, right: 14, top: 34, bottom: 10 };
const legendRow = 18;
const legendColumns = 2;

/** `across` and `down` = what the axes are, with their units; `isUpward` = places are elevations. */
export function profileSvg(
  surveys: readonly PaperSurvey[],
  { across, down, isUpward = false }: { readonly across: string; readonly down: string; readonly isUpward?: boolean },
): string {
  const height = size.height + Math.ceil(surveys.length / legendColumns) * legendRow;
  const bottom = size.height - plot.bottom;
  const right = size.width - plot.right;
  const values = surveys.flatMap((survey) => survey.values.filter((value) => value !== null));
  const places = surveys.flatMap((survey) => survey.places);
  const lowest = (list: readonly number[], start: number) => list.reduce((low, each) => Math.min(low, each), start);
  const highest = (list: readonly number[], start: number) => list.reduce((high, each) => Math.max(high, each), start);
  // Where it was at rest is always in the picture.
  const x = valueTicks(lowest(values, 0), highest(values, 0));
  const y = valueTicks(lowest(places, Number.POSITIVE_INFINITY), highest(places, Number.NEGATIVE_INFINITY));
  const xOf = (value: number) => plot.left + ((value - x.min) / (x.max - x.min)) * (right - plot.left);
  const yOf = (place: number) =>
    plot.top + ((isUpward ? y.max - place : place - y.min) / (y.max - y.min)) * (bottom - plot.top);
  return svgOf(size.width, height, [
    ...y.ticks.flatMap(({ value, words }) => [
      line(plot.left, yOf(value), right, yOf(value), '#ddd'),
      label(plot.left - 6, yOf(value) + 4, words, 'end'),
    ]),
    ...x.ticks.flatMap(({ value, words }) => [
      line(xOf(value), plot.top, xOf(value), bottom, value === 0 ? '#666' : '#ddd'),
      label(xOf(value), plot.top - 5, words, 'middle'),
    ]),
    label(right, 12, across, 'end'),
    label(2, 12, down),
    ...surveys.map((survey, i) => pathOf(survey, i, xOf, yOf)),
    ...surveys.map(({ name }, i) =>
      legendLine(
        8 + (i % legendColumns) * (size.width / legendColumns),
        size.height + 8 + Math.floor(i / legendColumns) * legendRow,
        i,
        name,
      ),
    ),
  ]);
}

function pathOf(
  { values, places }: PaperSurvey,
  index: number,
  xOf: (value: number) => number,
  yOf: (place: number) => number,
): string {
  const path = brokenPath(
    values.map((value, i) => {
      const place = places[i];
      return value === null || place === undefined ? null : [xOf(value), yOf(place)];
    }),
  );
  return curveLine(path, index);
}
