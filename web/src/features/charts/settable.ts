import type { Point } from '@plumbline/contract/points';

/** A point whose settings are shown. `readOnly` = why nothing can be changed. */
export interface Settable {
  readonly point: Point;
  readonly readOnly: string | true | undefined;
}
