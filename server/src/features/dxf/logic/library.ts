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

const require = createRequire(import.meta.url);
const load = <T>(name: string): T => (require(`dxf/lib/${name}`) as { default: T }).default;

export const entitiesOf = load<(tags: readonly Tag[]) => Entity[]>('handlers/entities');
export const blocksOf = load<(tags: readonly Tag[]) => Block[]>('handlers/blocks');
/** Entities with those of the blocks that they insert, each with what moves it. */
export const unfold =
  load<(parsed: { readonly blocks: readonly Block[]; readonly entities: readonly Entity[] }) => Entity[]>(
    'denormalise',
  );
export const lineOf = load<(entity: Entity) => Pair[]>('entityToPolyline');
export const moved = load<(line: readonly Pair[], transforms: readonly object[]) => Pair[]>('applyTransforms');
