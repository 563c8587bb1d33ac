/** The steps of the library `dxf` (MIT) that are used: CommonJS without types. Its parser of whole files is not, for its memory. */
import { createRequire } from 'node:module';
import type { Tag } from './tags.ts';

export type Pair = readonly [x: number, y: number];
export interface Entity {
  readonly type: string;
  readonly layer?: string;
  readonly x?: number;
  readonly y?: number;
  readonly string?: string;
  readonly closed?: boolean;
  readonly vertices?: readonly { readonly z?: number }[];
  readonly block?: string;
  readonly rowCount?: number;
  readonly columnCount?: number;
  readonly paperSpace?: boolean;
  readonly nominalTextHeight?: number;
  readonly textHeight?: number;
  readonly transforms?: readonly object[];
}
export interface Block {
  readonly name: string;
  readonly entities: readonly Entity[];
}

interface Library<T> {
  readonly default: T;
}
interface Parsed {
  readonly blocks: readonly Block[];
  readonly entities: readonly Entity[];
}
const require = createRequire(import.meta.url);

export const entitiesOf = (require('dxf/lib/handlers/entities') as Library<(tags: readonly Tag[]) => Entity[]>).default;
export const blocksOf = (require('dxf/lib/handlers/blocks') as Library<(tags: readonly Tag[]) => Block[]>).default;
/** Entities with those of the blocks that they insert, each with what moves it. */
export const unfold = (require('dxf/lib/denormalise') as Library<(parsed: Parsed) => Entity[]>).default;
export const lineOf = (require('dxf/lib/entityToPolyline') as Library<(entity: Entity) => Pair[]>).default;
export const moved = (
  require('dxf/lib/applyTransforms') as Library<(line: readonly Pair[], transforms: readonly object[]) => Pair[]>
).default;
