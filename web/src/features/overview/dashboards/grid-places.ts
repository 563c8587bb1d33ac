/**
 * Where panels lie on the grid of a dashboard. Invariant: no two panels lie on each other, whatever is moved or made larger; what
 * would lie under the moved one is pushed down.
 */
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const { columns, rows } = dashboardLimits;
const maxHeight = 30;
const between = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

const overlaps = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** A place inside of the grid. */
export function insideGrid({ x, y, w, h }: Place): Place {
  const width = between(w, 1, columns);
  return { x: between(x, 0, columns - width), y: between(y, 0, rows), w: width, h: between(h, 1, maxHeight) };
}

/** The panels with one of them at another place; those in its way lie below it. */
export function withPlace(panels: readonly Panel[], id: string, place: Place): Panel[] {
  const moved = panels.find((panel) => panel.id === id);
  if (!moved) return [...panels];
  const first = { ...moved, ...insideGrid(place) };
  const settled: Panel[] = [first];
  const others = panels.filter((panel) => panel.id !== id).sort((a, b) => a.y - b.y || a.x - b.x);
  for (const panel of others) {
    let { y } = panel;
    // Each turn goes below one of those that are settled: it ends.
    for (;;) {
      const inWay = settled.find((each) => overlaps({ ...panel, y }, each));
      if (!inWay) break;
      y = inWay.y + inWay.h;
    }
    settled.push({ ...panel, y });
  }
  const byId = new Map(settled.map((panel) => [panel.id, panel]));
  return panels.flatMap((panel) => byId.get(panel.id) ?? []);
}

/** Under everything, at the left. */
export const belowAll = (panels: readonly Panel[]): number => Math.max(0, ...panels.map(({ y, h }) => y + h));

/** In reading order: from above, then from the left. */
export const inOrder = (panels: readonly Panel[]): Panel[] => [...panels].sort((a, b) => a.y - b.y || a.x - b.x);

/** Returns the place after an arrow key: alone they move it, with Shift they change its size. null = another key. */
export function placeByKey(place: Place, key: string, isSize: boolean): Place | null {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const step = steps[key];
  if (!step) return null;
  const [dx, dy] = step;
  const { x, y, w, h } = place;
  return insideGrid(isSize ? { x, y, w: Math.min(w + dx, columns - x), h: h + dy } : { x: x + dx, y: y + dy, w, h });
}

/** An id that no panel has yet. */
export function freeId(panels: readonly Panel[]): string {
  const used = new Set(panels.map(({ id }) => id));
  for (let n = panels.length + 1; ; n++) if (!used.has(`p${n}`)) return `p${n}`;
}

/**
 * Panels in screens of at most so many rows, each from its own first row on, without the rows that nobody needs: what lies
 * together stays together as far as it fits.
 */
export function screensOf(panels: readonly Panel[], maxRows: number): Panel[][] {
  const screens: Panel[][] = [];
  let [screen, top]: [Panel[], number] = [[], 0];
  for (const panel of inOrder(panels)) {
    const first = screen.length === 0;
    if (first) top = panel.y;
    else if (panel.y + panel.h - top > maxRows) {
      screens.push(screen);
      [screen, top] = [[], panel.y];
    }
    screen.push({ ...panel, y: panel.y - top, h: Math.min(panel.h, maxRows) });
  }
  if (screen.length > 0) screens.push(screen);
  return screens;
}
