/** Points known in two systems: read as they are pasted, and the calls that formulas get are what science applies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '@plumbline/science/formulas/language';
import { readCommonPoints, transformBetween } from '../src/features/points/points/common-points.ts';

const points = [
  [-2148744.4, 4426641.2, 4044655.9],
  [-2149744.4, 4425641.2, 4045655.9],
  [-2147744.4, 4427641.2, 4043155.9],
  [-2148144.4, 4426041.2, 4046655.9],
] as const;
/** By the formulas themselves, with parameters of one's own. */
const moved = (point: readonly number[]): number[] =>
  ['X', 'Y', 'Z'].map(
    (axis) =>
      compile(`transform${axis}(x, y, z, 12.5, -8, 3, 1.5, -2, 4, 2.5)`, ['x', 'y', 'z']).evaluate(
        Float64Array.from(point),
      ) ?? Number.NaN,
  );

test('the calls that are given lead from the one system to the other, and the misses are nothing', () => {
  const text = points.map((point) => [...point, ...moved(point)].join(' ')).join('\n');
  const read = readCommonPoints(`${text}\n\n`);
  assert.ok('source' in read && read.source.length === 4);
  const found = transformBetween(read);
  assert.ok(found && found.rmsM < 1e-4 && Math.max(...found.missesM) < 1e-3);
  for (const [i, call] of found.calls.entries()) {
    const value = compile(call, ['X', 'Y', 'Z']).evaluate(Float64Array.from(points[0]));
    assert.ok(Math.abs((value ?? 0) - (moved(points[0])[i] ?? 0)) < 1e-3, call);
  }
});

test('a line that is not six numbers is named; two points, and points on a line, have no parameters', () => {
  assert.deepEqual(readCommonPoints('1 2 3 4 5 6\n1,2,3,4,5'), { line: 2 });
  assert.deepEqual(readCommonPoints('1\t2\t3\t4\t5\tsix'), { line: 1 });
  const line = readCommonPoints('0 0 0 1 1 1\n1 1 1 2 2 2\n2 2 2 3 3 3');
  assert.equal('source' in line && transformBetween(line), null);
  const two = readCommonPoints('0 0 0 1 1 1\n5 1 1 6 2 2');
  assert.equal('source' in two && transformBetween(two), null);
});
