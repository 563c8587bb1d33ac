import type { Point } from '@plumbline/contract/points/points';

/** What every tab is given. `readOnly` = why nothing can be changed here. */
export interface TabProps {
  readonly point: Point;
  readonly readOnly: string | true | undefined;
}
