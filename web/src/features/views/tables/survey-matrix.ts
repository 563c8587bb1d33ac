/**
 * Surveys of a chain or a line as numbers by place and time, and the three tables made of them: surveys in rows, places in
 * rows, one survey with all that is known of it. Pure; the numbers are those of the drawings.
 */

import type { GridColumn, NumberColumn } from '../../../design/data-grid/columns.ts';
import { formatNumber } from '../../../kernel/format.ts';

/** How surveys and places lie in the table. */
export const layouts = ['surveys', 'places', 'one'] as const;
export type Layout = (typeof layouts)[number];

export interface MatrixSurvey {
  /** Epoch ms. */
  readonly at: number;
  /** How the survey is called at the head of a column. */
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Of each value; null = not judged. */
  readonly levels: readonly (number | null)[];
}

/** A further number of every place in one survey. */
export interface MatrixFigure {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly isChange?: boolean;
  /** Decimals; those of millimetres unless told. */
  readonly precision?: number;
  readonly values: readonly (number | null)[];
  readonly levels?: readonly (number | null)[];
}

export interface SurveyMatrix {
  /** What a place is told by: depth, distance, a name. */
  readonly placeTitle: string;
  readonly placeUnit: string;
  readonly places: readonly { readonly key: string; readonly name: string; readonly metres: number | null }[];
  /** What the numbers are. */
  readonly title: string;
  readonly unit: string;
  /** Oldest first. */
  readonly surveys: readonly MatrixSurvey[];
}

const timeColumnPx = 156;
const numberColumnPx = 92;
const precision = 3;
/** Padding of a cell, and the mark of a level with its gap. */
const [paddingPx, markPx] = [26, 22];
const digitPx = 8;

/**
 * A column as wide as the name at its head, as far as that goes (joints of one array differ in their last letters), and as wide as
 * its longest number in any case: a number that is cut is another number.
 */
function widthOf(name: string, { values, levels }: Pick<MatrixSurvey, 'values' | 'levels'>): number {
  const longest = Math.max(0, ...values.map((value) => formatNumber(value, precision).length));
  const isMarked = levels.some((level) => level !== null);
  const numberPx = paddingPx + (isMarked ? markPx : 0) + digitPx * longest;
  return Math.max(numberColumnPx, Math.min(220, 28 + 7 * name.length), numberPx);
}

const timeColumn = (title: string, surveys: readonly MatrixSurvey[]): GridColumn => ({
  kind: 'time',
  key: 'at',
  title,
  unit: '',
  widthPx: timeColumnPx,
  values: surveys.map(({ at }) => at),
});

/** Where each place is: as a number where that says it all, else by its name and, if known, its distance. */
function placeColumns({ places, placeTitle, placeUnit }: SurveyMatrix): GridColumn[] {
  const metres = places.map((place) => place.metres);
  const isNamed = places.some(({ name, metres: m }) => name !== '' && name !== String(m));
  const byName: GridColumn = {
    kind: 'text',
    key: 'place',
    title: placeTitle,
    unit: '',
    widthPx: 120,
    values: places.map(({ name }) => name),
  };
  const byMetres: GridColumn = {
    kind: 'number',
    key: 'metres',
    title: isNamed ? '' : placeTitle,
    unit: placeUnit,
    precision: 2,
    widthPx: numberColumnPx,
    values: metres,
  };
  if (!isNamed) return [byMetres];
  return metres.some((each) => each !== null) ? [byName, byMetres] : [byName];
}

/** Surveys in rows, a column for each place. */
export function surveyRows(matrix: SurveyMatrix, timeTitle: string): GridColumn[] {
  const { surveys, places, unit, placeUnit } = matrix;
  return [
    timeColumn(timeTitle, surveys),
    ...places.map(({ key, name, metres }, i): NumberColumn => {
      const column = {
        values: surveys.map(({ values }) => values[i] ?? null),
        levels: surveys.map(({ levels }) => levels[i] ?? null),
      };
      return {
        kind: 'number',
        key,
        title: name === '' ? `${metres?.toFixed(2)} ${placeUnit}` : name,
        unit,
        isUnitHidden: true,
        precision,
        widthPx: widthOf(name, column),
        ...column,
      };
    }),
  ];
}

/** Places in rows, a column for each survey. */
export function placeRows(matrix: SurveyMatrix): GridColumn[] {
  return [
    ...placeColumns(matrix),
    ...matrix.surveys.map(
      ({ at, name, values, levels }): NumberColumn => ({
        kind: 'number',
        key: String(at),
        title: name,
        unit: matrix.unit,
        isUnitHidden: true,
        precision,
        widthPx: Math.max(128, widthOf('', { values, levels })),
        values,
        levels,
      }),
    ),
  ];
}

/** Places in rows, all figures of one survey as columns. */
export const figureRows = (matrix: SurveyMatrix, figures: readonly MatrixFigure[]): GridColumn[] => [
  ...placeColumns(matrix),
  ...figures.map(
    ({ key, title, unit, isChange = false, precision: decimals = precision, values, levels }): NumberColumn => ({
      kind: 'number',
      key,
      title,
      unit,
      isChange,
      precision: decimals,
      widthPx: 132,
      values,
      ...(levels && { levels }),
    }),
  ),
];

/** How many columns stay in sight. */
export const frozenOf = (matrix: SurveyMatrix, layout: Layout): number =>
  layout === 'surveys' ? 1 : placeColumns(matrix).length;

/** Where numbers of two surveys differ, now less before; null where one is missing. */
export const changesOf = (
  now: readonly (number | null)[],
  before: readonly (number | null)[] | undefined,
): (number | null)[] =>
  now.map((value, i) => {
    const then = before?.[i] ?? null;
    return value === null || then === null ? null : value - then;
  });
