import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cropRect, shownSize, storedSize } from '../src/design/crop-rect.ts';

const picture = { width: 400, height: 200 };

test('at first the largest part of the shape that lies in the picture is kept', () => {
  assert.deepEqual(cropRect(picture, 1, { centreX: 200, centreY: 100, zoom: 1 }), {
    x: 100,
    y: 0,
    width: 200,
    height: 200,
  });
  assert.deepEqual(cropRect(picture, null, { centreX: 200, centreY: 100, zoom: 1 }), {
    x: 0,
    y: 0,
    width: 400,
    height: 200,
  });
  assert.deepEqual(cropRect(picture, 4, { centreX: 200, centreY: 100, zoom: 1 }), {
    x: 0,
    y: 50,
    width: 400,
    height: 100,
  });
});

test('what is kept never leaves the picture, wherever it is moved and however far it is enlarged', () => {
  for (const aspect of [null, 0.5, 1, 3])
    for (const zoom of [0, 1, 1.7, 6])
      for (const [centreX, centreY] of [
        [-1000, -1000],
        [0, 200],
        [400, 0],
        [9999, 50],
      ] as const) {
        const { x, y, width, height } = cropRect(picture, aspect, { centreX, centreY, zoom });
        assert.ok(
          x >= 0 && y >= 0 && x + width <= 400 + 1e-9 && y + height <= 200 + 1e-9,
          `${aspect} ${zoom} ${centreX}`,
        );
        assert.ok(Math.abs(width / height - (aspect ?? 2)) < 1e-9);
      }
});

test('a large part is stored smaller, a small one as it is', () => {
  assert.deepEqual(storedSize({ width: 4000, height: 1000 }, 1000), { width: 1000, height: 250 });
  assert.deepEqual(storedSize({ width: 60, height: 20 }, 1000), { width: 60, height: 20 });
});

test('a tall part is shown as whole as a wide one, a small one as large as the stage', () => {
  assert.deepEqual(shownSize({ width: 200, height: 1600 }, 320), { width: 40, height: 320 });
  assert.deepEqual(shownSize({ width: 1600, height: 400 }, 320), { width: 320, height: 80 });
  assert.deepEqual(shownSize({ width: 40, height: 30 }, 320), { width: 320, height: 240 });
  assert.deepEqual(shownSize({ width: 1, height: 5000 }, 320), { width: 1, height: 320 });
});
