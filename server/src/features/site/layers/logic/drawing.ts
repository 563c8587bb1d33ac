/**
 * What a file of a layer draws: places, lines and areas in degrees, with names and elevations. Invariant: whatever the file
 * holds, what comes out is numbers within range and plain text; attributes, styles and links stay behind.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';
import { finestM, type Position, type Shape, type ShapeType, thinnedShape, verticesOf } from './shape.ts';

export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly vertices: number;
  readonly linksDropped: number;
  readonly skipped: number;
  /** How far lines were simplified while they were read, so that they found room, m; 0 = not. */
  readonly toleranceM: number;
}
/** How much is read, and how many vertices of it are held. */
export interface Limits {
  readonly features: number;
  readonly verticesRead: number;
  readonly verticesInMemory: number;
}
const fullDetail: Limits = {
  features: layerLimits.features,
  verticesRead: layerLimits.verticesRead,
  verticesInMemory: Number.POSITIVE_INFINITY,
};
/** A position as files hold it, with a height or without. */
export type GivenPosition = readonly unknown[];

/** The map ends where its projection does. */
const maxLatitude = 85;
const nameCharacters = 80;
/** Lines that do not fit even so are no drawing of a site, m. */
const coarsestReadM = 5;

/** Text as it is drawn: one line, without control characters and those that turn the direction of writing. */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).slice(0, 1_000).replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim();
  return text === '' ? null : [...text].slice(0, nameCharacters).join('').trim();
}

/** A height in m; null for what is none on earth. */
export function elevationOf(value: unknown): number | null {
  const height = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof height === 'number' && Number.isFinite(height) && Math.abs(height) <= 12_000 ? height : null;
}

const isSame = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Puts a drawing together, shape by shape, within the limits. Throws layerCoordinates, layerTooDetailed and layerEmpty. */
export class DrawingBuilder {
  readonly #limits: Limits;
  readonly #shapes: Shape[] = [];
  #vertices = 0;
  #inMemory = 0;
  #toleranceM = 0;
  #linksDropped = 0;
  #skipped = 0;

  constructor(limits: Limits = fullDetail) {
    this.#limits = limits;
  }

  dropLink(): void {
    this.#linksDropped += 1;
  }
  skip(): void {
    this.#skipped += 1;
  }

  /** `name` and `elevation` as the file has them; without an elevation, that of a level line counts. */
  add(type: ShapeType, given: readonly (readonly GivenPosition[])[], name: unknown, elevation: unknown): void {
    const lines = given.map((line) => this.#positions(line)).map((line) => (type === 'Polygon' ? closed(line) : line));
    const minimum = { Point: 1, LineString: 2, Polygon: 4 }[type];
    const [outline = [], ...holes] = lines;
    if (outline.length < minimum) {
      this.#skipped += 1;
      return;
    }
    const { features } = this.#limits;
    if (this.#shapes.length >= features) throw new Failure('layerTooDetailed', { fault: 'features', limit: features });
    this.#take({
      type,
      lines: [outline, ...holes.filter((hole) => hole.length >= minimum)],
      name: plainText(name),
      elevationM: elevationOf(elevation) ?? levelOf(given[0] ?? []),
    });
  }

  /** Holds a shape; where there is no room any more, all of them are simplified. Throws layerTooDetailed where that does not help. */
  #take(shape: Shape): void {
    const thin = this.#toleranceM > 0 ? thinnedShape(shape, this.#toleranceM) : shape;
    this.#shapes.push(thin);
    this.#inMemory += verticesOf([thin]);
    while (this.#inMemory > this.#limits.verticesInMemory) {
      this.#toleranceM = this.#toleranceM === 0 ? finestM : this.#toleranceM * 2;
      if (this.#toleranceM > coarsestReadM)
        throw new Failure('layerTooDetailed', { fault: 'vertices', limit: this.#limits.verticesInMemory });
      for (const [i, each] of this.#shapes.entries()) this.#shapes[i] = thinnedShape(each, this.#toleranceM);
      this.#inMemory = verticesOf(this.#shapes);
    }
  }

  finish(): Drawing {
    if (this.#shapes.length === 0) throw new Failure('layerEmpty');
    return {
      shapes: this.#shapes,
      vertices: this.#vertices,
      linksDropped: this.#linksDropped,
      skipped: this.#skipped,
      toleranceM: this.#toleranceM,
    };
  }

  #positions(line: readonly GivenPosition[]): Position[] {
    const positions: Position[] = [];
    for (const [longitude, latitude] of line) {
      const position = checked(longitude, latitude);
      if (isSame(position, positions.at(-1))) continue;
      positions.push(position);
      this.#vertices += 1;
      if (this.#vertices > this.#limits.verticesRead)
        throw new Failure('layerTooDetailed', { fault: 'vertices', limit: this.#limits.verticesRead });
    }
    return positions;
  }
}

function checked(longitude: unknown, latitude: unknown): Position {
  const isPlace =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= maxLatitude;
  if (!isPlace)
    throw new Failure('layerCoordinates', {
      longitude: String(longitude).slice(0, 20),
      latitude: String(latitude).slice(0, 20),
    });
  return [longitude, latitude];
}

const closed = (ring: readonly Position[]): readonly Position[] =>
  ring[0] === undefined || isSame(ring[0], ring.at(-1)) ? ring : [...ring, ring[0]];

/** The height of a line that lies at one height, as contours do; null where it has none, or climbs. */
function levelOf(line: readonly GivenPosition[]): number | null {
  const [first] = line;
  const height = elevationOf(first?.[2]);
  return height !== null && height !== 0 && line.length > 1 && line.every((each) => each[2] === first?.[2])
    ? height
    : null;
}
