/** A PNG, JPEG or WebP as a raster, turned as its camera was held, as browsers show it. */
import { readFileSync } from 'node:fs';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';
import { imageSize } from 'image-size';
import { averageInto, type Raster, type Rgba, type Window } from './raster.ts';

const bandRows = 256;
const damaged = () => new Failure('fileDamaged', { fault: 'picture' });

/** Its size is read before any of it is unpacked. Throws fileDamaged and layerTooDetailed. */
function sizeOf(bytes: Uint8Array): { readonly pixels: number; readonly orientation: number } {
  try {
    const { width, height, orientation = 1, type } = imageSize(new Uint8Array(bytes));
    if (!(width > 0 && height > 0) || !['png', 'jpg', 'webp'].includes(type ?? '')) throw damaged();
    return { pixels: width * height, orientation };
  } catch {
    throw damaged();
  }
}

export async function openPicture(path: string): Promise<Raster> {
  const bytes = readFileSync(path);
  const { pixels, orientation } = sizeOf(bytes);
  if (pixels > layerLimits.picturePixels)
    throw new Failure('layerTooDetailed', { fault: 'pixels', limit: layerLimits.picturePixels / 1e6 });
  const image = await loadImage(bytes).catch(() => {
    throw damaged();
  });
  if (!(image.width > 0 && image.height > 0)) throw damaged();
  return rasterOf(image, orientation);
}

/** From where it is shown to where it lies in the file (Exif 2.32, tag 274). */
function transformOf(orientation: number, width: number, height: number): readonly number[] {
  const all: Readonly<Record<number, readonly number[]>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, height, 0],
    7: [0, -1, -1, 0, height, width],
    8: [0, -1, 1, 0, 0, width],
  };
  return all[orientation] ?? [1, 0, 0, 1, 0, 0];
}

function rasterOf(image: Image, orientation: number): Raster {
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transformOf(orientation, image.width, image.height);
  const bandOf = ({ left, top, width: across, height: down }: Window): Rgba => {
    const context = createCanvas(across, down).getContext('2d');
    context.setTransform(a, b, c, d, e - left, f - top);
    context.drawImage(image, 0, 0);
    return { width: across, height: down, data: context.getImageData(0, 0, across, down).data };
  };
  return {
    width,
    height,
    async read(window, factor) {
      if (factor === 1) return bandOf(window);
      const [outWidth, outHeight] = [Math.ceil(window.width / factor), Math.ceil(window.height / factor)];
      const out = { width: outWidth, height: outHeight, data: new Uint8ClampedArray(4 * outWidth * outHeight) };
      const rows = Math.max(1, Math.floor(bandRows / factor)) * factor;
      for (let from = 0; from < window.height; from += rows)
        averageInto(
          out,
          bandOf({ ...window, top: window.top + from, height: Math.min(rows, window.height - from) }),
          from / factor,
          factor,
        );
      return out;
    },
  };
}
