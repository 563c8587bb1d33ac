/** A file of a layer, read: what it draws, and what is written of that. Takes its time, and is done in a process of its own. */
import { isPicture, type LayerVersion } from '@plumbline/contract/site/layers';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { type PictureFile, tilePicture } from '../../orthophotos/orthophotos.api.ts';
import { type Contents, wholeOf } from './content.ts';
import { cutTiles, type PackPaths } from './cut-tiles.ts';
import { readDxf } from './dxf.ts';
import { piecesOf, readWhole } from './read-small.ts';

export interface LayerFile extends PackPaths {
  readonly format: LayerVersion['format'];
  readonly path: string;
  readonly placing: Placing | null;
}
/** Result of reading a layer: GeoJSON, or tiles in the pack that was written. */
export interface LayerRead {
  readonly text: string | null;
  readonly contents: Contents;
}

/** Throws fileDamaged, layerCoordinates, layerTooDetailed, layerEmpty. */
export async function readLayer(file: LayerFile, report: (done: number, total: number) => void): Promise<LayerRead> {
  const { format, path, placing } = file;
  if (isPicture(format)) return { text: null, contents: await tilePicture(file as PictureFile, report) };
  if (format !== 'dxf') return readWhole(format, piecesOf(path));
  const drawing = readDxf(piecesOf(path), placing);
  report(1, 2);
  return wholeOf(drawing) ?? { text: null, contents: cutTiles(drawing, file) };
}
