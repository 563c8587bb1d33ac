import assert from 'node:assert/strict';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { syncTree, writeDurably } from './durable.ts';

test('a file gets its name after its content is on disk, and the folder follows; the first one is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-durable-'));
  const steps: string[] = [];
  const note = (name: 'fsyncSync' | 'linkSync') => {
    const real = fs[name] as (...args: unknown[]) => unknown;
    mock.method(fs, name, (...args: unknown[]) => {
      steps.push(name === 'fsyncSync' && fs.fstatSync(args[0] as number).isDirectory() ? 'folder' : name);
      return real(...args);
    });
  };
  note('fsyncSync');
  note('linkSync');
  syncBuiltinESMExports();
  try {
    writeDurably(join(folder, 'key'), 'one', 0o600);
    assert.deepEqual(steps, ['fsyncSync', 'linkSync', 'folder']);
    writeDurably(join(folder, 'key'), 'two', 0o600);
    assert.equal(readFileSync(join(folder, 'key'), 'utf8'), 'one');
    assert.equal(statSync(join(folder, 'key')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['key']);
    steps.length = 0;
    syncTree(folder);
    assert.deepEqual(steps, ['fsyncSync', 'folder']);
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true });
  }
});
