/**
 * `npm test`: every test file in one run of the Node test runner, whose closing lines are the last thing printed.
 * `npm test -- alerts` runs the files whose path contains the word; flags go to the runner:
 * `npm test -- --test-name-pattern=settle alerts`.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Slow files last: what is quickly wrong shows early. */
const folders = ['contract', 'science', 'tools', 'web/src', 'web/test', 'server/src', 'server/test', 'e2e'];
const skipped = new Set(['node_modules', 'dist', 'data']);

/** Test files below a folder, sorted; none where the folder is absent. */
function testsIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsIn(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

const given = process.argv.slice(2);
const flags = given.filter((arg) => arg.startsWith('-'));
const words = given.filter((arg) => !arg.startsWith('-')).map((word) => word.replace(/^\.\//, ''));
const all = folders.flatMap(testsIn);
const files = words.length ? all.filter((path) => words.some((word) => path.includes(word))) : all;
if (files.length === 0) {
  process.stderr.write(`No test file's path contains ${words.join(' or ')}\n`);
  process.exit(1);
}

// One database server is started for all of them (server/test/global.ts); the files share two cores.
const runner = spawn(
  join(root, 'node_modules', '.bin', 'node'),
  [
    '--test',
    '--test-global-setup=server/test/global.ts',
    '--test-concurrency=2',
    // A test that hangs must not hold the whole run.
    '--test-timeout=600000',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    ...flags,
    ...files,
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { NO_COLOR: process.stdout.isTTY ? undefined : '1', ...process.env },
  },
);
// Ctrl+C reaches the runner too: it ends its files and its database, and only then this.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => runner.kill(signal));
runner.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
runner.on('close', (code) => {
  process.exitCode = code ?? 1;
});
