import { limits } from '@plumbline/contract/kernel/constants';

/** The sidebar is 200 px at least and a third of the screen at most (specification 2). */
export const clampWidth = (widthPx: number, screenPx: number): number =>
  Math.round(Math.max(limits.sidebarMinPx, Math.min(widthPx, Math.max(limits.sidebarMinPx, screenPx / 3))));
