import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from 'image-size';
import { drawPng } from './draw.ts';

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
