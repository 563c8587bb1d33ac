/** What map layers and drawings read of a DXF. */
export type { Pair } from './logic/library.ts';
export { type DxfShape, readShapes } from './logic/shapes.ts';
