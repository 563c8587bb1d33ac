/** Surveys of a line of several points as a matrix: what its own view draws, by station and time. Pure. */
import type { Threshold } from '@plumbline/contract/points/points';
import { foundSurveys, type LineState, type ShownLine, stationRows } from '../masters/line-rows.parts.ts';
import type { MatrixFigure, SurveyMatrix } from './survey-matrix.ts';

export type Line = ShownLine;

interface LineQuestion {
  readonly line: Line;
  readonly thresholds: readonly Threshold[];
  readonly state: LineState;
  readonly isIncremental: boolean;
  readonly words: {
    readonly place: string;
    readonly value: string;
    readonly differential: string;
    readonly timeOf: (at: number) => string;
    readonly change: (before: number) => string;
  };
}

export function lineMatrix({ line, thresholds, state, isIncremental, words }: LineQuestion): SurveyMatrix | null {
  const surveys = foundSurveys(line.surveys);
  const rows = surveys.map((chosen, i) => stationRows(line, chosen, surveys[i - 1], thresholds, state));
  const newest = rows.at(-1);
  if (!newest) return null;
  return {
    placeTitle: words.place,
    placeUnit: 'm',
    places: newest.map(({ station, name, chainageM }) => ({ key: `s${station}`, name, metres: chainageM })),
    title: isIncremental ? words.differential : words.value,
    unit: isIncremental ? 'mm/m' : 'mm',
    surveys: surveys.map(({ at }, i) => ({
      at,
      name: words.timeOf(at),
      values: (rows[i] ?? []).map(({ value, differential }) => (isIncremental ? differential : value)),
      levels: (rows[i] ?? []).map(({ level }) => (isIncremental ? null : level)),
    })),
  };
}

/** Movement, difference to the station before, and change since the survey before, of one survey. */
export function lineFigures({ line, thresholds, state, words }: LineQuestion, chosen: number): MatrixFigure[] {
  const surveys = foundSurveys(line.surveys);
  const [survey, before] = [surveys[chosen], surveys[chosen - 1]];
  if (!survey) return [];
  const rows = stationRows(line, survey, before, thresholds, state);
  const figures: MatrixFigure[] = [
    {
      key: 'value',
      title: words.value,
      unit: 'mm',
      values: rows.map(({ value }) => value),
      levels: rows.map(({ level }) => level),
    },
    {
      key: 'differential',
      title: words.differential,
      unit: 'mm/m',
      values: rows.map(({ differential }) => differential),
    },
  ];
  if (!before) return figures;
  return [
    ...figures,
    {
      key: 'change',
      title: words.change(before.at),
      unit: 'mm',
      isChange: true,
      values: rows.map(({ change }) => change),
    },
  ];
}
