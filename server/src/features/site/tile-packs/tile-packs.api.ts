/** What features above do with packs of tiles: write one, and send a tile of one that is stored. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { openPack, type Pack } from '../../../kernel/tile-pack.ts';

export { latitudeAt, longitudeAt, metresPerPixel, type TileRange, tilesWithin } from './logic/mercator.ts';
export { type PackBounds, PackWriter } from './logic/pack-writer.ts';

/** A pack that lies in the store of files; a file never becomes another under its id. */
export function storedPack({ db, services: { files } }: Pick<Context, 'db' | 'services'>, fileId: string): Pack {
  return openPack(fileId, async (offset, length) => {
    if (length === 0) return { bytes: new Uint8Array() };
    const part = await files.get(db, fileId, { from: offset, to: offset + length - 1 });
    if (!part) throw new Error('the pack is gone');
    return { bytes: await buffer(part.stream) };
  });
}

/** A tile on its way out; one that is not there is empty. */
export function tileDownload(tile: Uint8Array | null, type: string, name: string): Download {
  const bytes = Buffer.from(tile ?? []);
  const stream = () => Readable.from(bytes.length > 0 ? [bytes] : []);
  return {
    type,
    fileName: name,
    stream: stream(),
    whole: { bytes: bytes.length, part: async ({ from, to }) => Readable.from([bytes.subarray(from, to + 1)]) },
  };
}
