/**
 * Colours for drawings that name roles in place of colours (`class="pl-water"`), on screen and on paper. Pure. Invariant: none
 * is the colour of a level, so that a mark is not mistaken for a part of the drawing.
 */
import { inlinedStyles } from './inlined-styles.ts';

/** Areas: the colours that they are filled with and edged with. */
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
} as const;

/** Lines without an area: their colour and width. */
const lines = {
  line: ['text-3', 1.6],
  strong: ['text-2', 3],
  thin: ['map-label', 1],
  surface: ['map-label-water', 2],
} as const;

/** Colours that drawings take of a theme, by their names there. */
export type DrawingColours = Readonly<
  Record<(typeof areas)[keyof typeof areas][number] | (typeof lines)[keyof typeof lines][0], string>
>;

/** Colours of drawings on paper, which are those of the white theme. */
export const paperColours = {
  'map-water': '#E3EAEE',
  'map-shore': '#BCCAD3',
  'map-label': '#626D75',
  'map-label-water': '#7D93A1',
  'map-road2': '#D2D7DA',
  'text-2': '#4C565D',
  'text-3': '#5F6A72',
  'bg-pane': '#FFFFFF',
  'soil-fill': '#E7E1D8',
  'soil-organic': '#DADCCF',
  'soil-clay': '#F0DDCB',
  'soil-silt': '#F0EBD0',
  'soil-sand': '#F8EDBF',
  'soil-gravel': '#E9E6DA',
  'soil-rock': '#D9DFE5',
} as const satisfies DrawingColours;

/** The style sheet of a drawing in a theme. */
export function roleSheet(colours: DrawingColours): string {
  const ofAreas = Object.entries(areas).map(
    ([role, [fill, edge]]) => `.pl-${role}{fill:${colours[fill]};stroke:${colours[edge]};stroke-width:1.2}`,
  );
  const ofLines = Object.entries(lines).map(
    ([role, [stroke, width]]) => `.pl-${role}{fill:none;stroke:${colours[stroke]};stroke-width:${width}}`,
  );
  return [
    ...ofAreas,
    ...ofLines,
    '.pl-dash{stroke-dasharray:10 7}',
    '.pl-bare{stroke:none}',
    `.pl-hatch{fill:none;stroke:${colours['map-label']};stroke-width:0.8;opacity:0.55}`,
    `text{font-family:Inter,"Noto Sans SC",Arial,sans-serif;fill:${colours['text-3']};stroke:none}`,
  ].join('');
}

/** The drawing in a theme: the sheet stands before all others, which may say otherwise. */
export const themed = (svg: string, colours: DrawingColours): string =>
  svg.replace(/^<svg[^>]*>/, (head) => `${head}<style>${roleSheet(colours)}</style>`);

const namesRoles = /\sclass="(?:[^"]*\s)?pl-/;

/**
 * The drawing as reports show it: coloured as on the screen, where it names roles, and with its style sheets written into its
 * elements, for not all that prints reads sheets.
 */
export const onPaper = (svg: string): string => inlinedStyles(namesRoles.test(svg) ? themed(svg, paperColours) : svg);
