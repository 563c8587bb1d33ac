import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Photo } from '@plumbline/contract/points/photos';
import { viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { placeOf, readPhotos, writePhotos } from '../src/features/points/photos/photo-state.ts';

test('the address holds which photos are looked at, beside what others keep there', () => {
  const search = writePhotos(new URLSearchParams('point=3'), { photo: 7, other: 5 });
  assert.equal(String(search), 'point=3&photo=7&beside=5');
  assert.deepEqual(readPhotos(search), { photo: 7, other: 5 });
  assert.equal(String(writePhotos(search, { photo: null, other: null })), 'point=3');
  assert.deepEqual(readPhotos(new URLSearchParams('photo=-1&beside=x')), { photo: null, other: null });
});

test('a photo that is gone leaves the newest', () => {
  const photos = [4, 9, 6].map((id): Photo => ({ id }) as Photo);
  assert.deepEqual([placeOf(photos, 9), placeOf(photos, null), placeOf(photos, 1)], [1, 2, 2]);
});

test('every point of its own has photos, a master has none; the specification’s names open them', () => {
  const offered = (type: number) => viewsOf({ family: 'crack', nodeCount: 0, type, parameters: {} });
  assert.deepEqual(
    [0, 1, 2, 3].map((type) => offered(type).includes('image-list')),
    [true, true, true, false],
  );
  assert.deepEqual(['artificial-images', 'gdm-capture', 'GdmCapture'].map(viewNamed), [
    'image-list',
    'image-list',
    'image-list',
  ]);
});
