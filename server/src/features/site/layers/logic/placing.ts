/** The coordinates of a drawing as degrees. Pure. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { project, unproject } from '@plumbline/science/surface/gauss-kruger';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import { estimatePlane, transformPlane } from '@plumbline/science/surface/transforms';
import type { Position } from './shape.ts';

export type ToDegrees = (x: number, y: number) => Position;
/** Placing of a drawing in coordinates; control points place pictures. */
export type DrawingPlacing = Exclude<Placing, { readonly by: 'controls' }>;

/** Throws layerCoordinates for a system that is not known, and for two known points that say nothing about the rest. */
export function toDegreesBy(placing: DrawingPlacing): ToDegrees {
  if (placing.by === 'system') {
    const system = referenceSystem(placing.epsg);
    if (!system) throw new Failure('layerCoordinates', { fault: 'system', system: `EPSG:${placing.epsg}` });
    return (x, y) => {
      const { longitude, latitude } = system.toDegrees(x, y);
      return [longitude, latitude];
    };
  }
  const points = [placing.first, placing.second];
  const meridian = (placing.first.longitude + placing.second.longitude) / 2;
  // In the plane of a zone of its own, where angles are true.
  const there = points.map(({ longitude, latitude }) => {
    const { east, north } = project({ longitude, latitude }, meridian);
    return { x: east, y: north };
  });
  const transform = estimatePlane(points, there);
  if (!transform || !(transform.parameters.scale > 0) || !Number.isFinite(transform.parameters.scale))
    throw new Failure('layerCoordinates', { fault: 'points' });
  return (x, y) => {
    const { x: east, y: north } = transformPlane(transform.parameters, { x, y });
    const { longitude, latitude } = unproject({ east, north }, meridian);
    return [longitude, latitude];
  };
}
