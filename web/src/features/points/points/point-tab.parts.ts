import type { Point } from '@plumbline/contract/points/points';

/** Props of every tab. `readOnly` = why nothing can be changed here. */
export interface TabProps {
  readonly point: Point;
  readonly readOnly: string | true | undefined;
}
