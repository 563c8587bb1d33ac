/**
 * DXF (text form) as a drawing: lines, polylines, arcs, circles, ellipses, splines, faces and texts of the model, with the
 * blocks that it inserts. Read by the library `dxf`; what is written in an entity reaches the drawing as numbers and plain text.
 *
 * Invariant: blocks are counted before they are unfolded, so that a few lines of a file cannot become more than are drawn.
 */
import { createRequire } from 'node:module';
import { Failure } from '@plumbline/contract/errors';
import { layerLimits } from '@plumbline/contract/layers';
import type { Placing } from '@plumbline/contract/layers.placing';
import { type Drawing, DrawingBuilder } from './drawing.ts';
import { type ToDegrees, toDegreesBy } from './placing.ts';

type Pair = readonly [x: number, y: number];
interface Entity {
  readonly type: string;
  readonly x?: number;
  readonly y?: number;
  readonly string?: string;
  readonly closed?: boolean;
  readonly vertices?: readonly { readonly z?: number }[];
  readonly block?: string;
  readonly rowCount?: number;
  readonly columnCount?: number;
  readonly paperSpace?: boolean;
  readonly transforms?: readonly object[];
}
interface Parsed {
  readonly header: { readonly insUnits?: number };
  readonly blocks: readonly { readonly name: string; readonly entities: readonly Entity[] }[];
  readonly entities: readonly Entity[];
}

// The library is CommonJS without types; these are its three steps.
const require = createRequire(import.meta.url);
const parse = (require('dxf/lib/parseString') as { default: (text: string) => Parsed }).default;
const unfold = (require('dxf/lib/denormalise') as { default: (parsed: Parsed) => Entity[] }).default;
const lineOf = (require('dxf/lib/entityToPolyline') as { default: (entity: Entity) => Pair[] }).default;
const moved = (
  require('dxf/lib/applyTransforms') as { default: (line: readonly Pair[], transforms: readonly object[]) => Pair[] }
).default;

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
/** The code pages of files of before 2007, as `TextDecoder` names them. */
const codePages: Readonly<Record<string, string>> = {
  ANSI_936: 'gbk',
  ANSI_950: 'big5',
  ANSI_932: 'shift_jis',
  ANSI_949: 'euc-kr',
  ANSI_1251: 'windows-1251',
  ANSI_1250: 'windows-1250',
};
const binaryMark = 'AutoCAD Binary DXF';

function textOf(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 20_000));
  if (start.startsWith(binaryMark)) throw new Failure('fileDamaged', { fault: 'dxfBinary' });
  if (!/^\s*(?:0|999)\s*\r?\n/.test(start)) throw new Failure('fileDamaged', { fault: 'dxf' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const page = /\$DWGCODEPAGE\s+3\s+(\S+)/.exec(start)?.[1]?.toUpperCase() ?? '';
    return new TextDecoder(codePages[page] ?? 'windows-1252').decode(bytes);
  }
}

/** Throws fileDamaged, layerCoordinates, layerTooDetailed, layerEmpty. */
export function readDxf(bytes: Uint8Array, placing: Placing | null): Drawing {
  if (placing === null) throw new Failure('layerCoordinates', { fault: 'unplaced' });
  const text = textOf(bytes);
  try {
    return drawingOf(text, placing);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // Whatever the library stumbled over.
    throw new Failure('fileDamaged', { fault: 'dxf' });
  }
}

function drawingOf(text: string, placing: Placing): Drawing {
  const parsed = parse(text);
  if (parsed.entities.length === 0 && !text.includes('ENTITIES')) throw new Failure('fileDamaged', { fault: 'dxf' });
  const toDegrees = scaledBy(parsed.header.insUnits ?? 0, placing);
  const model = modelOf(parsed);
  const count = unfoldedCount(model);
  if (count > layerLimits.dxfEntities)
    throw new Failure('layerTooDetailed', { fault: 'features', limit: layerLimits.dxfEntities });
  const builder = new DrawingBuilder();
  for (const entity of unfold(model)) addEntity(builder, entity, toDegrees);
  return builder.finish();
}

/** What lies in the model, without what inserts a block that is not there: the library says that of each, to nobody. */
function modelOf({ header, blocks, entities }: Parsed): Parsed {
  const names = new Set(blocks.map(({ name }) => name));
  const there = (list: readonly Entity[]): readonly Entity[] =>
    list.filter(({ type, block = '', paperSpace }) => !paperSpace && (type !== 'INSERT' || names.has(block)));
  return {
    header,
    blocks: blocks.map((block) => ({ ...block, entities: there(block.entities) })),
    entities: there(entities),
  };
}

/** Two known points need no unit. A reference system counts metres, or degrees, which no unit of a file turns. */
function scaledBy(unit: number, placing: Placing): ToDegrees {
  const toDegrees = toDegreesBy(placing);
  if (placing.by === 'points' || placing.epsg === 4326 || placing.epsg === 4490) return toDegrees;
  const metres = unitsM[unit];
  if (metres === undefined) throw new Failure('layerCoordinates', { fault: 'unit' });
  return (x, y) => toDegrees(x * metres, y * metres);
}

/** How many entities there are once blocks are unfolded. A block that holds itself counts for ever, and so is refused. */
function unfoldedCount({ blocks, entities }: Parsed): number {
  const byName = new Map(blocks.map((block) => [block.name, block.entities]));
  const known = new Map<string, number>();
  const countOf = (list: readonly Entity[], depth: number): number => {
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    return list.reduce((sum, { type, block = '', rowCount = 1, columnCount = 1 }) => {
      if (type !== 'INSERT') return sum + 1;
      const inner = known.get(block) ?? countOf(byName.get(block) ?? [], depth + 1);
      known.set(block, inner);
      return sum + Math.max(1, rowCount) * Math.max(1, columnCount) * inner;
    }, 0);
  };
  return countOf(entities, 0);
}

function addEntity(builder: DrawingBuilder, entity: Entity, toDegrees: ToDegrees): void {
  const { type, x, y, transforms = [] } = entity;
  if (type === 'TEXT' || type === 'MTEXT') {
    const name = plainMtext(entity.string ?? '');
    const [place] = x === undefined || y === undefined ? [] : moved([[x, y]], transforms);
    if (place && name !== '') builder.add('Point', [[toDegrees(...place)]], name, null);
    else builder.skip();
    return;
  }
  const line = moved(lineOf(entity), transforms).filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
  if (line.length < 2) {
    builder.skip();
    return;
  }
  const isArea = type === 'CIRCLE' || (entity.closed === true && line.length > 2);
  builder.add(isArea ? 'Polygon' : 'LineString', [line.map(([px, py]) => toDegrees(px, py))], null, levelOf(entity));
}

/** The height that all vertices of a polyline have, as contours do. */
function levelOf({ vertices = [] }: Entity): number | null {
  const z = vertices[0]?.z;
  return z !== undefined && z !== 0 && vertices.every((each) => each.z === z) ? z : null;
}

/** The words of a text without what sets its type: font, height, colour, new line. */
const plainMtext = (text: string): string =>
  text
    .replace(/\\[PX~]/g, ' ')
    .replace(/\\[ACcfFHhQTWp][^;\\{}]{0,100};/g, '')
    .replace(/%%[uoUO]/g, '')
    .replace(/\\[LlOoKk]/g, '')
    .replace(/[{}]/g, '')
    .trim();
