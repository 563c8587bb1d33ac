/**
 * A drawing that is made here: lines, areas, words and levels on a sheet in metres, as an SVG in the colours of the theme, and back from
 * one. Pure. Invariant: what is written is read again as it was, to the hundredth of a unit of the sheet.
 */
import type { DrawingScale } from '@plumbline/contract/site/drawings.scale';

/** Metres across and up. */
export type At = readonly [across: number, up: number];
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export const lineRoles = ['line', 'strong', 'thin', 'surface'] as const;
export const areaRoles = [
  'concrete',
  'clay',
  'sand',
  'gravel',
  'fill',
  'core',
  'mud',
  'rock',
  'water',
  'steel',
  'air',
] as const;
export type LineRole = (typeof lineRoles)[number];
export type AreaRole = (typeof areaRoles)[number];

export type Shape =
  | { readonly kind: 'line'; readonly role: LineRole; readonly isDashed: boolean; readonly at: readonly At[] }
  | { readonly kind: 'area'; readonly role: AreaRole; readonly isHatched: boolean; readonly at: readonly At[] }
  | { readonly kind: 'label'; readonly words: string; readonly at: readonly At[] }
  | { readonly kind: 'level'; readonly at: readonly At[] };

export interface Sheet {
  readonly extent: Extent;
  readonly shapes: readonly Shape[];
}

/** Units of the longer side. */
const longerSide = 2_000;
const letters = { label: 26, level: 22 };
const triangle = { half: 9, high: 14 };
/** How soils and what is built are hatched: slanting lines, crossed ones, or dots, by their angle and distance. */
const hatches: Readonly<Record<AreaRole, { readonly angle: number; readonly apart: number; readonly mark: string }>> = {
  concrete: { angle: 45, apart: 16, mark: 'M0 0V16' },
  clay: { angle: 0, apart: 18, mark: 'M0 4H10M8 13H18' },
  sand: { angle: 0, apart: 14, mark: 'M3 3h1.5M10 9h1.5' },
  gravel: { angle: 0, apart: 22, mark: 'M4 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0' },
  fill: { angle: 30, apart: 18, mark: 'M0 0V12' },
  core: { angle: 90, apart: 12, mark: 'M0 0V12' },
  mud: { angle: 0, apart: 20, mark: 'M0 6q5-5 10 0t10 0' },
  rock: { angle: 0, apart: 26, mark: 'M0 0H26M6 0V13M0 13H26M19 13V26' },
  water: { angle: 0, apart: 20, mark: 'M0 5H12M8 14H20' },
  steel: { angle: 135, apart: 8, mark: 'M0 0V8' },
  air: { angle: 45, apart: 30, mark: 'M0 0V6' },
};

export const sizeOf = ({ left, right, bottom, top }: Extent) => {
  const units = longerSide / Math.max(right - left, top - bottom);
  return { width: (right - left) * units, height: (top - bottom) * units, units };
};

/** The corners are what is known of a sheet. */
export const scaleOf = ({ left, right, bottom, top }: Extent): DrawingScale => ({
  first: { x: 0, y: 1, across: left, up: bottom },
  second: { x: 1, y: 0, across: right, up: top },
});

/** Returns the extent of a drawing, by its scale; null = it has none, or runs the other way. */
export function extentOf({ first, second }: DrawingScale): Extent | null {
  const across = (second.across - first.across) / (second.x - first.x);
  const up = (second.up - first.up) / (second.y - first.y);
  const left = first.across - across * first.x;
  const top = first.up - up * first.y;
  return across > 0 && up < 0 ? { left, right: left + across, top, bottom: top + up } : null;
}

/** Metres to units of the sheet, from its upper left. */
export function unitsAt(extent: Extent, [across, up]: At): At {
  const { units } = sizeOf(extent);
  return [(across - extent.left) * units, (extent.top - up) * units];
}
export function metresAt(extent: Extent, [x, y]: At): At {
  const { units } = sizeOf(extent);
  return [extent.left + x / units, extent.top - y / units];
}

const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

export const levelWords = (up: number): string => up.toFixed(2).replace('-', '\u2212');

const pathOf = (extent: Extent, at: readonly At[]): string =>
  `M${at.map((each) => unitsAt(extent, each).map(fixed).join(' ')).join('L')}`;

function partOf(extent: Extent, shape: Shape): string {
  const [first = [0, 0]] = shape.at;
  const [x, y] = unitsAt(extent, first);
  if (shape.kind === 'line')
    return `<path class="pl-${shape.role}${shape.isDashed ? ' pl-dash' : ''}" d="${pathOf(extent, shape.at)}"/>`;
  if (shape.kind === 'area') {
    const path = `${pathOf(extent, shape.at)}z`;
    const hatch = shape.isHatched ? `<path d="${path}" fill="url(#pl-h-${shape.role})"/>` : '';
    return `<path class="pl-${shape.role}" d="${path}"/>${hatch}`;
  }
  if (shape.kind === 'label')
    return `<text class="pl-label" x="${fixed(x)}" y="${fixed(y)}" font-size="${letters.label}" text-anchor="middle">${escaped(shape.words)}</text>`;
  const { half, high } = triangle;
  const mark = `M${fixed(x - half)} ${fixed(y - high)}h${2 * half}l-${half} ${high}z`;
  return `<path class="pl-line pl-level" d="${mark}"/><text class="pl-level" x="${fixed(x + 16)}" y="${fixed(y - 5)}" font-size="${letters.level}">${levelWords(first[1])}</text>`;
}

