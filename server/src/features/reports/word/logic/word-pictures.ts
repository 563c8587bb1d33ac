/** Pictures as a Word document takes them: drawings become PNG, as sharp as a print wants them; photos stay what they are. */

import { createCanvas, GlobalFonts, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { readFonts } from '../../../../kernel/fonts.ts';
import type { Drawing, WordPicture } from './word-items.ts';

export interface DrawnPicture {
  readonly bytes: Buffer;
  readonly format: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/** Of a drawing on its longer side. */
const side = 1_600;
const scale = 2;
/** The first byte of a PNG. */
const pngStart = 0x89;
const faces = { isRegistered: false };

function requireFonts(): void {
  if (faces.isRegistered) return;
  faces.isRegistered = true;
  for (const face of readFonts()) GlobalFonts.register(face);
}

/** As many points as it says, times `by`: a drawing is drawn anew and not blown up. */
const enlarged = (svg: string, by: number): string =>
  svg.replace(/<svg\b[^>]*>/, (root) =>
    root.replace(/\b(width|height)="([\d.]+)"/g, (_, name: string, size: string) => `${name}="${Number(size) * by}"`),
  );

/** Throws Error for what cannot be drawn. */
export async function drawPicture(picture: WordPicture): Promise<DrawnPicture> {
  requireFonts();
  if ('file' in picture) {
    const bytes = Buffer.from(picture.file);
    const { width, height } = await loadImage(bytes);
    return { bytes, format: bytes[0] === pngStart ? 'image/png' : 'image/jpeg', width, height };
  }
  if ('drawing' in picture) return await drawMarked(picture.drawing, picture.bytes);
  const image = await loadImage(Buffer.from(enlarged(sized(picture.svg), scale)));
  return await encoded(image, image.width, image.height);
}

/** A drawing without a size of its own (a QR code) has that of its box. */
function sized(svg: string): string {
  const [root = ''] = /<svg\b[^>]*>/.exec(svg) ?? [];
  if (/\bwidth="[\d.]+"/.test(root)) return svg;
  const [, width = '300', height = '300'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(root) ?? [];
  const by = Math.max(1, 240 / Number(width));
  return svg.replace(/<svg\b/, `<svg width="${Number(width) * by}" height="${Number(height) * by}"`);
}

async function encoded(
  image: Image,
  width: number,
  height: number,
  over?: (context: SKRSContext2D) => void,
): Promise<DrawnPicture> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  over?.(context);
  return { bytes: await canvas.encode('png'), format: 'image/png', width, height };
}

/** With its points on it, as the layout of the pages sets them. */
async function drawMarked({ ratio, marks }: Drawing, bytes: Uint8Array): Promise<DrawnPicture> {
  const image = await loadImage(Buffer.from(bytes));
  const [width, height] = ratio <= 1 ? [side, Math.round(side * ratio)] : [Math.round(side / ratio), side];
  const radius = side / 110;
  return await encoded(image, width, height, (context) => {
    context.font = `${Math.round(radius * 1.6)}px "Noto Sans SC"`;
    context.textBaseline = 'middle';
    for (const { x, y, text, colour } of marks) {
      context.beginPath();
      context.arc(x * width, y * height, radius, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = '#fff';
      context.stroke();
      const from = x * width + radius * 1.5;
      context.fillStyle = 'rgba(255, 255, 255, 0.75)';
      context.fillRect(from - 3, y * height - radius, context.measureText(text).width + 6, radius * 2);
      context.fillStyle = '#1f2937';
      context.fillText(text, from, y * height);
    }
  });
}

/** Pictures of a paper, by their names. */
export const pictureNamed = (name: string, pictures: ReadonlyMap<string, Uint8Array>): WordPicture => {
  const bytes = getOrThrow(pictures, name);
  return name.endsWith('.svg') ? { text: '', svg: Buffer.from(bytes).toString('utf8') } : { text: '', file: bytes };
};
