import type { Point } from '@plumbline/contract/points/points';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';

/** Analyses of a point. Invariant: all of it lies in the address, beside what the data view keeps there. */
export const analyses = ['periods', 'relation', 'distribution'] as const;
export type Analysis = (typeof analyses)[number];
/** With which past a period is compared: the one just before it, or the same dates of the year before. */
export const pasts = ['before', 'lastYear'] as const;
export type Past = (typeof pasts)[number];

export interface AnalysisState {
  readonly analysis: Analysis;
  readonly quantity: 'value' | 'cumulative';
  /** null = the main field. */
  readonly field: string | null;
  readonly past: Past;
  /** The other point of a relation; null = the same one. */
  readonly otherId: number | null;
  /** null = its temperature where it has one, else its main field. */
  readonly otherField: string | null;
  /** How far apart the readings of a pair may be; null = half of the longer collect interval. */
  readonly toleranceSeconds: number | null;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

export const readAnalysis = (search: URLSearchParams): AnalysisState => ({
  analysis: analyses.find((each) => each === search.get('analysis')) ?? 'periods',
  quantity: search.get('quantity') === 'cumulative' ? 'cumulative' : 'value',
  field: search.get('field'),
  past: pasts.find((each) => each === search.get('past')) ?? 'before',
  otherId: wholeNumber(search.get('other')),
  otherField: search.get('otherField'),
  toleranceSeconds: wholeNumber(search.get('tolerance')) || null,
});

export const writeAnalysis = (search: URLSearchParams, state: AnalysisState): URLSearchParams =>
  withParameters(search, {
    analysis: state.analysis === 'periods' ? null : state.analysis,
    quantity: state.quantity === 'value' ? null : state.quantity,
    field: state.field,
    past: state.past === 'before' ? null : state.past,
    other: state.otherId === null ? null : String(state.otherId),
    otherField: state.otherField,
    tolerance: state.toleranceSeconds === null ? null : String(state.toleranceSeconds),
  });

export const useAnalysisState = () => useAddressState(readAnalysis, writeAnalysis);

/** The field that is looked at: the one asked for where the point has it, else its main field. */
export const fieldOf = (
  keys: readonly string[],
  requested: string | null,
  { mainField }: Pick<Point, 'mainField'>,
): string => keys.find((key) => key === requested) ?? keys.find((key) => key === mainField) ?? keys[0] ?? '';

const temperatures = ['temp', 'temperature'];
/** Field that a field is first compared with: a temperature, of the same point another field than itself. */
export const otherFieldOf = (
  keys: readonly string[],
  requested: string | null,
  point: Pick<Point, 'mainField'>,
  except: string | null,
): string => {
  const others = keys.filter((key) => key !== except);
  return (
    others.find((key) => key === requested) ??
    others.find((key) => temperatures.includes(key)) ??
    fieldOf(others, null, point)
  );
};

/** The stretch that a period is compared with, and by how much it is moved to lie under it, ms. The year before has the same dates. */
export function pastOf(
  { from, to }: { readonly from: number; readonly to: number },
  past: Past,
): { readonly from: number; readonly to: number; readonly shiftMs: number } {
  if (past === 'before') return { from: from - (to - from), to: from, shiftMs: to - from };
  const start = new Date(from);
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  const shiftMs = from - start.getTime();
  return { from: from - shiftMs, to: to - shiftMs, shiftMs };
}
