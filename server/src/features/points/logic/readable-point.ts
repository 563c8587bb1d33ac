import type { FamilyCode } from '@plumbline/contract/families';

/** What is known of a point that others may be made of. */
/** What must be known of a point to read it. */
export interface Readable {
  readonly type: number;
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly mainIndex: number;
}
