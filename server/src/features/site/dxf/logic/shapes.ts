/**
 * What a DXF in text form draws in its model: lines, areas and words, one after the other as they are read, with the blocks that
 * it inserts. Invariant: blocks are counted before they are unfolded, and no part of a file is held that is larger than a block,
 * so that neither a large file nor a few lines of one can become more than a process bears.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Block, blocksOf, type Entity, entitiesOf, lineOf, moved, type Pair, unfold } from './library.ts';
import { type Tag, tagsOf } from './tags.ts';

export interface DxfShape {
  readonly type: 'line' | 'area' | 'text';
  readonly line: readonly Pair[];
  /** Of a text. */
  readonly words: string;
  /** Of a text: how high its letters are, in units of the file; 0 = not known. */
  readonly letterHeight: number;
  /** The height that all vertices have, as those of contours do. */
  readonly level: number | null;
  readonly layer: string;
}
export interface DxfTaker {
  /** Called once, before the first shape: metres of a unit; null = the file does not say its unit. */
  readonly begin: (unitM: number | null) => void;
  readonly take: (shape: DxfShape) => void;
  /** What has no place, or cannot be drawn. */
  readonly skip: () => void;
}

/** Entities of a file, with what its blocks unfold to. */
export const maxEntities = 400_000;
/** Pairs of one entity, and of all blocks together: what is held at once. */
const maxEntityTags = 2_000_000;
const maxBlockTags = 3_000_000;
/** Blocks in blocks: more than this many deep is a circle, or nothing that anybody drew. */
const maxDepth = 16;
/** Metres of a unit by its number in $INSUNITS (DXF Reference, HEADER section). */
const unitsM: Readonly<Record<number, number>> = {
  1: 0.0254,
  2: 0.3048,
  4: 0.001,
  5: 0.01,
  6: 1,
  7: 1_000,
  10: 0.9144,
  14: 0.1,
};

const damaged = () => new Failure('fileDamaged', { fault: 'dxf' });
const tooDetailed = () => new Failure('layerTooDetailed', { fault: 'features', limit: maxEntities });

/** Throws fileDamaged and layerTooDetailed, and what the taker throws. */
export function readShapes(chunks: Iterable<Uint8Array>, taker: DxfTaker): void {
  const reading = new Reading(taker);
  for (const tag of tagsOf(chunks)) reading.next(tag);
  reading.end();
}

/** What the library stumbles over is a damaged file. */
function stumbling<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw damaged();
  }
}

class Reading {
  readonly #taker: DxfTaker;
  /** The section that is open; '' = its name comes next; null = none is. */
  #section: string | null = null;
  #isThere = false;
  #variable: string | number = '';
  #unitM: number | null = null;
  #group: Tag[] = [];
  #blockTags = 0;
  readonly #blocks: Block[] = [];
  #model: Model | null = null;

  constructor(taker: DxfTaker) {
    this.#taker = taker;
  }

