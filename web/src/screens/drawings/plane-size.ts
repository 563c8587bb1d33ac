import type { Drawing } from '@plumbline/contract/site/drawings';
import { axesAt } from '@plumbline/contract/site/drawings.scale';
import { shownVersion } from './shown-version.ts';

/** How large a drawing is in metres, across and up; in its own units where it has no scale. */
export function planeSize(drawing: Drawing): { readonly width: number; readonly height: number } {
  if (!drawing.scale) return shownVersion(drawing);
  const [start, end] = [axesAt(drawing.scale, { x: 0, y: 0 }), axesAt(drawing.scale, { x: 1, y: 1 })];
  return { width: Math.abs(end.across - start.across), height: Math.abs(end.up - start.up) };
}
