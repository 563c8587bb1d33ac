/** The process in which drawings become pictures, one after the other: SVG in, PNG out. */
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import type { DrawAnswer, DrawRequest } from './draw.ts';
import { readFonts } from './fonts.ts';

for (const face of readFonts()) GlobalFonts.register(face);

async function draw(request: DrawRequest): Promise<Uint8Array> {
  const image = await loadImage('svg' in request ? Buffer.from(request.svg) : Buffer.from(request.picture));
  const scale = 'svg' in request ? 1 : Math.min(1, request.side / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((size) => Math.max(1, Math.round(size * scale))) as [
    number,
    number,
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // A mail program that is dark would show black words on black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return 'svg' in request ? await canvas.encode('png') : await canvas.encode('jpeg', 82);
}

process.on('message', (request: DrawRequest) => {
  const { id } = request;
  void draw(request).then(
    (bytes) => process.send?.({ id, bytes } satisfies DrawAnswer),
    (error: unknown) => process.send?.({ id, error: String(error) } satisfies DrawAnswer),
  );
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
