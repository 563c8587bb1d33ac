import { useSyncExternalStore } from 'react';

/** Of the window: what belongs to a line, its curve over time and its table, begins in the same view. */
const share = 0.26;
const minPx = 220;
const maxPx = 480;

function onResize(act: () => void): () => void {
  window.addEventListener('resize', act);
  return () => window.removeEventListener('resize', act);
}
const heightNow = (): number => Math.min(maxPx, Math.max(minPx, Math.round(window.innerHeight * share)));

/** The height of the drawing of a line that lies over the whole width, px. */
export const useLineHeight = (): number => useSyncExternalStore(onResize, heightNow);
