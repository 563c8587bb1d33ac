/** Known points of a picture in the web: what is missing, what is wrong, and how far each lies from the fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlsText, placingOf } from '@plumbline/contract/site/layers.placing';
import { changed, controlsFrom, fitted, noControls } from '../src/features/site/layers/picture-controls.ts';

const size = { width: 1_000, height: 800 };
const corners = [
  { x: 0, y: 0, longitude: 114.3, latitude: 30.61 },
  { x: 1_000, y: 0, longitude: 114.31, latitude: 30.61 },
  { x: 1_000, y: 800, longitude: 114.31, latitude: 30.603 },
  { x: 0, y: 800, longitude: 114.3, latitude: 30.603 },
];

test('says what is missing until three points are whole, and four for a picture at an angle', () => {
  assert.equal(fitted(noControls, size).fault, 'few');
  const half = changed(noControls, 0, { x: 1, y: 1 });
  assert.equal(fitted(half, size).fault, 'half');
  const three = controlsFrom(corners.slice(0, 3), 'affine');
  const fit = fitted(three, size);
  assert.deepEqual([fit.fault, fit.placed?.isExact, fit.whole.map(({ at }) => at)], [null, true, [0, 1, 2]]);
  assert.equal(fitted({ ...three, fit: 'projective' }, size).fault, 'few');
  assert.equal(fitted(controlsFrom(corners, 'projective'), size).fault, null);
});

test('says that points lie in a line, or turn the picture on its back', () => {
  const line = corners.slice(0, 3).map((each, i) => ({ ...each, x: i * 100, y: i * 100 }));
  assert.equal(fitted(controlsFrom(line, 'affine'), size).fault, 'line');
  const [a, b, c, d] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0], (typeof corners)[0]];
  const back = [
    { ...a!, longitude: b!.longitude },
    { ...b!, longitude: a!.longitude },
    { ...c!, longitude: d!.longitude },
  ];
  assert.equal(fitted(controlsFrom(back, 'affine'), size).fault, 'mirrored');
});

test('a point that was clicked wrongly has a residual with the others', () => {
  const wrong = fitted(changed(controlsFrom(corners, 'affine'), 2, { x: 900 }), size);
  assert.ok(wrong.placed && Math.max(...wrong.placed.residualsM) > 10, wrong.placed?.residualsM.join(' '));
});

test('an upload has the points as they were set', () => {
  const placing = placingOf({ controls: controlsText(corners), fit: 'projective' });
  assert.deepEqual(placing, { by: 'controls', fit: 'projective', points: corners });
});
