import { limits } from '@plumbline/contract/kernel/constants';

/** Which of the open alerts the board of the home page shows, page after page. Pure. */
const { rows: rowCount } = limits.scrollBoard;

/**
 * Red alerts stay; the others take turns in the rows that are left. Where Red fills the board, its last row is left for
 * turning, so that every alert is seen. `start` = how far the turning has come; no row is shown on two pages.
 */
export function boardRows<T extends { readonly level: number }>(
  alerts: readonly T[],
  start: number,
  moves: boolean,
): {
  readonly shown: readonly T[];
  readonly pinned: number;
  readonly from: number;
  readonly to: number;
  readonly next: number;
} {
  if (!moves) return { shown: alerts, pinned: 0, from: 1, to: alerts.length, next: 0 };
  const pinned = Math.min(alerts.filter(({ level }) => level === 4).length, rowCount - 1);
  const rows = rowCount - pinned;
  const turning = alerts.length - pinned;
  const at = start < turning ? start : 0;
  const page = alerts.slice(pinned + at, pinned + at + rows);
  return {
    shown: [...alerts.slice(0, pinned), ...page],
    pinned,
    from: pinned + at + 1,
    to: pinned + at + page.length,
    next: at + rows >= turning ? 0 : at + rows,
  };
}
