import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { imageSize } from 'image-size';
import { drawPng, shrinkPicture } from './draw.ts';

const svg = (width: number, words: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="60" viewBox="0 0 ${width} 60"><text x="4" y="40" font-family="Noto Sans SC" font-size="30" fill="#000">${words}</text></svg>`;

test('an SVG becomes a PNG of its size; several at once, each its own', async () => {
  const pictures = await Promise.all([drawPng(svg(200, '水位')), drawPng(svg(300, '水位')), drawPng(svg(200, '　'))]);
  assert.deepEqual(
    pictures.map((png) => {
      const { type, width, height } = imageSize(png);
      return [type, width, height];
    }),
    [
      ['png', 200, 60],
      ['png', 300, 60],
      ['png', 200, 60],
    ],
  );
  const [words, , blank] = pictures;
  assert.ok((words?.length ?? 0) > (blank?.length ?? 0) + 200, 'Chinese is drawn, with the face that it names');
});

test('what cannot be drawn is an error, and the next is drawn all the same', async () => {
  await assert.rejects(drawPng('this is no drawing'));
  assert.equal(imageSize(await drawPng(svg(120, 'm'))).width, 120);
});

/** A picture of four colours (red, green / blue, white), as a camera stores it that was held otherwise. */
async function turnedPhoto(orientation: number): Promise<Buffer> {
  const canvas = createCanvas(40, 20);
  const context = canvas.getContext('2d');
  for (const [i, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
    context.fillStyle = colour;
    context.fillRect((i % 2) * 20, Math.floor(i / 2) * 10, 20, 10);
  }
  const plain = await canvas.encode('jpeg', 95);
  // One entry of EXIF: 0x0112, a short.
  const entry = `4d4d002a0000000800010112000300000001000${orientation}000000000000`;
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(entry, 'hex')]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([plain.subarray(0, 2), Buffer.from('ffe1', 'hex'), length, body, plain.subarray(2)]);
}

test('a photo is upright on paper, however the camera was held, and says nothing more of that', async () => {
  const names = { red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1], white: [1, 1, 1] };
  const upperLeft = ['red', 'green', 'white', 'blue', 'red', 'blue', 'white', 'green'] as const;
  for (const [i, expected] of upperLeft.entries()) {
    const shrunk = Buffer.from(await shrinkPicture(await turnedPhoto(i + 1), 20));
    assert.ok(!shrunk.includes('Exif'));
    const image = await loadImage(shrunk);
    assert.deepEqual([image.width, image.height], i < 4 ? [20, 10] : [10, 20], `orientation ${i + 1}`);
    const canvas = createCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const colour = [...context.getImageData(2, 2, 1, 1).data.subarray(0, 3)].map((part) => Math.round(part / 255));
    assert.deepEqual(colour, names[expected], `orientation ${i + 1}`);
  }
});
