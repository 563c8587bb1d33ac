/** The process in which drawings become pictures, one after the other: SVG in, PNG out. */
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import type { DrawAnswer, DrawRequest } from './draw.ts';
import { readFonts } from './fonts.ts';

for (const face of readFonts()) GlobalFonts.register(face);

async function draw({ svg }: DrawRequest): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(svg));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  // A mail program that is dark would show black words on black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  return await canvas.encode('png');
}

process.on('message', (request: DrawRequest) => {
  const { id } = request;
  void draw(request).then(
    (png) => process.send?.({ id, png } satisfies DrawAnswer),
    (error: unknown) => process.send?.({ id, error: String(error) } satisfies DrawAnswer),
  );
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