  next(tag: Tag): void {
    const [code, value] = tag;
    if (code === 0 && value === 'SECTION') this.#section = '';
    else if (code === 0 && value === 'ENDSEC') this.#endSection();
    else if (this.#section === '') this.#section = String(value).trim();
    else if (this.#section === 'HEADER') this.#header(tag);
    else if (this.#section === 'BLOCKS') this.#block(tag);
    else if (this.#section === 'ENTITIES') this.#entity(tag);
  }

  /** Throws fileDamaged where the file ends within a section, or has no entities at all. */
  end(): void {
    if (this.#section !== null || !this.#isThere) throw damaged();
  }

  #header([code, value]: Tag): void {
    if (code === 9) this.#variable = String(value).trim();
    else if (this.#variable === '$INSUNITS' && code === 70) this.#unitM = unitsM[Number(value)] ?? null;
  }

  #block(tag: Tag): void {
    if (++this.#blockTags > maxBlockTags) throw tooDetailed();
    this.#group.push(tag);
    if (tag[0] !== 0 || tag[1] !== 'ENDBLK') return;
    for (const each of stumbling(() => blocksOf(this.#group))) this.#blocks.push(each);
    this.#group = [];
  }

  /** A polyline is followed by its vertices, and ends with them. */
  #entity(tag: Tag): void {
    const [code, value] = tag;
    const isPart = this.#group[0]?.[1] === 'POLYLINE' && (value === 'VERTEX' || value === 'SEQEND');
    if (code === 0 && !isPart) this.#flush();
    this.#group.push(tag);
    if (this.#group.length > maxEntityTags) throw tooDetailed();
  }

  #flush(): void {
    const group = this.#group;
    this.#group = [];
    if (group.length === 0) return;
    if (!this.#model) {
      this.#model = new Model(this.#blocks);
      this.#taker.begin(this.#unitM);
    }
    for (const entity of stumbling(() => entitiesOf(group)))
      for (const each of stumbling(() => (this.#model as Model).unfolded(entity))) this.#take(each);
  }

  #endSection(): void {
    if (this.#section === 'ENTITIES') {
      this.#flush();
      this.#isThere = true;
    }
    this.#group = [];
    this.#section = null;
  }

  #take(entity: Entity): void {
    const shape = stumbling(() => shapeOf(entity));
    if (shape) this.#taker.take(shape);
    else this.#taker.skip();
  }
}

/** The blocks of a file, and how many entities each becomes. */
class Model {
  readonly #blocks: readonly Block[];
  readonly #byName: ReadonlyMap<string, readonly Entity[]>;
  readonly #known = new Map<string, number>();
  #count = 0;

  constructor(blocks: readonly Block[]) {
    const names = new Set(blocks.map(({ name }) => name));
    this.#blocks = blocks.map((block) => ({
      ...block,
      entities: block.entities.filter(
        ({ type, block: inner = '', paperSpace }) => !paperSpace && (type !== 'INSERT' || names.has(inner)),
      ),
    }));
    this.#byName = new Map(this.#blocks.map((block) => [block.name, block.entities]));
  }

  /** What an entity of the model becomes; nothing where it lies on paper or inserts a block that is not there. Throws layerTooDetailed. */
  unfolded(entity: Entity): readonly Entity[] {
    const { type, block = '', paperSpace } = entity;
    if (paperSpace || (type === 'INSERT' && !this.#byName.has(block))) return [];
    this.#count += this.#countOf([entity], 0);
    if (!(this.#count <= maxEntities)) throw tooDetailed();
    return type === 'INSERT' ? unfold({ blocks: this.#blocks, entities: [entity] }) : [entity];
  }

  /** A block that holds itself counts for ever, and so is refused. */
  #countOf(list: readonly Entity[], depth: number): number {
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    return list.reduce((sum, { type, block = '', rowCount = 1, columnCount = 1 }) => {
      if (type !== 'INSERT') return sum + 1;
      const inner = this.#known.get(block) ?? this.#countOf(this.#byName.get(block) ?? [], depth + 1);
      this.#known.set(block, inner);
      return sum + Math.max(1, rowCount) * Math.max(1, columnCount) * inner;
    }, 0);
  }
}

/** null for what has no place or cannot be drawn. */
function shapeOf(entity: Entity): DxfShape | null {
  const { type, x, y, transforms = [], layer = '' } = entity;
  if (type === 'TEXT' || type === 'MTEXT') {
    const words = plainWords(entity.string ?? '');
    const line = x === undefined || y === undefined ? [] : moved([[x, y]], transforms);
    const letterHeight = entity.textHeight ?? entity.nominalTextHeight ?? 0;
    return line.length > 0 && words !== '' ? { type: 'text', line, words, letterHeight, level: null, layer } : null;
  }
  const line = moved(lineOf(entity), transforms).filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
  if (line.length < 2) return null;
  const isArea = type === 'CIRCLE' || (entity.closed === true && line.length > 2);
  return { type: isArea ? 'area' : 'line', line, words: '', letterHeight: 0, level: levelOf(entity), layer };
}

function levelOf({ vertices = [] }: Entity): number | null {
  const z = vertices[0]?.z;
  return z !== undefined && z !== 0 && vertices.every((each) => each.z === z) ? z : null;
}

/** The words of a text without what sets its type: font, height, colour, new line. */
const plainWords = (text: string): string =>
  text
    .replace(/\\[PX~]/g, ' ')
    .replace(/\\[ACcfFHhQTWp][^;\\{}]{0,100};/g, '')
    .replace(/%%[uoUO]/g, '')
    .replace(/\\[LlOoKk]/g, '')
    .replace(/[{}]/g, '')
    .trim();
