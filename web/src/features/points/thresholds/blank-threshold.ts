import type { Threshold } from '@plumbline/contract/points/points';

/** A threshold as it begins to be written: none of its levels is set. */
export const blankThreshold = (field: string, method: Threshold['method']): Threshold => ({
  field,
  kind: 'value',
  method,
  levels: [null, null, null, null],
  base: 'value',
  combine: 'and',
  rateLevels: null,
  releaseRatio: 0.95,
  releaseCount: 2,
  consecutive: 1,
  enabled: true,
});
