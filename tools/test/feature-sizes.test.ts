/** A feature above the limit of its side is found; tests do not count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureSizes, findLargeFeatures, maxFiles } from '../rules/feature-sizes.ts';

const filesOf = (side: 'server' | 'web', feature: string, count: number, end = '.ts') =>
  Array.from({ length: count }, (_, i) => `${side}/src/features/${feature}/part-${i}${end}`);

test('a feature above the limit is found, one at the limit is not', () => {
  const paths = [
    ...filesOf('server', 'points', maxFiles.server),
    ...filesOf('web', 'points', maxFiles.web),
    ...filesOf('server', 'alerts', maxFiles.server + 1),
  ];
  assert.deepEqual(
    findLargeFeatures(paths).map(({ path }) => path),
    ['server/src/features/alerts/alerts'],
  );
});

test('files in folders of a feature count, tests and other code do not', () => {
  const paths = [
    'server/src/features/points/points/points.table.ts',
    'server/src/features/points/points/logic/point-columns.ts',
    'server/src/features/points/points/points.test.ts',
    'server/src/kernel/serve.ts',
  ];
  assert.deepEqual(featureSizes(paths), [{ side: 'server', feature: 'points', files: 2 }]);
});
