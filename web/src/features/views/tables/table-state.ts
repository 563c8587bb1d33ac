import { type Axis, axes } from '@plumbline/science/profiles/survey';
import type { GridSort } from '../../../design/data-grid/columns.ts';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';
import { readFirm } from '../profiles/shown-surveys.parts.ts';
import { instantIn, readChoice, type SurveyChoice, writeChoice } from '../surveys/survey-choice.parts.ts';
import { type Layout, layouts } from './survey-matrix.ts';

/** What tables show. Invariant: all of it lies in the address, by the names that the drawings use for the same. */
interface Sorted {
  /** null = as the rows come. */
  readonly sort: GridSort | null;
}

const readSort = (search: URLSearchParams): GridSort | null => {
  const text = search.get('sort');
  if (text === null || text === '') return null;
  return text.startsWith('-') ? { key: text.slice(1), order: 'descend' } : { key: text, order: 'ascend' };
};
const sortText = (sort: GridSort | null): string | null => sort && `${sort.order === 'descend' ? '-' : ''}${sort.key}`;

export interface SurveyTableState extends SurveyChoice, Sorted {
  readonly layout: Layout;
  readonly axis: Axis;
  readonly isIncremental: boolean;
  readonly part: 'deflection' | 'horizontal' | 'vertical';
  /** Of a line: positive upwards. */
  readonly isUpward: boolean;
  /** Of a casing: depth of firm ground, m, as its drawing has it; null = as recorded. */
  readonly firmM: number | null;
  /** Of a section of prisms. */
  readonly station: StationNumber;
}

/** Quantities of a section of prisms. */
export const stationNumbers = ['convergence', 'offset', 'settlement'] as const;
export type StationNumber = (typeof stationNumbers)[number];

const parts = ['deflection', 'horizontal', 'vertical'] as const;
const differential = ['incremental', 'differential'];

export function readSurveyTable(search: URLSearchParams): SurveyTableState {
  return {
    ...readChoice(search),
    sort: readSort(search),
    layout: layouts.find((each) => each === search.get('layout')) ?? 'surveys',
    axis: axes.find((each) => each === search.get('axis')) ?? 'x',
    isIncremental: differential.includes(search.get('measure') ?? ''),
    part: parts.find((each) => each === search.get('part')) ?? 'deflection',
    isUpward: search.get('direction') === 'up',
    firmM: readFirm(search),
    station: stationNumbers.find((each) => each === search.get('of')) ?? 'convergence',
  };
}

export const writeSurveyTable = (search: URLSearchParams, state: SurveyTableState): URLSearchParams =>
  withParameters(writeChoice(search, state), {
    sort: sortText(state.sort),
    layout: state.layout === 'surveys' ? null : state.layout,
    axis: state.axis === 'x' ? null : state.axis,
    measure: state.isIncremental ? (search.get('measure') === 'differential' ? 'differential' : 'incremental') : null,
    part: state.part === 'deflection' ? null : state.part,
    direction: state.isUpward ? 'up' : null,
    firm: state.firmM === null ? null : String(state.firmM),
    of: state.station === 'convergence' ? null : state.station,
  });

export const useTableState = () => useAddressState(readSurveyTable, writeSurveyTable);

/** As read; since the initial values or the baseline; since the reading before; per day. */
export const readingMeasures = ['value', 'cumulative', 'incremental', 'rate'] as const;
export type ReadingMeasure = (typeof readingMeasures)[number];

export interface ReadingTableState extends Sorted {
  readonly measure: ReadingMeasure;
  /** Changes count from the reading nearest to this time, epoch ms; null = from the initial values. */
  readonly baselineAt: number | null;
  /** null = all fields. */
  readonly fields: readonly string[] | null;
}

export function readReadingTable(search: URLSearchParams): ReadingTableState {
  const fields = (search.get('fields') ?? '').split(',').filter((key) => /^\w{1,16}$/.test(key));
  const quantity = search.get('measure') ?? search.get('quantity');
  return {
    sort: readSort(search),
    measure: readingMeasures.find((each) => each === quantity) ?? 'value',
    baselineAt: instantIn(search.get('baseline')),
    fields: fields.length > 0 ? fields : null,
  };
}

export const writeReadingTable = (search: URLSearchParams, state: ReadingTableState): URLSearchParams =>
  withParameters(search, {
    sort: sortText(state.sort),
    measure: state.measure,
    baseline: state.baselineAt === null ? null : new Date(state.baselineAt).toISOString(),
    fields: state.fields === null ? null : state.fields.join(','),
  });

export const useReadingTable = () => useAddressState(readReadingTable, writeReadingTable);
