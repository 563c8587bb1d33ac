/** A feature or wing above its limit of lines is found; tests do not count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLargeFeatures, maxLines, sizesOf } from '../rules/feature-sizes.ts';

const found = (files: Readonly<Record<string, number>>, allowed = {}) =>
  findLargeFeatures(Object.keys(files), (path) => files[path] ?? 0, allowed).map(({ rule, path }) => `${rule} ${path}`);

test('a feature above the limit is found, one at the limit is not', () => {
  const files = {
    'server/src/features/points/points/points.table.ts': maxLines.feature,
    'web/src/features/points/points/PointPage.tsx': maxLines.feature,
    'server/src/features/alerts/alerts/alerts.table.ts': maxLines.feature - 10,
    'server/src/features/alerts/alerts/logic/levels.ts': 11,
  };
  assert.deepEqual(found(files), ['feature-sizes server/src/features/alerts/alerts']);
  assert.deepEqual(found(files, { 'server/src/features/alerts/alerts': maxLines.feature + 1 }), []);
  assert.deepEqual(found(files, { 'server/src/features/alerts/alerts': maxLines.feature }), [
    'feature-sizes server/src/features/alerts/alerts',
  ]);
});

test('a wing above the limit is found by the lines of all its features', () => {
  const count = maxLines.wing / maxLines.feature;
  const full = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`web/src/features/views/view-${i}/View.tsx`, maxLines.feature]),
  );
  assert.deepEqual(found(full), []);
  assert.deepEqual(found({ ...full, 'web/src/features/views/last/View.tsx': 1 }), [
    'wing-sizes web/src/features/views',
  ]);
});

test('files in folders of a feature count, tests and other code do not', () => {
  const paths = [
    'server/src/features/points/points/points.table.ts',
    'server/src/features/points/points/logic/point-columns.ts',
    'server/src/features/points/points/points.test.ts',
    'server/src/features/points/points.routes.ts',
    'server/src/kernel/serve.ts',
  ];
  assert.deepEqual(
    sizesOf(paths, () => 7),
    [
      { kind: 'feature', folder: 'server/src/features/points/points', lines: 14 },
      { kind: 'wing', folder: 'server/src/features/points', lines: 14 },
    ],
  );
});

test('a console of the screens counts as a feature, the screens of the web as a wing', () => {
  const lines = {
    'web/src/screens/point/PointConsolePage.tsx': 5,
    'web/src/screens/point/Tab.tsx': 2,
    'web/src/first.ts': 1,
  };
  assert.deepEqual(
    sizesOf(Object.keys(lines), (path) => lines[path as keyof typeof lines]),
    [
      { kind: 'feature', folder: 'web/src/screens/point', lines: 7 },
      { kind: 'wing', folder: 'web/src/screens', lines: 7 },
    ],
  );
});
