/**
 * DXF (text form) as a drawing: what it draws in its model, where it was told to lie. A large one is read piece by piece: no more
 * of it is held than is drawn.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { type DxfShape, readShapes } from '../../dxf/dxf.api.ts';
import { type Drawing, DrawingBuilder, type Limits } from './drawing.ts';
import { type DrawingPlacing, type ToDegrees, toDegreesBy } from './placing.ts';

const limits: Limits = {
  features: layerLimits.featuresTiled,
  verticesRead: layerLimits.verticesReadTiled,
  verticesInMemory: layerLimits.verticesTiled,
};

/** Throws fileDamaged, layerCoordinates, layerTooDetailed, layerEmpty. */
export function readDxf(pieces: Iterable<Uint8Array>, placing: Placing | null): Drawing {
  if (placing === null || placing.by === 'controls') throw new Failure('layerCoordinates', { fault: 'unplaced' });
  const builder = new DrawingBuilder(limits);
  let toDegrees: ToDegrees = toDegreesBy(placing);
  readShapes(pieces, {
    begin: (unitM) => {
      toDegrees = scaledBy(unitM, placing);
    },
    take: (shape) => addShape(builder, shape, toDegrees),
    skip: () => builder.skip(),
  });
  return builder.finish();
}

/** Two known points need no unit. A reference system counts metres, or degrees, which no unit of a file turns. */
function scaledBy(unitM: number | null, placing: DrawingPlacing): ToDegrees {
  const toDegrees = toDegreesBy(placing);
  if (placing.by !== 'system' || placing.epsg === 4326 || placing.epsg === 4490) return toDegrees;
  if (unitM === null) throw new Failure('layerCoordinates', { fault: 'unit' });
  return (x, y) => toDegrees(x * unitM, y * unitM);
}

const types = { line: 'LineString', area: 'Polygon', text: 'Point' } as const;

function addShape(builder: DrawingBuilder, { type, line, words, level }: DxfShape, toDegrees: ToDegrees): void {
  const places = line.map(([x, y]) => toDegrees(x, y));
  builder.add(types[type], [places], type === 'text' ? words : null, level);
}
