/** Which files of a failed run CI runs once more. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFailed, toRunAgain, writeFailed } from '../runner/failed.ts';

const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'];

test('a few are run again; many are a fault, and so is what is no file', () => {
  assert.deepEqual(toRunAgain(['c.test.ts'], files), ['c.test.ts']);
  assert.deepEqual(toRunAgain(files.slice(1), files), files.slice(1));
  assert.deepEqual(toRunAgain(files, files), []);
  assert.deepEqual(toRunAgain(['a.test.ts', 'run-1/000.mjs'], files), []);
});

test('the list outlives the process that wrote it, and need not be there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-failed-'));
  const at = join(folder, 'failed.json');
  assert.deepEqual(readFailed(at), []);
  writeFailed(at, ['a.test.ts']);
  writeFailed(at, ['a.test.ts', 'b.test.ts']);
  assert.deepEqual(readFailed(at), ['a.test.ts', 'b.test.ts']);
  rmSync(folder, { recursive: true });
});
