import { decodeQR } from 'qr/decode.js';

/** Codes are found as well in a smaller picture, and much sooner. */
const maxPx = 1_600;

/** Returns the text of the first QR code in a picture; null = none was found. Throws where the file is no picture. */
export async function readPhoto(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file);
  try {
    // A phone's photo is large and its code small: the whole at a lower size first, then as it is.
    for (const limit of [maxPx, 4_096]) {
      const scale = Math.min(1, limit / Math.max(bitmap.width, bitmap.height));
      const text = readFrame(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale), 400);
      if (text !== null || scale === 1) return text;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

let canvas: HTMLCanvasElement | null = null;

/** Returns the text of the first QR code in a frame; null = none was found within the time. */
export function readFrame(source: CanvasImageSource, width: number, height: number, timeLimit = 40): string | null {
  if (width === 0 || height === 0) return null;
  canvas ??= document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source, 0, 0, width, height);
  try {
    return decodeQR(context.getImageData(0, 0, width, height), { timeLimit });
  } catch {
    return null;
  }
}
