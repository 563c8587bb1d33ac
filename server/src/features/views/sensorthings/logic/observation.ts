/** An observation: a field of a reading, its key, and what filters and orders read of it. Pure. */
import type { Bound } from '@plumbline/science/odata/bound';
import { type Evaluate, evaluator, type Reader } from '@plumbline/science/odata/evaluate';
import { type Quality, qualityOf } from '@plumbline/science/quality/flags';
import { idPartsOf } from './model.ts';

export interface StreamKey {
  readonly pointId: number;
  readonly field: string;
}
export interface ObservationKey extends StreamKey {
  /** Epoch ms. */
  readonly at: number;
}

/** One field of a reading as it is shown: corrected, with the flag of what is stored. */
export interface Observation extends ObservationKey {
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly result: number | null;
  /** As it was stored, where a correction changed it. */
  readonly stored: number | null;
  /** quality + 16 * tests. */
  readonly flag: number;
  readonly deviceId: number | null;
  readonly changeId: number | null;
}

export function observationKeyOf(id: string): ObservationKey | null {
  const parts = idPartsOf('Observations', id);
  return parts && { pointId: parts[0] as number, field: parts[1] as string, at: parts[2] as number };
}

export const observationIdOf = ({ pointId, field, at }: ObservationKey): string => `${pointId}-${field}-${at}`;

export const qualityWords: Readonly<Record<Quality, string>> = {
  1: 'pass',
  2: 'notEvaluated',
  3: 'suspect',
  4: 'fail',
  9: 'missing',
};

const reader: Reader<Observation> = {
  properties: {
    phenomenonTime: ({ at }) => at,
    resultTime: ({ receivedAt }) => receivedAt,
    result: ({ result }) => result,
    'resultQuality/quality': ({ flag }) => qualityWords[qualityOf(flag)] ?? null,
    'parameters/deviceId': ({ deviceId }) => deviceId,
    'parameters/changeId': ({ changeId }) => changeId,
    'parameters/stored': ({ stored }) => stored,
  },
  keyOf: observationIdOf,
};

/** A filter, or a value in it, as a function of an observation: the same results as the SQL of sensorthings.filter.table.ts. */
export const observationEvaluator = (bound: Bound, nowMs: number): Evaluate<Observation> =>
  evaluator(bound, reader, nowMs);
