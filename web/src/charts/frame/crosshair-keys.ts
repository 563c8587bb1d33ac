import type { ChartKind } from './kind.ts';
import { nearest } from './range.ts';
import type { CrosshairState } from './use-crosshair.ts';
import type { Moving } from './use-view.ts';
import type { Zooming } from './use-zooming.ts';

/** Effects of each key on a chart; a key that is none of these is the page's. Pure but for what is called. */
export interface Keyed {
  readonly kind: Pick<ChartKind<never>, 'direction'>;
  /** Where the crosshair stops, ascending: at least one. */
  readonly stops: readonly number[];
  readonly crosshair: Pick<CrosshairState, 'at' | 'cross' | 'onPick'>;
  readonly moving: Pick<Moving, 'view' | 'move'>;
}

/** Does what a key says, and says whether it did. */
export function pressKey(key: string, { kind, stops, crosshair, moving }: Keyed): boolean {
  const last = stops.length - 1;
  if (last < 0) return false;
  const { at, cross, onPick } = crosshair;
  const { view, move } = moving;
  const index = at === null ? last : nearest(stops, at);
  const span = view.to - view.from;
  const [back, on] = kind.direction === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === back) cross(stops[Math.max(0, index - 1)] ?? null);
  else if (key === on) cross(stops[Math.min(last, index + 1)] ?? null);
  else if (key === 'Escape') cross(null);
  else if (key === 'Enter' && at !== null && onPick) onPick(at);
  else if ((key === '+' || key === '-') && move) {
    const by = key === '+' ? span / 4 : -span / 2;
    move({ from: view.from + by, to: view.to - by });
  } else return false;
  return true;
}

const pans: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** + and - enlarge, 0 returns to the whole, Shift with the arrows moves; says whether it was one of these. */
export function pressZoomKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  zooming: Zooming | null,
): boolean {
  const pan = shiftKey ? pans[key] : undefined;
  const acts = { '+': zooming?.closer, '=': zooming?.closer, '-': zooming?.farther, '0': zooming?.whole };
  const act = Object.hasOwn(acts, key) ? acts[key as keyof typeof acts] : undefined;
  if (pan && zooming?.pan) zooming.pan(...pan);
  else if (act) act();
  else return false;
  return true;
}
