/**
 * Colours for drawings that name roles in place of colours (`class="pl-water"`). Pure. Invariant: none is the colour of a
 * level, so that a mark is not mistaken for a part of the drawing.
 */
import type { Tokens } from '../../../design/tokens.ts';

/** Areas: what they are filled with, and their edge. */
const areas = {
  water: ['map-water', 'map-shore'],
  clay: ['soil-clay', 'map-label'],
  fill: ['soil-fill', 'map-label'],
  core: ['soil-silt', 'map-label'],
  sand: ['soil-sand', 'map-label'],
  gravel: ['soil-gravel', 'map-label'],
  mud: ['soil-organic', 'map-label'],
  rock: ['soil-rock', 'map-label'],
  concrete: ['map-road2', 'text-3'],
  steel: ['text-3', 'text-2'],
  air: ['bg-pane', 'map-label'],
} as const satisfies Record<string, readonly [keyof Tokens, keyof Tokens]>;

/** Lines without an area: their colour and width. */
const lines = {
  line: ['text-3', 1.6],
  strong: ['text-2', 3],
  thin: ['map-label', 1],
  surface: ['map-label-water', 2],
} as const satisfies Record<string, readonly [keyof Tokens, number]>;

/** The style sheet of a drawing in a theme. */
export function roleSheet(tokens: Tokens): string {
  const ofAreas = Object.entries(areas).map(
    ([role, [fill, edge]]) => `.pl-${role}{fill:${tokens[fill]};stroke:${tokens[edge]};stroke-width:1.2}`,
  );
  const ofLines = Object.entries(lines).map(
    ([role, [stroke, width]]) => `.pl-${role}{fill:none;stroke:${tokens[stroke]};stroke-width:${width}}`,
  );
  return [
    ...ofAreas,
    ...ofLines,
    '.pl-dash{stroke-dasharray:10 7}',
    '.pl-bare{stroke:none}',
    `.pl-hatch{fill:none;stroke:${tokens['map-label']};stroke-width:0.8;opacity:0.55}`,
    `text{font-family:Inter,"Noto Sans SC",Arial,sans-serif;fill:${tokens['text-3']};stroke:none}`,
  ].join('');
}

/** The drawing in a theme: the sheet stands before all others, which may say otherwise. */
export const themed = (svg: string, tokens: Tokens): string =>
  svg.replace(/^<svg[^>]*>/, (head) => `${head}<style>${roleSheet(tokens)}</style>`);
