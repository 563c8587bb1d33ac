/** What map layers and drawings read of a DXF. */
export { type DxfShape, readShapes } from './logic/shapes.ts';
