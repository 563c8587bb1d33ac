import type { Range } from '../../frame/range.ts';
import { extentOf, scaleOf } from '../../frame/scale.ts';
import type { ScatterContent } from './shapes.ts';

/** The stretch of x that holds every pair, with round ends. */
export function wholeRange({ pairs }: Pick<ScatterContent, 'pairs'>): Range {
  const { min, max } = scaleOf(...extentOf(pairs.map(({ x }) => x)), 5);
  return { from: min, to: max };
}
