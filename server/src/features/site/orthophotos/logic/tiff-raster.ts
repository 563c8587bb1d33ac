/**
 * A TIFF as a raster: read here and there, block by block, with the blocks that were used last in memory. Invariant: what it would
 * take to read it is known before any of it is unpacked; what is too large or of a kind that is not read is refused by name.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';
import type { GeoTIFFImage } from 'geotiff';
import { compressions, damaged } from './decoders.ts';
import { averageInto, type Raster, type Rgba, type Window } from './raster.ts';

/** Unpacked blocks that are kept, bytes. */
const cacheBytes = 160 * 1024 * 1024;
/** One block, unpacked: a TIFF saved in one piece has one. */
const blockBytes = 128 * 1024 * 1024;
/** So many rows are read at once. */
const bandRows = 256;
const compressionCodes: ReadonlySet<number> = new Set(Object.values(compressions));

export interface OpenImage {
  readonly image: GeoTIFFImage;
  readonly width: number;
  readonly height: number;
}

/** Throws layerTooDetailed and fileDamaged for what is not read. */
export async function checkedImage(image: GeoTIFFImage): Promise<OpenImage> {
  const directory = image.getFileDirectory();
  const [width, height] = [image.getWidth(), image.getHeight()];
  if (!(width > 0 && height > 0)) throw damaged();
  if (width * height > layerLimits.tiffPixels)
    throw new Failure('layerTooDetailed', { fault: 'pixels', limit: layerLimits.tiffPixels / 1e6 });
  const compression = Number((await directory.loadValue('Compression')) ?? compressions.none);
  if (!compressionCodes.has(compression))
    throw new Failure('fileDamaged', { fault: 'tiffCompression', found: compression });
  const bits = Array.from(((await directory.loadValue('BitsPerSample')) as ArrayLike<number> | undefined) ?? [1]);
  const formats = Array.from(((await directory.loadValue('SampleFormat')) as ArrayLike<number> | undefined) ?? [1]);
  if (bits.length > 16 || bits.some((each) => ![1, 2, 4, 8, 16].includes(each)) || formats.some((each) => each !== 1))
    throw new Failure('fileDamaged', { fault: 'tiffSamples' });
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  if (!(tileWidth > 0 && tileHeight > 0)) throw damaged();
  const perPixel = bits.reduce((sum, each) => sum + Math.max(8, each), 0) / 8;
  if (tileWidth * tileHeight * perPixel > blockBytes)
    throw new Failure('layerTooDetailed', { fault: 'block', limit: blockBytes / 1024 / 1024 });
  keepBlocks(image);
  return { image, width, height };
}

/** Blocks that were unpacked are kept until others need the room. */
function keepBlocks(image: GeoTIFFImage): void {
  const blocks = new Map<string, ReturnType<GeoTIFFImage['getTileOrStrip']>>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  const plain = image.getTileOrStrip.bind(image);
  image.getTileOrStrip = (x, y, sample, decoder, signal) => {
    const key = `${x} ${y} ${sample}`;
    const there = blocks.get(key);
    if (there) {
      // The one that was used last goes last.
      blocks.delete(key);
      blocks.set(key, there);
      return there;
    }
    const block = plain(x, y, sample, decoder, signal).then((block) => {
      sizes.set(key, block.data.byteLength);
      bytes += block.data.byteLength;
      for (const oldest of blocks.keys()) {
        if (bytes <= cacheBytes || oldest === key) break;
        blocks.delete(oldest);
        bytes -= sizes.get(oldest) ?? 0;
        sizes.delete(oldest);
      }
      return block;
    });
    blocks.set(key, block);
    return block;
  };
}

export function tiffRaster({ image, width, height }: OpenImage): Raster {
  const noData = image.getGDALNoData();
  return {
    width,
    height,
    async read(window, factor) {
      const out: Rgba = blank(Math.ceil(window.width / factor), Math.ceil(window.height / factor));
      const rows = Math.max(1, Math.floor(bandRows / factor)) * factor;
      for (let from = 0; from < window.height; from += rows) {
        const band = { ...window, top: window.top + from, height: Math.min(rows, window.height - from) };
        averageInto(out, await bandOf(image, band, noData), from / factor, factor);
      }
      return out;
    },
  };
}

const blank = (width: number, height: number): Rgba => ({
  width,
  height,
  data: new Uint8ClampedArray(4 * width * height),
});

async function bandOf(image: GeoTIFFImage, { left, top, width, height }: Window, noData: number | null): Promise<Rgba> {
  const read = await image
    .readRGB({ window: [left, top, left + width, top + height], interleave: true, enableAlpha: true })
    .catch((error: unknown) => {
      throw error instanceof Failure ? error : damaged();
    });
  const values = read as unknown as ArrayLike<number> & { readonly BYTES_PER_ELEMENT: number };
  const samples = Math.round(values.length / (width * height));
  const shift = values.BYTES_PER_ELEMENT === 2 ? 8 : 0;
  const out = blank(width, height);
  for (let i = 0; i < width * height; i++) {
    const at = samples * i;
    const [r, g, b] = [values[at] as number, values[at + 1] as number, values[at + 2] as number];
    if (r === noData && g === noData && b === noData) continue;
    out.data[4 * i] = r >> shift;
    out.data[4 * i + 1] = g >> shift;
    out.data[4 * i + 2] = b >> shift;
    out.data[4 * i + 3] = samples > 3 ? (values[at + 3] as number) >> shift : 255;
  }
  return out;
}