const patternOf = (role: AreaRole): string => {
  const { angle, apart, mark } = hatches[role];
  const turn = angle === 0 ? '' : ` patternTransform="rotate(${angle})"`;
  return `<pattern id="pl-h-${role}" width="${apart}" height="${apart}" patternUnits="userSpaceOnUse"${turn}><path class="pl-hatch" d="${mark}"/></pattern>`;
};

export function svgOf({ extent, shapes }: Sheet): string {
  const { width, height } = sizeOf(extent);
  const hatched = new Set(shapes.flatMap((each) => (each.kind === 'area' && each.isHatched ? [each.role] : [])));
  const size = `${fixed(width)} ${fixed(height)}`;
  const body = `${[...hatched].map(patternOf).join('')}<g class="pl-sheet">${shapes.map((each) => partOf(extent, each)).join('')}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" width="${fixed(width)}" height="${fixed(height)}">${body}</svg>`;
}

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name],
    );
const attribute = (text: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1] ?? '');

/** Returns the sheet of a drawing; null = the file was not, or something else has changed it. */
export function sheetFrom(svg: string, scale: DrawingScale): Sheet | null {
  const extent = extentOf(scale);
  const [, body] = /<g class="pl-sheet">([\s\S]*)<\/g>\s*<\/svg>\s*$/.exec(svg) ?? [];
  if (!extent || body === undefined || /<(?!\/?(?:path|text)[\s>/])/.test(body)) return null;
  const shapes: Shape[] = [];
  for (const [, name = '', about = '', words = ''] of body.matchAll(/<(path|text)([^>]*?)\/?>([^<]*)/g)) {
    const roles = attribute(about, 'class')
      .split(' ')
      .map((each) => each.replace(/^pl-/, ''));
    if (name === 'text') {
      const at = metresAt(extent, [Number(attribute(about, 'x')), Number(attribute(about, 'y'))]);
      if (roles[0] === 'label') shapes.push({ kind: 'label', words: unescaped(words), at: [at] });
    } else if (!takePath(shapes, extent, roles, about)) return null;
  }
  return { extent, shapes };
}

/** False for a path that was not drawn here. */
function takePath(shapes: Shape[], extent: Extent, roles: readonly string[], about: string): boolean {
  const path = attribute(about, 'd');
  if (roles.includes('level')) {
    const [x = Number.NaN, y = Number.NaN] = (/^M([\d.-]+) ([\d.-]+)/.exec(path) ?? []).slice(1).map(Number);
    shapes.push({ kind: 'level', at: [metresAt(extent, [x + triangle.half, y + triangle.high])] });
    return true;
  }
  const at = path
    .replace(/^M|z$/g, '')
    .split('L')
    .map((each) => metresAt(extent, each.split(' ').map(Number) as unknown as At));
  const last = shapes.at(-1);
  if (roles[0] === '' && last?.kind === 'area' && attribute(about, 'fill').startsWith('url(#pl-h-')) {
    shapes[shapes.length - 1] = { ...last, isHatched: true };
    return true;
  }
  const [line, area] = [lineRoles.find((each) => each === roles[0]), areaRoles.find((each) => each === roles[0])];
  if (at.flat().some((each) => !Number.isFinite(each))) return false;
  if (path.endsWith('z') && area) shapes.push({ kind: 'area', role: area, isHatched: false, at });
  else if (line) shapes.push({ kind: 'line', role: line, isDashed: roles.includes('dash'), at });
  else return false;
  return true;
}

/** Most shapes of a sheet. */
export const maxShapes = 2_000;

export const withShape = (sheet: Sheet, index: number, shape: Shape): Sheet => ({
  ...sheet,
  shapes: sheet.shapes.map((each, i) => (i === index ? shape : each)),
});
export const withVertex = (shape: Shape, vertex: number, to: At): Shape => ({
  ...shape,
  at: shape.at.map((each, i) => (i === vertex ? to : each)),
});
export const movedBy = (shape: Shape, across: number, up: number): Shape => ({
  ...shape,
  at: shape.at.map(([x, y]) => [x + across, y + up] as const),
});

/** To the step of a grid that reads well: a two-hundredth of what the sheet shows, as 1, 2 or 5 times a power of ten. */
export function gridOf({ left, right, bottom, top }: Extent): number {
  const rough = Math.max(right - left, top - bottom) / 400;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
}
export const snapped = (grid: number, [across, up]: At): At => [
  Number((Math.round(across / grid) * grid).toFixed(6)),
  Number((Math.round(up / grid) * grid).toFixed(6)),
];
