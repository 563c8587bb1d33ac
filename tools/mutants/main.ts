/**
 * `npm run mutants -- <word>`: plants the faults of `faults/` whose file or name contains the word, one at a time, in a
 * copy of the repository, and runs the tests that should find them. A fault that no test finds is printed, and the end is 1.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { readModules } from '../rules/modules.ts';
import { filesOf, testsOf } from '../runner/changed.ts';
import { findTests } from '../runner/plan.ts';
import { type Fault, readFaults } from './faults.ts';

type Result = 'found' | 'SURVIVES' | 'OUT OF DATE';

/** A fault may make a test wait for ever: it is found when it has waited so long. */
const timeoutMs = 300_000;

const root = dirname(dirname(import.meta.dirname));
const words = process.argv.slice(2);
const faults = readFaults().filter(
  ({ name, file }) => words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
);
if (faults.length === 0) {
  process.stderr.write(`No fault's name or file contains ${words.join(' or ')}\n`);
  process.exit(1);
}

/** A copy of what git knows or would; packages are those of the original, but for our own, which are of the copy. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-mutants-'));
  for (const path of filesOf(root)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  for (const folder of ['', ...readdirSync(root)].filter((each) => hasPackages(join(root, each))))
    linkPackages(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  return copy;
}
const hasPackages = (folder: string) => {
  try {
    return readdirSync(join(folder, 'node_modules')).length > 0;
  } catch {
    return false;
  }
};
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@plumbline'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@plumbline' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
  for (const name of ['contract', 'science', 'server', 'tools', 'web'])
    symlinkSync(join(to, '../', name), join(to, '@plumbline', name));
}

const copy = copyRepository();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));

/** Builds the web app of the copy: page tests open what is built. Throws an Error where it cannot be. */
function buildWeb(): void {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'error'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The web app of the copy could not be built');
}

/** Returns whether the tests pass in the copy as it is now: known at the first that fails or hangs, which ends the others. */
function pass(tests: readonly string[]): Promise<boolean> {
  if (tests.some((path) => path.startsWith('e2e/'))) buildWeb();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(process.execPath, ['tools/test.ts', `--test-timeout=${timeoutMs}`, ...tests], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NO_COLOR: '1', TEST_DATABASE_URL: '' },
  });
  const stop = () => child.kill('SIGTERM');
  process.once('SIGINT', stop);
  let failed = false;
  createInterface(child.stdout).on('line', (line) => {
    if (failed || !line.trimStart().startsWith('✖')) return;
    failed = true;
    stop();
  });
  child.once('close', (code) => {
    process.off('SIGINT', stop);
    resolve(code === 0 && !failed);
  });
  return promise;
}

async function plant(fault: Fault, tests: readonly string[]): Promise<Result> {
  const path = join(copy, fault.file);
  const sound = existsSync(join(root, fault.file)) ? readFileSync(join(root, fault.file), 'utf8') : '';
  if (sound.split(fault.from).length !== 2 || lostWords(fault).length > 0) return 'OUT OF DATE';
  writeFileSync(
    path,
    sound.replace(fault.from, () => fault.to),
  );
  try {
    return (await pass(tests)) ? 'SURVIVES' : 'found';
  } finally {
    writeFileSync(path, sound);
  }
}

const modules = readModules(root);
const known = findTests(root);
const testsFor = ({ file, tests }: Fault) =>
  tests.length > 0
    ? known.filter((path) => tests.some((word) => path.includes(word)))
    : testsOf([file], modules, known);
/** Words that no path contains any more: the test was moved, and nothing would be asked. */
const lostWords = ({ tests }: Fault) => tests.filter((word) => !known.some((path) => path.includes(word)));

// What fails without any fault finds none.
const sound = [...new Set(faults.flatMap(testsFor))];
process.stdout.write(`${faults.length} faults; first their ${sound.length} test files without one ...\n`);
if (sound.length > 0 && !(await pass(sound))) {
  process.stdout.write('They fail as they are: mend that first.\n');
  process.exit(1);
}
const wrong: string[] = [];
for (const fault of faults) {
  const tests = testsFor(fault);
  const result = await plant(fault, tests);
  process.stdout.write(`${result.padEnd(11)}  ${fault.name} (${tests.length} test files)\n`);
  if (result !== 'found') wrong.push(`${result}: ${fault.name}, ${fault.file}\n    ${fault.why}\n`);
}
process.stdout.write(`\n${faults.length - wrong.length} of ${faults.length} found\n${wrong.join('')}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
