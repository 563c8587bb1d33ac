/** The process in which drawings become pictures, one after the other: SVG in, PNG out. */
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { DrawAnswer, DrawnMark, DrawRequest } from './draw.ts';
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
  if ('picture' in request) for (const each of request.marks ?? []) drawMark(context, each, [width, height]);
  return 'svg' in request ? await canvas.encode('png') : await canvas.encode('jpeg', 82);
}

/** Red, and wide enough to be seen on paper. */
function drawMark(
  context: SKRSContext2D,
  { kind, x1, y1, x2, y2 }: DrawnMark,
  [width, height]: [number, number],
): void {
  const [ax, ay, bx, by] = [x1 * width, y1 * height, x2 * width, y2 * height];
  context.strokeStyle = '#e11d1d';
  context.lineWidth = Math.max(2, Math.max(width, height) / 200);
  context.beginPath();
  if (kind === 'circle')
    context.ellipse((ax + bx) / 2, (ay + by) / 2, Math.abs(bx - ax) / 2, Math.abs(by - ay) / 2, 0, 0, 2 * Math.PI);
  else {
    const [angle, head] = [Math.atan2(by - ay, bx - ax), Math.hypot(bx - ax, by - ay) / 4];
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    for (const turn of [0.5, -0.5]) {
      context.moveTo(bx, by);
      context.lineTo(bx - head * Math.cos(angle + turn), by - head * Math.sin(angle + turn));
    }
  }
  context.stroke();
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
