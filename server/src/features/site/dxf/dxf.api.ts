/** Reads of a DXF for map layers and drawings. */
export { type DxfShape, readShapes } from './logic/shapes.ts';
