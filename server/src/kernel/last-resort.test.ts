import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** Runs a piece of code under the guard; after it, and a moment later, the process says that it still runs. */
function run(code: string) {
  const guard = JSON.stringify(join(import.meta.dirname, 'last-resort.ts'));
  const program = `
    import { guardProcess } from ${guard};
    const say = (level) => (_, text) => console.log(level, text);
    guardProcess({ error: say('error'), fatal: say('fatal') }, () => { console.log('stopping'); process.exit(1); });
    setTimeout(() => console.log('still here'), 50);
    ${code}`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { status, output: stdout.trim().split('\n') };
}

test('a rejection that nobody waits for is logged and ends nothing', () => {
  const { status, output } = run(`setTimeout(async () => { throw new TypeError('answer is not a function'); }, 5);`);
  assert.equal(status, 0);
  assert.deepEqual(output, ['error a rejected promise was not handled; the server goes on', 'still here']);
});

test('the failure of one connection ends nothing', () => {
  const { status, output } = run(
    `setTimeout(() => { throw Object.assign(new Error('read'), { code: 'ECONNRESET' }); }, 5);`,
  );
  assert.equal(status, 0);
  assert.equal(output.at(-1), 'still here');
});

test('an exception out of a callback stops the process, after its log and its clean stop', () => {
  const { status, output } = run(`setTimeout(() => { throw new Error('half done'); }, 5);`);
  assert.equal(status, 1);
  assert.deepEqual(output, ['fatal an error was not caught; the server stops', 'stopping']);
});
