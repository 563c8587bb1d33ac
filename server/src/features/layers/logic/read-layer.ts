/** A file of a layer, read: what it draws, and what is written of that. Takes its time, and is done in a thread. */
import { Failure } from '@plumbline/contract/errors';
import type { LayerVersion } from '@plumbline/contract/layers';
import type { Placing } from '@plumbline/contract/layers.placing';
import { contentOf, type LayerContent } from './content.ts';
import { readDxf } from './dxf.ts';
import { readGeoJson } from './geojson.ts';
import { readKml } from './kml.ts';
import { kmlOf } from './kmz.ts';

export interface LayerFile {
  readonly format: LayerVersion['format'];
  readonly bytes: Uint8Array;
  /** Where the coordinates of a DXF lie. */
  readonly placing?: Placing | null;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('fileDamaged', { fault: 'utf8' });
  }
}

/** Throws fileDamaged, layerCoordinates, layerTooDetailed, layerEmpty. */
export function readLayer({ format, bytes, placing = null }: LayerFile): LayerContent {
  if (format === 'dxf') return contentOf(readDxf(bytes, placing));
  if (format === 'kmz') return contentOf(readKml(textOf(kmlOf(Buffer.from(bytes)))));
  return contentOf(format === 'kml' ? readKml(textOf(bytes)) : readGeoJson(textOf(bytes)));
}
