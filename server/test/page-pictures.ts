/** The pages of a PDF as pictures, and what tests ask of a picture: whether it is black, whether it shows a colour. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { getDocumentProxy, renderPageAsImage } from 'unpdf';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each, row by row. */
  readonly data: Uint8ClampedArray;
}

/** A picture on white. */
export async function pixelsOf(picture: Uint8Array): Promise<Pixels> {
  const image = await loadImage(Buffer.from(picture));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** The pages in order, a point of the page as a pixel times `scale`. */
export async function pagePictures(pdf: Uint8Array, scale = 1): Promise<Pixels[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: Pixels[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const picture = await renderPageAsImage(document, page, { canvasImport: () => import('@napi-rs/canvas'), scale });
    pages.push(await pixelsOf(new Uint8Array(picture)));
  }
  return pages;
}

/** Returns whether a square of `side` pixels is black throughout: no letter or line fills one. */
const isDark = ({ width, data }: Pixels, left: number, top: number, side: number): boolean => {
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) {
      const at = (y * width + x) * 4;
      if (Math.max(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) > 50) return false;
    }
  return true;
};

/** How much of a picture is squares that are black throughout, 0 to 1. */
export function blackShare(pixels: Pixels, side = 8): number {
  const { width, height } = pixels;
  let [black, all] = [0, 0];
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      all++;
      if (isDark(pixels, left, top, side)) black++;
    }
  return all === 0 ? 0 : black / all;
}

/** How many pixels have a colour, `#RRGGBB`, give or take what printing does to it. */
export function pixelsOfColour({ data }: Pixels, colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (channels.every((each, i) => Math.abs((data[at + i] ?? 0) - each) <= 2)) count++;
  return count;
}
