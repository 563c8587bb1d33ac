/** A file of a layer that is drawn as a whole, read. Done in a thread. */
import { closeSync, openSync, readSync } from 'node:fs';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { LayerVersion } from '@plumbline/contract/site/layers';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { contentOf, type LayerContent, wholeOf } from './content.ts';
import { readDxf } from './dxf.ts';
import { readGeoJson } from './geojson.ts';
import { readKml } from './kml.ts';
import { kmlOf } from './kmz.ts';

type Format = LayerVersion['format'];
export interface SmallFile {
  readonly format: Format;
  readonly path: string;
  readonly placing: Placing | null;
}

const pieceBytes = 1 << 20;

/** A file piece by piece. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      const read = readSync(file, piece);
      if (read === 0) return;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('fileDamaged', { fault: 'utf8' });
  }
}

/** A file that is held as a whole. Throws fileDamaged, layerCoordinates, layerTooDetailed, layerEmpty. */
export function readWhole(format: Format, pieces: Iterable<Uint8Array>): LayerContent {
  const bytes = Buffer.concat([...pieces]);
  if (format === 'kmz') return contentOf(readKml(textOf(kmlOf(bytes))));
  return contentOf(format === 'kml' ? readKml(textOf(bytes)) : readGeoJson(textOf(bytes)));
}

/** A file of which little is held; null where it is to be cut into tiles. Throws as `readWhole`. */
export function readSmall({ format, path, placing }: SmallFile): LayerContent | null {
  return format === 'dxf' ? wholeOf(readDxf(piecesOf(path), placing)) : readWhole(format, piecesOf(path));
}
