/** Surveys of a chain as a matrix: what its own view draws, by joint and time. Pure. */
import type { Threshold } from '@plumbline/contract/points/points';
import type { Casing, ChainDrawing, ChainForm } from '@plumbline/contract/views/profiles';
import { type Axis, type Column, profileOf, resultantOf } from '@plumbline/science/profiles/survey';
import { isJudged, levelAt, lineValues, panelValues, type Shown } from '../profiles/shown-surveys.parts.ts';
import { changesOf, type MatrixFigure, type SurveyMatrix } from './survey-matrix.ts';

/** Numbers of a joint. */
export interface ChainNumber {
  readonly axis: Axis;
  /** What each segment adds, or the difference along it. */
  readonly isIncremental: boolean;
  readonly part: 'deflection' | 'horizontal' | 'vertical';
}

/** Words that a table of a chain needs, in the reader's language. */
export interface ChainWords {
  readonly place: (form: ChainForm) => string;
  readonly number: (form: ChainForm, number: ChainNumber, drawing: ChainDrawing) => string;
  readonly change: (before: number) => string;
  readonly timeOf: (at: number) => string;
}

/** Forms in which each segment has a number of its own. */
const hasIncrements: readonly ChainForm[] = ['vertical', 'horizontal'];

/** Every number that a form has. */
export function numbersOf(form: ChainForm): ChainNumber[] {
  const usual: ChainNumber = { axis: 'x', isIncremental: false, part: 'deflection' };
  if (form === 'panel') return (['deflection', 'horizontal', 'vertical'] as const).map((part) => ({ ...usual, part }));
  const axes: readonly Axis[] = form === 'horizontal' ? ['x'] : ['x', 'y', 'resultant'];
  const increments = hasIncrements.includes(form) ? [false, true] : [false];
  return increments.flatMap((isIncremental) => axes.map((axis) => ({ ...usual, axis, isIncremental })));
}

/** The number that a form shows of what was asked: what it has not is left out. */
export const numberOf = (form: ChainForm, { axis, isIncremental, part }: ChainNumber): ChainNumber => ({
  axis: form === 'horizontal' || form === 'panel' ? 'x' : axis,
  isIncremental: isIncremental && hasIncrements.includes(form),
  part: form === 'panel' ? part : 'deflection',
});

export const unitOf = (form: ChainForm, { isIncremental }: ChainNumber): string =>
  form === 'horizontal' && isIncremental ? 'mm/m' : 'mm';

/** One number of each joint, as the view of the form draws it. */
export function valuesOf(casingSurvey: Shown, number: ChainNumber, drawing: ChainDrawing): Column {
  const { survey, casing } = casingSurvey;
  const { axis, isIncremental, part } = number;
  switch (casing.form) {
    case 'vertical':
      return profileOf(survey, axis, isIncremental ? 'incremental' : 'cumulative', casing.fixedEnd);
    case 'horizontal':
      return lineValues(casingSurvey, isIncremental ? 'differential' : 'settlement', drawing.settlementSign);
    case 'panel':
      return panelValues(casingSurvey, part);
    case 'ring':
    case 'arc':
      return axis === 'resultant' ? resultantOf(survey.x, survey.y) : survey[axis];
    default:
      return casing.form satisfies never;
  }
}

/** The level of each joint by the limits on the farthest one and its own, where what is shown is what they watch. */
function levelsOf(
  { survey, casing }: Shown,
  number: ChainNumber,
  thresholds: readonly Threshold[],
  { baselineAt, firmM }: Pick<ChainQuestion, 'baselineAt' | 'firmM'>,
): (number | null)[] {
  const { axis, isIncremental, part } = number;
  const measure = isIncremental ? 'incremental' : 'cumulative';
  const judged = part === 'deflection' && isJudged({ axis, measure, baselineAt, firmM }) && axis;
  if (judged !== 'x' && judged !== 'y') return survey.x.map(() => null);
  return survey[judged].map((value, joint) => levelAt(thresholds, judged, value, joint, casing));
}

/** Where the joints of a chain are, m; null where they are only numbered. */
function metresOf({ form, depthsM, elevationsM, chainagesM }: Casing): (number | null)[] {
  if (form === 'vertical') return [...depthsM];
  if (form === 'panel' && elevationsM.length === chainagesM.length) return [...elevationsM];
  return form === 'ring' || form === 'arc' ? chainagesM.map(() => null) : [...chainagesM];
}
const keyOf = (metres: number | null, joint: number): string => (metres === null ? `#${joint}` : metres.toFixed(4));

/** The joints of all chains that the surveys were measured with, in the order of the newest one. */
function placesOf(surveys: readonly Shown[]) {
  const places = new Map<string, { key: string; name: string; metres: number | null }>();
  for (const { casing } of surveys.toReversed())
    for (const [joint, metres] of metresOf(casing).entries()) {
      const key = keyOf(metres, joint);
      if (!places.has(key)) places.set(key, { key, name: metres === null ? String(joint) : '', metres });
    }
  return [...places.values()];
}

/** A column of a survey laid to the places of the matrix. */
function laid<T>(places: SurveyMatrix['places'], { casing }: Shown, column: readonly (T | null)[]): (T | null)[] {
  const byKey = new Map(metresOf(casing).map((metres, joint) => [keyOf(metres, joint), column[joint] ?? null]));
  return places.map(({ key }) => byKey.get(key) ?? null);
}

interface ChainQuestion {
  readonly surveys: readonly Shown[];
  readonly drawing: ChainDrawing;
  readonly thresholds: readonly Threshold[];
  readonly baselineAt: number | null;
  /** The surveys are without the bias that the ground below shows, m; null = as recorded. */
  readonly firmM: number | null;
  readonly words: ChainWords;
}

export function chainMatrix(question: ChainQuestion, form: ChainForm, chainNumber: ChainNumber): SurveyMatrix {
  const { surveys, drawing, thresholds, words } = question;
  const number = numberOf(form, chainNumber);
  const places = placesOf(surveys);
  return {
    placeTitle: words.place(form),
    placeUnit: form === 'ring' || form === 'arc' ? '' : 'm',
    places,
    title: words.number(form, number, drawing),
    unit: unitOf(form, number),
    surveys: surveys.map((survey) => ({
      at: survey.at,
      name: words.timeOf(survey.at),
      values: laid(places, survey, valuesOf(survey, number, drawing)),
      levels: laid(places, survey, levelsOf(survey, number, thresholds, question)),
    })),
  };
}

/** All numbers of one survey, and the change of the first since the survey before. */
export function chainFigures(question: ChainQuestion, form: ChainForm, chosen: number): MatrixFigure[] {
  const { surveys, drawing, thresholds, words } = question;
  const [current, before] = [surveys[chosen], surveys[chosen - 1]];
  if (!current) return [];
  const places = placesOf(surveys);
  const figures = numbersOf(form).map(
    (number, i): MatrixFigure => ({
      key: `number-${i}`,
      title: words.number(form, number, drawing),
      unit: unitOf(form, number),
      values: laid(places, current, valuesOf(current, number, drawing)),
      levels: laid(places, current, levelsOf(current, number, thresholds, question)),
    }),
  );
  const [main] = numbersOf(form);
  if (!before || !main) return figures;
  const [now, then] = [current, before].map((each) => laid(places, each, valuesOf(each, main, drawing)));
  return [
    ...figures,
    { key: 'change', title: words.change(before.at), unit: 'mm', isChange: true, values: changesOf(now ?? [], then) },
  ];
}
