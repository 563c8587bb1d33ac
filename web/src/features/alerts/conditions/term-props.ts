import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import type { points } from '@plumbline/contract/points/points';
import type { Reply } from '../../../kernel/queries.ts';

export type PointRows = Reply<typeof points.rows>['rows'];

/** Props of the fields of one term. */
export interface TermProps {
  /** Group and term, from 1: `2.1`. */
  readonly place: string;
  readonly term: ConditionTerm;
  readonly rows: PointRows;
  /** What is wrong, by the name of the setting. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (term: ConditionTerm) => void;
  readonly onRemove: (() => void) | null;
}
