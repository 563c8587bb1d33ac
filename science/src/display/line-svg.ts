/** Surveys of a line on paper: distance across, movement upwards (settlement is below zero), one line a date. Pure. */
import type { PaperSurvey } from './profile-svg.ts';
import { brokenPath, curveLine, label, legendLine, line, strokeOf, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

/** Two stand beside each other on a page. */
const size = { width: 520, height: 260 };
const plot = { left: 56, right: 14, top: 26, bottom: 30 };
const legendRow = 18;
const legendColumns = 3;

/** `across` and `up` = what the axes are, with their units. */
export function lineSvg(
  surveys: readonly PaperSurvey[],
  { across, up }: { readonly across: string; readonly up: string },
): string {
  const height = size.height + Math.ceil(surveys.length / legendColumns) * legendRow;
  const [right, bottom] = [size.width - plot.right, size.height - plot.bottom];
  const values = surveys.flatMap((survey) => survey.values.filter((value) => value !== null));
  const places = surveys.flatMap((survey) => survey.places);
  const x = valueTicks(Math.min(...places), Math.max(...places));
  // Where it was at rest is always in the picture.
  const y = valueTicks(Math.min(0, ...values), Math.max(0, ...values));
  const xOf = (place: number) => plot.left + ((place - x.min) / (x.max - x.min)) * (right - plot.left);
  const yOf = (value: number) => bottom - ((value - y.min) / (y.max - y.min)) * (bottom - plot.top);
  return svgOf(size.width, height, [
    ...y.ticks.flatMap(({ value, words }) => [
      line(plot.left, yOf(value), right, yOf(value), value === 0 ? '#666' : '#ddd'),
      label(plot.left - 6, yOf(value) + 4, words, 'end'),
    ]),
    ...x.ticks.flatMap(({ value, words }) => [
      line(xOf(value), plot.top, xOf(value), bottom, '#ddd'),
      label(xOf(value), bottom + 14, words, 'middle'),
    ]),
    label(2, 14, up),
    label(right, size.height - 3, across, 'end'),
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

/** Stations that lie alone between unknown ones are marked: a line of one place is none. */
function pathOf(
  { values, places }: PaperSurvey,
  index: number,
  xOf: (place: number) => number,
  yOf: (value: number) => number,
): string {
  const drawn = values.map((value, i): [number, number] | null => {
    const place = places[i];
    return value === null || place === undefined ? null : [xOf(place), yOf(value)];
  });
  const marks = drawn.flatMap((place) =>
    place ? [`<circle cx="${place[0].toFixed(1)}" cy="${place[1].toFixed(1)}" r="2" fill="${strokeOf(index)}"/>`] : [],
  );
  return `${curveLine(brokenPath(drawn), index)}${marks.join('')}`;
}
