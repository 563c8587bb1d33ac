/** What the demonstration draws its structures with: a sheet in metres that comes out as SVG, its parts named by role. Pure. */
import type { DrawingScale } from '@plumbline/contract/site/drawings.scale';

/** Metres across and up. */
export type At = readonly [across: number, up: number];

/** Extent of a sheet, m; how many units a metre is across, and how much more it is up. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly exaggeration?: number;
}
type Anchor = 'start' | 'middle' | 'end';

const widthUnits = 1600;
const fixed = (value: number): string => String(Number(value.toFixed(1)));

export class Sheet {
  readonly #extent: Extent;
  readonly #perMetre: number;
  readonly #parts: string[] = [];
  #patterns = 0;

  constructor(extent: Extent) {
    this.#extent = extent;
    this.#perMetre = widthUnits / (extent.right - extent.left);
  }

  get height(): number {
    const { top, bottom, exaggeration = 1 } = this.#extent;
    return (top - bottom) * this.#perMetre * exaggeration;
  }

  units([across, up]: At): readonly [number, number] {
    const { left, top, exaggeration = 1 } = this.#extent;
    return [(across - left) * this.#perMetre, (top - up) * this.#perMetre * exaggeration];
  }

  /** The corners are what is known of the sheet. */
  get scale(): DrawingScale {
    const { left, right, bottom, top } = this.#extent;
    return { first: { x: 0, y: 1, across: left, up: bottom }, second: { x: 1, y: 0, across: right, up: top } };
  }

  #path(at: readonly At[]): string {
    return at.map((each, i) => `${i === 0 ? 'M' : 'L'}${this.units(each).map(fixed).join(' ')}`).join('');
  }

  area(role: string, at: readonly At[]): this {
    return this.raw(`<path class="${role}" d="${this.#path(at)}z"/>`);
  }

  line(role: string, at: readonly At[]): this {
    return this.raw(`<path class="${role}" d="${this.#path(at)}"/>`);
  }

  /** A curve through its places. */
  curve(role: string, at: readonly At[]): this {
    const points = at.map((each) => this.units(each));
    const pieces = points.map(([x, y], i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before) return `M${fixed(x)} ${fixed(y)}`;
      const [earlier, later] = [points[i - 2] ?? before, after ?? [x, y]];
      const first = [before[0] + (x - earlier[0]) / 6, before[1] + (y - earlier[1]) / 6];
      const second = [x - (later[0] - before[0]) / 6, y - (later[1] - before[1]) / 6];
      return `C${[...first, ...second, x, y].map(fixed).join(' ')}`;
    });
    return this.raw(`<path class="${role}" d="${pieces.join('')}"/>`);
  }

  /** An area of slanting lines. */
  hatched(at: readonly At[], { angle = 45, apart = 12 }: { angle?: number; apart?: number } = {}): this {
    const id = `h${this.#patterns++}`;
    this.raw(
      `<pattern id="${id}" width="${apart}" height="${apart}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><path class="pl-hatch" d="M0 0V${apart}"/></pattern>`,
    );
    return this.raw(`<path d="${this.#path(at)}z" fill="url(#${id})"/>`);
  }

  circle(role: string, at: At, radiusM: number): this {
    const [x, y] = this.units(at);
    return this.raw(
      `<circle class="${role}" cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radiusM * this.#perMetre)}"/>`,
    );
  }

  text(
    at: At,
    words: string,
    { size = 19, anchor = 'middle', role }: { size?: number; anchor?: Anchor; role?: string } = {},
  ): this {
    const [x, y] = this.units(at);
    const style = role ? ` class="${role}"` : '';
    return this.raw(
      `<text${style} x="${fixed(x)}" y="${fixed(y)}" font-size="${size}" text-anchor="${anchor}">${words}</text>`,
    );
  }

  /** A level with its triangle on it. */
  level(at: At, words: string, anchor: Anchor = 'start'): this {
    const [x, y] = this.units(at);
    const aside = anchor === 'start' ? 16 : anchor === 'end' ? -16 : 0;
    return this.raw(
      `<path class="pl-line" d="M${fixed(x - 9)} ${fixed(y - 14)}h18l-9 14z"/><text x="${fixed(x + aside)}" y="${fixed(y - 6)}" font-size="18" text-anchor="${anchor}">${words}</text>`,
    );
  }

  raw(part: string): this {
    this.#parts.push(part);
    return this;
  }

  svg(): Buffer {
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthUnits} ${fixed(this.height)}">`;
    return Buffer.from(`${head}${this.#parts.join('\n')}</svg>\n`);
  }
}

/** A drawing of a structure, and where its points lie on it, m. */
export interface DemoDrawing {
  readonly name: string;
  readonly plane: 'elevation' | 'section' | 'plan' | 'lining';
  readonly draw: () => Sheet;
  readonly places: Readonly<Record<string, At>>;
}

/** Numbers from one to another in so many steps. */
export const evenly = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
