import { limits } from '@plumbline/contract/kernel/constants';

/** Returns the clicks that still count at `now` (epoch ms), this one with them, and whether they are more than enough. */
export function countClick(
  before: readonly number[],
  now: number,
): { readonly clicks: readonly number[]; readonly isEnough: boolean } {
  const clicks = [...before.filter((at) => now - at <= limits.professionalWindowMs), now];
  // The next toggle is counted anew.
  return clicks.length > limits.professionalClicks ? { clicks: [], isEnough: true } : { clicks, isEnough: false };
}
